import { readCookies } from '../cookies/request-cookies.js'
import type { Instance } from '../instance/instance.js'
import { readBody } from './body.js'
import type { Exchange } from './exchange.js'
import { requestOrigin } from './origin.js'
import { type Params, readParams } from './params.js'

const none: Params = Object.freeze(Object.create(null))

/** Reads a request to one of the routes, its body included. Throws `InvalidRequest` when it is malformed. */
export async function openExchange(request: Request, instance: Instance): Promise<Exchange> {
  const opened = openServerExchange(request, instance)
  return {
    ...opened,
    query: readParams(opened.url.searchParams),
    body: request.method === 'POST' ? await readBody(request) : none,
  }
}

/** Reads what a call on the server needs of the request that it is made for: its origin and cookies. */
export function openServerExchange(request: Request, instance: Instance): Exchange {
  const { origin, secure } = requestOrigin(request, instance)
  const { pathname, search } = new URL(request.url)
  return {
    request,
    url: new URL(origin + pathname + search),
    origin,
    site: instance.site(instance.spec.options.useSecureCookies ?? secure),
    cookies: readCookies(request.headers.get('cookie')),
    query: none,
    body: none,
    callbackUrl: undefined,
    setCookies: new Map(),
  }
}
