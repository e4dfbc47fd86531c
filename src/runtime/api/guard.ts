import type { Awaitable } from '../../model/awaitable.js'
import { publicPath } from '../core/config/mount.js'
import type { Incoming } from '../core/http/incoming.js'
import { type Destination, destination, signInUrl } from './destinations.js'
import { type Rejected, readableSession, type Session } from './readable-session.js'
import type { CallingRequest, ServerCall } from './server-call.js'

/**
 * The kind of a request: for a page, a call of a server function by a page, or for data. A client that requests
 * data follows no redirect.
 */
export type RequestKind = 'page' | 'call' | 'data'

/** Options for decisions that depend on more than the request. */
export interface GuardOptions {
  /** The target after the sign-in: a path of the application. */
  readonly redirectTo?: string | undefined
  /** The target instead of the sign-in page: a path of the application. */
  readonly fallback?: string | undefined
  /** The kind of the request, if the framework knows more than the headers say. */
  readonly kindOf?: ((byHeaders: RequestKind) => Awaitable<RequestKind>) | undefined
  /** Returns the URL of the page that is requested, or that sent the request. Default: read from the headers. */
  readonly pageOf?: ((kind: RequestKind, origin: string) => string | undefined) | undefined
}

/** A request that a guard lets through. */
export interface Admitted {
  readonly session: Session
}

/** A redirect of a signed-out user to a page. */
export interface LedAway {
  readonly leadsTo: Destination
}

/** The decision of a guard. */
export type Admission = Admitted | LedAway | Rejected

/** Headers of server calls by a framework's browser code, which follows redirects of the response. */
const CALL_HEADERS = ['next-action', 'x-sveltekit-action', 'x-server-id', 'x-server-app'] as const

/** The kind of a request, by its headers. */
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
    return { leadsTo: destination(origin + publicPath(fallback, app.mount), call) }
  }
  const page = pageOf ? pageOf(kind, origin) : pageOfRequest(kind, call)
  const target = redirectTo === undefined ? page : publicPath(redirectTo, app.mount)
  return { leadsTo: destination(await signInUrl(call, target), call) }
}

/** The URL of the page: that of the request, or from `Referer` if a page sent the request. */
function pageOfRequest(kind: RequestKind, { incoming, exchange }: ServerCall): string | undefined {
  return kind === 'page' ? exchange.url.href : (incoming.headers.get('referer') ?? undefined)
}
