import type { ResponseCookie } from './cookies.js'

/** What of a request is looked at first. A server that has no web-standard request needs to make none for it. */
export interface Incoming {
  readonly method: string
  /** The whole address. */
  readonly url: string
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
  /** Its argument: a request, an event of a framework, or `undefined` where a framework has neither. */
  readonly input: unknown
}

export function incomingRequest(request: Request): Incoming {
  const { method, url, headers } = request
  return { method, url, headers, request: () => request }
}

/** An address in two: scheme and host, and the rest, which starts with `/`. */
export interface SplitUrl {
  readonly site: string
  readonly path: string
  /** With its `?`; empty where there is none. */
  readonly search: string
}

/** Takes an address apart that was parsed before, which is cheaper than to parse it again. */
export function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  const mark = url.indexOf('?')
  const query = mark === -1 || mark > end ? end : mark
  return { site: url.slice(0, slash), path: url.slice(slash, query), search: url.slice(query, end) }
}

/** Where a server keeps the network address at the other end of a request's connection. */
const PEER = Symbol.for('authwright.peer')

/** The address at the other end of a connection, or what returns it once it is needed. */
export type PeerAddress = string | undefined | (() => string | undefined)

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
    const { requestIP, remoteAddr } = Object(connection) as Partial<BunServer & DenoInfo>
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
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !changed.has(pair.split('=', 1)[0]?.trim() ?? ''))
  const added = cookies
    .filter(({ options }) => options.maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const headers = new Headers(request.headers)
  headers.set('cookie', [...kept, ...added].join('; '))
  return withPeerAddress(new Request(request.url, { headers }), () => peerAddress(request))
}

/**
 * When a request extends a session that lives in its cookie: as soon as that is due, once half of its life is over, or not at all.
 * A response that extends a session writes its whole cookie, and undoes an update whose response came earlier.
 */
export type Extension = 'due' | 'late' | 'never'

/** By which browsers mark what they fetch ahead of a navigation; prerendering is `prefetch;prerender`. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz'] as const

/** By which Next.js marks the same. It hides the first two from `proxy.ts`. */
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
