import { InvalidRequest, UntrustedHost } from '../../../errors.js'
import { isLoopback } from '../../../model/protected-url.js'
import type { AuthOptions } from '../../../options/auth-options.js'
import { type TrustedHost, trustedHost } from '../../../options/host-list.js'
import { cached } from '../base/cached.js'
import { hostUrl, MAX_HOST_LENGTH, type RequestUrl, splitUrl } from './request-url.js'

/** `true` means all hosts, `false` only loopback hosts. With `undefined`, the environment decides. */
export type HostTrust = readonly TrustedHost[] | boolean | undefined

export interface HostTrustEnvironment {
  readonly trustHost?: boolean | undefined
  readonly trustedHosts?: readonly string[] | undefined
}

/**
 * Combines the option with the environment. The option takes precedence, except that `true` does not extend a
 * list in the environment.
 */
export function hostTrust(
  option: AuthOptions['trustHost'],
  { trustHost, trustedHosts }: HostTrustEnvironment,
): HostTrust {
  if (typeof option === 'object') return option.flatMap((entry) => trustedHost(entry) ?? [])
  const trusts = option ?? trustHost
  return trusts === false || trustedHosts === undefined ? trusts : hostTrust(trustedHosts, {})
}

export interface Addressed {
  readonly url: RequestUrl
  readonly headers: Pick<Headers, 'get' | 'has'>
}

export interface OriginConfig {
  /** URL of the application. If set, its origin applies to every request. */
  readonly url: string | undefined
  readonly trustHost: HostTrust
  /** Whether to trust the URL of the request, but no headers. */
  readonly trustRequestUrl?: boolean
}

export interface RequestOrigin {
  readonly origin: string
  readonly secure: boolean
}

export function requestOrigin(request: Addressed, config: OriginConfig): RequestOrigin {
  const { origin, protocol } = config.url === undefined ? trustedUrl(request, config) : new URL(config.url)
  return { origin, secure: protocol === 'https:' }
}

/** A server has few origins, but clients can send requests with any number of host names. */
const MAX_ORIGINS = 100

export function requestOrigins(config: OriginConfig): (request: Addressed) => RequestOrigin {
  const origins = new Map<string, RequestOrigin>()
  return (request) => {
    const { url, headers } = request
    const key = config.url === undefined ? cacheKey(splitUrl(url).site, headers) : ''
    return cached(origins, MAX_ORIGINS, key, () => requestOrigin(request, config))
  }
}

/**
 * Returns a key of the request data that determines the origin. Headers contain no line breaks, so `\r`
 * distinguishes a missing header from an empty header.
 */
function cacheKey(site: string, headers: Addressed['headers']): string {
  const header = (name: string): string => headers.get(name) ?? '\r'
  return `${site}\n${header('host')}\n${header('x-forwarded-host')}\n${header('x-forwarded-proto')}`
}

export interface OriginEnvironment extends HostTrustEnvironment {
  readonly url: string | undefined
  readonly trustRequestUrl: boolean
}

/**
 * Returns the origin of a request whose configuration is not resolved yet. The configuration may trust other
 * hosts.
 */
export function firstOrigin(
  request: Addressed,
  trustHost: AuthOptions['trustHost'],
  environment: OriginEnvironment,
): string {
  const { url, trustRequestUrl } = environment
  const { site } = splitUrl(request.url)
  const { headers } = request
  const trust = hostTrust(trustHost, environment)
  const isForwarded = headers.has('x-forwarded-host') || headers.has('x-forwarded-proto')
  // A list of trusted hosts may require `https`.
  if (url === undefined && !isForwarded && typeof trust !== 'object') return site
  try {
    return requestOrigin(request, { url, trustHost: trust, trustRequestUrl }).origin
  } catch {
    return site
  }
}

/**
 * Throws if the request is for another host than the one by which its configuration was chosen. Without this
 * check, the customer of one host could sign in users at the host of another customer.
 *
 * @param first - The origin by which the configuration was chosen.
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
  if (!/^https?:/.test(url.protocol)) {
    throw new InvalidRequest('The URL of the request must start with http: or https:.')
  }
  if (trustHost === true) {
    requireOneHost(request.headers)
    return forwardedUrl(url, request.headers, forwardedScheme(url, request.headers))
  }
  if (typeof trustHost === 'object') {
    const listed = listedUrl(url, request.headers, trustHost)
    if (listed) return listed
  } else if (trustHost === undefined && trustRequestUrl) return url
  // With a list, other loopback hosts are trusted only where request URLs are trusted, as in development.
  if ((trustRequestUrl || typeof trustHost !== 'object') && isLocal(url, request.headers)) return url
  if (typeof trustHost === 'object') {
    const { host } = forwardedUrl(url, request.headers, 'https')
    throw new UntrustedHost(
      `The host "${host}" of the request is not listed. Add it to \`trustHost\` or AUTH_TRUSTED_HOSTS if the application is served there.`,
    )
  }
  const untrusted = publicHost(url, request.headers) ?? url.host
  const host = untrusted.length > MAX_HOST_LENGTH ? `${untrusted.slice(0, MAX_HOST_LENGTH)}…` : untrusted
  throw new UntrustedHost(
    `The host "${host}" of the request is not trusted. Set AUTH_URL to the URL of the application. If it has several hosts, list them in AUTH_TRUSTED_HOSTS or \`trustHost\`.`,
  )
}

/**
 * Whether a list contains the host of the URL. An entry without a scheme means HTTPS, or for a loopback host
 * HTTP and HTTPS. So `X-Forwarded-Proto: http` cannot remove `Secure` from the cookies of a listed host.
 */
export function isListed(url: URL, hosts: readonly TrustedHost[]): boolean {
  return hosts.some(({ scheme, matches }) => {
    const schemeMatches =
      scheme === undefined ? url.protocol === 'https:' || isLoopback(url.hostname) : scheme === url.protocol
    return schemeMatches && matches(url)
  })
}

/**
 * Returns the public URL if its host is listed. If both schemes are listed, it has the scheme of the request.
 */
function listedUrl(url: URL, headers: Addressed['headers'], hosts: readonly TrustedHost[]): URL | undefined {
  const scheme = forwardedScheme(url, headers)
  const other = scheme === 'https' ? 'http' : 'https'
  return [scheme, other].map((each) => forwardedUrl(url, headers, each)).find((each) => isListed(each, hosts))
}

/**
 * Whether the request is for a loopback host. Also checks the headers, because some servers use a loopback
 * host in the URL of every request.
 */
export function isLocal(url: URL, headers: Addressed['headers']): boolean {
  return publicHost(url, headers) === undefined
}

function publicHost(url: URL, headers: Addressed['headers']): string | undefined {
  const hosts = [forwardedValues(headers, 'x-forwarded-host'), headers.get('host') ?? [], url.host].flat()
  return hosts.find((host) => !isLoopback(hostUrl('http', host)?.hostname ?? ''))
}

/**
 * Returns the values of a forwarded header. Each proxy appends its value, so the first value describes the
 * connection of the client.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7239.html#section-4
 */
export function forwardedValues(
  headers: Pick<Headers, 'get'>,
  name: 'x-forwarded-host' | 'x-forwarded-proto',
): readonly string[] {
  const values = headers.get(name)?.split(',') ?? []
  return values.map((value) => value.trim().toLowerCase())
}

/** Throws if `X-Forwarded-Host` contains different hosts, because the first could come from a client. */
function requireOneHost(headers: Addressed['headers']): void {
  if (new Set(forwardedValues(headers, 'x-forwarded-host')).size < 2) return
  throw new InvalidRequest(
    'X-Forwarded-Host contains different hosts. List the hosts of the application in `trustHost` or AUTH_TRUSTED_HOSTS.',
  )
}

function forwardedScheme({ protocol }: URL, headers: Addressed['headers']): string {
  const values = forwardedValues(headers, 'x-forwarded-proto')
  if (values.every((value) => value === 'http' || value === 'https'))
    return values[0] ?? protocol.slice(0, -1)
  throw new InvalidRequest('X-Forwarded-Proto must be http or https.')
}

function forwardedUrl({ host }: URL, headers: Addressed['headers'], scheme: string): URL {
  const [first = host] = forwardedValues(headers, 'x-forwarded-host')
  const forwarded = hostUrl(scheme, first)
  if (forwarded) return forwarded
  throw new InvalidRequest('The request names no valid host. Check X-Forwarded-Host.')
}
