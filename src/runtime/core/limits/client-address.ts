import { peerAddress } from '../http/incoming.js'

/** Returns the network address of the client of a request; `undefined` where it is not known. */
export type ClientAddress = (request: Request) => string | undefined

export interface ClientAddressParts {
  /** The option `clientAddress`. */
  readonly option: ((request: Request) => string | undefined) | undefined
  /** The header that the proxy, or the platform, sets, where the environment names one. */
  readonly header: string | undefined
  /** Whether forwarded headers are trusted for the host, and so a proxy may be in front of the server. */
  readonly behindProxy: boolean
}

/** Headers that proxies write. */
const PROXIED: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

/** Networks that clients from outside do not come from, as `networkAddress` writes them. */
const PRIVATE =
  /^(?:0|10|127|169[.]254|192[.]168|172[.](?:1[6-9]|2\d|3[01])|100[.](?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))[.]|^(?:0:0:0:0|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/

/**
 * The option counts first, then the header. Of a list, the last address counts: the proxy has added it, and what
 * stands before came with the request. Without either, the address of the connection counts where the server shows it and
 * it is public. A header that names a proxy can come from any client, so it makes the address unknown only where the configuration
 * says that there may be one.
 */
export function clientAddress({ option, header, behindProxy }: ClientAddressParts): ClientAddress {
  const configured =
    option ?? (header ? (request: Request) => lastOf(request.headers.get(header)) : undefined)
  if (!configured) return (request) => platformAddress(request) ?? directPeer(request, behindProxy)
  return (request) => {
    const address: unknown = configured(request)
    // JavaScript may pass an async function. A promise that rejects without a handler ends the process.
    if (address instanceof Promise) address.catch(() => undefined)
    return typeof address === 'string' ? networkAddress(address) : undefined
  }
}

/** Whether the address of a request is that of its connection although a header names a proxy. */
export function countsByConnection(request: Request): boolean {
  return platformAddress(request) === undefined && namesProxy(request)
}

function namesProxy({ headers }: Request): boolean {
  return PROXIED.some((name) => headers.has(name))
}

function lastOf(list: string | null): string | undefined {
  return list?.split(',').at(-1)
}

/** On Cloudflare Workers, a request has a member `cf`, which no client can send, and the header is Cloudflare's own. */
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
 * What an address is counted as: an IPv4 address as it stands, an IPv6 address by its /64, which is the least that one
 * customer gets. A port, brackets and a zone do not count. `undefined` for what is no address.
 *
 * The URL parser reads and shortens IPv6 addresses, so that each has one spelling.
 *
 * @see https://url.spec.whatwg.org/#concept-ipv6-serializer
 * @see https://www.rfc-editor.org/rfc/rfc6177.html#section-2
 */
export function networkAddress(text: string): string | undefined {
  const address = text.trim()
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(address)) return hostOf(address)
  const [, inner = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? []
  const host = hostOf(`[${inner.replace(/%.*$/, '')}]`)
  return host && networkOf(groupsOf(host.slice(1, -1)))
}

function hostOf(authority: string): string | undefined {
  const url = `http://${authority}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** The eight groups of a shortened IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

function networkOf(groups: readonly string[]): string {
  // An IPv4 address that a server shows as IPv6 (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return bytes.join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
