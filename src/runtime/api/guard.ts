import type { Awaitable } from '../../model/awaitable.js'
import { publicPath } from '../core/config/mount.js'
import type { Incoming } from '../core/http/incoming.js'
import { type Destination, destination, signInUrl } from './destinations.js'
import { type Rejected, readableSession, type Session } from './readable-session.js'
import type { CallingRequest, ServerCall } from './server-call.js'

/**
 * The kind of a request:
 *
 * - `'page'`: a browser opens a page.
 * - `'call'`: a page calls a server function.
 * - `'data'`: a client requests data. It does not follow redirects to a page.
 */
export type RequestKind = 'page' | 'call' | 'data'

/** Options of a guard: of the application, and of its framework. */
export interface GuardOptions {
  /** A path of the application to return to after the sign-in. Default: the page of the request. */
  readonly redirectTo?: string | undefined
  /** A path of the application to redirect signed-out users to. Default: the sign-in page. */
  readonly fallback?: string | undefined
  /** Corrects the kind that the headers of the request suggest. */
  readonly kindOf?: ((byHeaders: RequestKind) => Awaitable<RequestKind>) | undefined
  /** Returns the URL of the page of the request. Default: the URL of a page itself. For a form or data, the `Referer`. */
  readonly pageOf?: ((kind: RequestKind, origin: string) => string | undefined) | undefined
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

/** Headers by which frameworks mark calls of server functions. Their code in the browser follows redirects. */
const CALL_HEADERS = ['next-action', 'x-sveltekit-action', 'x-server-id', 'x-server-app'] as const

/** The kind of a request that its headers suggest. */
function requestKind({ headers }: Pick<Incoming, 'headers'>): RequestKind {
  if (CALL_HEADERS.some((name) => headers.has(name))) return 'call'
  return headers.get('accept')?.includes('text/html') ? 'page' : 'data'
}

/**
 * Admits a signed-in user. A signed-out user is redirected to the sign-in page, or gets a response with status
 * 401 if the request is for data.
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
  if (kind === 'data') return { status: 401, response: () => new Response(null, { status: 401 }) }
  const { origin } = exchange
  if (fallback !== undefined) {
    return { destination: destination(origin + publicPath(fallback, app.mount), call) }
  }
  const page = pageOf ? pageOf(kind, origin) : pageOfRequest(kind, call)
  const target = redirectTo === undefined ? page : publicPath(redirectTo, app.mount)
  return { destination: destination(await signInUrl(call, target), call) }
}

/**
 * The URL of a page that is requested. For a request that a page sends, the URL of that page. A form without scripts
 * is such a request: its own URL may be that of a server function, which a redirect with GET would call.
 */
function pageOfRequest(kind: RequestKind, { incoming, exchange }: ServerCall): string | undefined {
  const { method, headers } = incoming
  return kind === 'page' && method === 'GET' ? exchange.url.href : (headers.get('referer') ?? undefined)
}
