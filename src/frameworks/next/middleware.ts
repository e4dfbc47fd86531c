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

/** A handler whatever its session and its second argument are. */
export type AnyHandler = NextAuthHandler<Record<string, unknown> | null, unknown>

/**
 * Lets a request through, or does not: `callbacks.authorized` decides first, then the handler, where there is
 * one. The session is extended when that is due, for what runs afterwards as well as for the browser.
 */
export async function guard(
  request: NextRequest,
  context: unknown,
  handler: AnyHandler | undefined,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Response> {
  const cookies: ResponseCookie[] = []
  const writer = { set: (set: readonly ResponseCookie[]) => void cookies.push(...set), isLate: () => false }
  const incoming = nextIncoming(request, prefix)
  // Next.js hides from a proxy which requests of its router are prefetches.
  const opened = port.open({ ...incoming, mayBePrefetch: isReadOfScript(incoming) }, writer)
  const { session, response } = await authorize(opened)
  const sent =
    response ?? (await handler?.(Object.assign(request, { auth: session }), context)) ?? (await next())
  return withCookies(sent, cookies)
}

async function next(): Promise<Response> {
  const { NextResponse } = await import('next/server.js')
  return NextResponse.next()
}

/** By which Next.js shows the cookies of a middleware to what runs afterwards. */
const FORWARDED = 'x-middleware-set-cookie'

/**
 * A response that sets cookies as well, and so is for no other user. Some responses cannot be changed, so it is a new
 * one. Where the request goes on, what runs afterwards sees the cookies, too.
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
