import type { ResponseCookie } from '../runtime/http/cookies.js'
import { peerAddress, withPeerAddress } from '../runtime/http/incoming.js'

/** A request with cookies changed as a response told the browser to. It has no body. */
export function requestWithCookies(request: Request, cookies: readonly ResponseCookie[]): Request {
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
