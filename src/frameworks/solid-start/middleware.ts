import { type Admission, incomingRequest, type Mount, type Port, publicPath } from '../../runtime/port.js'
import { type Follower, redirectTo, type SolidStartEvent, type SolidStartServerEvent } from './event.js'
import type { SolidStartMiddleware, SolidStartMiddlewareOptions } from './solid-start-auth.js'

/** Lets a request to one of the paths through where a user is signed in, and every other request. */
export function middleware(
  { paths, ...options }: SolidStartMiddlewareOptions,
  port: Pick<Port, 'isRoute' | 'mount'>,
  guard: (event: SolidStartEvent, options: Omit<SolidStartMiddlewareOptions, 'paths'>) => Promise<Admission>,
): SolidStartMiddleware {
  // By where the application is, which a configuration that is made for each request may say in its own way.
  const matchers = new Map<string, (pathname: string) => boolean>()
  const matcherBelow = (mount: Mount): ((pathname: string) => boolean) => {
    const matcher = matchers.get(mount.prefix) ?? pathMatcher(paths.map((path) => publicPath(path, mount)))
    matchers.set(mount.prefix, matcher)
    return matcher
  }
  return async (given) => {
    const event = 'request' in given ? given : eventOf(given)
    const incoming = incomingRequest(event.request)
    const guarded = matcherBelow(await port.mount(incoming))
    // A signed-out user must be able to sign in.
    if (!guarded(new URL(incoming.url).pathname) || (await port.isRoute(incoming))) return undefined
    return responseOf(await guard(event, options), 'browser')
  }
}

/** The response in place of what was requested; `undefined` for a signed-in user. */
export function responseOf(admission: Admission, follower: Follower): Response | undefined {
  if ('session' in admission) return undefined
  return 'leadsTo' in admission ? redirectTo(admission.leadsTo, follower) : admission.response()
}

function eventOf({ req, res }: SolidStartServerEvent): SolidStartEvent {
  return { request: req, response: res }
}

/**
 * Whether a path is one of those that patterns name, as SolidStart's router matches it: without regard to case or to
 * repeated slashes. `:name` stands for one part of a path, `*` at the end for any number.
 */
function pathMatcher(patterns: readonly string[]): (pathname: string) => boolean {
  const wanted = patterns.map(partsOf)
  return (pathname) => {
    const parts = partsOf(pathname)
    return wanted.some((pattern) => matches(pattern, parts))
  }
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const open = pattern.at(-1)?.startsWith('*') === true
  const fixed = open ? pattern.slice(0, -1) : pattern
  if (open ? parts.length < fixed.length : parts.length !== fixed.length) return false
  return fixed.every((part, index) => part.startsWith(':') || part === parts[index])
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean).map(decoded)
}

/** What cannot be decoded is left unchanged: there is no page of that name either way. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
