import { parseUrl } from '../../../model/parse-url.js'
import { withoutSecrets } from '../config/logger.js'
import { peerAddress } from '../http/incoming.js'
import type { LimitParts } from './limit-parts.js'

/** Returns the IP address of a request's client; `undefined` if it is unknown. */
export type ClientAddress = (request: Request) => string | undefined

/** The configuration from which the IP address of a client is determined. */
export interface ClientAddressParts {
  /** The option `clientAddress`. */
  readonly option: ((request: Request) => string | undefined) | undefined
  /** The header set by the proxy or the platform, if the environment names one. */
  readonly header: string | undefined
  /**
   * Whether forwarded headers are trusted for the host. If they are, there may be a proxy in front of the
   * server.
   */
  readonly behindProxy: boolean
}

/** Headers that proxies write. */
const PROXY_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

/**
 * Private networks, in the format of `networkAddress`. Clients from outside never have such an IP address.
 */
const PRIVATE =
  /^(?:0|10|127|169[.]254|192[.]168|172[.](?:1[6-9]|2\d|3[01])|100[.](?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))[.]|^(?:0:0:0:0|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/

/**
 * Determines the IP address of a client. The option `clientAddress` takes precedence over the configured
 * header. If the header contains several IP addresses, the last is used, because the proxy added it. The
 * client may have sent the others. Without option and header, the header of Cloudflare is used on Cloudflare
 * Workers. Otherwise the IP address of the connection is used, if the server exposes it and it is public. If
 * `behindProxy` is set and a header shows that there is a proxy, the connection may come from the proxy, so
 * the result is `undefined`. Without `behindProxy`, such a header is ignored, because any client can send it.
 */
export function clientAddress({ option, header, behindProxy }: ClientAddressParts): ClientAddress {
  const configured =
    option ?? (header ? (request: Request) => lastOf(request.headers.get(header)) : undefined)
  if (!configured) return (request) => platformAddress(request) ?? directPeer(request, behindProxy)
  return (request) => {
    const address = addressOrThrow(configured, request)
    // JavaScript code may pass an async function. Its rejection is ignored here, because an unhandled
    // rejection would end the process.
    if (address instanceof Promise) address.catch(() => undefined)
    return typeof address === 'string' ? networkAddress(address) : undefined
  }
}

/**
 * Calls the option, or reads the header. An error that the option throws may be logged, and may quote the
 * request, so secrets are removed from it.
 */
function addressOrThrow(configured: (request: Request) => unknown, request: Request): unknown {
  try {
    return configured(request)
  } catch (error) {
    throw withoutSecrets(error, [request])
  }
}

/** Warns once in production if the IP address of a client is unknown, or may be that of a proxy. */
export function warnOfAddress(
  address: string | undefined,
  request: Request,
  { isProduction, warnOnce, clientAddress, header }: LimitParts,
): void {
  if (!isProduction) return
  if (address === undefined) {
    warnOnce(
      'no-client-address',
      'The IP address of a client is unknown, so sign-in attempts and mails are limited only per account and in total. Set AUTH_CLIENT_ADDRESS_HEADER to the header that your proxy sets, or the option `clientAddress`.',
    )
  } else if (!clientAddress && !header && countsByConnection(request)) {
    warnOnce(
      'proxy-address',
      'A request names a proxy, but the IP address of its connection is used as that of the client. If a proxy is in front of this server, set AUTH_CLIENT_ADDRESS_HEADER to the header that it sets, or the option `clientAddress`. Otherwise all of its clients share the limits per IP address.',
    )
  }
}

/** Whether the IP address of the connection is used although a header shows that there is a proxy. */
function countsByConnection(request: Request): boolean {
  return platformAddress(request) === undefined && namesProxy(request)
}

function namesProxy({ headers }: Request): boolean {
  return PROXY_HEADERS.some((name) => headers.has(name))
}

function lastOf(list: string | null): string | undefined {
  return list?.split(',').at(-1)
}

/**
 * The IP address in `CF-Connecting-IP`, if Cloudflare has set the header. On Cloudflare Workers, requests
 * have a member `cf`, which no client can send.
 */
function platformAddress(request: Request): string | undefined {
  const address = isFromCloudflare(request) ? request.headers.get('cf-connecting-ip') : null
  return address === null ? undefined : networkAddress(address)
}

function isFromCloudflare(request: Request): boolean {
  try {
    const { cf } = request as { readonly cf?: unknown }
    return typeof cf === 'object' && cf !== null
  } catch {
    return false
  }
}

function directPeer(request: Request, behindProxy: boolean): string | undefined {
  const peer = peerAddress(request)
  const address = peer === undefined ? undefined : networkAddress(peer)
  if (address === undefined || PRIVATE.test(address)) return undefined
  return behindProxy && namesProxy(request) ? undefined : address
}

/**
 * Normalizes an IP address for counting: IPv4 is unchanged, and IPv6 is reduced to its /64 prefix, the
 * smallest range that one customer gets. Port, brackets and zone are removed. Returns `undefined` for
 * anything else.
 *
 * The URL parser normalizes IPv6, so each IP address has one spelling.
 *
 * @see https://url.spec.whatwg.org/#concept-ipv6-serializer
 * @see https://www.rfc-editor.org/rfc/rfc6177.html#section-2
 */
export function networkAddress(text: string): string | undefined {
  const address = text.trim()
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(address)) return hostOf(address)
  const [, inner = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? []
  // Other characters, such as `]` and `@`, would end the host.
  const [ip = ''] = /^[\da-f:.]+(?=%.*$|$)/i.exec(inner) ?? []
  const host = hostOf(`[${ip}]`)
  return host && networkOf(groupsOf(host.slice(1, -1)))
}

function hostOf(authority: string): string | undefined {
  const url = `http://${authority}`
  return parseUrl(url)?.hostname
}

/** Expands a shortened IPv6 address to eight groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

function networkOf(groups: readonly string[]): string {
  // An IPv4 address written as IPv6 (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return bytes.join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
