import type { Awaitable } from '../../../model/awaitable.js'
import type { JwtOptions } from '../../../options/session-options.js'
import { cached } from '../base/cached.js'
import { type Clock, SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { type CompactJwe, type JweKey, MAX_TOKEN_LENGTH, parseJwe, sealingKeys } from './jwe.js'
import { requireSecrets } from './keys.js'
import { randomToken } from './random.js'

export interface Sealer {
  /**
   * Sets the claims `iat`, `exp` and `jti`, even if the payload has them.
   *
   * @param maxAge - Lifetime of the token, in seconds.
   */
  seal(payload: Record<string, unknown>, maxAge: number): Promise<string>
  /**
   * Opens a token. Returns `null` if it is not valid now. Expiry has no tolerance for clocks that differ: add
   * it to `maxAge` if the lifetime is short.
   */
  open(token: string): Awaitable<Record<string, unknown> | null>
  /**
   * Opens a token without checking its times. A sign-out uses it, because another process may still accept
   * the token by its own clock.
   */
  openAtAnyTime(token: string): Awaitable<Record<string, unknown> | null>
  /**
   * Whether the header of the token names one of the keys. `undefined` if the application decodes the tokens,
   * whose headers need not name a key.
   */
  hasKeyOf(token: string): Promise<boolean | undefined>
}

export interface SealerOptions {
  /** The first secret seals. All secrets can open. */
  readonly secrets: readonly string[]
  /** A token cannot be opened for another purpose or audience. */
  readonly purpose: string
  /** For example, the name of a cookie, or an origin. */
  readonly audience: string
  readonly clock?: Clock
}

export type SealerUse = Omit<SealerOptions, 'secrets' | 'clock'> & Partial<Pick<SealerOptions, 'secrets'>>

export interface TokenFormatOptions {
  readonly encode: JwtOptions['encode'] | undefined
  readonly decode: JwtOptions['decode'] | undefined
  readonly secrets: readonly string[]
  /** The name of the cookie with the tokens. */
  readonly salt: string
  readonly audience: string
  readonly clock: Clock
}

/** @see https://www.rfc-editor.org/rfc/rfc7516.html#section-3.1 */
export function createSealer(options: SealerOptions): Sealer {
  return new JweSealer({ ...options, secrets: requireSecrets(options.secrets) })
}

/** Limited, because a configuration that is a function of the request may need any number of sealers. */
const MAX_SEALERS = 1_000

/**
 * Returns a function that caches sealers. So keys are derived only once, even if each request has a new
 * configuration.
 */
export function sealersOf({
  clock,
}: {
  readonly clock: Clock
}): (options: Omit<SealerOptions, 'clock'>) => Sealer {
  const sealers = new Map<string, Sealer>()
  return (options) => {
    const { secrets, purpose, audience } = options
    const key = JSON.stringify([secrets, purpose, audience])
    return cached(sealers, MAX_SEALERS, key, () => createSealer({ ...options, clock }))
  }
}

class JweSealer implements Sealer {
  readonly #options: SealerOptions
  readonly #clock: Clock
  #keys: SealerKeys | undefined
  #loading: Promise<SealerKeys> | undefined

  constructor(options: SealerOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
  }

  async seal(payload: Record<string, unknown>, maxAge: number): Promise<string> {
    if (!Number.isFinite(maxAge)) throw new RangeError('`maxAge` must be a finite number of seconds.')
    const { newest } = this.#keys ?? (await this.#load())
    const iat = this.#now()
    const claims = { ...payload, iat, exp: iat + Math.floor(maxAge), jti: randomToken(16) }
    const token = await newest.encrypt(JSON.stringify(claims))
    if (token.length > MAX_TOKEN_LENGTH) {
      throw new RangeError(
        `The token would be ${token.length} characters long, but at most ${MAX_TOKEN_LENGTH} are allowed. Store less in it.`,
      )
    }
    return token
  }

  async open(token: string): Promise<Record<string, unknown> | null> {
    return this.#validClaims(await this.#plaintextOf(token))
  }

  async openAtAnyTime(token: string): Promise<Record<string, unknown> | null> {
    const text = await this.#plaintextOf(token)
    const claims = text === undefined ? undefined : claimsOf(text)
    if (!claims) return null
    const { iat, exp, jti } = claims
    return iat !== undefined && exp !== undefined && jti !== undefined ? claims : null
  }

  async hasKeyOf(token: string): Promise<boolean> {
    const { byHeader } = this.#keys ?? (await this.#load())
    return byHeader.has(token.split('.', 1)[0] ?? '')
  }

  #plaintextOf(token: string): Awaitable<string | undefined> {
    const jwe = parseJwe(token)
    if (!jwe) return undefined
    return this.#keys
      ? this.#decrypt(jwe, this.#keys)
      : this.#load().then(async (keys) => this.#decrypt(jwe, keys))
  }

  #decrypt(jwe: CompactJwe, { byHeader }: SealerKeys): Awaitable<string | undefined> {
    // Only the headers of these keys match, so the header of any other token is never parsed.
    return byHeader.get(jwe.header)?.decrypt(jwe)
  }

  #validClaims(text: string | undefined): Record<string, unknown> | null {
    if (text === undefined) return null
    const now = this.#now()
    const claims = claimsInTime(text, now)
    if (typeof claims?.['exp'] !== 'number' || claims['jti'] === undefined) return null
    const { iat } = claims
    return typeof iat === 'number' && iat <= now + SERVER_CLOCK_TOLERANCE_SECONDS ? claims : null
  }

  async #load(): Promise<SealerKeys> {
    this.#loading ??= loadKeys(this.#options)
    try {
      this.#keys = await this.#loading
      return this.#keys
    } finally {
      // After a failed derivation, the next call tries again.
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
  const newest = keys[0] as JweKey
  return { newest, byHeader: new Map(keys.map((key) => [key.header, key])) }
}

/**
 * Parses claims. Returns `undefined` if they are invalid, have expired or are not valid yet.
 *
 * @param now - Seconds since 1970.
 * @param tolerance - Tolerated clock difference, in seconds.
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

/**
 * Parses claims without comparing their times with the clock. Returns `undefined` if the JSON is not an
 * object, or a time is not a number.
 */
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
