import type { JWTPayload } from 'jose'
import type { Clock } from '../clock.js'
import { isBase64url } from './base64url.js'
import { randomToken } from './random.js'
import { requireSecrets } from './require-secrets.js'
import { type SealingKey, sealingKeys } from './sealing-keys.js'

/** Tokens longer than this, in characters, are neither made nor looked at; many servers take even less. */
const maxTokenLength = 32_768

/** No encrypted key, 96 bits of initialization vector, 128 bits of authentication tag. */
const compactForm = /^[\w-]+\.\.[\w-]{16}\.([\w-]*)\.[\w-]{21}[AQgw]$/

/** The only header parameters that are ever looked at; a token with another one is refused. */
const headerParameters: ReadonlySet<string> = new Set(['alg', 'enc', 'kid'])

const contentEncryption = { alg: 'dir', enc: 'A256GCM' } as const

/** Turns data into tokens that only the application can read or make, and back. */
export interface Sealer {
  /**
   * Seals a payload, which must be JSON. The claims `iat`, `exp` and `jti` are set here, whatever the payload says.
   *
   * @param maxAge - Seconds until the token is worth nothing, however often it is used.
   * @throws RangeError when `maxAge` is not a finite number, or the token would be longer than 32,768 characters.
   */
  seal(payload: Record<string, unknown>, maxAge: number): Promise<string>
  /**
   * What was sealed, with its claims; `null` when the token is expired, altered, or was sealed with
   * other secrets, for another purpose or for another audience. Never throws for what a client sent.
   */
  open(token: string): Promise<Record<string, unknown> | null>
}

export interface SealerOptions {
  /** The first seals; each opens what was sealed with it. */
  readonly secrets: readonly string[]
  /** What kind of token it is, so that a token of one kind opens in no other place. */
  readonly purpose: string
  /** Whose token it is: a cookie's name, a tenant. */
  readonly audience: string
  /** Default: the system's. */
  readonly clock?: Clock
  /**
   * Seconds by which a token may seem to have been sealed in the future, because the clocks of two
   * servers differ. Expiry knows no tolerance. Default: 5.
   */
  readonly clockSkew?: number
}

/**
 * Seals tokens as compact JWE, with a key for each secret that is derived on first use.
 *
 * @throws MissingSecret when there is no secret, or an empty one.
 * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-3.1
 */
export function createSealer(options: SealerOptions): Sealer {
  return new JweSealer({ ...options, secrets: requireSecrets(options.secrets) })
}

interface Tools {
  readonly jose: typeof import('./jwe.js')
  readonly newest: SealingKey
  readonly keys: ReadonlyMap<string, CryptoKey>
}

class JweSealer implements Sealer {
  readonly #options: SealerOptions
  #tools: Promise<Tools> | undefined

  constructor(options: SealerOptions) {
    this.#options = options
  }

  async seal(payload: Record<string, unknown>, maxAge: number): Promise<string> {
    if (!Number.isFinite(maxAge)) throw new RangeError('`maxAge` must be a finite number of seconds.')
    const { jose, newest } = await this.#load()
    const iat = this.#now()
    const claims = { ...payload, iat, exp: iat + Math.floor(maxAge), jti: randomToken(16) }
    // Written here, not by the library's JWT class, which clones a payload in a way that loses `toJSON`.
    const token = await new jose.CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ ...contentEncryption, kid: newest.id })
      .encrypt(newest.key)
    if (token.length > maxTokenLength) {
      throw new RangeError(
        `The token would be ${token.length} characters long, and at most ${maxTokenLength} are allowed. Put less into it.`,
      )
    }
    return token
  }

  async open(token: string): Promise<Record<string, unknown> | null> {
    if (token.length > maxTokenLength) return null
    const [, ciphertext] = compactForm.exec(token) ?? []
    if (ciphertext === undefined || !isBase64url(ciphertext)) return null
    const { jose, keys } = await this.#load()
    const key = keys.get(keyIdOf(jose, token) ?? '')
    return key ? this.#decrypt(jose, token, key) : null
  }

  async #decrypt(jose: Tools['jose'], token: string, key: CryptoKey): Promise<JWTPayload | null> {
    const now = this.#now()
    try {
      const { payload } = await jose.jwtDecrypt(token, key, {
        keyManagementAlgorithms: [contentEncryption.alg],
        contentEncryptionAlgorithms: [contentEncryption.enc],
        requiredClaims: ['iat', 'exp', 'jti'],
        currentDate: new Date(now * 1000),
      })
      const { iat = Number.POSITIVE_INFINITY } = payload
      return iat <= now + (this.#options.clockSkew ?? 5) ? payload : null
    } catch {
      return null
    }
  }

  #load(): Promise<Tools> {
    this.#tools ??= loadTools(this.#options)
    return this.#tools
  }

  #now(): number {
    return Math.floor((this.#options.clock ?? Date.now)() / 1000)
  }
}

/** Imports the library on first use, so that importing Authwright stays cheap. */
async function loadTools({ secrets, purpose, audience }: SealerOptions): Promise<Tools> {
  const jose = await import('./jwe.js')
  const keys = await sealingKeys(jose, secrets, [purpose, audience])
  // One key a secret, and there is a first secret.
  const newest = keys[0] as SealingKey
  return { jose, newest, keys: new Map(keys.map(({ id, key }) => [id, key])) }
}

function keyIdOf(jose: Tools['jose'], token: string): string | undefined {
  try {
    const header = jose.decodeProtectedHeader(token)
    if (header.alg !== contentEncryption.alg || header.enc !== contentEncryption.enc) return undefined
    return Object.keys(header).every((name) => headerParameters.has(name)) ? header.kid : undefined
  } catch {
    return undefined
  }
}
