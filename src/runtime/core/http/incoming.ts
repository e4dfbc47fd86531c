import { membersOf } from '../base/members-of.js'
import { type ResponseCookie, withoutSpace } from './cookies.js'
import { parsedUrl, type RequestUrl, splitUrl } from './request-url.js'

/**
 * The parts of a request that most code needs. Some servers create the web-standard request only when
 * `request()` is called.
 */
export interface Incoming {
  readonly method: string
  readonly url: RequestUrl
  readonly headers: Pick<Headers, 'get' | 'has'>
  request(): Request
  /** Whether the framework sends the same headers for a prefetch and for a navigation. */
  readonly mayBePrefetch?: boolean
  /** Input of a configuration that is a function. Default: the web-standard request. */
  readonly resolution?: ConfigurationInput
}

export interface ConfigurationInput {
  /**
   * Identifies the request: the same object for all code that handles it, so that the configuration function
   * is called only once.
   */
  readonly key: object
  /**
   * Returns a request, or an event of a framework. Absent if the framework has neither.
   *
   * @param changed - A copy of the request with the public origin of the application in its URL. `undefined` if
   * the URL needs no change.
   */
  readonly input?: (changed: Request | undefined) => unknown
}

export function incomingRequest(request: Request): Incoming {
  const { method, headers } = request
  return { method, url: parsedUrl(request), headers, request: () => request }
}

const PEER = Symbol.for('authwright.peer')

type PeerAddress = string | undefined | (() => string | undefined)

export function withPeerAddress(request: Request, ipAddress: PeerAddress): Request {
  return Object.defineProperty(request, PEER, { value: ipAddress, configurable: true })
}

/**
 * Returns the IP address of the connection, which may be that of a proxy. Servers based on srvx, such as
 * Nitro 3, store the IP address in `ip`.
 */
export function peerAddress(request: Request): string | undefined {
  try {
    const { [PEER]: stored } = request as { readonly [PEER]?: PeerAddress }
    const ipAddress: unknown =
      typeof stored === 'function' ? stored() : (stored ?? (request as { readonly ip?: unknown }).ip)
    return typeof ipAddress === 'string' ? ipAddress : undefined
  } catch {
    return undefined
  }
}

interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

interface DenoInfo {
  readonly remoteAddr: { readonly hostname?: string }
}

/** `c.env` of Hono on Node.js. On Bun and Deno, Hono stores the second argument of the handler there. */
interface HonoOnNode {
  readonly incoming: { readonly socket?: { readonly remoteAddress?: string } }
}

/**
 * Stores the IP address of a connection on the request. Supports Bun, Deno, and Hono on Node.js. Ignores
 * other values, even if reading them throws.
 */
export function withConnection(request: Request, connection: unknown): Request {
  try {
    const { requestIP, remoteAddr, incoming } = membersOf(connection) as Partial<
      BunServer & DenoInfo & HonoOnNode
    >
    if (typeof requestIP === 'function') {
      return withPeerAddress(request, () => requestIP.call(connection, request)?.address)
    }
    const ipAddress: unknown = remoteAddr?.hostname ?? incoming?.socket?.remoteAddress
    return typeof ipAddress === 'string' ? withPeerAddress(request, ipAddress) : request
  } catch {
    return request
  }
}

export function afterChanges(request: Request, changes: readonly ResponseCookie[]): Incoming {
  return incomingRequest(changes.length === 0 ? request : requestWithCookies(request, changes))
}

/** Returns a copy of the request with changed cookies, without its body. */
function requestWithCookies(request: Request, cookies: readonly ResponseCookie[]): Request {
  const changed = new Set(cookies.map(({ name }) => name))
  const kept = (request.headers.get('cookie') ?? '')
    .split(';')
    .map(withoutSpace)
    .filter((pair) => pair !== '' && !changed.has(withoutSpace(pair.split('=', 1)[0] ?? '')))
  const added = cookies
    .filter(({ options }) => options.maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const headers = new Headers(request.headers)
  headers.set('cookie', [...kept, ...added].join('; '))
  return withoutBody(request, request.url, headers)
}

/**
 * Returns a copy of the request at another origin, without its body. Of the headers that name a host or
 * scheme, only those that exist are changed.
 */
export function requestAt(request: Request, origin: string): Request {
  const { protocol, host } = new URL(origin)
  const headers = new Headers(request.headers)
  const hostHeaders = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
  for (const [name, value] of Object.entries(hostHeaders)) if (headers.has(name)) headers.set(name, value)
  const { path, search } = splitUrl(request.url)
  return withoutBody(request, origin + path + search, headers)
}

function withoutBody(request: Request, url: string, headers: Headers): Request {
  const changed = new Request(url, { method: request.method, headers })
  const { cf } = request as { readonly cf?: unknown }
  if (cf !== undefined) Object.defineProperty(changed, 'cf', { value: cf, configurable: true })
  return withPeerAddress(changed, () => peerAddress(request))
}

/** Headers with which browsers mark a prefetch. The value for prerendering is `prefetch;prerender`. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz'] as const

/** Headers with which Next.js marks a prefetch. Next.js hides the first two headers from `proxy.ts`. */
const NEXT_PREFETCHES = [
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'x-middleware-prefetch',
] as const

/**
 * Whether the request is a prefetch by a browser or by Next.js.
 *
 * @see https://fetch.spec.whatwg.org/#sec-purpose-header
 */
export function isPrefetch(headers: Incoming['headers']): boolean {
  return (
    NEXT_PREFETCHES.some((name) => headers.has(name)) ||
    PURPOSES.some((name) => headers.get(name)?.toLowerCase().startsWith('prefetch'))
  )
}

/** Whether a script sent the request, for a navigation within the page or for a prefetch. */
export function isReadOfScript({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.get('sec-fetch-dest') === 'empty'
}
