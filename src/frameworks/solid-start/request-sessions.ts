import type { Instance } from '../../runtime/compile.js'
import { type ResponseCookie, serializeCookie } from '../../runtime/http/cookies.js'
import { type Incoming, incomingRequest } from '../../runtime/http/incoming.js'
import { PRIVATE } from '../../runtime/http/response.js'
import { refreshSession } from '../../runtime/server/refresh-session.js'
import { requestWithCookies } from '../request-with-cookies.js'
import type { SolidStartEvent, SolidStartHeaders } from './solid-start-event.js'

type Session = Record<string, unknown> | null

/** Sessions of requests, each read once. */
export interface RequestSessions {
  /** Once for a request, however many ask. Cookies that extend the session are set where there is a response. */
  read(request: Request, response: SolidStartEvent['response'] | undefined): Promise<Session>
  /** The request as its browser would send it now, after what was set while it was answered. */
  current(request: Request): Incoming
  /** Sets cookies that change the session, and reads it anew from now on. */
  change(event: SolidStartEvent, cookies: readonly ResponseCookie[]): void
}

/** @param instance - Gives what was worked out for the configuration of a request. */
export function requestSessions(instance: (request: Request) => Promise<Instance>): RequestSessions {
  const sessions = new WeakMap<Request, Promise<Session>>()
  const changes = new WeakMap<Request, Map<string, ResponseCookie>>()

  const current = (request: Request): Incoming => {
    const changed = changes.get(request)
    return incomingRequest(changed ? requestWithCookies(request, [...changed.values()]) : request)
  }
  const refresh = async (request: Request, response: SolidStartEvent['response'] | undefined) => {
    // A link that a pointer rests on calls the functions of its page in the same way as a navigation.
    const mayBePrefetch = request.headers.has('x-server-id')
    const { session, cookies } = await refreshSession(
      current(request),
      await instance(request),
      mayBePrefetch,
    )
    if (response) trySetCookies(response.headers, cookies)
    return session
  }
  return {
    current,
    read(request, response) {
      const session = sessions.get(request) ?? refresh(request, response)
      sessions.set(request, session)
      return session
    },
    change({ request, response }, cookies) {
      setCookies(response.headers, cookies)
      const before = changes.get(request) ?? []
      changes.set(request, new Map([...before, ...cookies.map((cookie) => [cookie.name, cookie] as const)]))
      sessions.delete(request)
    },
  }
}

/** What sets a cookie is about one browser, so nobody may keep it for others. */
function setCookies(headers: SolidStartHeaders, cookies: readonly ResponseCookie[]): void {
  if (cookies.length === 0) return
  headers.set('cache-control', PRIVATE)
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
}

/** A page that is being streamed has sent its headers: what would have extended a session waits for the next request. */
function trySetCookies(headers: SolidStartHeaders, cookies: readonly ResponseCookie[]): void {
  try {
    setCookies(headers, cookies)
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_HTTP_HEADERS_SENT') throw error
  }
}
