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

export type AnyHandler = NextAuthHandler<Record<string, unknown> | null, unknown>

export async function respond(
  request: NextRequest,
  context: unknown,
  handler: AnyHandler | undefined,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Response> {
  const cookies: ResponseCookie[] = []
  const writer = { set: (set: readonly ResponseCookie[]) => void cookies.push(...set), isLate: () => false }
  const incoming = nextIncoming(request, prefix)
  // A middleware cannot see whether Next.js sent a request as a prefetch.
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

/** The header with which Next.js passes cookies of a middleware to the code that runs after the middleware. */
const FORWARDED = 'x-middleware-set-cookie'

/** Returns a copy, because some responses are immutable. */
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
