import { AuthError } from '../../errors.js'
import {
  afterChanges,
  eventForTests,
  type Incoming,
  type OpenRequest,
  type Port,
  type ResponseCookie,
  withPeerAddress,
} from '../../runtime/port.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** Kit can create several events for one request. */
export interface OpenEvent {
  /** The event of the hook: in the event of a remote query, Kit hides the URL. */
  readonly event: AuthEvent
  readonly request: OpenRequest
  /** Returns the request, with the cookies that were set since it was received. */
  incoming(): Incoming
  hasCookies: boolean
}

export interface Events {
  open(event: AuthEvent): OpenEvent
  /**
   * Returns the data of a request for a configuration that is a function. Throws if the request does not come from an
   * event.
   */
  incomingOf(request: Request | undefined): Incoming
}

export function createEvents(open: Port['open']): Events {
  const opened = new WeakMap<Request, OpenEvent>()
  const openOnce: Events['open'] = (event) => {
    const existing = opened.get(event.request)
    if (existing) return existing
    const created = openEvent(event, open)
    opened.set(event.request, created)
    return created
  }
  return {
    open: openOnce,
    incomingOf(request) {
      const existing = request && opened.get(request)
      if (existing) return existing.incoming()
      const { [eventForTests]: makeEvent } = (request ?? {}) as { [eventForTests]?: () => AuthEvent }
      if (makeEvent) return openOnce(makeEvent()).incoming()
      throw new AuthError('This configuration is a function of the event. Pass { request: event.request }.')
    },
  }
}

function eventOf(event: AuthEvent, request: Request): AuthEvent {
  return Object.create(event, {
    request: { value: request, enumerable: true },
    url: { value: new URL(request.url), enumerable: true },
  })
}

function openEvent(event: AuthEvent, open: Port['open']): OpenEvent {
  const { cookies } = event
  const request = withPeerAddress(event.request, () => event.getClientAddress?.())
  const resolution = {
    key: request,
    input: (changed?: Request) => (changed ? eventOf(event, changed) : event),
  }
  // Kit sends the same request to preload the data of a page and to navigate to it.
  const mayBePrefetch = event.isDataRequest
  const after = (changes: readonly ResponseCookie[]): Incoming => ({
    ...afterChanges(request, changes),
    resolution,
    mayBePrefetch,
  })
  let incoming = after([])
  const opened: OpenEvent = {
    event,
    incoming: () => incoming,
    hasCookies: false,
    request: open(
      (changes) => {
        incoming = after(changes)
        return incoming
      },
      {
        set(changes) {
          for (const { name, value, options } of changes) {
            cookies.set(name, value, { ...(options as object), path: options.path ?? '/' })
          }
          opened.hasCookies = true
        },
        // Kit throws a plain `Error` if the response was already sent, so every error counts as late.
        isLate: () => true,
      },
    ),
  }
  return opened
}
