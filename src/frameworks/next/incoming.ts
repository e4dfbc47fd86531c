import type { NextRequest } from 'next/server.js'
import type { Incoming } from '../../runtime/port.js'

/**
 * A request as a browser sent it. Next.js puts another address into the URL of a request, takes its
 * `basePath` off the path and may put a slash at the end.
 */
export function nextIncoming(request: NextRequest, prefix: string): Incoming {
  const { method, headers, nextUrl } = request
  const { protocol, host, pathname, search } = nextUrl
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return {
    method,
    headers,
    url: `${protocol}//${headers.get('host') ?? host}${prefix}${path}${search}`,
    request: () => request,
  }
}

/** A request of which only the headers are at hand. */
export function incomingOf(headers: Incoming['headers'], path: string): Incoming {
  const scheme = headers.get('x-forwarded-proto')
  const url = `${scheme === 'https' ? scheme : 'http'}://${headers.get('host') ?? 'localhost'}${path}`
  return { method: 'GET', headers, url, request: () => new Request(url, { headers: headers as Headers }) }
}
