import type { AdapterAccount } from '../../../adapters/contract.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { createMac } from '../../core/crypto/mac.js'
import { createSealer } from '../../core/crypto/sealer.js'

/** Seconds after the expiry of the access token during which an old cookie still leads to the new tokens. */
const GRACE_SECONDS = 60 * 60

/** Maximum lifetime of an access token that is considered here, in seconds. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60

/** Seconds for which a refresh may still be running after a sign-out revoked its tokens: longer than a request may take. */
const REFRESH_TTL_SECONDS = 20

/** Maximum number of refreshes that a cookie may be behind. */
const MAX_STEPS = 10

/** The value instead of new tokens, if the provider no longer accepts the refresh token. */
export const ENDED = 'ended'

/** The tokens that replaced those of a cookie. The new cookie may never have reached the browser. */
export interface ReplacedTokens {
  /** A key for the refresh token of an account. It reveals nothing about it. */
  nameOf(account: AdapterAccount): Promise<string>
  /** Returns the newest tokens for those of a cookie, which may be the same. */
  latest(account: AdapterAccount): Promise<AdapterAccount | typeof ENDED>
  /**
   * Stores new tokens for cookies with the old ones. If the store fails, only the cookie of the response has
   * them. Returns `false` if the old tokens were revoked in the meantime, or are to be revoked and another
   * process has replaced them.
   */
  keep(old: readonly AdapterAccount[], renewed: AdapterAccount | typeof ENDED): Promise<boolean>
  /**
   * Revokes the tokens of a cookie for running refreshes. Returns the tokens that replaced them and must be
   * revoked.
   */
  end(account: AdapterAccount): Promise<AdapterAccount | undefined>
}

interface Parts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly clock: Clock
  readonly logger: LoggerInstance
}

export function replacedTokens({ store, secrets, clock, logger }: Parts): ReplacedTokens {
  const mac = createMac(secrets, 'replaced tokens')
  const sealer = createSealer({ secrets, purpose: 'replaced tokens', audience: 'store', clock })
  /**
   * The keys under each secret. All are written and the first is read, so that processes find each other's tokens while the secret is
   * rotated.
   */
  const namesOf = async ({
    provider,
    providerAccountId,
    refresh_token = '',
  }: AdapterAccount): Promise<string[]> => {
    const tags = await mac.signAll(JSON.stringify([provider, providerAccountId, refresh_token]))
    return tags.map((tag) => `token-replaced:${tag}`)
  }
  const nameOf = async (account: AdapterAccount): Promise<string> => (await namesOf(account))[0] ?? ''
  const lifetimeOf = ({ expires_at }: AdapterAccount): number => {
    const left = Number(expires_at ?? 0) - clock() / 1000
    return GRACE_SECONDS + Math.ceil(Math.max(0, Math.min(MAX_LIFETIME_SECONDS, left)))
  }
  /** The newest tokens, and the stored value of their key. */
  const follow = async (
    presented: AdapterAccount,
  ): Promise<{ account: AdapterAccount | typeof ENDED; value: string | null }> => {
    let account = presented
    let value: string | null = null
    for (let step = 0; step < MAX_STEPS; step++) {
      value = await store.get(await nameOf(account))
      if (value === null) break
      if (value === ENDED) return { account: ENDED, value }
      const opened = await sealer.open(value)
      const next = opened?.['account'] as AdapterAccount | undefined
      if (!next) break
      const isLast = next.refresh_token === account.refresh_token
      account = { ...next, userId: presented.userId }
      if (isLast) break
    }
    return { account, value }
  }
  /** Whether a stored value contains other tokens than its key. */
  const isSuccessor = async (value: string | null, name: string): Promise<boolean> => {
    const opened = value === null ? null : await sealer.open(value)
    const next = opened?.['account'] as AdapterAccount | undefined
    return next !== undefined && (await nameOf(next)) !== name
  }
  /** Stores a value, unless the tokens were revoked, or `isKept` keeps the stored value. */
  const replace = async (
    name: string,
    value: string,
    ttl: number,
    isKept?: (before: string | null) => Promise<boolean>,
  ): Promise<boolean> => {
    for (let tries = 0; tries < MAX_STEPS; tries++) {
      const before = await store.get(name)
      if (before === ENDED) return false
      if (await isKept?.(before)) return false
      if (await store.compareAndSet(name, before, value, ttl)) return true
    }
    return true
  }
  return {
    nameOf,
    latest: async (presented) => (await follow(presented)).account,
    async keep(old, renewed) {
      const ttl = renewed === ENDED ? MAX_LIFETIME_SECONDS : lifetimeOf(renewed)
      try {
        const value = renewed === ENDED ? ENDED : await sealer.seal({ account: renewed }, ttl)
        const names = await Promise.all([...old].reverse().map(namesOf))
        const [newest, ...others] = new Set(names.flat())
        // A revocation marks the newest key, so the others never lead past it.
        if (newest === undefined) return false
        const isKept = async (before: string | null): Promise<boolean> =>
          renewed === ENDED && isSuccessor(before, newest)
        if (!(await replace(newest, value, ttl, isKept))) return false
        await Promise.all(others.map((name) => replace(name, value, ttl)))
        return true
      } catch (error) {
        logger.error(asError(error))
        return true
      }
    },
    async end(presented) {
      // An account without a refresh token would have the same key in every browser of the user.
      if (!presented.refresh_token) return presented
      try {
        for (let tries = 0; tries < MAX_STEPS; tries++) {
          const { account, value } = await follow(presented)
          if (account === ENDED) return undefined
          const [newest = '', ...others] = await namesOf(account)
          if (!(await store.compareAndSet(newest, value, ENDED, REFRESH_TTL_SECONDS))) continue
          await Promise.all(others.map((name) => store.set(name, ENDED, REFRESH_TTL_SECONDS)))
          return account
        }
      } catch (error) {
        logger.error(asError(error))
      }
      return presented
    },
  }
}
