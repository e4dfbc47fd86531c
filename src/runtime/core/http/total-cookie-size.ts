import type { CookiePolicy, NamedCookie } from './cookie-policy.js'
import { type CookieExchange, clearCookie } from './cookies.js'
import { escapeCookieValue } from './serialize-cookie.js'

/**
 * Maximum size of all cookies. By default, Node.js refuses requests with more than 16,384 bytes of headers,
 * and then no page works. The rest is for other headers.
 */
export const BUDGET_BYTES = 14_848

/** Bytes that the separators `; ` and `=` take for each cookie. */
export const SEPARATOR_BYTES = 3

/** The suffix of a cookie name, such as the id of a flow, or the number of a chunk. */
const SUFFIX = /^[\w-]{1,64}$/

const CHUNK_SUFFIX = /\.\d$/

/**
 * Returns the cookies that may be deleted, in the order of deletion. Their contents can be created again, or
 * are needed only for a sign-out at the provider.
 */
export function deletableCookies({
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

export function keepWithinBudget(exchange: CookieExchange, policy: CookiePolicy): void {
  const { cookies, setCookies } = exchange
  if (setCookies.length === 0) return
  const sizes = sizesAfter(exchange, policy)
  let total = sum(sizes.values())
  if (total <= BUDGET_BYTES) return
  const set = new Set(setCookies.map(({ name }) => name))
  // Browsers send older cookies before newer cookies with the same path (RFC 6265, section 5.4).
  const sent = [...cookies.names()].filter((name) => sizes.has(name) && !set.has(name))
  for (const base of deletableCookies(policy)) {
    const wholeNames = new Set(sent.filter((name) => belongsTo(name, base)).map(withoutChunkSuffix))
    for (const wholeName of wholeNames) {
      if (total <= BUDGET_BYTES) return
      for (const name of sent.filter((each) => withoutChunkSuffix(each) === wholeName)) {
        setCookies.push(clearCookie(name, base.options))
        total -= sizes.get(name) ?? 0
      }
    }
  }
}

/** Returns the sizes of the cookies that the browser has after the response, in bytes, by name. */
export function sizesAfter(
  { cookies, setCookies }: CookieExchange,
  policy: CookiePolicy,
): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const [name, value] of cookies.pairs()) {
    if (!isInPolicy(name, policy)) continue
    sizes.set(name, (sizes.get(name) ?? 0) + name.length + value.length + SEPARATOR_BYTES)
  }
  for (const { name, value, options } of setCookies) {
    if (options.maxAge === 0) sizes.delete(name)
    else sizes.set(name, sizeOf(name, value))
  }
  return sizes
}

export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}

/**
 * Whether the cookie belongs to the policy. This includes copies, such as the cached copy of a database
 * session, whose name ends with `-cache`.
 */
function isInPolicy(name: string, policy: CookiePolicy): boolean {
  return Object.values(policy).some(
    (base: NamedCookie) => belongsTo(name, base) || name.startsWith(`${base.name}-`),
  )
}

function withoutChunkSuffix(name: string): string {
  return name.replace(CHUNK_SUFFIX, '')
}

export function belongsTo(name: string, base: NamedCookie): boolean {
  if (name === base.name) return true
  return name.startsWith(`${base.name}.`) && SUFFIX.test(name.slice(base.name.length + 1))
}

function sizeOf(name: string, value: string): number {
  return name.length + escapeCookieValue(value).length + SEPARATOR_BYTES
}
