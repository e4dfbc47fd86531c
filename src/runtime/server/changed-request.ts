import type { ResponseCookie } from '../http/cookies.js'
import { type Incoming, incomingRequest, peerAddress, withPeerAddress } from '../http/incoming.js'

/** A request with its cookies changed by the `Set-Cookie` of a response. */
export function afterChanges(request: Request, changes: readonly ResponseCookie[]): Incoming {
  return incomingRequest(changes.length === 0 ? request : requestWithCookies(request, changes))
}

/** A request with its cookies changed by a response's `Set-Cookie`. It has no body. */
function requestWithCookies(request: Request, cookies: readonly ResponseCookie[]): Request {
  const changed = new Set(cookies.map(({ name }) => name))
  const kept = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !changed.has(pair.split('=', 1)[0]?.trim() ?? ''))
  const added = cookies
    .filter(({ options }) => options.maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const headers = new Headers(request.headers)
  headers.set('cookie', [...kept, ...added].join('; '))
  return withPeerAddress(new Request(request.url, { headers }), () => peerAddress(request))
}
