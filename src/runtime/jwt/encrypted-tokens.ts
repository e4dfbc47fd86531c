import type { JWTPayload } from 'jose'
import { JWTSessionError } from '../../errors.js'
import { asError } from '../as-error.js'
import type { Clock } from '../clock.js'
import { requireSecrets } from '../crypto/require-secrets.js'
import { sealingKeys } from '../crypto/sealing-keys.js'
import { type ContentEncryption, tokenKey } from './token-key.js'

/** Tokens longer than this, in characters, are not looked at. */
const MAX_LENGTH = 32_768

type Jose = typeof import('../crypto/jwe.js')
type Key = Uint8Array<ArrayBuffer> | CryptoKey

export interface EncryptedTokensOptions {
  /** The first encrypts; each opens what was encrypted with it. */
  readonly secrets: readonly string[]
  /** The name of the cookie that holds the tokens. */
  readonly salt: string
  readonly clock?: Clock
}

/**
 * Session tokens in the format of the Auth.js ecosystem. Each key is derived once, on first use.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.5
 */
export class EncryptedTokens {
  readonly #secrets: readonly [string, ...string[]]
  readonly #salt: string
  readonly #clock: Clock
  readonly #keys = new Map<ContentEncryption, Promise<ReadonlyMap<string, Key>>>()

  /** Throws `MissingSecret` when there is no secret, or an empty one. */
  constructor({ secrets, salt, clock = Date.now }: EncryptedTokensOptions) {
    this.#secrets = requireSecrets(secrets)
    this.#salt = salt
    this.#clock = clock
  }

  /** Encrypts claims; `iat`, `exp` and `jti` are set here, whatever they say. */
  async encrypt(claims: object, maxAge: number): Promise<string> {
    if (!Number.isFinite(maxAge)) throw new RangeError('`maxAge` must be a finite number of seconds.')
    const jose = await import('../crypto/jwe.js')
    const [[kid, key] = []] = [...(await this.#keysFor(jose, 'A256CBC-HS512'))]
    const iat = Math.floor(this.#clock() / 1000)
    const payload = { ...claims, iat, exp: iat + Math.floor(maxAge), jti: crypto.randomUUID() }
    return new jose.CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', kid: kid as string })
      .encrypt(key as Key)
  }

  /**
   * The claims of a token. Throws `JWTSessionError` when it is expired, altered or another's.
   *
   * @param clockTolerance - Seconds by which a token may have expired already.
   */
  async decrypt(token: string, clockTolerance: number): Promise<JWTPayload> {
    const jose = await import('../crypto/jwe.js')
    try {
      if (token.length > MAX_LENGTH) throw new Error('The token is too long.')
      const { payload } = await jose.jwtDecrypt(
        token,
        ({ enc, kid }) => this.#keyOf(jose, enc as ContentEncryption, kid),
        {
          clockTolerance,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256CBC-HS512', 'A256GCM'],
          currentDate: new Date(this.#clock()),
        },
      )
      return payload
    } catch (error) {
      throw new JWTSessionError(
        'The session token is expired, altered, or sealed with another secret or salt.',
        {
          cause: asError(error),
        },
      )
    }
  }

  /** The key that a token names; without a name, the newest. */
  async #keyOf(jose: Jose, encryption: ContentEncryption, id: string | undefined): Promise<Key> {
    const keys = await this.#keysFor(jose, encryption)
    const key = id === undefined ? [...keys.values()][0] : keys.get(id)
    if (!key) throw new Error('No secret makes the key that the token names.')
    return key
  }

  #keysFor(jose: Jose, encryption: ContentEncryption): Promise<ReadonlyMap<string, Key>> {
    const known = this.#keys.get(encryption)
    if (known) return known
    const keys = this.#derive(jose, encryption)
    this.#keys.set(encryption, keys)
    return keys
  }

  /** Newest first. Tokens that Authwright seals by default are told by the name of their key. */
  async #derive(jose: Jose, encryption: ContentEncryption): Promise<ReadonlyMap<string, Key>> {
    const derived = await Promise.all(
      this.#secrets.map((secret) => tokenKey(jose, secret, this.#salt, encryption)),
    )
    const own =
      encryption === 'A256GCM' ? await sealingKeys(jose, this.#secrets, ['session', this.#salt]) : []
    return new Map<string, Key>([
      ...derived.map(({ id, bytes }) => [id, bytes] as const),
      ...own.map(({ id, key }) => [id, key] as const),
    ])
  }
}
