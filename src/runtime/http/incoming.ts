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
  const { [PEER]: noted, ip } = request as { readonly [PEER]?: PeerAddress; readonly ip?: unknown }
  try {
    const address = typeof noted === 'function' ? noted() : (noted ?? ip)
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
  const { requestIP, remoteAddr } = Object(connection) as Partial<BunServer & DenoInfo>
  if (typeof requestIP === 'function') {
    return withPeerAddress(request, () => requestIP.call(connection, request)?.address)
  }
  return remoteAddr ? withPeerAddress(request, remoteAddr.hostname) : request
}
