import type { CookieAttributes } from '../../../options/cookies-options.js'
import type { Sealer } from '../crypto/sealer.js'
import type { NamedCookie } from './cookie-policy.js'
import {
  type CookieExchange,
  clearCookie,
  decodeValue,
  isRepeated,
  MAX_VALUES,
  type RequestCookies,
  type ResponseCookie,
  readChunked,
  sentNames,
  valuesOf,
} from './cookies.js'

/*
 * After a deployment that changes the domain or the path of a cookie, the browser sends both the old and the
 * new cookie. The request does not show which is new.
 */

/** Proxies reject long response headers. */
const MAX_DELETIONS = 16

const MAX_DOMAINS = 4

/**
 * Returns all values that the cookies with this name may contain. If a browser sends chunks in another order,
 * a value can consist of chunks of two values. So each value must be authenticated as a whole.
 */
export function candidatesOf(name: string, request: RequestCookies): readonly string[] {
  if (!isRepeated(name, request)) {
    const value = readChunked(name, request)
    return value === undefined ? [] : [value]
  }
  const candidates = new Set(valuesOf(name, request))
  let parts: string[] = []
  const finish = (): void => {
    if (parts.length > 0) candidates.add(parts.join(''))
    parts = []
  }
  for (const [key, sent] of request.pairs()) {
    if (key === `${name}.0`) finish()
    const value = key === `${name}.${parts.length}` ? decodeValue(sent) : undefined
    if (value !== undefined) parts.push(value)
  }
  finish()
  return [...candidates].filter((value) => value !== '').slice(0, MAX_VALUES)
}

export async function openAll(
  name: string,
  request: RequestCookies,
  sealer: Pick<Sealer, 'open'>,
): Promise<readonly Record<string, unknown>[]> {
  const opened = await Promise.all(candidatesOf(name, request).map((value) => sealer.open(value)))
  return opened.filter((each) => each !== null)
}

export function withValue(cookies: RequestCookies, name: string, value: string | undefined): RequestCookies {
  return {
    get: (each) => cookies.get(each),
    has: (each) => cookies.has(each),
    names: () => cookies.names(),
    pairs: () => cookies.pairs(),
    chosen: { name, value },
  }
}

/**
 * Returns cookies that delete the copies of a cookie with another domain or path. All chunks with the same
 * domain and path are deleted together, so that no chunk is left.
 */
export function clearElsewhere(
  base: NamedCookie,
  { hostname, basePath }: { readonly hostname: string; readonly basePath: string },
  { cookies }: CookieExchange,
): readonly ResponseCookie[] {
  const names = sentNames(base.name, cookies)
  const places = otherPlaces(base.options, hostname, basePath)
  return places
    .slice(0, Math.floor(MAX_DELETIONS / names.length))
    .flatMap((place) => names.map((name) => clearCookie(name, place)))
}

/** Returns other domains and paths that the cookie may have, the most likely first. */
function otherPlaces(
  { domain, path = '/', ...attributes }: CookieAttributes,
  hostname: string,
  basePath: string,
): readonly CookieAttributes[] {
  const currentPlace = JSON.stringify([domain?.replace(/^\./, '').toLowerCase(), path])
  const domains = [undefined, ...domainsOf(hostname)]
  const paths = new Set<`/${string}`>([path, '/', ...pathsAbove(basePath)])
  return [...paths]
    .flatMap((path) =>
      domains.map((domain) => ({ ...attributes, path, ...(domain !== undefined && { domain }) })),
    )
    .filter((place) => JSON.stringify([place.domain, place.path]) !== currentPlace)
}

/**
 * Returns the domains that a cookie of this host can have. Browsers accept no `Domain` for an IP address or a
 * single label.
 */
function domainsOf(hostname: string): readonly string[] {
  const labels = hostname.split('.')
  if (!/^[a-z]/i.test(labels.at(-1) ?? '')) return []
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join('.'))
    .slice(-MAX_DOMAINS)
}

function pathsAbove(basePath: string): readonly `/${string}`[] {
  const segments = basePath.split('/').filter((segment) => segment !== '')
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}` as const)
}
