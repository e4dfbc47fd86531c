import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'

/** Lets a code, a `state` or a link be used once. */
export interface SingleUse {
  /**
   * Marks a key as used. Returns `false` if it was used before. Rejects if the store does not respond. In that
   * case, the same browser can try again.
   *
   * @param key - The key in the store. It ends with at least 20 base64url characters, of which at least 12 (72
   * bits) are random.
   * @param ttl - Time for which the mark is stored, in seconds.
   */
  spend(key: string, ttl: number, exchange: CookieExchange): Promise<boolean>
  /** Removes a mark that this request has set. */
  release(key: string, exchange: CookieExchange): Promise<void>
  /** Whether a request used the key. A failed attempt of this browser does not count. */
  isSpent(key: string, exchange: CookieExchange): Promise<boolean>
}

/** Time for which a browser can repeat a failed attempt. */
const MAX_AGE_SECONDS = 3_600

/** Maximum number of failed attempts in the cookie. The oldest attempt is dropped. */
const MAX_ATTEMPTS = 10

/** Length of a tag, in characters. A tag is the end of a key. */
const TAG_LENGTH = 20

/** A failed attempt in the cookie: the tag of its key, and its id. */
const ATTEMPT = /^[\w-]{20}[.][\w-]{16}$/

/**
 * Ensures that a key is used once. The first attempt to use a key writes a mark to the store. The value of the
 * mark is a random id of the attempt.
 *
 * If the response of the store is lost, it is unknown whether the mark was set. The attempt fails, and a cookie
 * stores its id. When the same browser tries again, a compare-and-set replaces the mark of the failed attempt.
 * So only one of several concurrent retries succeeds. The id of a successful attempt is stored in a cookie only
 * if releasing its key fails. So an attacker with a copy of the cookies cannot use the key again.
 *
 * @param cookie - Name and attributes of the cookie. `.attempts` is added to the name.
 */
export function singleUse({ name: prefix, options }: NamedCookie, store: Store): SingleUse {
  const name = `${prefix}.attempts`
  const failedAttempts = ({ cookies }: CookieExchange): string[] =>
    (cookies.get(name) ?? '').split('~').filter((attempt) => ATTEMPT.test(attempt))
  /** The ids of failed attempts to use a key. */
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

  /** Ids of successful attempts, by request and key. */
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

/** The end of a key, with its random part. */
function tagOf(key: string): string {
  return key.slice(-TAG_LENGTH)
}
