import { membersOf } from '../base/type-guards.js'
import { type ResponseCookie, withoutSpace } from './cookies.js'
import { parsedUrl, type RequestUrl, splitUrl } from './request-url.js'

/** The parts of a request that are read first, so that a server without a web-standard request need not make one. */
export interface Incoming {
  readonly method: string
  readonly url: RequestUrl
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** The web-standard request; made only where one is needed. */
  request(): Request
  /** Whether a framework sends a prefetch that looks like this request. Default: `false`. */
  readonly mayBePrefetch?: boolean
  /** How a lazy configuration is resolved for it. Default: by the web-standard request, once for each. */
  readonly resolution?: ConfigurationInput
}

/** What the function of a lazy configuration gets. */
export interface ConfigurationInput {
  /** One object for all code that serves the request: the function is called once for it. */
  readonly key: object
  /**
   * Its argument: a request, or an event of a framework. Absent where a framework has neither.
   *
   * @param changed - The request at the origin of the response, where its URL or its headers name another.
   */
  readonly input?: (changed: Request | undefined) => unknown
}

export function incomingRequest(request: Request): Incoming {
  const { method, headers } = request
  return { method, url: parsedUrl(request), headers, request: () => request }
}

/** Where a server keeps the network address at the other end of a request's connection. */
const PEER = Symbol.for('authwright.peer')

/** The address at the other end of a connection, or what returns it once it is needed. */
type PeerAddress = string | undefined | (() => string | undefined)

/** Notes the address at the other end of the connection. A `Request` itself has no place for it. */
export function withPeerAddress(request: Request, address: PeerAddress): Request {
  return Object.defineProperty(request, PEER, { value: address, configurable: true })
}

/**
 * The address at the other end of the connection, where the server has noted it: of a client, or of a proxy. Servers on srvx,
 * such as those of Nitro 3, keep it in `ip`.
 */
export function peerAddress(request: Request): string | undefined {
  try {
    const { [PEER]: noted } = request as { readonly [PEER]?: PeerAddress }
    const address: unknown =
      typeof noted === 'function' ? noted() : (noted ?? (request as { readonly ip?: unknown }).ip)
    return typeof address === 'string' ? address : undefined
  } catch {
    // A framework may have none, and throw.
    return undefined
  }
}

/** What Bun gives a handler beside the request. */
interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

/** What Deno gives a handler beside the request. */
interface DenoInfo {
  readonly remoteAddr: { readonly hostname?: string }
}

/** Records the address from the server of Bun or Deno. Servers pass a handler various second arguments. */
export function withConnection(request: Request, connection: unknown): Request {
  try {
    const { requestIP, remoteAddr } = membersOf(connection) as Partial<BunServer & DenoInfo>
    if (typeof requestIP === 'function') {
      return withPeerAddress(request, () => requestIP.call(connection, request)?.address)
    }
    const hostname: unknown = remoteAddr?.hostname
    return typeof hostname === 'string' ? withPeerAddress(request, hostname) : request
  } catch {
    return request
  }
}

/** A request with its cookies changed by the `Set-Cookie` of a response. */
export function afterChanges(request: Request, changes: readonly ResponseCookie[]): Incoming {
  return incomingRequest(changes.length === 0 ? request : requestWithCookies(request, changes))
}

/** A request with its cookies changed by a response's `Set-Cookie`. It has no body. */
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

/** A request at another origin: its URL and the headers that name a host. It has no body. */
export function requestAt(request: Request, origin: string): Request {
  const { protocol, host } = new URL(origin)
  const headers = new Headers(request.headers)
  const named = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
  for (const [name, value] of Object.entries(named)) if (headers.has(name)) headers.set(name, value)
  const { path, search } = splitUrl(request.url)
  return withoutBody(request, origin + path + search, headers)
}

/** A request with another URL or other headers, and the members that servers add. */
function withoutBody(request: Request, url: string, headers: Headers): Request {
  const changed = new Request(url, { method: request.method, headers })
  const { cf } = request as { readonly cf?: unknown }
  if (cf !== undefined) Object.defineProperty(changed, 'cf', { value: cf, configurable: true })
  return withPeerAddress(changed, () => peerAddress(request))
}

/** The headers by which browsers mark a prefetch; prerendering is `prefetch;prerender`. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz'] as const

/** The headers by which Next.js marks one. It hides the first two from `proxy.ts`. */
const NEXT_PREFETCHES = [
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'x-middleware-prefetch',
] as const

/**
 * Whether a browser or a framework fetches ahead of a navigation that may never come.
 *
 * @see https://fetch.spec.whatwg.org/#sec-purpose-header
 */
export function isPrefetch(headers: Incoming['headers']): boolean {
  return (
    NEXT_PREFETCHES.some((name) => headers.has(name)) ||
    PURPOSES.some((name) => headers.get(name)?.toLowerCase().startsWith('prefetch'))
  )
}

/** Whether a script sends a request that changes nothing: a navigation within the page, or a prefetch of one. */
export function isReadOfScript({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.get('sec-fetch-dest') === 'empty'
}
