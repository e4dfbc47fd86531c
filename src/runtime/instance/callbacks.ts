import type {
  CallbackSpec,
  JwtContext,
  SessionContext,
  SignInContext,
  TokenClaims,
} from '../../builder/spec.js'
import { AccessDenied, AuthError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'
import { safeRedirect } from '../redirects.js'
import { discreetly, secretsIn } from './discreetly.js'

/** The application's callbacks, each kind as one function. */
export interface Callbacks {
  /**
   * Asks whether somebody may sign in. Returns nothing when they may, or where to send them instead.
   * Throws `AccessDenied` when they may not.
   */
  signIn(context: SignInContext, origin: string): Promise<string | undefined>
  /** Where to go: what the application makes of `target`, or the origin when it is not allowed. */
  redirect(target: unknown, origin: string): Promise<string>
  /** Whether there is a callback that may change the claims of a token. */
  readonly changesTokens: boolean
  /** The claims to keep, or `null` when the session is to end. */
  jwt(context: JwtContext): Awaitable<TokenClaims | null>
  /** The session as the browser may see it. */
  session(context: SessionContext): Awaitable<Record<string, unknown>>
}

/** `home` is the path of the application's first page, for targets that are not allowed. */
export function runCallbacks(spec: CallbackSpec, home: string, logger: LoggerInstance): Callbacks {
  const chooseTarget = async (target: string, origin: string): Promise<string | undefined> => {
    if (!spec.redirect) return safeRedirect(target, origin)
    try {
      return allowedTarget(await spec.redirect({ url: target, baseUrl: origin }), origin)
    } catch (error) {
      // A target that the callback cannot read is a target that it does not allow.
      logger.error(asError(error))
      return undefined
    }
  }
  const callbacks: Callbacks = {
    changesTokens: spec.jwt.length > 0,

    async signIn(context, origin) {
      for (const callback of spec.signIn) {
        const answer = await refuseOnThrow(() => callback(context), context)
        if (typeof answer === 'string') return callbacks.redirect(answer, origin)
        if (answer !== true) throw new AccessDenied('The signIn callback did not allow this sign-in.')
      }
      return undefined
    },

    async redirect(target, origin) {
      if (typeof target !== 'string') return origin + home
      return (await chooseTarget(target, origin)) ?? origin + home
    },

    // At once where there is none, because every session that is read comes by here.
    jwt: (context) => (spec.jwt.length === 0 ? context.token : runJwt(spec.jwt, context)),
    session: (context) => (spec.session.length === 0 ? shown(context) : runSession(spec.session, context)),
  }
  return callbacks
}

async function runJwt(all: CallbackSpec['jwt'], context: JwtContext): Promise<TokenClaims | null> {
  let { token } = context
  for (const callback of all) {
    const given = { ...context, token }
    const returned = await discreetly(
      () => callback(given),
      () => secretsIn(token, 'account' in given && given.account),
    )
    if (returned === null) return null
    token = returned
  }
  return token
}

async function runSession(
  all: CallbackSpec['session'],
  context: SessionContext,
): Promise<Record<string, unknown>> {
  let session = shown(context)
  for (const callback of all) {
    const given = { ...context, session } as SessionContext
    session = await discreetly(
      () => callback(given),
      () => secretsIn('token' in given && given.token),
    )
  }
  return session
}

function shown({ session }: SessionContext): Record<string, unknown> {
  return session as unknown as Record<string, unknown>
}

async function refuseOnThrow<T>(call: () => T, { account, credentials }: SignInContext): Promise<Awaited<T>> {
  try {
    return await discreetly(call, () => secretsIn(account, credentials))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied('The signIn callback threw.', { cause: asError(error) })
  }
}

/** The longest target, in characters: it is kept in a cookie while somebody signs in. */
const MAX_TARGET = 2_048

/** A target that the application itself chose may leave the site, but only to a web page. */
function allowedTarget(chosen: unknown, origin: string): string | undefined {
  if (typeof chosen !== 'string') return undefined
  const url = URL.canParse(chosen) ? new URL(chosen) : undefined
  if (!url || url.origin === origin) return safeRedirect(chosen, origin)
  const isPage = /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isPage && url.href.length <= MAX_TARGET ? url.href : undefined
}
