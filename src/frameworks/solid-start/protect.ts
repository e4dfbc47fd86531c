import type { Instance } from '../../runtime/compile.js'
import { publicPath } from '../../runtime/config/mount.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import { refused } from '../refused.js'
import { signInUrl } from '../sign-in-url.js'
import { type Follower, followerOf, redirectTo, routed } from './redirects.js'
import type { RequestSessions } from './request-sessions.js'
import type { SolidStartProtectOptions } from './solid-start-auth.js'
import type { SolidStartEvent } from './solid-start-event.js'

/** The session of somebody who is signed in. Throws a response to everybody else. */
export async function protect(
  event: SolidStartEvent,
  options: SolidStartProtectOptions,
  sessions: RequestSessions,
  instance: Instance,
): Promise<Record<string, unknown>> {
  const session = await sessions.read(event.request, event.response).catch((error: unknown) => {
    throw refused(error, instance)
  })
  if (session) return session
  throw await turnedAway(event.request, options, sessions, instance, followerOf(event))
}

/** The answer to whoever is not signed in: the way to a page, or 401 where no page was asked for. */
export async function turnedAway(
  request: Request,
  { fallback, redirectTo: wanted }: SolidStartProtectOptions,
  sessions: RequestSessions,
  instance: Instance,
  follower: Follower,
): Promise<Response> {
  const asked = questionOf(request)
  if (asked === 'data') return new Response(null, { status: 401 })
  const { origin, url } = openIncoming(sessions.current(request), instance)
  const lead = (target: string): Response => redirectTo(routed(target, origin, instance, follower))
  if (fallback !== undefined) return lead(origin + publicPath(fallback, instance.mount))
  const here = asked === 'page' ? url.href : (request.headers.get('referer') ?? undefined)
  const target = wanted === undefined ? here : publicPath(wanted, instance.mount)
  return lead(await signInUrl(instance, { origin }, target))
}

/** What a request asks for: a page, what a page calls on the server, or neither. */
function questionOf({ headers }: Request): 'page' | 'call' | 'data' {
  if (headers.has('x-server-id') || headers.has('x-server-instance')) return 'call'
  return headers.get('accept')?.includes('text/html') ? 'page' : 'data'
}
