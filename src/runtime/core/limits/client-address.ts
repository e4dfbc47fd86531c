import { parseUrl } from '../../../model/parse-url.js'
import { withoutSecrets } from '../config/logger.js'
import { peerAddress } from '../http/incoming.js'
import { ipv4Of } from '../http/private-hosts.js'
import type { App } from '../object-lifetimes.js'

export type ClientAddress = (request: Request) => string | undefined

export interface ClientAddressParts {
  readonly option: ((request: Request) => string | undefined) | undefined
  readonly header: string | undefined
  /** Whether forwarded headers are trusted for the host, so that a proxy may be in front of the server. */
  readonly behindProxy: boolean
}

const PROXY_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

/** Private ranges, in the format of `networkAddress`. */
const PRIVATE =
  /^(?:0|10|127|169[.]254|192[.]168|172[.](?:1[6-9]|2\d|3[01])|100[.](?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))[.]|^(?:0:0:0:0|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/

export function clientAddressOf({ spec, environment, trustHost }: App): ClientAddress {
  return clientAddress({
    option: spec.options.clientAddress,
    header: environment.clientAddressHeader,
    behindProxy: environment.url === undefined && (trustHost === true || typeof trustHost === 'object'),
  })
}

/**
 * Returns a function that finds the IP address of the client. If a header is configured, its last IP address
 * is used. The proxy added it, and the client may have sent the others. Without `behindProxy`, headers that
 * name a proxy are ignored, because any client can send them.
 */
export function clientAddress({ option, header, behindProxy }: ClientAddressParts): ClientAddress {
  const configured =
    option ?? (header ? (request: Request) => lastOf(request.headers.get(header)) : undefined)
  if (!configured) return (request) => platformAddress(request) ?? directPeer(request, behindProxy)
  return (request) => {
    const address = addressOrThrow(configured, request)
    // An async function, which only JavaScript can pass. An unhandled rejection would end the process.
    if (address instanceof Promise) address.catch(() => undefined)
    return typeof address === 'string' ? networkAddress(address) : undefined
  }
}

/**
 * Calls the configured function, and removes secrets from its errors. An error may quote the request, and may
 * be logged.
 */
function addressOrThrow(configured: (request: Request) => unknown, request: Request): unknown {
  try {
    return configured(request)
  } catch (error) {
    throw withoutSecrets(error, [request])
  }
}

export function warnOfAddress(
  address: string | undefined,
  request: Request,
  { spec, environment, warnOnce }: App,
): void {
  if (!environment.isProduction) return
  const { clientAddress: option } = spec.options
  const { clientAddressHeader: header } = environment
  if (address === undefined) {
    const [problem, advice] = unknownAddress({ option, header })
    warnOnce(
      'no-client-address',
      `${problem}, so sign-in attempts and mails are limited only per account and in total. ${advice}`,
    )
  } else if (!option && !header && countsByConnection(request)) {
    warnOnce(
      'proxy-address',
      'A request names a proxy, but the IP address of the connection is used as the IP address of the client. If a proxy is in front of this server, set AUTH_CLIENT_ADDRESS_HEADER to the header that the proxy sets, or set the option `clientAddress`. Otherwise all clients of the proxy share the limits per IP address.',
    )
  }
}

function unknownAddress({
  option,
  header,
}: Pick<ClientAddressParts, 'option' | 'header'>): readonly [problem: string, advice: string] {
  if (option) {
    return [
      'The option `clientAddress` returned no IP address',
      'Return the IP address if your platform has one.',
    ]
  }
  if (header) {
    return [
      `The header "${header}" of a request contains no IP address`,
      'Let your proxy set it on every request, or set AUTH_CLIENT_ADDRESS_HEADER to another header.',
    ]
  }
  return [
    'The IP address of a client is unknown',
    'Set AUTH_CLIENT_ADDRESS_HEADER to the header that your proxy sets, or the option `clientAddress`.',
  ]
}

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
 * Returns the IP address of the client on Cloudflare Workers. Requests there have a member `cf`, which no
 * client can send, so their header `CF-Connecting-IP` can be trusted.
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
 * Returns one spelling of an IP address, as normalized by the URL parser. An IPv6 address is reduced to its
 * /64 prefix, the smallest range that one customer gets, unless it contains an IPv4 address.
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
  return host && (ipv4Of(host)?.join('.') ?? networkOf(host.slice(1, -1)))
}

function hostOf(authority: string): string | undefined {
  const url = `http://${authority}`
  return parseUrl(url)?.hostname
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros: string[] = Array(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
