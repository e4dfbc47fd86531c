import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Clock } from '../../core/base/clock.js'
import { membersOf } from '../../core/base/members-of.js'
import { decodeBase64url } from '../../core/crypto/base64url.js'
import { type CompactJwe, type JweKey, jweKey, parseJwe, sealingKeys } from '../../core/crypto/jwe.js'
import { jwkThumbprint, requireSecrets } from '../../core/crypto/keys.js'
import type { ContentEncryption } from '../../core/crypto/platform-crypto.js'
import { claimsInTime, claimsOf } from '../../core/crypto/sealer.js'

export interface AuthjsTokensOptions {
  /** The first secret encrypts. All secrets can decrypt. */
  readonly secrets: readonly string[]
  /** Auth.js uses the name of the cookie. */
  readonly salt: string
  readonly clock?: Clock
}

/**
 * Session tokens in the format of Auth.js.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.5
 */
export class AuthjsTokens {
  readonly #secrets: readonly [string, ...string[]]
  readonly #salt: string
  readonly #clock: Clock
  readonly #keys = new Map<ContentEncryption, TokenKeys | Promise<TokenKeys>>()
  /** Keys by the header of their tokens, so that headers that Authwright writes need not be parsed. */
  readonly #byHeader = new Map<string, JweKey>()

  constructor({ secrets, salt, clock = Date.now }: AuthjsTokensOptions) {
    this.#secrets = requireSecrets(secrets)
    this.#salt = salt
    this.#clock = clock
  }

  /** Encrypts claims, and replaces `iat`, `exp` and `jti`. `maxAge` is in seconds. */
  async encrypt(claims: object, maxAge: number): Promise<string> {
    if (!Number.isFinite(maxAge)) throw new RangeError('`maxAge` must be a finite number of seconds.')
    const { newest } = await this.#keysFor('A256CBC-HS512')
    const iat = Math.floor(this.#clock() / 1000)
    const payload = { ...claims, iat, exp: iat + Math.floor(maxAge), jti: crypto.randomUUID() }
    return newest.encrypt(JSON.stringify(payload))
  }

  /** Decrypts a token, or throws. `clockTolerance` is in seconds. */
  async decrypt(token: string, clockTolerance: number): Promise<Record<string, unknown>> {
    const claims = await this.open(token, clockTolerance)
    if (claims) return claims
    throw new JWTSessionError('The session token is expired, altered, or sealed with another secret or salt.')
  }

  async open(token: string, clockTolerance: number): Promise<Record<string, unknown> | null> {
    return this.#claims(await this.#textOf(token), clockTolerance)
  }

  /** Decrypts a token like `open`, even if it has expired or is not valid yet. */
  async openAtAnyTime(token: string): Promise<Record<string, unknown> | null> {
    const text = await this.#textOf(token)
    return (text === undefined ? undefined : claimsOf(text)) ?? null
  }

  /** Returns `false` only if the token names a key that is not configured. */
  async hasKeyOf(token: string): Promise<boolean> {
    const keys = await Promise.all([this.#keysFor('A256CBC-HS512'), this.#keysFor('A256GCM')])
    const { kid } = headerOf(token.split('.', 1)[0] ?? '')
    return kid === undefined || keys.some(({ byId }) => byId.has(kid as string))
  }

  #textOf(token: string): Awaitable<string | undefined> {
    const jwe = parseJwe(token)
    if (!jwe) return undefined
    const key = this.#byHeader.get(jwe.header)
    return key ? key.decrypt(jwe) : this.#textOfOther(jwe)
  }

  /**
   * Decrypts a token whose header is not in `#byHeader`. The keys may not be derived yet, or another library
   * wrote the header. Such a header may lack `kid`, or have additional or reordered members.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-5.2
   */
  async #textOfOther(jwe: CompactJwe): Promise<string | undefined> {
    const keys = {
      'A256CBC-HS512': await this.#keysFor('A256CBC-HS512'),
      A256GCM: await this.#keysFor('A256GCM'),
    }
    const keyOfHeader = this.#byHeader.get(jwe.header)
    if (keyOfHeader) return keyOfHeader.decrypt(jwe)
    const { alg, enc, kid, zip, crit } = headerOf(jwe.header)
    const isSupported = alg === 'dir' && zip === undefined && crit === undefined
    if (!isSupported || (enc !== 'A256CBC-HS512' && enc !== 'A256GCM')) return undefined
    const { newest, byId } = keys[enc]
    const key = kid === undefined ? newest : byId.get(kid as string)
    return key?.decrypt(jwe)
  }

  #claims(text: string | undefined, clockTolerance: number): Record<string, unknown> | null {
    const now = Math.floor(this.#clock() / 1000)
    return (text === undefined ? undefined : claimsInTime(text, now, clockTolerance)) ?? null
  }

  #keysFor(encryption: ContentEncryption): Awaitable<TokenKeys> {
    const cached = this.#keys.get(encryption)
    if (cached) return cached
    const keys = this.#derive(encryption)
    this.#keys.set(encryption, keys)
    keys.catch(() => this.#keys.delete(encryption))
    return keys
  }

  /**
   * Derives the keys for a content encryption. For A256GCM, also derives the keys with which Authwright seals
   * tokens by default.
   */
  async #derive(encryption: ContentEncryption): Promise<TokenKeys> {
    const derived = await Promise.all(this.#secrets.map((secret) => tokenKey(secret, this.#salt, encryption)))
    const sealing = encryption === 'A256GCM' ? await sealingKeys(this.#secrets, ['session', this.#salt]) : []
    const keys = {
      newest: derived[0] as JweKey,
      byId: new Map([...derived, ...sealing].map((key) => [key.id, key])),
    }
    this.#keys.set(encryption, keys)
    for (const key of [...derived, ...sealing]) this.#byHeader.set(key.header, key)
    return keys
  }
}

function headerOf(header: string): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64url(header))))
  } catch {
    return {}
  }
}

interface TokenKeys {
  readonly newest: JweKey
  readonly byId: ReadonlyMap<string, JweKey>
}

const sizes = {
  'A256CBC-HS512': { bits: 512, digest: 'SHA-512' },
  A256GCM: { bits: 256, digest: 'SHA-256' },
} as const satisfies Record<ContentEncryption, object>

/**
 * Derives the same key as Auth.js.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869.html#section-2
 * @see https://www.rfc-editor.org/rfc/rfc7638.html#section-3
 */
async function tokenKey(secret: string, salt: string, encryption: ContentEncryption): Promise<JweKey> {
  const { bits, digest } = sizes[encryption]
  const encoder = new TextEncoder()
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode(salt),
    info: encoder.encode(`Auth.js Generated Encryption Key (${salt})`),
  }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, bits))
  return jweKey(encryption, bytes, await jwkThumbprint(bytes, digest))
}
