import type { JWT } from '../../model/jwt.js'
import type { JWTEncodeParams } from '../../model/jwt-encode-params.js'
import { EncryptedTokens } from '../crypto/encrypted-tokens.js'

/** Seconds for which a token is good by default: 30 days. */
const MAX_AGE = 2_592_000

/**
 * Encrypts claims as a session token of the Auth.js ecosystem: a compact JWE, `dir` with `A256CBC-HS512`,
 * whose key is derived from secret and salt. The claims `iat`, `exp` and `jti` are set here.
 *
 * A configuration with `compat: 'authjs'` takes the token as a session. One without it seals its
 * sessions in another way, which `decode` and `getToken` read as well.
 *
 * @param params - `token`: the claims. `secret`: one, or several of which the first encrypts. `salt`: the name of
 *   the cookie that will hold the token. `maxAge`: seconds until it is worth nothing; default 2,592,000 (30 days).
 * @returns The token, in visible ASCII without `;`, so that it can be a cookie's value as it is.
 * @throws MissingSecret when there is no secret, or an empty one.
 * @throws RangeError when `maxAge` is not a finite number.
 *
 * @example
 * ```ts
 * import { encode } from 'authwright/jwt'
 *
 * export const token = await encode({
 *   token: { sub: 'user-1', name: 'Ada' },
 *   secret: 'a secret of at least thirty-two characters',
 *   salt: 'authjs.session-token',
 *   maxAge: 60 * 60,
 * })
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-3.1
 */
export async function encode<Payload extends object = JWT>({
  token,
  secret,
  salt,
  maxAge = MAX_AGE,
}: JWTEncodeParams<Payload>): Promise<string> {
  return new EncryptedTokens({ secrets: [secret].flat(), salt }).encrypt(token ?? {}, maxAge)
}
