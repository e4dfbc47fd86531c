import type { TokenClaims } from '../../../builder/auth-spec.js'
import { JWTSessionError } from '../../../errors.js'
import { EXPIRY_MARGIN_SECONDS } from '../../../model/kept-after-expiry.js'
import type { JwtOptions } from '../../../options/session-options.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from '../config/logger.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import { writeChunked } from '../http/write-chunked.js'
import type { RevocationResult } from './revocations.js'
import { cookieEnd } from './session-lifetime.js'
import { type SessionOrigin, userIdOf } from './session-strategy.js'
import { secondsNow, type TokenAccess } from './token-access.js'

/**
 * Returns the claim `sub`, or the id of the user. `callbacks.jwt` may return another `sub`. Values other than
 * strings are ignored.
 */
export function subjectOf({ sub }: TokenClaims, userId: string): string {
  return typeof sub === 'string' && sub !== '' ? sub : userId
}

export async function checkClaims(
  claims: TokenClaims,
  options: Pick<JwtOptions, 'claims'>,
): Promise<TokenClaims | null> {
  const schema = options.claims?.['~standard']
  if (!schema) return claims
  const result = await redactErrors(
    () => schema.validate(claims),
    () => [claims],
  )
  return result.issues ? null : { ...claims, ...(result.value as TokenClaims) }
}

export async function requireClaims(claims: TokenClaims, options: Pick<JwtOptions, 'claims'>): Promise<void> {
  const problem = await claimsProblem(claims, options)
  if (problem) throw problem
}

export async function claimsProblem(
  claims: TokenClaims,
  options: Pick<JwtOptions, 'claims'>,
): Promise<JWTSessionError | undefined> {
  // Checks the claims in the form in which a token returns them, where a date is a string.
  if (await checkClaims(throughJson(claims), options)) return undefined
  return new JWTSessionError(
    'The result of callbacks.jwt does not match the schema of `.jwt({ claims })`. Return claims that match it.',
  )
}

interface UnsealedToken {
  readonly claims: TokenClaims
  readonly origin: SessionOrigin
  /** In seconds. */
  readonly lifetime: number
  readonly isChanged: boolean
}

export async function renewToken(
  sessions: TokenAccess,
  token: UnsealedToken,
  exchange: CookieExchange,
): Promise<void> {
  const { revocations } = sessions.parts
  const { claims, origin } = token
  const userId = userIdOf(origin, claims['sub'])
  const { epoch: _, ...others } = origin
  // Replaces a MAC that was created with an older secret. After that secret is removed, the session would no
  // longer end together with the other sessions of the user.
  const isNamed = others.user === undefined || others.user === (await revocations.nameOf(userId))
  const renewed = isNamed ? origin : { ...others, ...(await revocations.stamp(userId)) }
  // If another request ends all sessions of the user before this check, the check returns `true`. If it does
  // so later, the epoch in the new token is outdated.
  if (await revocations.isRevoked(origin, userId)) return sessions.clear(exchange)
  await writeToken(sessions, { ...token, origin: renewed }, exchange)
}

export async function writeToken(
  sessions: TokenAccess,
  { claims, origin, lifetime, isChanged }: UnsealedToken,
  exchange: CookieExchange,
): Promise<void> {
  const { sealer, cookie, holder, options } = sessions.parts
  const sealed = await sealer.seal({ ...claims, '~session': origin }, lifetime).catch(unsealable)
  const at = secondsNow(sessions)
  if (!holder) {
    const expiry = cookieEnd(at + lifetime, at, origin)
    addCookies(exchange, writeChunked(cookie, sealed, expiry, exchange.cookies))
    return
  }
  holder.checkLength(sealed)
  // A custom encoder may drop claims.
  if (options.encode && (await sessions.open(sealed))?.['~session'].id !== origin.id) {
    throw new JWTSessionError(
      'A token created by `encode` of .jwt() does not contain the claim `~session`. With .session({ sessionStore }), this claim identifies the session: encode every claim.',
    )
  }
  const userId = userIdOf(origin, claims['sub'])
  const isWritten = await holder.write({ sealed, origin, userId, at, lifetime, isChanged }, exchange)
  if (!isWritten) sessions.clear(exchange)
}

function unsealable(error: Error): never {
  if (error instanceof JWTSessionError) throw error
  throw new JWTSessionError('The claims of a session cannot be stored in a token.', { cause: error })
}

/**
 * Revokes all tokens of a session. The revocation lasts as long as any process, even with a clock that is
 * behind, could open one of them.
 */
export function revokeTokens(
  sessions: TokenAccess,
  { id, user, start }: SessionOrigin,
  userId: string,
): Promise<RevocationResult> {
  const { revocations, policy } = sessions.parts
  const lasts = start + policy.absoluteMaxAge - secondsNow(sessions) + EXPIRY_MARGIN_SECONDS
  return revocations.revoke({ id, userId, user, lasts })
}
