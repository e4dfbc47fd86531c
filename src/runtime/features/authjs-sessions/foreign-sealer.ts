import { sha256 } from '#sha256'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { JwtOptions } from '../../../options/session-options.js'
import { asError } from '../../core/base/as-error.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { membersOf } from '../../core/base/members-of.js'
import { redactErrors } from '../../core/config/logger.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Sealer, TokenFormatOptions } from '../../core/crypto/sealer.js'
import { AuthjsTokens } from './authjs-tokens.js'

/**
 * Seals and opens tokens in the format of Auth.js, or with `encode` and `decode` of the application. A token
 * that another library created contains neither a session id nor an audience. Both are added when Authwright
 * seals the token again. Until then, the token is accepted by every application that can decrypt it.
 */
export function foreignSealer(options: TokenFormatOptions): Sealer {
  return new ForeignSealer(options)
}

class ForeignSealer implements Sealer {
  readonly #options: TokenFormatOptions
  readonly #secret: string | readonly string[]
  readonly #tokens: AuthjsTokens

  constructor(options: TokenFormatOptions) {
    this.#options = options
    this.#tokens = new AuthjsTokens(options)
    const [first, ...others] = options.secrets
    this.#secret = first !== undefined && others.length === 0 ? first : options.secrets
  }

  async seal(claims: Record<string, unknown>, maxAge: number): Promise<string> {
    const { encode, salt, audience } = this.#options
    const payload = { ...claims, '~session': { ...membersOf(claims['~session']), site: audience } }
    if (!encode) return this.#tokens.encrypt(payload, maxAge)
    const iat = this.#now()
    const token = { ...payload, iat, exp: iat + Math.floor(maxAge), jti: randomToken(16) }
    const encoded = await redactErrors(
      () => encode({ token, secret: this.#secret, salt, maxAge: Math.floor(maxAge) }),
      () => [token, ...this.#options.secrets],
    ).catch((error: unknown) => {
      throw new JWTSessionError('`encode` of .jwt() threw.', { cause: asError(error) })
    })
    if (typeof encoded === 'string' && encoded !== '') return encoded
    throw new JWTSessionError('`encode` of .jwt() must return a token as a string.')
  }

  async open(token: string): Promise<Record<string, unknown> | null> {
    const claims = this.#options.decode
      ? await this.#decode(token, this.#options.decode)
      : await this.#tokens.open(token, 0)
    return claims && this.#currentClaims(token, claims)
  }

  async openAtAnyTime(token: string): Promise<Record<string, unknown> | null> {
    const claims = this.#options.decode
      ? await this.#decode(token, this.#options.decode)
      : await this.#tokens.openAtAnyTime(token)
    return claims && this.#withSession(token, claims)
  }

  async hasKeyOf(token: string): Promise<boolean | undefined> {
    return this.#options.decode ? undefined : this.#tokens.hasKeyOf(token)
  }

  #currentClaims(token: string, claims: Record<string, unknown>): Awaitable<Record<string, unknown> | null> {
    const now = this.#now()
    const { iat, exp } = claims
    // Auth.js always writes both claims. Without `exp`, a token would never expire. Without `iat`, its
    // session would start again with each request.
    if (!this.#options.decode && (typeof exp !== 'number' || typeof iat !== 'number')) return null
    if (typeof exp === 'number' && exp <= now) return null
    if (typeof iat === 'number' && iat > now + SERVER_CLOCK_TOLERANCE_SECONDS) return null
    return this.#withSession(token, claims)
  }

  async #withSession(
    token: string,
    claims: Record<string, unknown>,
  ): Promise<Record<string, unknown> | null> {
    const now = this.#now()
    const { iat, exp, jti } = claims
    const start = typeof iat === 'number' ? iat : now
    // If a claim is missing, an `iat` of 0 makes an extension due. The next response that can extend the
    // session then contains a token with both claims.
    if (typeof iat !== 'number' || typeof exp !== 'number')
      Object.assign(claims, { iat: 0, exp: typeof exp === 'number' ? exp : now })
    if (Object.hasOwn(claims, '~session')) {
      const { site } = membersOf(claims['~session'])
      return site === undefined || site === this.#options.audience ? claims : null
    }
    const id = typeof jti === 'string' ? jti : await sha256(token)
    return Object.assign(claims, { '~session': { id, start, renewed: true } })
  }

  async #decode(
    token: string,
    decode: NonNullable<JwtOptions['decode']>,
  ): Promise<Record<string, unknown> | null> {
    try {
      const claims = await decode({ token, secret: this.#secret, salt: this.#options.salt })
      return claims ? { ...claims } : null
    } catch {
      return null
    }
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1000)
  }
}
