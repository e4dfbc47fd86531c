import type { CallbackSpec, JwtContext, SessionContext, TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from './logger.js'
import { type ApplicationPaths, type SignInCallbacks, signInCallbacks } from './sign-in-callbacks.js'

/** The callbacks of the application. Several callbacks of one kind are combined into one function. */
export interface Callbacks extends SignInCallbacks {
  /** Whether any callback may change the claims of a token. */
  readonly changesTokens: boolean
  /** Returns the claims to keep, or `null` to end the session. */
  jwt(context: JwtContext): Awaitable<TokenClaims | null>
  /** Returns the session that the browser may see. */
  session(context: SessionContext): Awaitable<Record<string, unknown>>
}

export function runCallbacks(spec: CallbackSpec, paths: ApplicationPaths, logger: LoggerInstance): Callbacks {
  return {
    changesTokens: spec.jwt.length > 0,
    ...signInCallbacks(spec, paths, logger),
    // Synchronous without a callback, because every session read calls it.
    jwt: (context) => (spec.jwt.length === 0 ? context.token : runJwt(spec.jwt, context)),
    session: (context) => (spec.session.length === 0 ? shown(context) : runSession(spec.session, context)),
  }
}

async function runJwt(all: CallbackSpec['jwt'], context: JwtContext): Promise<TokenClaims | null> {
  let { token } = context
  for (const callback of all) {
    const given = { ...context, token }
    const returned = await redactErrors(
      () => callback(given),
      () => [token, 'account' in given && given.account],
    )
    // A callback that returns nothing also ends the session, because there are no claims to seal.
    if (!returned) return null
    token = sealable(returned)
  }
  return token
}

/**
 * Converts claims to the form in which they are read from a token. So every callback receives the same
 * values as on the next request.
 */
function sealable(claims: TokenClaims): TokenClaims {
  try {
    return throughJson(claims)
  } catch (cause) {
    throw new JWTSessionError('The result of callbacks.jwt cannot be stored in a session token.', {
      cause: asError(cause),
    })
  }
}

async function runSession(
  all: CallbackSpec['session'],
  context: SessionContext,
): Promise<Record<string, unknown>> {
  let session = shown(context)
  for (const callback of all) {
    const given = { ...context, session } as SessionContext
    session = await redactErrors(
      () => callback(given),
      () => ['token' in given && given.token],
    )
    // A later callback could turn `false` into a session by `{ ...session, plan }`.
    if (!session) break
  }
  return session
}

function shown({ session }: SessionContext): Record<string, unknown> {
  return session as unknown as Record<string, unknown>
}
