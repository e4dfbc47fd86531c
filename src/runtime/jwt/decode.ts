import type { JWT } from '../../model/jwt.js'
import type { JWTDecodeParams } from '../../model/jwt-decode-params.js'
import { EncryptedTokens } from '../crypto/encrypted-tokens.js'

/** Seconds by which the clocks of two servers may differ. */
const CLOCK_TOLERANCE = 15

/**
 * Reads a session token: one of `encode`, one of Auth.js 5, or one that Authwright sealed for the cookie that
 * the salt names. What it says was true when it was sealed; whether the session was ended since, only
 * `auth(request)` knows.
 *
 * @param params - `token`: the token. `secret`: one, or several of which each opens what was encrypted with it.
 *   `salt`: the name of the cookie that held the token.
 * @returns The claims, or `null` when there is no token. Times are in seconds since 1970.
 * @throws JWTSessionError when the token expired more than 15 seconds ago, was altered, or was encrypted with
 *   another secret or salt.
 * @throws MissingSecret when there is no secret, or an empty one.
 *
 * @example
 * ```ts
 * import { decode } from 'authwright/jwt'
 *
 * export async function subjectOf(token: string): Promise<string | undefined> {
 *   const claims = await decode({ token, secret: 'a secret of at least thirty-two characters', salt: 'authjs.session-token' })
 *   return claims?.sub
 * }
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-7.2
 */
export async function decode<Payload = JWT>({
  token,
  secret,
  salt,
}: JWTDecodeParams): Promise<Payload | null> {
  const tokens = new EncryptedTokens({ secrets: [secret].flat(), salt })
  if (!token) return null
  // Which session it is concerns Authwright alone.
  const { '~session': _, ...claims } = await tokens.decrypt(token, CLOCK_TOLERANCE)
  return claims as Payload
}
