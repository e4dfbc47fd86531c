import type { CookiePolicy, NamedCookie } from './cookie-policy.js'
import { type CookieExchange, clearCookie, escapeCookieValue, lengthOf } from './cookies.js'

/**
 * Bytes that all cookies of ours may take in a `Cookie` header. Servers refuse requests with more than 16,384 bytes of headers, and with them
 * every page; the rest is for the other headers.
 */
const BUDGET = 14_848

/** Bytes between two cookies and between name and value: `; ` and `=`. */
const SEPARATORS = 3

/** The suffix of one cookie of several: the id of a flow, or the number of a part. */
const SUFFIX = /^[\w-]{1,64}$/

/** The number of a part, after the name of a cookie that is divided. */
const PART = /\.\d$/

/**
 * The cookies that are deleted for lack of room, in this order. What they contain can be started again, or only makes a sign-out at the provider
 * complete.
 */
function yielding({
  flow,
  webauthnChallenge,
  failedForm,
  typedAddress,
  pendingMail,
  pendingSignUp,
  providerSignOut,
  providerSession,
  providerTokens,
}: CookiePolicy): readonly NamedCookie[] {
  return [
    flow,
    webauthnChallenge,
    failedForm,
    typedAddress,
    pendingMail,
    pendingSignUp,
    providerSignOut,
    providerSession,
    providerTokens,
  ]
}

/**
 * Deletes cookies where the browser would send more than 14.5 KB after this response: in the order of `yielding`, the oldest of each first, and
 * all parts of a divided cookie together. Cookies that this response sets are kept.
 */
export function keepWithinBudget(exchange: CookieExchange, policy: CookiePolicy): void {
  const { cookies, setCookies } = exchange
  if (setCookies.length === 0) return
  const sizes = sizesAfter(exchange, policy)
  let total = sum(sizes.values())
  if (total <= BUDGET) return
  const set = new Set(setCookies.map(({ name }) => name))
  // Browsers send the cookies that they got first before others of the same path (RFC 6265, section 5.4).
  const sent = [...cookies.names()].filter((name) => sizes.has(name) && !set.has(name))
  for (const base of yielding(policy)) {
    const wholes = new Set(sent.filter((name) => isOf(name, base)).map(wholeName))
    for (const whole of wholes) {
      if (total <= BUDGET) return
      for (const name of sent.filter((each) => wholeName(each) === whole)) {
        setCookies.push(clearCookie(name, base.options))
        total -= sizes.get(name) ?? 0
      }
    }
  }
}

/** Bytes that a new cookie may take, name and value together, once all cookies of `yielding` are deleted. */
export function roomForCookie(exchange: CookieExchange, policy: CookiePolicy): number {
  const others = yielding(policy)
  const kept = [...sizesAfter(exchange, policy)].filter(([name]) => !others.some((base) => isOf(name, base)))
  return BUDGET - SEPARATORS - sum(kept.map(([, size]) => size))
}

/** The sizes of our cookies, by name, as the browser holds them after the response. */
function sizesAfter({ cookies, setCookies }: CookieExchange, policy: CookiePolicy): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const name of cookies.names()) {
    if (isOurs(name, policy)) sizes.set(name, lengthOf(name, cookies))
  }
  for (const { name, value, options } of setCookies) {
    if (options.maxAge === 0) sizes.delete(name)
    else sizes.set(name, sizeOf(name, value))
  }
  return sizes
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}

/** Whether a cookie is one of the policy, or is named after one, as the copy of a session is (`-cache`). */
function isOurs(name: string, policy: CookiePolicy): boolean {
  return Object.values(policy).some(
    (base: NamedCookie) => isOf(name, base) || name.startsWith(`${base.name}-`),
  )
}

function wholeName(name: string): string {
  return name.replace(PART, '')
}

function isOf(name: string, base: NamedCookie): boolean {
  if (name === base.name) return true
  return name.startsWith(`${base.name}.`) && SUFFIX.test(name.slice(base.name.length + 1))
}

function sizeOf(name: string, value: string): number {
  return name.length + escapeCookieValue(value).length + SEPARATORS
}
