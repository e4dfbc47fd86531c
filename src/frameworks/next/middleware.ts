import type { NextRequest } from 'next/server.js'
import {
  authorize,
  isReadOfScript,
  type Port,
  PRIVATE,
  type ResponseCookie,
  serializeCookie,
} from '../../runtime/port.js'
import type { NextAuthHandler } from './next-auth.js'
import { nextIncoming } from './requests.js'

/** A handler with any session and any second argument. */
export type AnyHandler = NextAuthHandler<Record<string, unknown> | null, unknown>

/**
 * Responds to a request, or lets it continue: `callbacks.authorized` decides first, then the handler if there
 * is one. If the session is extended, its new cookies are set for the browser, and for the page or route handler that runs afterwards.
 */
export async function respond(
  request: NextRequest,
  context: unknown,
  handler: AnyHandler | undefined,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Response> {
  const cookies: ResponseCookie[] = []
  const writer = { set: (set: readonly ResponseCookie[]) => void cookies.push(...set), isLate: () => false }
  const incoming = nextIncoming(request, prefix)
  // Next.js does not tell a middleware whether its router sent a request as a prefetch.
  const opened = port.open({ ...incoming, mayBePrefetch: isReadOfScript(incoming) }, writer)
  const { session, response } = await authorize(opened)
  const result =
    response ?? (await handler?.(Object.assign(request, { auth: session }), context)) ?? (await next())
  return withCookies(result, cookies)
}

async function next(): Promise<Response> {
  const { NextResponse } = await import('next/server.js')
  return NextResponse.next()
}

/** Header with which Next.js passes cookies of a middleware to the code that runs afterwards. */
const FORWARDED = 'x-middleware-set-cookie'

/**
 * Adds cookies to a copy of the response, because some responses are immutable, and forbids caching. If the request continues, the code
 * that runs afterwards sees the cookies too.
 */
function withCookies(response: Response, cookies: readonly ResponseCookie[]): Response {
  if (cookies.length === 0) return response
  const { body, status, statusText, headers } = response
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  for (const cookie of cookies) changed.headers.append('set-cookie', serializeCookie(cookie))
  if (headers.has('x-middleware-next') || headers.has('x-middleware-rewrite')) {
    const before = headers.get(FORWARDED)
    const all = [...(before ? [before] : []), ...cookies.map(serializeCookie)]
    changed.headers.set(FORWARDED, all.join(','))
  }
  return changed
}
