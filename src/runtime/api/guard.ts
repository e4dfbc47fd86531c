import type { Awaitable } from '../../model/awaitable.js'
import { parseUrl } from '../../model/parse-url.js'
import { publicPath } from '../core/config/mount.js'
import type { Incoming } from '../core/http/incoming.js'
import { PRIVATE } from '../core/http/route-result.js'
import { type Destination, destination, signInUrl } from './destinations.js'
import { type Rejected, readableSession } from './readable-session.js'
import type { CallingRequest, Session } from './server-call.js'

/**
 * `'page'`: a browser opens a page. `'call'`: a page calls a server function. `'data'`: a client requests data,
 * and does not follow redirects to a page.
 */
export type RequestKind = 'page' | 'call' | 'data'

export interface GuardOptions {
  readonly redirectTo?: string | undefined
  readonly fallback?: string | undefined
  /**
   * Replaces the kind according to the `Accept` header, because frameworks mark calls of their server
   * functions with other headers.
   */
  readonly kindOf?: ((byHeaders: RequestKind) => Awaitable<RequestKind>) | undefined
  /** Returns the URL of the page to return to after the sign-in. */
  readonly pageOf?: ((origin: string, referer: string | undefined) => string | undefined) | undefined
}

export interface Admitted {
  readonly session: Session
}

export interface Redirected {
  readonly destination: Destination
}

export type Admission = Admitted | Redirected | Rejected

function requestKind({ headers }: Pick<Incoming, 'headers'>): RequestKind {
  return headers.get('accept')?.includes('text/html') ? 'page' : 'data'
}

export async function guard(
  request: CallingRequest,
  { redirectTo, fallback, kindOf, pageOf }: GuardOptions,
): Promise<Admission> {
  const read = await readableSession(request)
  if ('status' in read) return read
  if (read.session) return { session: read.session }
  const call = await request.call()
  const { incoming, app, exchange } = call
  const byHeaders = requestKind(incoming)
  const kind = kindOf ? await kindOf(byHeaders) : byHeaders
  if (kind === 'data') return { status: 401, response: unauthorized }
  const { origin } = exchange
  if (fallback !== undefined) {
    const path = fallback.startsWith('/') ? fallback : `/${fallback}`
    return { destination: destination(origin + publicPath(path, app.mount), call) }
  }
  const referer = refererOf(incoming, origin)
  const page = pageOf ? pageOf(origin, referer) : isOpened(kind, incoming) ? exchange.url.href : referer
  const target = redirectTo === undefined ? page : publicPath(redirectTo, app.mount)
  return { destination: destination(await signInUrl(call, target), call) }
}

function unauthorized(): Response {
  return new Response(null, { status: 401, headers: { 'cache-control': PRIVATE } })
}

/**
 * Whether the browser can return to the URL of the request. A form without scripts may post to the URL of a
 * server function, and returning there would call the function with GET.
 */
function isOpened(kind: RequestKind, { method }: Incoming): boolean {
  return kind === 'page' && (method === 'GET' || method === 'HEAD')
}

function refererOf({ headers }: Incoming, origin: string): string | undefined {
  const referer = headers.get('referer') ?? ''
  return parseUrl(referer)?.origin === origin ? referer : undefined
}
