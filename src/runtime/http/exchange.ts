import type { Awaitable } from '../../model/awaitable.js'
import type { CookiePolicy } from './cookie-policy.js'
import {
  type CookieExchange,
  type RequestCookies,
  type ResponseCookie,
  readCookies,
  withoutSpace,
} from './cookies.js'
import type { Csrf } from './csrf-tokens.js'
import { type Addressed, parsedUrl, type RequestOrigin, type RequestUrl, splitUrl } from './origin.js'
import { type Params, readParams } from './params.js'

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
interface ConfigurationInput {
  /** One object for all code that serves the request: the function is called once for it. */
  readonly key: object
  /** Its argument: a request, an event of a framework, or `undefined` where a framework has neither. */
  readonly input: unknown
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
    .map(withoutSpace)
    .filter((pair) => pair !== '' && !changed.has(withoutSpace(pair.split('=', 1)[0] ?? '')))
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
function isPrefetch(headers: Incoming['headers']): boolean {
  return (
    NEXT_PREFETCHES.some((name) => headers.has(name)) ||
    PURPOSES.some((name) => headers.get(name)?.toLowerCase().startsWith('prefetch'))
  )
}

/** Whether a script sends a request that changes nothing: a navigation within the page, or a prefetch of one. */
export function isReadOfScript({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.get('sec-fetch-dest') === 'empty'
}

/** What depends on the origin: the cookies' names and attributes, and the CSRF token. Each layer adds what it keeps in cookies. */
export interface CookieContext {
  readonly secure: boolean
  readonly cookies: CookiePolicy
  readonly csrf: Csrf
}

/** One request on its way through the interpreter, and the cookies that its response will set. */
export interface Exchange<Context extends CookieContext = CookieContext> extends CookieExchange {
  readonly incoming: Incoming
  readonly request: Request
  readonly url: URL
  /** The origin of every address that the response names. */
  readonly origin: string
  readonly context: Context
  readonly query: Params
  readonly body: Params
  /** When this request extends a session that lives in its cookie. */
  readonly extension: Extension
  /** Where to redirect after the sign-in, once that is known to be allowed; an error page links to it. */
  callbackUrl: string | undefined
  /** Whether the flow of this callback was used, so that the same callback cannot be sent again. */
  isFlowUsed?: boolean
}

const none: Params = Object.freeze(Object.create(null))

/** Where the application is for a request, and the cookies of that origin. */
export interface Origins<Context extends CookieContext> {
  readonly originOf: (request: Addressed) => RequestOrigin
  contextOf(at: RequestOrigin): Context
}

/** Reads a request to one of the routes, its body included. Throws `InvalidRequest` when it is malformed. */
export function openExchange<Context extends CookieContext>(
  incoming: Incoming,
  origins: Origins<Context>,
): Awaitable<Exchange<Context>> {
  const exchange = new OpenExchange(incoming, origins)
  const { search } = splitUrl(incoming.url)
  if (search !== '') exchange.query = readParams(new URLSearchParams(search))
  return incoming.method === 'POST' ? withBody(exchange, incoming) : exchange
}

async function withBody<Context extends CookieContext>(
  exchange: OpenExchange<Context>,
  incoming: Incoming,
): Promise<Exchange<Context>> {
  const { readBody } = await import('./body.js')
  exchange.body = await readBody(incoming.request())
  return exchange
}

/** Reads what a call on the server needs of the request that it is made for: its origin and cookies. */
export function openServerExchange<Context extends CookieContext>(
  request: Request,
  origins: Origins<Context>,
): Exchange<Context> {
  return openIncoming(incomingRequest(request), origins)
}

/** The same of a request that is no web-standard one yet. */
export function openIncoming<Context extends CookieContext>(
  incoming: Incoming,
  origins: Origins<Context>,
): Exchange<Context> {
  return new OpenExchange(incoming, origins)
}

/** A class, so that what few routes look at is worked out for them alone. */
class OpenExchange<Context extends CookieContext> implements Exchange<Context> {
  readonly incoming: Incoming
  readonly origin: string
  readonly context: Context
  readonly cookies: RequestCookies
  readonly setCookies: ResponseCookie[] = []
  query = none
  body = none
  callbackUrl: string | undefined = undefined

  constructor(incoming: Incoming, origins: Origins<Context>) {
    const at = origins.originOf(incoming)
    this.incoming = incoming
    this.origin = at.origin
    this.context = origins.contextOf(at)
    this.cookies = readCookies(incoming.headers.get('cookie'))
  }

  get request(): Request {
    return this.incoming.request()
  }

  get extension(): Extension {
    const { headers, mayBePrefetch } = this.incoming
    if (isPrefetch(headers)) return 'never'
    return mayBePrefetch ? 'late' : 'due'
  }

  get url(): URL {
    const { path, search } = splitUrl(this.incoming.url)
    return new URL(this.origin + path + search)
  }
}
