import { InvalidRequest, UntrustedHost } from '../../../errors.js'
import type { AuthOptions, TrustedHost } from '../../../options/auth-options.js'
import { isLoopback } from './private-hosts.js'
import { hostUrl, MAX_HOST_LENGTH, type RequestUrl, splitUrl } from './request-url.js'
import { type HostTrust, type HostTrustEnvironment, hostTrust, isListed } from './trusted-hosts.js'

/** Where the application is, as far as the configuration says. */
export interface OriginConfig {
  /** The application's own address (`AUTH_URL`), an absolute URL; its origin then holds for every request. */
  readonly url: string | undefined
  /**
   * A list trusts the address of the request, or the `X-Forwarded-Host` that a proxy sets, where the list has it. `true`
   * trusts both, with `X-Forwarded-Proto`. `false` trusts loopback addresses only. `undefined` leaves it to `trustRequestUrl`.
   */
  readonly trustHost: HostTrust
  /** Whether the URL of the request is trusted, but no header. Default: `false`. */
  readonly trustRequestUrl?: boolean
}

/** The parts of a request that determine its origin. */
export interface Addressed {
  readonly url: RequestUrl
  readonly headers: Pick<Headers, 'get' | 'has'>
}

/** The origin of every address that a response names. */
export interface RequestOrigin {
  readonly origin: string
  /** Whether it is an `https:` origin. */
  readonly secure: boolean
}

/**
 * Decides the origin of the application for one request.
 *
 * @throws UntrustedHost when the URL of the request is not trusted.
 * @throws InvalidRequest when a trusted header is malformed.
 */
export function requestOrigin(request: Addressed, config: OriginConfig): RequestOrigin {
  const { origin, protocol } = config.url === undefined ? trustedUrl(request, config) : new URL(config.url)
  return { origin, secure: protocol === 'https:' }
}

/** Cached origins; a server has few addresses, but unknown requests may name any number. */
const MAX_KNOWN = 100

/**
 * The same for many requests: what was decided for an address, and for the headers that count, is not
 * decided again. What is refused is not cached.
 */
export function requestOrigins(config: OriginConfig): (request: Addressed) => RequestOrigin {
  const known = new Map<string, RequestOrigin>()
  return (request) => {
    const { url, headers } = request
    const key = config.url === undefined ? cacheKey(splitUrl(url).site, headers) : ''
    const decided = known.get(key) ?? requestOrigin(request, config)
    if (known.size < MAX_KNOWN) known.set(key, decided)
    return decided
  }
}

/** All that the decision may depend on. No header holds a line break, so a missing one differs from an empty one. */
function cacheKey(site: string, headers: Addressed['headers']): string {
  const header = (name: string): string => headers.get(name) ?? '\r'
  return `${site}\n${header('host')}\n${header('x-forwarded-host')}\n${header('x-forwarded-proto')}`
}

/** What the environment says of the origin. */
export interface OriginEnvironment extends HostTrustEnvironment {
  readonly url: string | undefined
  readonly trustRequestUrl: boolean
}

/** The origin of a request before its configuration is known, which may trust other hosts: that of the URL, if no other is trusted yet. */
export function firstOrigin(
  request: Addressed,
  trustHost: AuthOptions['trustHost'],
  environment: OriginEnvironment,
): string {
  const { url, trustRequestUrl } = environment
  const { site } = splitUrl(request.url)
  // Without them, no host but that of the URL is trusted.
  const { headers } = request
  if (url === undefined && !headers.has('x-forwarded-host') && !headers.has('x-forwarded-proto')) return site
  try {
    return requestOrigin(request, { url, trustHost: hostTrust(trustHost, environment), trustRequestUrl })
      .origin
  } catch {
    return site
  }
}

/**
 * Refuses a request for which a configuration was chosen by another host than that of the response: the customer of one host could sign in
 * users at the host of another.
 *
 * @param first - The origin by which it was chosen.
 * @throws UntrustedHost
 */
export function requireHost({ origin }: RequestOrigin, first: string): void {
  const [{ hostname }, chosen] = [new URL(origin), new URL(first)]
  if (hostname === chosen.hostname) return
  throw new UntrustedHost(
    `The configuration was chosen for the host "${chosen.hostname}", and the request is for "${hostname}". Set \`trustHost\` outside of the function that returns the configuration, or AUTH_TRUSTED_HOSTS. If the configuration serves every host, add \`.tenant(false)\`.`,
  )
}

function trustedUrl(request: Addressed, { trustHost, trustRequestUrl }: OriginConfig): URL {
  const url = new URL(request.url)
  if (!/^https?:$/.test(url.protocol)) {
    throw new InvalidRequest('The address of the request is neither http: nor https:.')
  }
  if (trustHost === true) {
    requireOneHost(request.headers)
    return forwardedUrl(url, request.headers, forwardedScheme(url, request.headers))
  }
  if (typeof trustHost === 'object') {
    const listed = listedUrl(url, request.headers, trustHost)
    if (listed) return listed
  } else if (trustHost === undefined && trustRequestUrl) return url
  // In production, only the list says what a proxy serves.
  if ((trustRequestUrl || typeof trustHost !== 'object') && isLocal(url, request.headers)) return url
  if (typeof trustHost === 'object') {
    const { host } = forwardedUrl(url, request.headers, 'https')
    throw new UntrustedHost(
      `The host "${host}" of the request is not listed. Add it to \`trustHost\` or AUTH_TRUSTED_HOSTS if the application is served there.`,
    )
  }
  const host = url.host.length > MAX_HOST_LENGTH ? `${url.host.slice(0, MAX_HOST_LENGTH)}…` : url.host
  throw new UntrustedHost(
    `The host "${host}" of the request is not trusted. Set AUTH_URL to the address of the application or, where it has several, list their hosts in AUTH_TRUSTED_HOSTS or \`trustHost\`.`,
  )
}

/** The origin on the list, of the scheme that the request has where both are listed. */
function listedUrl(url: URL, headers: Addressed['headers'], hosts: readonly TrustedHost[]): URL | undefined {
  const scheme = forwardedScheme(url, headers)
  const other = scheme === 'https' ? 'http' : 'https'
  return [scheme, other].map((each) => forwardedUrl(url, headers, each)).find((each) => isListed(each, hosts))
}

/** Some servers put a loopback address into the URL of every request, so the headers must not disagree. */
export function isLocal(url: URL, headers: Addressed['headers']): boolean {
  const named = [headers.get('host') ?? [], forwardedValues(headers, 'x-forwarded-host')].flat()
  return [url.host, ...named].every((host) => {
    const parsed = hostUrl('http', host)
    return parsed !== undefined && isLoopback(parsed.hostname)
  })
}

/**
 * The values of a header such as `X-Forwarded-Proto`. With several proxies it is a list to which each has appended its value: the first is
 * the one that the client sees.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7239.html#section-4
 */
export function forwardedValues(
  headers: Pick<Headers, 'get'>,
  name: 'x-forwarded-host' | 'x-forwarded-proto',
): readonly string[] {
  const values = headers.get(name)?.split(',') ?? []
  return values.map((value) => value.trim())
}

/** Throws if proxies name different hosts: the first could come from a client. A list of trusted hosts decides that. */
function requireOneHost(headers: Addressed['headers']): void {
  if (new Set(forwardedValues(headers, 'x-forwarded-host')).size < 2) return
  throw new InvalidRequest(
    'X-Forwarded-Host has different hosts. List those of the application in `trustHost` or AUTH_TRUSTED_HOSTS.',
  )
}

function forwardedScheme({ protocol }: URL, headers: Addressed['headers']): string {
  const values = forwardedValues(headers, 'x-forwarded-proto').map((value) => value.toLowerCase())
  if (values.every((value) => value === 'http' || value === 'https'))
    return values[0] ?? protocol.slice(0, -1)
  throw new InvalidRequest('X-Forwarded-Proto must be http or https.')
}

function forwardedUrl({ host }: URL, headers: Addressed['headers'], scheme: string): URL {
  const [first = host] = forwardedValues(headers, 'x-forwarded-host')
  const forwarded = hostUrl(scheme, first)
  if (forwarded) return forwarded
  throw new InvalidRequest('X-Forwarded-Host must be a host name, with or without a port.')
}
