import { sha256 } from '#sha256'
import { JWTSessionError } from '../../errors.js'
import type { JwtOptions } from '../../options/jwt-options.js'
import type { Clock } from '../clock.js'
import { randomToken } from '../crypto/random.js'
import type { Sealer } from '../crypto/sealer.js'
import type { EncryptedTokens } from '../jwt/encrypted-tokens.js'

/** Seconds by which a token may seem to have been made in the future, because two servers' clocks differ. */
const CLOCK_SKEW = 15

export interface ForeignSealerOptions {
  readonly encode: JwtOptions['encode'] | undefined
  readonly decode: JwtOptions['decode'] | undefined
  readonly secrets: readonly string[]
  /** The name of the cookie that holds the tokens. */
  readonly salt: string
  readonly clock: Clock
}

/**
 * Seals session tokens in a format that is not ours: the application's, where it has an encoder or a decoder,
 * and that of Auth.js 5. A token that another library made does not say which session it is; that is
 * worked out from its claims, and stands in the token once we have sealed it anew.
 */
export function foreignSealer(options: ForeignSealerOptions): Sealer {
  return new ForeignSealer(options)
}

class ForeignSealer implements Sealer {
  readonly #options: ForeignSealerOptions
  readonly #secret: string | readonly string[]
  #tokens: Promise<EncryptedTokens> | undefined

  constructor(options: ForeignSealerOptions) {
    this.#options = options
    const [only, ...others] = options.secrets
    this.#secret = only !== undefined && others.length === 0 ? only : options.secrets
  }

  async seal(payload: Record<string, unknown>, maxAge: number): Promise<string> {
    const { encode, salt } = this.#options
    if (!encode) return (await this.#encrypted()).encrypt(payload, maxAge)
    const iat = this.#now()
    const token = { ...payload, iat, exp: iat + Math.floor(maxAge), jti: randomToken(16) }
    const encoded = await encode({ token, secret: this.#secret, salt, maxAge: Math.floor(maxAge) })
    if (typeof encoded === 'string' && encoded !== '') return encoded
    throw new JWTSessionError('`encode` of .jwt() must return a token as text.')
  }

  async open(token: string): Promise<Record<string, unknown> | null> {
    const claims = await this.#claimsOf(token)
    if (!claims) return null
    const now = this.#now()
    const { iat, exp } = claims
    if (typeof exp === 'number' && exp <= now) return null
    if (typeof iat === 'number' && iat > now + CLOCK_SKEW) return null
    const id = typeof claims['jti'] === 'string' ? claims['jti'] : await sha256(token)
    const session = { id, start: typeof iat === 'number' ? iat : now }
    // A token that does not say when it ends is sealed anew at once, and says so from then on.
    const times = typeof iat === 'number' && typeof exp === 'number' ? { iat, exp } : { iat: 0, exp: now }
    return { '~session': session, ...claims, ...times }
  }

  async #claimsOf(token: string): Promise<Record<string, unknown> | null> {
    const { decode, salt } = this.#options
    try {
      if (!decode) return await (await this.#encrypted()).decrypt(token, 0)
      const claims = await decode({ token, secret: this.#secret, salt })
      return claims ? { ...claims } : null
    } catch {
      return null
    }
  }

  /** Imported on first use, because few applications need it. */
  #encrypted(): Promise<EncryptedTokens> {
    this.#tokens ??= import('../jwt/encrypted-tokens.js').then(
      (jwt) => new jwt.EncryptedTokens(this.#options),
    )
    return this.#tokens
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1000)
  }
}
