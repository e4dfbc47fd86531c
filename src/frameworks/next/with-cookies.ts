import { type ResponseCookie, serializeCookie } from '../../runtime/http/cookies.js'
import { PRIVATE } from '../../runtime/http/response.js'

/** By which Next.js shows the cookies of a middleware to what runs afterwards. */
const FORWARDED = 'x-middleware-set-cookie'

/**
 * A response that sets cookies as well, and so is for nobody else to keep. Some responses cannot be changed, so it is a new
 * one. Where the request goes on, what runs afterwards sees the cookies, too.
 */
export function withCookies(response: Response, cookies: readonly ResponseCookie[]): Response {
  if (cookies.length === 0) return response
  const { body, status, statusText, headers } = response
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  for (const cookie of cookies) changed.headers.append('set-cookie', serializeCookie(cookie))
  if (headers.has('x-middleware-next') || headers.has('x-middleware-rewrite')) {
    const before = headers.get(FORWARDED)
    const all = [...(before ? [before] : []), ...cookies.map(serializeCookie)]
    changed.headers.set(FORWARDED, all.join(','))
  }
  return changed
}
