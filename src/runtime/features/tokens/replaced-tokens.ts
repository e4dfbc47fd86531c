import type { AdapterAccount } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { createMac, type NamingMac } from '../../core/crypto/mac.js'
import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import type { App } from '../../core/object-lifetimes.js'

/** After the new access token has expired, an old cookie still leads to the new tokens for this time. */
const GRACE_SECONDS = 60 * 60

/** An access token with a longer lifetime counts as if it had this lifetime. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60

/** Longer than the request of a running refresh may take. */
const REVOKED_TTL_SECONDS = 20

/** Maximum number of refreshes between an old cookie and the newest tokens, and of attempts to write. */
const MAX_STEPS = 10

/** Stored if the refresh token was revoked, or if the provider no longer accepts it. */
export const ENDED = 'ended'

type Parts = Pick<App, 'store' | 'secrets' | 'clock' | 'logger'>

/** The tokens that have replaced the tokens of a cookie, for a browser that has not received the new cookie. */
export class ReplacedTokens {
  readonly #app: Parts
  readonly #mac: NamingMac
  readonly #sealer: Sealer

  constructor(app: Parts) {
    const { secrets, clock } = app
    this.#app = app
    this.#mac = createMac(secrets, 'replaced tokens')
    this.#sealer = createSealer({ secrets, purpose: 'replaced tokens', audience: 'store', clock })
  }

  /** Returns the key of a refresh token. It reveals nothing about the token. */
  async keyOf(account: AdapterAccount): Promise<string> {
    const [key = ''] = await this.#keysOf(account)
    return key
  }

  /** Returns the tokens of the cookie if they were not replaced. */
  async latest(account: AdapterAccount): Promise<AdapterAccount | typeof ENDED> {
    return (await this.#follow(account)).account
  }

  /**
   * Stores the new tokens for requests with an old cookie. Returns `false` if the old tokens have been revoked
   * since they were read. If `renewed` is `ENDED`, also returns `false` if another process has replaced the old
   * tokens. A failure of the store is only logged.
   *
   * @param old - The tokens that are replaced, oldest first.
   */
  async keep(old: readonly AdapterAccount[], renewed: AdapterAccount | typeof ENDED): Promise<boolean> {
    try {
      const keys = await Promise.all([...old].reverse().map((account) => this.#keysOf(account)))
      const [newest, ...others] = new Set(keys.flat())
      // Replace the entry of the newest tokens first, because a revocation marks this entry.
      if (newest === undefined) return false
      const entry = await this.#entryOf(renewed)
      const isKept = async (current: string | null): Promise<boolean> =>
        renewed === ENDED && this.#isSuccessor(current, newest)
      if (!(await this.#replace(newest, entry, isKept))) return false
      await Promise.all(others.map((key) => this.#replace(key, entry)))
    } catch (error) {
      this.#app.logger.error(asError(error))
    }
    return true
  }

  /** Marks the tokens as revoked, so that a running refresh stores no new tokens. Returns the newest tokens. */
  async end(presented: AdapterAccount): Promise<AdapterAccount | undefined> {
    // Without a refresh token, all browsers of the user would have the same key.
    if (!presented.refresh_token) return presented
    const { store, logger } = this.#app
    try {
      for (let tries = 0; tries < MAX_STEPS; tries++) {
        const { account, value } = await this.#follow(presented)
        if (account === ENDED) return undefined
        const [newest = '', ...others] = await this.#keysOf(account)
        if (!(await store.compareAndSet(newest, value, ENDED, REVOKED_TTL_SECONDS))) continue
        await Promise.all(others.map((key) => store.set(key, ENDED, REVOKED_TTL_SECONDS)))
        return account
      }
    } catch (error) {
      logger.error(asError(error))
    }
    return presented
  }

  /**
   * Returns one key for each secret. All keys are written and the first is read, so that processes find each
   * other's tokens during a rotation.
   */
  async #keysOf({ provider, providerAccountId, refresh_token = '' }: AdapterAccount): Promise<string[]> {
    const tags = await this.#mac.signAll(JSON.stringify([provider, providerAccountId, refresh_token]))
    return tags.map((tag) => `token-replaced:${tag}`)
  }

  async #follow(
    presented: AdapterAccount,
  ): Promise<{ account: AdapterAccount | typeof ENDED; value: string | null }> {
    let account = presented
    let value: string | null = null
    for (let step = 0; step < MAX_STEPS; step++) {
      value = await this.#app.store.get(await this.keyOf(account))
      if (value === ENDED) return { account: ENDED, value }
      const next = await this.#open(value)
      if (!next) break
      const isLast = next.refresh_token === account.refresh_token
      account = { ...next, userId: presented.userId }
      if (isLast) break
    }
    return { account, value }
  }

  async #open(value: string | null): Promise<AdapterAccount | undefined> {
    const opened = value === null ? null : await this.#sealer.open(value)
    return opened?.['account'] as AdapterAccount | undefined
  }

  /**
   * Whether the stored value contains a newer refresh token.
   *
   * @param key - The key of the old refresh token.
   */
  async #isSuccessor(value: string | null, key: string): Promise<boolean> {
    const next = await this.#open(value)
    return next !== undefined && (await this.keyOf(next)) !== key
  }

  async #entryOf(renewed: AdapterAccount | typeof ENDED): Promise<Entry> {
    if (renewed === ENDED) return { value: ENDED, ttl: MAX_LIFETIME_SECONDS }
    const remaining = Number(renewed.expires_at ?? 0) - this.#app.clock() / 1000
    const ttl = GRACE_SECONDS + Math.ceil(Math.max(0, Math.min(MAX_LIFETIME_SECONDS, remaining)))
    return { value: await this.#sealer.seal({ account: renewed }, ttl), ttl }
  }

  /**
   * Replaces a stored value. Returns `false` if the tokens were revoked, or if `isKept` decides to keep the
   * stored value.
   */
  async #replace(
    key: string,
    { value, ttl }: Entry,
    isKept?: (current: string | null) => Promise<boolean>,
  ): Promise<boolean> {
    const { store } = this.#app
    for (let tries = 0; tries < MAX_STEPS; tries++) {
      const current = await store.get(key)
      if (current === ENDED) return false
      if (await isKept?.(current)) return false
      if (await store.compareAndSet(key, current, value, ttl)) return true
    }
    throw new Error(`The replaced tokens were not stored: the entry changed ${MAX_STEPS} times.`)
  }
}

/** `ttl` is in seconds. */
interface Entry {
  readonly value: string
  readonly ttl: number
}
