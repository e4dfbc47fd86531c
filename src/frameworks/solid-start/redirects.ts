import type { Instance } from '../../runtime/compile.js'
import { type RedirectForm, type RedirectTarget, redirectTarget } from '../../runtime/http/redirects.js'
import type { SolidStartEvent } from './solid-start-event.js'

/**
 * Who goes where an answer leads: SolidStart's router, whose paths are below that of the application; SolidStart itself, which makes
 * a whole address of a path, by what it believes its own to be; or the browser, at once.
 */
export type Follower = 'router' | 'server function' | 'browser'

/** The router renders pages, and calls what they need of the server; SolidStart answers the forms of pages without scripts. */
export function followerOf(event: SolidStartEvent): Follower {
  const { headers } = event.request
  const called = headers.has('x-server-instance') || headers.has('x-server-id')
  return called || 'router' in event ? 'router' : 'server function'
}

/** What SolidStart's router follows when it is thrown or returned: on the server, and in the browser by itself. */
export function redirectTo(location: RedirectTarget): Response {
  return new Response(null, { status: 302, headers: { location } })
}

/**
 * An address as its follower takes it. A page of the application is a path for the router, which goes to it by itself; whatever it
 * has no page for, such as a built-in page, is a whole address, which a browser loads.
 */
export function routed(
  url: string,
  origin: string,
  { basePath, mount }: Pick<Instance, 'basePath' | 'mount'>,
  follower: Follower,
): RedirectTarget {
  const { pathname } = new URL(url)
  const isBuiltIn = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return redirectTarget(url, { origin, prefix: mount.prefix }, isBuiltIn ? 'url' : forms[follower])
}

const forms: Readonly<Record<Follower, RedirectForm>> = {
  router: 'path below the prefix',
  'server function': 'url',
  browser: 'path',
}
