import { AuthError } from '../../errors.js'
import {
  afterChanges,
  type Incoming,
  type OpenRequest,
  type Port,
  type ResponseCookie,
  withPeerAddress,
} from '../../runtime/port.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** One request, open for all events that Kit makes of it. */
export interface OpenEvent {
  /** The first event, which is the one of the hook. Kit hides the address from the event of a query. */
  readonly event: AuthEvent
  readonly request: OpenRequest
  /** The request as its client would send it now. */
  incoming(): Incoming
  /** Whether cookies were set. */
  hasCookies: boolean
}

/** The events that an instance serves. */
export interface Events {
  /** Opens the request of an event, once. */
  open(event: AuthEvent): OpenEvent
  /** The request of an event, for a configuration that is resolved by events. Throws where no event belongs to it. */
  incomingOf(request: Request | undefined): Incoming
}

export function createEvents(open: Port['open']): Events {
  const opened = new WeakMap<Request, OpenEvent>()
  return {
    open(event) {
      const known = opened.get(event.request)
      if (known) return known
      const made = openEvent(event, open)
      opened.set(event.request, made)
      return made
    },
    incomingOf(request) {
      const known = request && opened.get(request)
      if (known) return known.incoming()
      throw new AuthError(
        'A configuration that is made for each event needs one: pass { request: event.request }.',
      )
    },
  }
}

function openEvent(event: AuthEvent, open: Port['open']): OpenEvent {
  const { cookies } = event
  const request = withPeerAddress(event.request, () => event.getClientAddress?.())
  const resolution = { key: request, input: event }
  // Kit loads the data of a page ahead of a navigation in the same way as for it.
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
        // Kit rejects cookies while the response is sent, with an error without a specific name.
        isLate: () => true,
      },
    ),
  }
  return opened
}

/**
 * Whether Kit prerenders a page: there is no user then, and Kit does not give the query.
 *
 * @see https://svelte.dev/docs/kit/page-options#prerender
 */
export function isPrerendered({ url }: AuthEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}
