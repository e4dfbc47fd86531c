import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'

export interface SingleUse {
  /**
   * Marks a key as used. Returns `false` if it was used before. If it rejects, the same browser can try
   * again.
   *
   * @param key - Ends with at least 20 base64url characters, of which at least 12 (72 bits) are random.
   * @param ttl - In seconds.
   */
  spend(key: string, ttl: number, exchange: CookieExchange): Promise<boolean>
  /** Removes a mark that this request has set. */
  release(key: string, exchange: CookieExchange): Promise<void>
  /** Whether the key was used. A failed attempt of this browser does not count. */
  isSpent(key: string, exchange: CookieExchange): Promise<boolean>
}

const MAX_AGE_SECONDS = 3_600

const MAX_ATTEMPTS = 10

const TAG_LENGTH = 20

/** The tag of a key, and the id of its failed attempt. */
const ATTEMPT = /^[\w-]{20}[.][\w-]{16}$/

/**
 * Records the use of single-use values. If the response of the store is lost, the key may or may not be
 * marked as used. The attempt fails, and a cookie stores its id. When the same browser tries again, a
 * compare-and-set replaces the mark of the failed attempt. So only one of several concurrent retries
 * succeeds.
 *
 * The cookie does not contain the id of a successful attempt, unless `release` fails. So an attacker with a
 * copy of the cookies cannot use the key again.
 */
export function singleUse({ name: prefix, options }: NamedCookie, store: Store): SingleUse {
  const name = `${prefix}.attempts`
  const failedAttempts = ({ cookies }: CookieExchange): string[] =>
    (cookies.get(name) ?? '').split('~').filter((attempt) => ATTEMPT.test(attempt))
  const failedIds = (tag: string, exchange: CookieExchange): string[] =>
    failedAttempts(exchange)
      .filter((attempt) => attempt.startsWith(`${tag}.`))
      .map((attempt) => attempt.slice(TAG_LENGTH + 1))

  const remember = (tag: string, id: string, exchange: CookieExchange): void => {
    const value = [`${tag}.${id}`, ...failedAttempts(exchange)].slice(0, MAX_ATTEMPTS).join('~')
    addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
  }

  const forget = (tag: string, exchange: CookieExchange): void => {
    const attempts = failedAttempts(exchange)
    const others = attempts.filter((each) => !each.startsWith(`${tag}.`))
    if (others.length === attempts.length) return
    const kept = { name, value: others.join('~'), options: { ...options, maxAge: MAX_AGE_SECONDS } }
    addCookies(exchange, [others.length === 0 ? clearCookie(name, options) : kept])
  }

  const succeeded = new WeakMap<CookieExchange, Map<string, string>>()

  return {
    async spend(key, ttl, exchange) {
      const tag = tagOf(key)
      const id = randomToken(12)
      try {
        for (const expected of [null, ...failedIds(tag, exchange)]) {
          if (!(await store.compareAndSet(key, expected, id, ttl))) continue
          succeeded.set(exchange, new Map(succeeded.get(exchange)).set(key, id))
          forget(tag, exchange)
          return true
        }
        return false
      } catch (error) {
        remember(tag, id, exchange)
        throw error
      }
    },

    async release(key, exchange) {
      const id = succeeded.get(exchange)?.get(key)
      if (id === undefined) return
      try {
        await store.consume(key)
      } catch (error) {
        remember(tagOf(key), id, exchange)
        throw error
      }
    },

    async isSpent(key, exchange) {
      const mark = await store.get(key)
      return mark !== null && !failedIds(tagOf(key), exchange).includes(mark)
    },
  }
}

/** Returns the end of the key, which contains its random part. */
function tagOf(key: string): string {
  return key.slice(-TAG_LENGTH)
}
