import type { NextRequest } from 'next/server.js'
import type { Instance } from '../../runtime/compile.js'
import { matchRoute } from '../../runtime/http/actions.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import { isReadOfScript } from '../../runtime/http/extension.js'
import type { RouteExchange } from '../../runtime/routes/route-context.js'
import { cookiesOf } from '../../runtime/server/server-call.js'
import { showSession } from '../../runtime/sessions/show-session.js'
import { refused } from '../refused.js'
import type { NextAuthHandler } from './next-auth.js'
import { nextIncoming } from './next-incoming.js'
import { nextSignInUrl } from './next-sign-in-url.js'
import type { Shell } from './shell.js'
import { withCookies } from './with-cookies.js'

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
  shell: Shell,
): Promise<Response> {
  const instance = await shell.instance(request)
  let exchange: RouteExchange
  let session: Record<string, unknown> | null
  try {
    const incoming = nextIncoming(request, shell.prefix)
    // Next.js hides from a proxy which requests of its router are prefetches.
    exchange = openIncoming(incoming, instance, isReadOfScript(incoming))
    const live = await exchange.site.sessions.find(exchange)
    session = live && (await showSession(live, exchange))
  } catch (error) {
    return refused(error, instance)
  }
  const response =
    (await denied(request, session, exchange, instance)) ??
    (await handler?.(Object.assign(request, { auth: session }), context)) ??
    (await next())
  return withCookies(response, cookiesOf(exchange))
}

/** The answer in place of what was asked for; `undefined` where the request may go on. */
async function denied(
  request: NextRequest,
  session: Record<string, unknown> | null,
  exchange: RouteExchange,
  instance: Instance,
): Promise<Response | undefined> {
  const { url } = exchange
  // Whoever is not signed in must be able to sign in.
  if (matchRoute(url.pathname, instance.basePath)) return undefined
  const answer = (await instance.spec.callbacks.authorized?.({ request, auth: session as never })) ?? true
  if (answer === true) return undefined
  const target = answer === false ? await nextSignInUrl(instance, exchange, url.href) : targetOf(answer, url)
  // A page that leads to itself would never be shown.
  if (target !== undefined && pageOf(target) === pageOf(url.href)) return undefined
  return answer === false ? redirect(target as string) : answer
}

function targetOf(response: Response, url: URL): string | undefined {
  const location = response.headers.get('location')
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : undefined
}

/** An address without what a page may be told, and without a slash at its end. */
function pageOf(href: string): string {
  return href.replace(/[?#].*/s, '').replace(/\/$/, '')
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { location } })
}

async function next(): Promise<Response> {
  const { NextResponse } = await import('next/server.js')
  return NextResponse.next()
}
