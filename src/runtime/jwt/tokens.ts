import type { JWT, JWTDecodeParams, JWTEncodeParams } from '../../model/session.js'
import { parseJwe, sealingKeys } from '../core/crypto/jwe.js'
import { requireSecrets } from '../core/crypto/keys.js'
import { claimsInTime } from '../core/crypto/sealer.js'
import type { AuthjsTokens } from '../features/authjs-sessions/authjs-tokens.js'

/** 30 days. */
const MAX_AGE_SECONDS = 2_592_000

/**
 * Encrypts claims as a session token in the format of Auth.js: a compact JWE, `dir` with `A256CBC-HS512`.
 * `encode` sets the claims `iat`, `exp` and `jti`. A configuration with `compat: 'authjs'` accepts the token as a
 * session.
 *
 * @param params - `token`: the claims. `secret`: one or several secrets, of which the first encrypts. `salt`:
 * the name of the cookie for the token. `maxAge`: the lifetime in seconds; default 2,592,000 (30 days).
 * @throws MissingSecret if there is no secret, or an empty one.
 * @throws RangeError if `maxAge` is not a finite number.
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
  maxAge = MAX_AGE_SECONDS,
}: JWTEncodeParams<Payload>): Promise<string> {
  return (await authjsTokens([secret].flat(), salt)).encrypt(token ?? {}, maxAge)
}

/** Tolerated difference between the clocks of two servers. */
const EXPIRY_TOLERANCE_SECONDS = 15

/**
 * Decrypts a session token of `encode`, of Auth.js 5, or of Authwright. Only `auth(request)` can determine
 * whether the session has ended since the token was sealed.
 *
 * @param params - `token`: the token. `secret`: one or several secrets, any of which may have encrypted the
 * token. `salt`: the name of the cookie that contained the token. For a token of Authwright, the name is followed
 * by `@` and the site, as in `__Host-authwright.session-token@app.example.com`. The site is `sessionAudience`,
 * the `domain` of the cookie, or the host.
 * @returns The claims, or `null` if there is no token.
 * @throws JWTSessionError if the token expired more than 15 seconds ago, was altered, or was encrypted with
 * another secret or salt.
 * @throws MissingSecret if there is no secret, or an empty one.
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
  const secrets = requireSecrets([secret].flat())
  if (!token) return null
  const opened =
    (await openSealed(token, secrets, salt)) ??
    (await (await authjsTokens(secrets, salt)).decrypt(token, EXPIRY_TOLERANCE_SECONDS))
  const { '~session': _, ...claims } = opened
  return claims as Payload
}

/**
 * Opens a token of Authwright. Returns `undefined` for tokens that Authwright has not sealed in its default
 * format.
 */
async function openSealed(
  token: string,
  secrets: readonly string[],
  salt: string,
): Promise<Record<string, unknown> | undefined> {
  const jwe = parseJwe(token)
  const keys = jwe ? await sealingKeys(secrets, ['session', salt]) : []
  const text = jwe && (await keys.find(({ header }) => header === jwe.header)?.decrypt(jwe))
  return text === undefined
    ? undefined
    : claimsInTime(text, Math.floor(Date.now() / 1000), EXPIRY_TOLERANCE_SECONDS)
}

/** Returns the tokens in the format of Auth.js, whose code is loaded on demand. */
async function authjsTokens(secrets: readonly string[], salt: string): Promise<AuthjsTokens> {
  const { AuthjsTokens } = await import('../features/authjs-sessions/authjs-tokens.js')
  return new AuthjsTokens({ secrets, salt })
}
