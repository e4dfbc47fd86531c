import type { ResponseCookie } from '../../runtime/http/cookies.js'
import { type Incoming, incomingRequest, withPeerAddress } from '../../runtime/http/incoming.js'
import { requestWithCookies } from '../request-with-cookies.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** One request, with the cookies that were set while it was at work. */
export interface Visit {
  readonly event: AuthEvent
  /** The request as the browser would send it now. */
  incoming(): Incoming
  /** Whether cookies were set. */
  readonly hasCookies: boolean
  /** Sets cookies. Throws when the response is on its way already. */
  setCookies(cookies: readonly ResponseCookie[]): void
  /** The session, once it was asked for. */
  session: Promise<Record<string, unknown> | null> | undefined
}

/** The visits of an instance. Kit makes several events of a request; the request is one and the same. */
export interface Visits {
  of(event: AuthEvent): Visit
  /** The event of a request that a visit gave. */
  eventOf(request: Request | undefined): AuthEvent | undefined
}

export function createVisits(): Visits {
  const visits = new WeakMap<Request, Visit>()
  return {
    of(event) {
      const visit =
        visits.get(event.request) ?? openVisit(event, (request, opened) => visits.set(request, opened))
      visits.set(event.request, visit)
      return visit
    },
    eventOf: (request) => request && visits.get(request)?.event,
  }
}

function openVisit(event: AuthEvent, remember: (request: Request, visit: Visit) => void): Visit {
  let request = withPeerAddress(event.request, () => event.getClientAddress?.())
  const visit: Visit = {
    event,
    get hasCookies() {
      return request !== event.request
    },
    session: undefined,
    incoming: () => incomingRequest(request),
    setCookies(cookies) {
      if (cookies.length === 0) return
      for (const { name, value, options } of cookies) {
        event.cookies.set(name, value, { ...(options as object), path: options.path ?? '/' })
      }
      request = requestWithCookies(request, cookies)
      remember(request, visit)
    },
  }
  return visit
}
