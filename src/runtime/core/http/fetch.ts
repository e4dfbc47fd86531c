import { lookupAddresses } from '#name-lookup'
import type { customFetch, Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { ServedProvider } from '../../../providers/kinds/local-server.js'
import type { CommonOAuthSettings } from '../../../providers/kinds/oauth.js'
import { printable } from '../base/printable.js'
import { withoutSecrets } from '../config/logger.js'
import { isLoopback } from './origin.js'

/** The `User-Agent` of requests that have none. */
export const USER_AGENT = 'authwright'

export interface FetchLimits {
  /** The function that sends the request. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds within which headers and body must be received. Default: 10,000. */
  readonly timeout?: number
  /** The largest body, in bytes once decompressed. Default: 1,048,576. */
  readonly maxBytes?: number
}

/** Sends requests to providers. */
export interface Outgoing {
  /** The provider's `customFetch`, or that of the application. `undefined` stands for the one of the platform. `createFetch` adds the limits. */
  fetchFor(provider: ServedProvider & { readonly [customFetch]?: Fetch | undefined }): Fetch | undefined
}

/**
 * Makes the function that sends every request of Authwright. It requires HTTPS, or HTTP to a loopback host, follows no redirect,
 * and resolves once the body has been received. It rejects with a `FetchError`.
 */
export function createFetch({
  fetch = platformFetch,
  timeout = 10_000,
  maxBytes = 1_048_576,
}: FetchLimits): Fetch {
  return async (address, init) => {
    const { host, href } = allowedUrl(address)
    const deadline = new AbortController()
    const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal
    const timer = setTimeout(() => {
      deadline.abort(new FetchError('timeout', `${host} did not respond within ${timeout} ms.`))
    }, timeout)
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    /** The connection is closed; the result is ignored. */
    const giveUp = (): void => void reader?.cancel().catch(() => undefined)

    const exchange = async (): Promise<Response> => {
      const response = await fetch(href, {
        ...init,
        headers: withUserAgent(init.headers),
        redirect: 'manual',
        signal,
      })
      const { status, headers, type } = response
      reader = response.body?.getReader()
      if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        giveUp()
        throw new FetchError('redirect', `${host} responded with a redirect. Redirects are not followed.`)
      }
      // The caller has given up, and a `fetch` that ignores the signal has responded after that.
      if (signal.aborted) giveUp()
      const isTooLarge = Number(headers.get('content-length')) > maxBytes
      const body = isTooLarge ? undefined : reader ? await readAll(reader, maxBytes) : new Uint8Array()
      if (body) return receivedResponse(response, body)
      giveUp()
      throw new FetchError('tooLarge', `${host} sent more than ${maxBytes} bytes.`)
    }

    try {
      return await new Promise<Response>((resolve, reject) => {
        // Also for a `fetch` that does not heed the signal; a body that is cut off looks complete.
        const abandon = (): void => {
          reject(signal.reason)
          giveUp()
        }
        if (signal.aborted) abandon()
        signal.addEventListener('abort', abandon, { once: true })
        exchange().then(resolve, reject)
      })
    } catch (error) {
      throw failure(withoutSecrets(error, sentSecrets(init)), host, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The secrets in a request, which a `fetch` of the application may repeat in an error. */
function sentSecrets({ headers, body }: RequestInit): readonly unknown[] {
  const [, credentials] = new Headers(headers).get('authorization')?.split(' ') ?? []
  const form = new URLSearchParams(typeof body === 'string' || body instanceof URLSearchParams ? body : '')
  return [Object.fromEntries(form), ...(credentials ? [credentials] : [])]
}

/**
 * Headers with a `User-Agent`, as some providers refuse requests without one, and not every runtime adds it. They are a plain object,
 * to which a `fetch` of the application can add.
 */
function withUserAgent(given: HeadersInit | undefined): Record<string, string> {
  return { 'user-agent': USER_AGENT, ...Object.fromEntries(new Headers(given)) }
}

/** A response whose body has been received: reading it neither waits nor fails. */
function receivedResponse(
  { status, statusText, headers: received }: Response,
  body: Uint8Array<ArrayBuffer>,
): Response {
  const headers = new Headers(received)
  // They describe the body as it was transferred.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(status === 204 || status === 205 ? null : body, { status, statusText, headers })
}

/** Whether requests to an address are protected in transit: HTTPS, or a loopback host. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** The `fetch` of the platform: looked up at each call, and called without a receiver, as some runtimes demand. */
export const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init)

function allowedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw new FetchError('address', 'The address of a provider is not an absolute URL.')
  if (url.username || url.password) {
    throw new FetchError('address', `The address of ${url.host} must not hold a user name or password.`)
  }
  if (isProtected(url)) return url
  throw new FetchError(
    'address',
    `The address of ${url.host || 'a provider'} must start with https:; http: is for loopback hosts only.`,
  )
}

function failure(error: unknown, host: string, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error
  if (signal.reason instanceof FetchError) return signal.reason
  if (signal.aborted)
    return new FetchError('aborted', `The request to ${host} was given up.`, { cause: error })
  return new FetchError('network', `${host} could not be reached.`, { cause: error })
}

/** All that a reader reads, or `undefined` when it is more than `maxBytes`. */
async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts.length === 1 ? parts[0] : joined(parts, size)
    size += value.byteLength
    if (size > maxBytes) return undefined
    parts.push(value as Uint8Array<ArrayBuffer>)
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.byteLength
  }
  return whole
}

/** Why a request to a provider has no usable response. */
export type FetchFailure = 'aborted' | 'address' | 'network' | 'redirect' | 'timeout' | 'tooLarge'

/**
 * A request to a provider has no usable response. The message names the host and nothing else of the
 * address, because paths and queries may hold secrets; `cause` is what was thrown.
 */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly reason: FetchFailure

  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Whether the `hostname` of a URL is an address of a private network, of this machine or of a link, or a name that is reserved
 * for one. A name in the public DNS may still resolve to such an address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6890.html#section-2.2.2
 * @see https://www.rfc-editor.org/rfc/rfc6762.html#section-3
 * @see https://www.rfc-editor.org/rfc/rfc8375.html
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (isLoopback(host) || /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/.test(host)) return true
  if (host.startsWith('[')) return isPrivateIPv6(host.slice(1, -1))
  return /^\d+(?:\.\d+){3}$/.test(host) && isPrivateIPv4(host.split('.').map(Number))
}

/**
 * Whether an address that a name resolves to is one of this machine, of a link or of a private network. Those for benchmarks and for
 * future use are none here: proxies and service meshes give them to names that they resolve themselves.
 *
 * @param address - As the resolver writes it, possibly with a zone.
 */
function isPrivateAddress(address: string): boolean {
  if (!address.includes(':')) {
    const [a = 0, ...rest] = address.split('.').map(Number)
    return a !== 198 && a < 224 && isPrivateIPv4([a, ...rest])
  }
  const url = `http://[${address.replace(/%.*$/, '')}]`
  return URL.canParse(url) && isPrivateIPv6(new URL(url).hostname.slice(1, -1))
}

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
function isPrivateIPv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  switch (a) {
    case 0:
    case 10:
    case 127:
      return true
    case 100:
      return b >= 64 && b < 128
    case 169:
      return b === 254
    case 172:
      return b >= 16 && b < 32
    case 192:
      return b === 168 || (b === 0 && (c === 0 || c === 2))
    case 198:
      return b === 18 || b === 19
    default:
      return a >= 224
  }
}

/**
 * Of the form that a URL has: groups without leading zeros, the longest run of zeros as `::`.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPrivateIPv6(address: string): boolean {
  const embedded = /^(?:::ffff:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)
  if (embedded) {
    const [high = 0, low = 0] = embedded.slice(1).map((group) => Number.parseInt(group, 16))
    return isPrivateIPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
  }
  // Relays of 6to4 (RFC 3056) and Teredo (RFC 4380) lead to an IPv4 address within: 2002::/16 and 2001::/32.
  if (/^2002:|^2001:(?:0:|:)/.test(address)) return true
  // Only addresses of 2000::/3 are given out to the public.
  return !/^[23][0-9a-f]{3}:/.test(address)
}

/*
 * Which of the addresses that an issuer publishes requests may go to. Otherwise, an issuer could have this server send codes, secrets and
 * tokens to services that only it can reach.
 */

/** A provider, and the addresses that the configuration names itself. */
interface AddressedProvider
  extends Pick<
    CommonOAuthSettings,
    'allowPrivateNetwork' | 'apiOrigins' | 'issuer' | 'revocation' | 'token' | 'userinfo' | 'wellKnown'
  > {
  readonly id: string
  /** Whether a function of the request returned it: its addresses may be those of a customer. */
  readonly isOfRequest?: boolean | undefined
}

/**
 * Whether an issuer may publish an address: not one on a private network, unless it is at the host of the issuer, where the configuration
 * leads itself. What is no URL is no such address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function mayPublish(
  { issuer = '', allowPrivateNetwork, isOfRequest }: AddressedProvider,
  address: unknown,
): boolean {
  if (allowPrivateNetwork === true || typeof address !== 'string' || !URL.canParse(address)) return true
  const { hostname } = new URL(address)
  if (isOfRequest) return !isPrivateHost(hostname)
  const { hostname: issuerHost } = new URL(issuer)
  return (
    !isPrivateHost(hostname) || hostname === issuerHost || (isLoopback(hostname) && isLoopback(issuerHost))
  )
}

/**
 * The fetch of a provider for endpoints that its issuer may have published. A name that resolves to a private address is rejected
 * before the request is sent, unless the configuration names the host itself, or brings the function that sends it. What the platform
 * cannot resolve is left to the request. The hosts of a provider of the request are checked as well: they are data, not configuration.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function publishedFetch(provider: AddressedProvider, fetch: Fetch = platformFetch): Fetch {
  const check = addressCheck(provider, fetch)
  return createFetch({
    fetch: check
      ? async (address, init) => {
          await check(new URL(address))
          return fetch(address, init)
        }
      : fetch,
  })
}

/** What rejects an address that {@link publishedFetch} would not send to; `undefined` where it sends to every one. */
export function addressCheck(
  provider: AddressedProvider,
  fetch: Fetch = platformFetch,
): ((url: URL) => Promise<void>) | undefined {
  const { id, allowPrivateNetwork, isOfRequest } = provider
  if (allowPrivateNetwork === true) return undefined
  const hosts = isOfRequest ? [] : configuredHosts(provider)
  const isLookedUp = lookupAddresses && fetch === platformFetch && !hosts.some(isLoopback)
  if (!isOfRequest && !isLookedUp) return undefined
  return async ({ hostname }) => {
    if (isOfRequest && isPrivateHost(hostname))
      throw privateAddress(id, `at the private address '${hostname}'`)
    if (isLookedUp && !hosts.includes(hostname)) await requirePublic(hostname, id)
  }
}

/** The hosts that the configuration names. */
function configuredHosts(provider: AddressedProvider): readonly string[] {
  const { issuer, wellKnown, token, userinfo, revocation, apiOrigins = [] } = provider
  return [issuer, wellKnown, token, userinfo, revocation, ...apiOrigins].flatMap((given) => {
    const address = typeof given === 'object' ? given.url : given
    return address !== undefined && URL.canParse(address) ? [new URL(address).hostname] : []
  })
}

async function requirePublic(hostname: string, id: string): Promise<void> {
  const addresses = await lookupAddresses?.(hostname).catch(() => [])
  const address = addresses?.find(isPrivateAddress)
  if (address === undefined) return
  throw privateAddress(id, `at '${printable(hostname)}', which resolves to the private address ${address}`)
}

function privateAddress(id: string, where: string): FetchError {
  return new FetchError(
    'address',
    `The provider '${id}' has an endpoint ${where}. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}
