import type { CallbackSpec, JwtContext, SessionContext, TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { redactErrors } from './logger.js'
import { type ApplicationPaths, type SignInCallbacks, signInCallbacks } from './sign-in-callbacks.js'

/** The application's callbacks, each kind as one function. */
export interface Callbacks extends SignInCallbacks {
  /** Whether there is a callback that may change the claims of a token. */
  readonly changesTokens: boolean
  /** The claims to keep, or `null` when the session is to end. */
  jwt(context: JwtContext): Awaitable<TokenClaims | null>
  /** The session as the browser may see it. */
  session(context: SessionContext): Awaitable<Record<string, unknown>>
}

export function runCallbacks(spec: CallbackSpec, paths: ApplicationPaths, logger: LoggerInstance): Callbacks {
  return {
    changesTokens: spec.jwt.length > 0,
    ...signInCallbacks(spec, paths, logger),
    // Synchronous where there is none: every session read calls it.
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
    // A callback without a `return` ends the session as well: there is nothing to seal.
    if (!returned) return null
    token = sealable(returned)
  }
  return token
}

/** Claims as they are read from a token, so that every callback is given what the next request will read. */
function sealable(claims: TokenClaims): TokenClaims {
  try {
    return throughJson(claims)
  } catch (cause) {
    throw new JWTSessionError('The session token could not be made from what callbacks.jwt returned.', {
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
    // A later callback would turn `false` into a session: `{ ...session, plan }`.
    if (!session) break
  }
  return session
}

function shown({ session }: SessionContext): Record<string, unknown> {
  return session as unknown as Record<string, unknown>
}

/**
 * A value as it comes back from JSON: a `Date` is a string, what JSON does not have is left out. Throws a `TypeError` for
 * what JSON cannot write, such as a `bigint`.
 */
export function throughJson<Value>(value: Value): Value {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? value : JSON.parse(text)
}
