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

/** The part of a SolidStart event that is used. */
export interface SolidStartEvent {
  /** The request. */
  readonly request: Request
  /** The response so far. */
  readonly response: { readonly headers: SolidStartHeaders }
  /** The IP address of the connection's peer. */
  readonly clientAddress?: string | undefined
}

/** The used part of the h3 event that SolidStart 2 passes to a middleware. */
export interface SolidStartServerEvent {
  /** The request. */
  readonly req: Request
  /** The response so far. */
  readonly res: { readonly headers: SolidStartHeaders }
}

/** Methods of response headers that set cookies. */
export interface SolidStartHeaders {
  /** Sets a header and replaces its values. */
  set(name: string, value: string): void
  /** Adds a value to a header. */
  append(name: string, value: string): void
}

interface EventStorage {
  getStore(): SolidStartEvent | undefined
}

/**
 * Returns the event of the current request. Solid's `getRequestEvent` is not used, because it falls back to the last
 * rendered event, which may belong to another user.
 */
export function currentEvent(): SolidStartEvent | undefined {
  const storages = globalThis as { [RequestContext]?: EventStorage }
  return storages[RequestContext]?.getStore()
}

export function requireEvent(call: string): SolidStartEvent {
  const event = currentEvent()
  if (event) return event
  throw new Error(
    `"${call}" needs a request. Call it in a server function, a route or while a page is rendered.`,
  )
}

type EventOfRequest = Pick<SolidStartEvent, 'response' | 'clientAddress'>

type ResponseOfEvent = SolidStartEvent['response']

interface Entry {
  readonly open: OpenRequest
  response: ResponseOfEvent | undefined
}

/** Opens each request once. Cookies are set on the response of the first event that is available. */
export function requests(port: Port): (request: Request, event: EventOfRequest | undefined) => OpenRequest {
  const opened = new WeakMap<Request, Entry>()
  return (request, event) => {
    const response = event?.response
    if (event && 'clientAddress' in event) withPeerAddress(request, () => event.clientAddress)
    const existing = opened.get(request)
    if (existing) {
      existing.response ??= response
      return existing.open
    }
    const resolution = { key: request, input: (changed?: Request) => changed ?? request }
    // SolidStart calls the server functions of a page when the mouse is over its link. A navigation sends the same request.
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

function writerOf(responseOf: () => ResponseOfEvent | undefined): CookieWriter {
  return {
    set(cookies) {
      const headers = responseOf()?.headers
      headers?.set('cache-control', PRIVATE)
      for (const cookie of cookies) headers?.append('set-cookie', serializeCookie(cookie))
    },
    // A streamed page has already sent its headers.
    isLate: (error) => (error as { code?: unknown } | null)?.code === 'ERR_HTTP_HEADERS_SENT',
  }
}

/**
 * The code that follows a redirect. SolidStart's handler of server functions gets an absolute URL, because it would
 * resolve a path against an origin that may be wrong.
 */
export type Follower = 'router' | 'server function' | 'browser'

/** For a form without scripts, SolidStart's handler of server functions follows the redirect. */
export function followerOf(event: SolidStartEvent): Follower {
  return isCall(event.request) || 'router' in event ? 'router' : 'server function'
}

export function isCall({ headers }: Request): boolean {
  return headers.has('x-server-instance') || headers.has('x-server-id')
}

/** A built-in page is not a route of SolidStart's router, so its `Location` is always an absolute URL. */
export function redirectTo(destination: Destination, follower: Follower): Response {
  const location = destination.as(destination.isBuiltIn ? 'url' : redirectForms[follower])
  return new Response(null, { status: 302, headers: { location } })
}

const redirectForms: Readonly<Record<Follower, RedirectForm>> = {
  router: 'path below the prefix',
  'server function': 'url',
  browser: 'path',
}
