import { contentCipher } from '#crypto'
import type { Awaitable } from '../../../model/awaitable.js'
import type { JwtOptions } from '../../../options/session-options.js'
import { cached } from '../base/cached.js'
import type { Clock } from '../base/clock.js'
import { encodeBase64url, isBase64url } from './base64url.js'
import { deriveKey, jwkThumbprint, requireSecrets } from './keys.js'
import type { ContentCipher, ContentEncryption } from './platform-crypto.js'
import { randomToken } from './random.js'

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
  open(token: string): Awaitable<Record<string, unknown> | null>
  /**
   * The same, whatever the times of the token: for a caller that must act on a token which the clock of this process rejects.
   */
  openAtAnyTime(token: string): Awaitable<Record<string, unknown> | null>
  /** Whether a token names a key of the application; `undefined` where only the application can tell. */
  hasKeyOf(token: string): Promise<boolean | undefined>
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
   * servers differ. Expiry has no tolerance. Default: 5.
   */
  readonly clockSkew?: number
}

/** What a sealer of the application is for. */
export type SealerUse = Omit<SealerOptions, 'secrets' | 'clock'> & Partial<Pick<SealerOptions, 'secrets'>>

/** What a sealer of another format of session tokens is made from. */
export interface TokenFormatOptions {
  readonly encode: JwtOptions['encode'] | undefined
  readonly decode: JwtOptions['decode'] | undefined
  readonly secrets: readonly string[]
  /** The name of the cookie that holds the tokens. */
  readonly salt: string
  /** The site that tokens are made for. */
  readonly audience: string
  readonly clock: Clock
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

/** Sealers that a process keeps; the oldest is dropped. Where the configuration is a function of the request, their number has no limit. */
const MAX_SEALERS = 1_000

/**
 * Returns one sealer for the same options, so that its keys are derived once, also where the configuration is made anew for each request.
 *
 * @param clock - Milliseconds since 1970.
 */
export function sealersOf({
  clock,
}: {
  readonly clock: Clock
}): (options: Omit<SealerOptions, 'clock'>) => Sealer {
  const sealers = new Map<string, Sealer>()
  return (options) => {
    const { secrets, purpose, audience, clockSkew } = options
    const name = JSON.stringify([secrets, purpose, audience, clockSkew])
    return cached(sealers, MAX_SEALERS, name, () => createSealer({ ...options, clock }))
  }
}

class JweSealer implements Sealer {
  readonly #options: SealerOptions
  readonly #clock: Clock
  readonly #clockSkew: number
  #keys: SealerKeys | undefined
  #loading: Promise<SealerKeys> | undefined

  constructor(options: SealerOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#clockSkew = options.clockSkew ?? DEFAULT_CLOCK_SKEW_SECONDS
  }

  async seal(payload: Record<string, unknown>, maxAge: number): Promise<string> {
    if (!Number.isFinite(maxAge)) throw new RangeError('`maxAge` must be a finite number of seconds.')
    const { newest } = this.#keys ?? (await this.#load())
    const iat = this.#now()
    const claims = { ...payload, iat, exp: iat + Math.floor(maxAge), jti: randomToken(16) }
    const token = await newest.encrypt(JSON.stringify(claims))
    if (token.length > MAX_TOKEN_LENGTH) {
      throw new RangeError(
        `The token would be ${token.length} characters long, and at most ${MAX_TOKEN_LENGTH} are allowed. Put less into it.`,
      )
    }
    return token
  }

  async open(token: string): Promise<Record<string, unknown> | null> {
    return this.#claims(await this.#textOf(token))
  }

  async openAtAnyTime(token: string): Promise<Record<string, unknown> | null> {
    const text = await this.#textOf(token)
    const claims = text === undefined ? undefined : claimsOf(text)
    if (!claims) return null
    const { iat, exp, jti } = claims
    return iat !== undefined && exp !== undefined && jti !== undefined ? claims : null
  }

  async hasKeyOf(token: string): Promise<boolean> {
    return (await this.#load()).byHeader.has(token.split('.', 1)[0] ?? '')
  }

  #textOf(token: string): Awaitable<string | undefined> {
    const jwe = parseJwe(token)
    if (!jwe) return undefined
    return this.#keys
      ? this.#decrypt(jwe, this.#keys)
      : this.#load().then(async (keys) => this.#decrypt(jwe, keys))
  }

  #decrypt(jwe: CompactJwe, { byHeader }: SealerKeys): Awaitable<string | undefined> {
    // The header must match exactly, so a header from elsewhere is never parsed.
    return byHeader.get(jwe.header)?.decrypt(jwe)
  }

  #claims(text: string | undefined): Record<string, unknown> | null {
    if (text === undefined) return null
    const now = this.#now()
    const claims = claimsInTime(text, now)
    if (typeof claims?.['exp'] !== 'number' || claims['jti'] === undefined) return null
    const { iat } = claims
    return typeof iat === 'number' && iat <= now + this.#clockSkew ? claims : null
  }

  async #load(): Promise<SealerKeys> {
    this.#loading ??= loadKeys(this.#options)
    try {
      this.#keys = await this.#loading
      return this.#keys
    } finally {
      // The next call tries again where this one failed.
      this.#loading = undefined
    }
  }

  #now(): number {
    return Math.floor(this.#clock() / 1000)
  }
}

interface SealerKeys {
  readonly newest: JweKey
  readonly byHeader: ReadonlyMap<string, JweKey>
}

async function loadKeys({ secrets, purpose, audience }: SealerOptions): Promise<SealerKeys> {
  const keys = await sealingKeys(secrets, [purpose, audience])
  // One key a secret, and there is a first secret.
  const newest = keys[0] as JweKey
  return { newest, byHeader: new Map(keys.map((key) => [key.header, key])) }
}

/** A compact JWE of the algorithm `dir`, taken apart. @see https://www.rfc-editor.org/rfc/rfc7516.html#section-7.1 */
export interface CompactJwe {
  /** The protected header, as it stands in the token. */
  readonly header: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/** No encrypted key; initialization vector, ciphertext and tag in base64url. */
const form = /^([\w-]+)\.\.([\w-]+)\.([\w-]*)\.([\w-]+)$/

/** Tokens longer than this, in characters, are neither made nor looked at; many servers take even less. */
const MAX_TOKEN_LENGTH = 32_768

const DEFAULT_CLOCK_SKEW_SECONDS = 5

/** Takes a token apart. `undefined` for anything but a compact JWE in its one spelling, and of a length that is looked at. */
export function parseJwe(token: string): CompactJwe | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const { 1: header = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = form.exec(token) ?? []
  if (header === '' || !isBase64url(iv) || !isBase64url(ciphertext) || !isBase64url(tag)) return undefined
  return { header, iv, ciphertext, tag }
}

/** `Uint8Array<ArrayBuffer>`, by a name that compilers before 5.7 know, too: declarations that applications compile reach this module. */
type Bytes = ReturnType<TextEncoder['encode']>

/** A key that encrypts tokens directly, and the header by which they say so. */
export interface JweKey {
  readonly id: string
  readonly encryption: ContentEncryption
  readonly bytes: Bytes
  /** The protected header of the tokens that it encrypts. */
  readonly header: string
  encrypt(plaintext: string): Awaitable<string>
  /** The plaintext, or `undefined` when it was not encrypted with this key, or was altered. */
  decrypt(jwe: CompactJwe): Awaitable<string | undefined>
}

/** Characters of initialization vector and tag, which a token cannot choose. */
const lengths = { A256GCM: { iv: 16, tag: 22 }, 'A256CBC-HS512': { iv: 22, tag: 43 } } as const

/** @param id - The name of the key in headers. */
export async function jweKey(encryption: ContentEncryption, bytes: Bytes, id: string): Promise<JweKey> {
  const cipher: ContentCipher = await contentCipher(encryption, bytes)
  const text = JSON.stringify({ alg: 'dir', enc: encryption, kid: id })
  const header = encodeBase64url(new TextEncoder().encode(text))
  const { iv: ivLength, tag: tagLength } = lengths[encryption]
  return {
    id,
    encryption,
    bytes,
    header,
    encrypt(plaintext) {
      const encrypted = cipher.encrypt(header, plaintext)
      return typeof encrypted === 'string'
        ? `${header}..${encrypted}`
        : encrypted.then((rest) => `${header}..${rest}`)
    },
    decrypt({ header: own, iv, ciphertext, tag }) {
      return iv.length === ivLength && tag.length === tagLength
        ? cipher.decrypt(own, iv, ciphertext, tag)
        : undefined
    },
  }
}

/** Enough of a thumbprint to distinguish a handful of keys: 96 bits. */
const keyIdLength = 16

/** Derives one key a secret, in the order of the secrets. */
export function sealingKeys(secrets: readonly string[], use: readonly string[]): Promise<JweKey[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const bytes = await deriveKey(secret, ['seal', ...use])
      return jweKey('A256GCM', bytes, (await jwkThumbprint(bytes)).slice(0, keyIdLength))
    }),
  )
}

/**
 * The claims of a decrypted token, or `undefined` when the text holds none or the token is not valid now.
 *
 * @param now - Seconds since 1970.
 * @param tolerance - Seconds by which two clocks may differ. Default: none.
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4.1
 */
export function claimsInTime(text: string, now: number, tolerance = 0): Record<string, unknown> | undefined {
  const claims = claimsOf(text)
  if (!claims) return undefined
  const { exp, nbf } = claims as { exp?: number; nbf?: number }
  if (exp !== undefined && exp <= now - tolerance) return undefined
  if (nbf !== undefined && nbf > now + tolerance) return undefined
  return claims
}

/** The claims of a decrypted token, whatever its times; `undefined` when the text holds none. */
export function claimsOf(text: string): Record<string, unknown> | undefined {
  const claims = parse(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
  const { exp, nbf, iat } = claims as Record<string, unknown>
  if (!isTime(exp) || !isTime(nbf) || !isTime(iat)) return undefined
  return claims as Record<string, unknown>
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
