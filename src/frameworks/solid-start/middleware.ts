import { type Mount, publicPath } from '../../runtime/config/mount.js'
import { matchRoute } from '../../runtime/http/actions.js'
import type { Interpreter } from '../../runtime/interpret.js'
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
  interpreter: Pick<Interpreter, 'mount' | 'instance'>,
): SolidStartMiddleware {
  // By where the application is, which a configuration that is made for each request may say in its own way.
  const matchers = new Map<string, (pathname: string) => boolean>()
  const matcherBelow = (mount: Mount): ((pathname: string) => boolean) => {
    const matcher = matchers.get(mount.prefix) ?? pathMatcher(paths.map((path) => publicPath(path, mount)))
    matchers.set(mount.prefix, matcher)
    return matcher
  }
  return async (given) => {
    const { request, response } = eventOf(given)
    const { pathname } = new URL(request.url)
    const guarded = matcherBelow(await interpreter.mount(request))
    if (!guarded(pathname)) return undefined
    const instance = await interpreter.instance(request)
    // Whoever is not signed in must be able to sign in.
    if (matchRoute(pathname, instance.basePath)) return undefined
    try {
      if (await sessions.read(request, response)) return undefined
      return await turnedAway(request, options, sessions, instance, 'browser')
    } catch (error) {
      return refused(error, instance)
    }
  }
}

function eventOf(event: SolidStartEvent | SolidStartServerEvent): SolidStartEvent {
  return 'request' in event ? event : { request: event.req, response: event.res }
}
