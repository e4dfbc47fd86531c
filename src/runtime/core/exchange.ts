import type { Awaitable } from '../../model/awaitable.js'
import { readBody } from './http/body.js'
import { type RequestCookies, type ResponseCookie, readCookies } from './http/cookies.js'
import { type Incoming, isPrefetch } from './http/incoming.js'
import { NO_PARAMS, readParams } from './http/params.js'
import { splitUrl } from './http/request-url.js'
import type { App, Exchange, Site } from './object-lifetimes.js'
import type { Extension } from './sessions/session-strategy.js'

export function openExchange(incoming: Incoming, app: App): Awaitable<Exchange> {
  const exchange = new OpenExchange(incoming, app)
  const { search } = splitUrl(incoming.url)
  if (search !== '') exchange.query = readParams(new URLSearchParams(search))
  return incoming.method === 'POST' ? withBody(exchange, incoming) : exchange
}

async function withBody(exchange: OpenExchange, incoming: Incoming): Promise<Exchange> {
  exchange.body = await readBody(incoming.request())
  return exchange
}

/** Creates an exchange for a call on the server. Its query and body are empty. */
export function openServerExchange(incoming: Incoming, app: App): Exchange {
  return new OpenExchange(incoming, app)
}

/** The members are getters, so that the URL and the web-standard request are created only on demand. */
class OpenExchange implements Exchange {
  readonly incoming: Incoming
  readonly origin: string
  readonly site: Site
  readonly cookies: RequestCookies
  readonly setCookies: ResponseCookie[] = []
  query = NO_PARAMS
  body = NO_PARAMS
  callbackUrl: string | undefined = undefined
  isRepeatable = true

  constructor(incoming: Incoming, app: App) {
    const at = app.originOf(incoming)
    this.incoming = incoming
    this.origin = at.origin
    this.site = app.siteOf(at)
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
