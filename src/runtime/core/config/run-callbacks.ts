import type { CallbackSpec, JwtContext, SessionContext, TokenClaims } from '../../../builder/auth-spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from './logger.js'
import { type ApplicationPaths, type SignInCallbacks, signInCallbacks } from './sign-in-callbacks.js'

export interface Callbacks extends SignInCallbacks {
  readonly changesTokens: boolean
  /** Returns the claims of the token. `null` ends the session. */
  jwt(context: JwtContext): Awaitable<TokenClaims | null>
  /** Returns the session that the browser may see. */
  session(context: SessionContext): Awaitable<Record<string, unknown>>
}

export function runCallbacks(
  spec: CallbackSpec,
  paths: ApplicationPaths,
  logger: LoggerInstance,
  warned: Set<string>,
): Callbacks {
  return {
    changesTokens: spec.jwt.length > 0,
    ...signInCallbacks(spec, paths, logger, warned),
    // Without callbacks, no promise is returned, because waiting for one would slow down each session read.
    jwt: (context) => (spec.jwt.length === 0 ? context.token : runJwt(spec.jwt, context)),
    session: (context) =>
      spec.session.length === 0 ? sessionOf(context) : runSession(spec.session, context),
  }
}

async function runJwt(callbacks: CallbackSpec['jwt'], context: JwtContext): Promise<TokenClaims | null> {
  let { token } = context
  for (const callback of callbacks) {
    const argument = { ...context, token }
    const returned = await redactErrors(
      () => callback(argument),
      () => [token, 'account' in argument && argument.account],
    )
    if (!returned) return null
    token = sealable(returned)
  }
  return token
}

/**
 * Converts claims to JSON and back, as sealing and opening a token does. So the next callback receives the
 * values that it would receive on a later request.
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
  callbacks: CallbackSpec['session'],
  context: SessionContext,
): Promise<Record<string, unknown>> {
  let session = sessionOf(context)
  for (const callback of callbacks) {
    const argument = { ...context, session } as SessionContext
    session = await redactErrors(
      () => callback(argument),
      () => ['token' in argument && argument.token],
    )
    // The next callback is not called, because `{ ...session, plan }` would turn `false` into a session
    // again.
    if (!session) break
  }
  return session
}

function sessionOf({ session }: SessionContext): Record<string, unknown> {
  return session as unknown as Record<string, unknown>
}
