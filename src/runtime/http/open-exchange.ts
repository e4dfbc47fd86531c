import type { Awaitable } from '../../model/awaitable.js'
import type { Instance } from '../compile.js'
import type { Site } from '../site.js'
import { type RequestCookies, type ResponseCookie, readCookies } from './cookies.js'
import type { Exchange } from './exchange.js'
import { type Extension, isPrefetch } from './extension.js'
import { type Incoming, incomingRequest, splitUrl } from './incoming.js'
import { type Params, readParams } from './params.js'

const none: Params = Object.freeze(Object.create(null))

/** Reads a request to one of the routes, its body included. Throws `InvalidRequest` when it is malformed. */
export function openExchange(incoming: Incoming, instance: Instance): Awaitable<Exchange> {
  const exchange = new OpenExchange(incoming, instance)
  const { search } = splitUrl(incoming.url)
  if (search !== '') exchange.query = readParams(new URLSearchParams(search))
  return incoming.method === 'POST' ? withBody(exchange, incoming) : exchange
}

async function withBody(exchange: OpenExchange, incoming: Incoming): Promise<Exchange> {
  const { readBody } = await import('./body.js')
  exchange.body = await readBody(incoming.request())
  return exchange
}

/** Reads what a call on the server needs of the request that it is made for: its origin and cookies. */
export function openServerExchange(request: Request, instance: Instance): Exchange {
  return openIncoming(incomingRequest(request), instance)
}

/**
 * The same of a request that is no web-standard one yet.
 *
 * @param mayBePrefetch - Whether the framework sends a prefetch that looks like this request.
 */
export function openIncoming(incoming: Incoming, instance: Instance, mayBePrefetch = false): Exchange {
  return new OpenExchange(incoming, instance, mayBePrefetch)
}

/** A class, so that what few routes look at is worked out for them alone. */
class OpenExchange implements Exchange {
  readonly #incoming: Incoming
  readonly #mayBePrefetch: boolean
  readonly origin: string
  readonly site: Site
  readonly cookies: RequestCookies
  readonly setCookies: ResponseCookie[] = []
  query = none
  body = none
  callbackUrl: string | undefined = undefined

  constructor(incoming: Incoming, instance: Instance, mayBePrefetch = false) {
    const at = instance.originOf(incoming)
    this.#incoming = incoming
    this.#mayBePrefetch = mayBePrefetch
    this.origin = at.origin
    this.site = instance.site(at)
    this.cookies = readCookies(incoming.headers.get('cookie'))
  }

  get request(): Request {
    return this.#incoming.request()
  }

  get extension(): Extension {
    if (isPrefetch(this.#incoming.headers)) return 'never'
    return this.#mayBePrefetch ? 'late' : 'due'
  }

  get url(): URL {
    const { path, search } = splitUrl(this.#incoming.url)
    return new URL(this.origin + path + search)
  }
}
