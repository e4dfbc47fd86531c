import { redirect } from '@sveltejs/kit'
import { AuthError } from '../../errors.js'
import {
  afterChanges,
  type Destination,
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

/** Redirects to a page of the application or to a provider. Kit 3 rejects addresses of other sites unless they are `external`. */
export function redirectTo(destination: Destination): never {
  const redirectAnywhere = redirect as (
    status: 303,
    location: string,
    options: { external: boolean },
  ) => never
  return redirectAnywhere(303, destination.as('path'), { external: true })
}

/** A target as a path of the application. What `resolve()` of Kit makes in a page is relative to it. */
export function absoluteTarget(redirectTo: string | undefined, { url }: AuthEvent): string | undefined {
  if (redirectTo === undefined || !/^[.]{1,2}(?:\/|$)/.test(redirectTo)) return redirectTo
  const { pathname, search, hash } = new URL(redirectTo, `http://localhost${url.pathname}`)
  return pathname + search + hash
}

/**
 * The address of the page that a request is for, or that calls a remote function; `undefined` where the request does
 * not say.
 */
export function pageOf({ isRemoteRequest, request, url }: AuthEvent, origin: string): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit has the page's address in place of the function's; for a query, Kit 3 does not.
    const isPage = pathname !== new URL(request.url).pathname
    return isPage ? origin + pathname + search : (request.headers.get('referer') ?? undefined)
  }
  // The query of a form's address names the action.
  return origin + (request.method === 'GET' ? pathname + search : pathname)
}
