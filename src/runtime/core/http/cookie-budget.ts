import type { CookiePolicy, NamedCookie } from './cookie-policy.js'
import { type CookieExchange, clearCookie } from './cookies.js'
import { escapeCookieValue } from './serialize-cookie.js'

/**
 * By default, Node.js refuses requests with more than 16,384 bytes of headers, so no page would work. The rest
 * is for other headers.
 */
const BUDGET_BYTES = 14_848

/** `; ` and `=`. */
const SEPARATOR_BYTES = 3

/** In characters. The name and the attributes need the rest of the 4,096 bytes that browsers accept per cookie. */
const MAX_VALUE_LENGTH = 3_800

/** The suffix of a cookie name, such as the id of a flow, or the number of a chunk. */
const SUFFIX = /^[\w-]{1,64}$/

const CHUNK_SUFFIX = /\.\d$/

/** In the order of deletion. The contents can be created again, or are needed only for a sign-out at the provider. */
function deletableCookies({
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

/** In bytes, name and value together, after all deletable cookies are deleted. */
export function roomForCookie(exchange: CookieExchange, policy: CookiePolicy, cookie: NamedCookie): number {
  const deletable = deletableCookies(policy)
  const set = new Set(exchange.setCookies.map(({ name }) => name))
  const kept = [...sizesAfter(exchange, policy)].filter(
    ([name]) =>
      !belongsTo(name, cookie) && (set.has(name) || !deletable.some((base) => belongsTo(name, base))),
  )
  return BUDGET_BYTES - SEPARATOR_BYTES - sum(kept.map(([, size]) => size))
}

/** The result returns whether a value of this length fits. `name` is that of `cookie`, possibly with a suffix. */
export function fitsIntoCookie(
  name: string,
  cookie: NamedCookie,
  policy: CookiePolicy,
  exchange: CookieExchange,
): (length: number) => boolean {
  const room = Math.min(MAX_VALUE_LENGTH, roomForCookie(exchange, policy, cookie) - name.length)
  return (length) => length <= room
}

/** In bytes, as the browser stores the cookies after the response. */
function sizesAfter({ cookies, setCookies }: CookieExchange, policy: CookiePolicy): Map<string, number> {
  const sizes = new Map<string, number>()
  // A name may occur more than once.
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

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}

/** Also matches copies such as the cached copy of a database session, whose name ends with `-cache`. */
function isInPolicy(name: string, policy: CookiePolicy): boolean {
  return Object.values(policy).some(
    (base: NamedCookie) => belongsTo(name, base) || name.startsWith(`${base.name}-`),
  )
}

function withoutChunkSuffix(name: string): string {
  return name.replace(CHUNK_SUFFIX, '')
}

function belongsTo(name: string, base: NamedCookie): boolean {
  if (name === base.name) return true
  return name.startsWith(`${base.name}.`) && SUFFIX.test(name.slice(base.name.length + 1))
}

function sizeOf(name: string, value: string): number {
  return name.length + escapeCookieValue(value).length + SEPARATOR_BYTES
}
