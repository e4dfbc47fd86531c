import { RequestContext } from 'solid-js/web'
import {
  afterChanges,
  type CookieWriter,
  type Destination,
  type OpenRequest,
  type Port,
  PRIVATE,
  type RedirectForm,
  serializeCookie,
  withPeerAddress,
} from '../../runtime/port.js'

/** The parts of SolidStart's event that are read: a request, and the headers of the response to it. */
export interface SolidStartEvent {
  readonly request: Request
  readonly response: { readonly headers: SolidStartHeaders }
  /** The address at the other end of the connection. */
  readonly clientAddress?: string | undefined
}

/** The same of an event of h3, which the middleware of SolidStart 2 is given. */
export interface SolidStartServerEvent {
  readonly req: Request
  readonly res: { readonly headers: SolidStartHeaders }
}

/** The methods of a response's headers that set cookies. */
export interface SolidStartHeaders {
  set(name: string, value: string): void
  append(name: string, value: string): void
}

/** Where Solid keeps the event of what runs. */
interface EventStorage {
  getStore(): SolidStartEvent | undefined
}

/**
 * The current event, or `undefined` outside of one.
 *
 * `getRequestEvent` of Solid falls back to the event that was rendered last, which may be another user's.
 */
export function currentEvent(): SolidStartEvent | undefined {
  const storages = globalThis as { [RequestContext]?: EventStorage }
  return storages[RequestContext]?.getStore()
}

/** The current event. Throws where there is none. */
export function requireEvent(call: string): SolidStartEvent {
  const event = currentEvent()
  if (event) return event
  throw new Error(`"${call}" needs a request: call it in a server function, a route or what renders a page.`)
}

/** What an event tells besides its request. */
type EventOfRequest = Pick<SolidStartEvent, 'response' | 'clientAddress'>

type ResponseOfEvent = SolidStartEvent['response']

interface Entry {
  readonly open: OpenRequest
  response: ResponseOfEvent | undefined
}

/** Opens each request once, for all code that serves it. Its cookies are set on the first response that is at hand. */
export function requests(port: Port): (request: Request, event: EventOfRequest | undefined) => OpenRequest {
  const opened = new WeakMap<Request, Entry>()
  return (request, event) => {
    const response = event?.response
    if (event && 'clientAddress' in event) withPeerAddress(request, () => event.clientAddress)
    const known = opened.get(request)
    if (known) {
      known.response ??= response
      return known.open
    }
    const resolution = { key: request, input: request }
    // A link that a pointer rests on calls the functions of its page in the same way as a navigation.
    const mayBePrefetch = request.headers.has('x-server-id')
    const entry: Entry = {
      open: port.open(
        (changes) => ({ ...afterChanges(request, changes), resolution, mayBePrefetch }),
        writerOf(() => entry.response),
      ),
      response,
    }
    opened.set(request, entry)
    return entry.open
  }
}

/** No other user may get a response that sets cookies. */
function writerOf(responseOf: () => ResponseOfEvent | undefined): CookieWriter {
  return {
    set(cookies) {
      const headers = responseOf()?.headers
      headers?.set('cache-control', PRIVATE)
      for (const cookie of cookies) headers?.append('set-cookie', serializeCookie(cookie))
    },
    // A page that is streamed has sent its headers.
    isLate: (error) => (error as { code?: unknown } | null)?.code === 'ERR_HTTP_HEADERS_SENT',
  }
}

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
