import type { Awaitable } from '../../model/awaitable.js'
import { parseUrl } from '../../model/parse-url.js'
import { publicPath } from '../core/config/mount.js'
import type { Incoming } from '../core/http/incoming.js'
import { PRIVATE } from '../core/http/result.js'
import { type Destination, destination, signInUrl } from './destinations.js'
import { type Rejected, readableSession, type Session } from './readable-session.js'
import type { CallingRequest } from './server-call.js'

/**
 * The kind of a request:
 *
 * - `'page'`: a browser opens a page.
 * - `'call'`: a page calls a server function.
 * - `'data'`: a client requests data. It does not follow redirects to a page.
 */
export type RequestKind = 'page' | 'call' | 'data'

/** Options of a guard. Some are set by the application, others by the integration for a framework. */
export interface GuardOptions {
  /** A path of the application to return to after the sign-in. Default: the page of the request. */
  readonly redirectTo?: string | undefined
  /** A path of the application to redirect signed-out users to. Default: the sign-in page. */
  readonly fallback?: string | undefined
  /**
   * Returns the kind of the request. The parameter is the kind according to the `Accept` header. Frameworks
   * mark calls of their server functions with other headers.
   */
  readonly kindOf?: ((byHeaders: RequestKind) => Awaitable<RequestKind>) | undefined
  /**
   * Returns the URL of the page to return to after the sign-in. Default: the URL of the request if it opens a
   * page with GET, otherwise the `Referer`.
   *
   * @param referer - The `Referer`, if it is a URL at the origin.
   */
  readonly pageOf?: ((origin: string, referer: string | undefined) => string | undefined) | undefined
}

/** A signed-in user is admitted. */
export interface Admitted {
  readonly session: Session
}

/** A signed-out user is redirected to a page. */
export interface Redirected {
  readonly destination: Destination
}

/** The decision of a guard. */
export type Admission = Admitted | Redirected | Rejected

/** The kind of a request that its headers suggest. */
function requestKind({ headers }: Pick<Incoming, 'headers'>): RequestKind {
  return headers.get('accept')?.includes('text/html') ? 'page' : 'data'
}

/**
 * Admits a signed-in user. A signed-out user is redirected to `fallback`, by default the sign-in page, or gets
 * a response with status 401 if the request is for data.
 */
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
 * Whether a browser opens the URL of the request as a page with GET. A form that is sent without scripts can
 * have the URL of a server function. After the sign-in, a redirect to that URL would call the function with
 * GET.
 */
function isOpened(kind: RequestKind, { method }: Incoming): boolean {
  return kind === 'page' && (method === 'GET' || method === 'HEAD')
}

/** The `Referer`, if it is a URL at the origin. Pages of other sites can send requests, too. */
function refererOf({ headers }: Incoming, origin: string): string | undefined {
  const referer = headers.get('referer') ?? ''
  return parseUrl(referer)?.origin === origin ? referer : undefined
}
