import type { Instance } from '../../runtime/instance/instance.js'
import { matchRoute } from '../../runtime/request/actions.js'
import { refused } from '../refused.js'
import { pathMatcher } from './paths.js'
import { turnedAway } from './protect.js'
import type { RequestSessions } from './request-sessions.js'
import type { SolidStartMiddleware, SolidStartMiddlewareOptions } from './solid-start-auth.js'
import type { SolidStartEvent, SolidStartServerEvent } from './solid-start-event.js'

/** Lets a request to one of the paths through when somebody is signed in, and every other request. */
export function middleware(
  { paths, ...options }: SolidStartMiddlewareOptions,
  sessions: RequestSessions,
  instanceOf: (request: Request) => Promise<Instance>,
): SolidStartMiddleware {
  const guarded = pathMatcher(paths)
  return async (given) => {
    const { request, response } = eventOf(given)
    const { pathname } = new URL(request.url)
    if (!guarded(pathname)) return undefined
    const instance = await instanceOf(request)
    // Whoever is not signed in must be able to sign in.
    if (matchRoute(pathname, instance.basePath)) return undefined
    try {
      if (await sessions.read(request, response)) return undefined
      return turnedAway(request, options, sessions, instance)
    } catch (error) {
      return refused(error, instance)
    }
  }
}

function eventOf(event: SolidStartEvent | SolidStartServerEvent): SolidStartEvent {
  return 'request' in event ? event : { request: event.req, response: event.res }
}
