import { MissingCSRF } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import { asError } from '../core/base/as-error.js'
import { publicPath } from '../core/config/mount.js'
import type { Incoming } from '../core/http/incoming.js'
import { mayChangeState } from '../core/http/origin.js'
import { report } from '../core/http/report.js'
import { toResponse } from '../core/http/response.js'
import { type Unavailable, unavailable, unavailableStatus } from '../core/http/unavailable.js'
import { appRoute } from '../core/route-table.js'
import { otherSite } from '../core/routes/csrf.js'
import { type Destination, destination, signInUrl } from './destinations.js'
import type { CallingRequest, ServerCall } from './server-call.js'

type Session = Record<string, unknown>

/** The kind of a request: a page, a server function that a page calls, or data, whose client follows no redirect. */
export type RequestKind = 'page' | 'call' | 'data'

/** How a guard decides where it cannot tell by the request alone. */
export interface GuardOptions {
  /** Where the sign-in page leads to afterwards: a path of the application. */
  readonly redirectTo?: string | undefined
  /** Where to lead in place of the sign-in page: a path of the application. */
  readonly fallback?: string | undefined
  /** The kind of the request, if the framework knows more than the headers say. */
  readonly kindOf?: ((byHeaders: RequestKind) => Awaitable<RequestKind>) | undefined
  /** The address of the page that the request is for, or that calls it. Default: as the request says. */
  readonly pageOf?: ((kind: RequestKind, origin: string) => string | undefined) | undefined
}

/** A request that a guard lets through. */
export interface Admitted {
  readonly session: Session
}

/** A request of a signed-out user that leads to a page. */
export interface LedAway {
  readonly leadsTo: Destination
}

/** A request that is rejected: 401 for a signed-out user, anything else where the session cannot be read. */
export interface Rejected {
  readonly status: Unavailable['status'] | 401
  /** Why the session cannot be read. */
  readonly error?: Error
  response(): Response
}

/** The decision of a guard. */
export type Admission = Admitted | LedAway | Rejected

/** Headers that a framework's code in the browser adds when it calls the server, and follows where the response leads. */
const CALLS = ['next-action', 'x-sveltekit-action', 'x-server-id', 'x-server-app'] as const

/** Whether a request is for a page, by its headers. */
function requestKind({ headers }: Pick<Incoming, 'headers'>): RequestKind {
  if (CALLS.some((name) => headers.has(name))) return 'call'
  return headers.get('accept')?.includes('text/html') ? 'page' : 'data'
}

/** The result of `callbacks.authorized`: the session of a request that continues, or the response to send instead. */
export interface Authorization {
  readonly session: Session | null
  readonly response?: Response | undefined
}

/** Admits a signed-in user; a signed-out one is led to the sign-in page, or gets 401 where the request is for data. */
export async function guard(
  request: CallingRequest,
  { redirectTo, fallback, kindOf, pageOf }: GuardOptions,
): Promise<Admission> {
  const read = await readable(request)
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

/**
 * Whether `callbacks.authorized` lets a request through: only `true` does. A response is sent in its place; every other value leads to the
 * sign-in page, so that a callback without a result on one branch protects the page. Without the callback, every request goes on.
 */
export async function authorize(request: CallingRequest): Promise<Authorization> {
  const read = await readable(request)
  if ('status' in read) return { session: null, response: read.response() }
  const { session } = read
  const call = await request.call()
  const { incoming, app, exchange } = call
  const { url } = exchange
  // A signed-out user must be able to sign in.
  if (appRoute(url.pathname, app)) return { session }
  const { authorized } = app.spec.callbacks
  if (authorized === undefined) return { session }
  const decision: unknown = await authorized({ request: incoming.request(), auth: session as never })
  if (decision === true) return { session }
  const response = decision instanceof Response ? decision : redirect(await signInUrl(call, url.href))
  const target = locationOf(response, url)
  if (target !== undefined && leadsToItself(url, target, call)) return { session }
  return { session, response }
}

/**
 * Whether a page of the sign-in leads to itself, where it would never be shown. A redirect of another page to itself is what the application
 * says: it may set a cookie, or another query.
 */
function leadsToItself({ href }: URL, target: string, { app, exchange }: ServerCall): boolean {
  const page = withoutQuery(href)
  if (withoutQuery(target) !== page) return false
  // A page of one's account is for signed-in users alone.
  const { account: _, ...pages } = app.spec.pages
  // A browser encodes the path that a configuration names.
  return Object.values(pages).some(
    (path) => path && withoutQuery(new URL(exchange.origin + path).href) === page,
  )
}

/**
 * Throws `MissingCSRF` if the request may not change state: see `mayChangeState`.
 *
 * @param message - A sentence without its end.
 * @param when - `'unless off'` skips the check if `skipCSRFCheck` is set.
 */
export function requireSameSite(
  { exchange }: ServerCall,
  message: string,
  when: 'always' | 'unless off',
): void {
  if (when === 'unless off' && exchange.site.csrf.isOff) return
  if (!mayChangeState(exchange)) throw new MissingCSRF(otherSite(message, exchange))
}

/** The session, or why it cannot be read now: then no request is let through, and no user is signed out. Throws every other error. */
async function readable(request: CallingRequest): Promise<{ readonly session: Session | null } | Rejected> {
  try {
    return { session: await request.session() }
  } catch (thrown) {
    const status = unavailableStatus(thrown)
    if (status === undefined) throw thrown
    const error = asError(thrown)
    report(error, (await request.app()).logger)
    return { status, error, response: () => toResponse(unavailable({ status })) }
  }
}

/** A page is its own; what a page calls names it in `Referer`. */
function pageOfRequest(kind: RequestKind, { incoming, exchange }: ServerCall): string | undefined {
  return kind === 'page' ? exchange.url.href : (incoming.headers.get('referer') ?? undefined)
}

function locationOf({ headers }: Response, url: URL): string | undefined {
  const location = headers.get('location')
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : undefined
}

/** The address of a page without its query and fragment, and without a slash at its end. */
function withoutQuery(href: string): string {
  return href.replace(/[?#].*/s, '').replace(/\/$/, '')
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { location } })
}
