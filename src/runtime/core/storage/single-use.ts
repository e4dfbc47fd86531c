import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'

/** Lets something be used once. */
export interface SingleUse {
  /**
   * Marks something as used. `false` when it was used before; rejects when the store does not say so, and then the browser
   * can try again.
   *
   * @param key - Names it in the store.
   * @param ttl - Seconds for which it is known as used.
   */
  spend(key: string, ttl: number, exchange: CookieExchange): Promise<boolean>
  /** Marks something that this request has marked as used as unused. */
  release(key: string, exchange: CookieExchange): Promise<void>
  /** Whether it was used, as far as this browser is concerned. */
  isSpent(key: string, exchange: CookieExchange): Promise<boolean>
}

/** Seconds for which a browser can repeat a request whose attempt has failed: as long as what it uses lasts. */
const MAX_AGE_SECONDS = 3_600

/** Failed attempts that one browser remembers; the oldest gives way. */
const MAX_ATTEMPTS = 10

/** Last characters of a key, by which its attempts are found. */
const KEY_END_LENGTH = 22

/** An attempt: what it was to mark, and the random value that it was to mark it with. */
const ATTEMPT = /^[\w-]{22}[.][\w-]{16}$/

/**
 * What is used is marked in the store with a random value, the id of the attempt. Where the response of the store is lost,
 * or exceeds the timeout, it is unknown whether the mark was set. The attempt then fails, and a cookie keeps its id: the same
 * browser can try again, and replaces a mark with the id of a failed attempt by it. A mark is replaced
 * in one step, so that of several retries at once one goes on. A copy of the browser's other cookies is of no use: it holds no
 * attempt that failed, and one that succeeded is in no cookie.
 *
 * @param cookie - Whose name, with `.attempts`, and attributes the cookie has.
 */
export function singleUse({ name: prefix, options }: NamedCookie, store: Store): SingleUse {
  const name = `${prefix}.attempts`
  const all = ({ cookies }: CookieExchange): string[] =>
    (cookies.get(name) ?? '').split('~').filter((attempt) => ATTEMPT.test(attempt))
  const failedBefore = (tag: string, exchange: CookieExchange): string[] =>
    all(exchange)
      .filter((attempt) => attempt.startsWith(`${tag}.`))
      .map((attempt) => attempt.slice(KEY_END_LENGTH + 1))

  const remember = (tag: string, id: string, exchange: CookieExchange): void => {
    const value = [`${tag}.${id}`, ...all(exchange)].slice(0, MAX_ATTEMPTS).join('~')
    addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
  }

  const forget = (tag: string, exchange: CookieExchange): void => {
    const [before, others] = [all(exchange), all(exchange).filter((each) => !each.startsWith(`${tag}.`))]
    if (others.length === before.length) return
    const kept = { name, value: others.join('~'), options: { ...options, maxAge: MAX_AGE_SECONDS } }
    addCookies(exchange, [others.length === 0 ? clearCookie(name, options) : kept])
  }

  /** Attempts of this request that succeeded, by key. */
  const own = new WeakMap<CookieExchange, Map<string, string>>()

  return {
    async spend(key, ttl, exchange) {
      const tag = tagOf(key)
      const id = randomToken(12)
      try {
        for (const expected of [null, ...failedBefore(tag, exchange)]) {
          if (!(await store.compareAndSet(key, expected, id, ttl))) continue
          own.set(exchange, new Map(own.get(exchange)).set(key, id))
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
      const id = own.get(exchange)?.get(key)
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
      return mark !== null && !failedBefore(tagOf(key), exchange).includes(mark)
    },
  }
}

/** Keys end in what is random of them. */
function tagOf(key: string): string {
  return key
    .replace(/[^\w-]/g, '_')
    .slice(-KEY_END_LENGTH)
    .padStart(KEY_END_LENGTH, '_')
}
