import { parseUrl } from '../../model/parse-url.js'
import { appRoute } from '../core/route-table.js'
import { signInUrl } from './destinations.js'
import { readableSession } from './readable-session.js'
import type { CallingRequest, ServerCall, Session } from './server-call.js'

export interface Authorization {
  readonly session: Session | null
  /** Response that is sent instead of the page. */
  readonly response?: Response | undefined
}

export async function authorize(request: CallingRequest): Promise<Authorization> {
  const read = await readableSession(request)
  if ('status' in read) return { session: null, response: read.response() }
  const { session } = read
  const call = await request.call()
  const { incoming, app, exchange } = call
  const { url } = exchange
  // The routes of Authwright must stay open to signed-out users.
  if (appRoute(url.pathname, app)) return { session }
  const { authorized } = app.spec.callbacks
  if (authorized === undefined) return { session }
  const decision: unknown = await authorized({ request: incoming.request(), auth: session as never })
  if (decision === true) return { session }
  const response = decision instanceof Response ? decision : redirect(await signInUrl(call, url.href))
  const target = locationOf(response, url)
  if (target !== undefined && redirectsToItself(url, target, call)) return { session }
  return { session, response }
}

/**
 * Whether a custom page, such as the sign-in page, would redirect to itself endlessly. Other pages may
 * redirect to themselves, for example to set a cookie or to change the query.
 */
function redirectsToItself({ href }: URL, target: string, { app, exchange }: ServerCall): boolean {
  const page = pageUrl(href)
  if (pageUrl(target) !== page) return false
  // Not a sign-in page: the account page is for signed-in users only.
  const { account: _, ...pages } = app.spec.pages
  // `new URL` encodes the path as a browser does.
  return Object.values(pages).some((path) => path && pageUrl(new URL(exchange.origin + path).href) === page)
}

function locationOf({ headers }: Response, url: URL): string | undefined {
  const location = headers.get('location')
  return location === null ? undefined : parseUrl(location, url.href)?.href
}

/** Returns the URL without query, fragment and trailing slash. */
function pageUrl(href: string): string {
  return href.replace(/[?#].*/s, '').replace(/\/$/, '')
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { location } })
}
