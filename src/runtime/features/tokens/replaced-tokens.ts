import type { AdapterAccount } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { createMac, type NamingMac } from '../../core/crypto/mac.js'
import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import type { App } from '../../core/lifetimes.js'

/**
 * Seconds for which new tokens stay in the store after the new access token has expired. During this time, an
 * old cookie leads to the new tokens.
 */
const GRACE_SECONDS = 60 * 60

/** Maximum lifetime of an access token, in seconds. For a longer lifetime, this value is used. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60

/**
 * Seconds for which the store remembers that a sign-out has revoked tokens. This is longer than the request
 * of a running refresh may take.
 */
const REVOKED_TTL_SECONDS = 20

/**
 * Maximum number of refreshes between the tokens of a cookie and the newest tokens. Also the maximum number
 * of attempts to write.
 */
const MAX_STEPS = 10

/** Stored instead of new tokens if the refresh token was revoked, or if the provider no longer accepts it. */
export const ENDED = 'ended'

type Parts = Pick<App, 'store' | 'secrets' | 'clock' | 'logger'>

/**
 * The tokens in the store that have replaced the tokens of a cookie. They are needed if the browser has not
 * received the new cookie.
 */
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

  /** The key in the store for the refresh token of an account. It reveals nothing about the token. */
  async keyOf(account: AdapterAccount): Promise<string> {
    const [key = ''] = await this.#keysOf(account)
    return key
  }

  /**
   * Returns the newest tokens that replaced the tokens of a cookie. If the tokens of the cookie were not
   * replaced, returns them.
   */
  async latest(account: AdapterAccount): Promise<AdapterAccount | typeof ENDED> {
    return (await this.#follow(account)).account
  }

  /**
   * Stores new tokens for requests whose cookie has the old tokens. If the store fails, only the cookie of
   * the response has the new tokens. Returns `false` if the old tokens have been revoked since they were
   * read. For `ENDED`, also returns `false` if another process has replaced the old tokens.
   *
   * @param old - The tokens that are replaced, oldest first.
   */
  async keep(old: readonly AdapterAccount[], renewed: AdapterAccount | typeof ENDED): Promise<boolean> {
    try {
      const keys = await Promise.all([...old].reverse().map((account) => this.#keysOf(account)))
      const [newest, ...others] = new Set(keys.flat())
      // A revocation marks the key of the newest tokens, so only the result for this key matters.
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

  /**
   * Marks the tokens of a cookie as revoked, so that a running refresh does not store new tokens. Returns the
   * newest tokens, which must be revoked at the provider. `undefined` if there are none.
   */
  async end(presented: AdapterAccount): Promise<AdapterAccount | undefined> {
    // The key depends on the refresh token. Without a refresh token, all browsers of the user would have the
    // same key.
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
   * The keys under each secret. All keys are written and the first key is read, so that processes find each
   * other's tokens while the secret is rotated.
   */
  async #keysOf({ provider, providerAccountId, refresh_token = '' }: AdapterAccount): Promise<string[]> {
    const tags = await this.#mac.signAll(JSON.stringify([provider, providerAccountId, refresh_token]))
    return tags.map((tag) => `token-replaced:${tag}`)
  }

  /** The newest tokens, and the value in the store under their key. */
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

  /** The account of a stored value, if it has one. */
  async #open(value: string | null): Promise<AdapterAccount | undefined> {
    const opened = value === null ? null : await this.#sealer.open(value)
    return opened?.['account'] as AdapterAccount | undefined
  }

  /** Whether a stored value has tokens with a new refresh token. `key` is the key of the old refresh token. */
  async #isSuccessor(value: string | null, key: string): Promise<boolean> {
    const next = await this.#open(value)
    return next !== undefined && (await this.keyOf(next)) !== key
  }

  /** The value to store for new tokens, and its lifetime. */
  async #entryOf(renewed: AdapterAccount | typeof ENDED): Promise<Entry> {
    if (renewed === ENDED) return { value: ENDED, ttl: MAX_LIFETIME_SECONDS }
    const remaining = Number(renewed.expires_at ?? 0) - this.#app.clock() / 1000
    const ttl = GRACE_SECONDS + Math.ceil(Math.max(0, Math.min(MAX_LIFETIME_SECONDS, remaining)))
    return { value: await this.#sealer.seal({ account: renewed }, ttl), ttl }
  }

  /**
   * Stores an entry. Returns `false` if the tokens were revoked, or if `isKept` decides to keep the stored
   * value.
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
    return true
  }
}

/** A stored value, and the seconds for which it is stored. */
interface Entry {
  readonly value: string
  readonly ttl: number
}
