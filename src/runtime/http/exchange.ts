import type { Awaitable } from '../../model/awaitable.js'
import type { CookiePolicy } from './cookie-policy.js'
import { type CookieExchange, type RequestCookies, type ResponseCookie, readCookies } from './cookies.js'
import type { Csrf } from './csrf.js'
import { type Extension, type Incoming, incomingRequest, isPrefetch, splitUrl } from './incoming.js'
import type { Addressed, RequestOrigin } from './origin.js'
import { type Params, readParams } from './params.js'

/** What depends on the origin: the cookies' names and attributes, and the CSRF token. Each storey adds what it keeps in cookies. */
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
