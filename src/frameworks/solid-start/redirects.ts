import type { Destination, RedirectForm } from '../../runtime/port.js'
import type { SolidStartEvent } from './solid-start-event.js'

/**
 * Who follows a redirect: SolidStart's router, whose paths are below that of the application; SolidStart itself, which makes
 * a whole URL of a path, by what it takes for its own; or the browser, at once.
 */
export type Follower = 'router' | 'server function' | 'browser'

/** The router renders pages, and calls what they need of the server; SolidStart responds to the forms of pages without scripts. */
export function followerOf(event: SolidStartEvent): Follower {
  const { headers } = event.request
  const called = headers.has('x-server-instance') || headers.has('x-server-id')
  return called || 'router' in event ? 'router' : 'server function'
}

/**
 * What SolidStart's router follows when it is thrown or returned: on the server, and in the browser by itself. A page of the application is
 * a path for the router; a built-in page, of which the router has none, is a whole URL, which a browser loads.
 */
export function redirectTo(destination: Destination, follower: Follower): Response {
  const location = destination.as(destination.isBuiltIn ? 'url' : forms[follower])
  return new Response(null, { status: 302, headers: { location } })
}

const forms: Readonly<Record<Follower, RedirectForm>> = {
  router: 'path below the prefix',
  'server function': 'url',
  browser: 'path',
}
