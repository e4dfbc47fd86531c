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

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string; __NEXT_TRAILING_SLASH?: boolean } }

/**
 * `basePath` of `next.config`. Next.js writes it in place of the expression when it bundles; what is not
 * bundled learns it from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}

/**
 * An address of the application as `trailingSlash` of `next.config` has it, which Next.js writes in place of the
 * expression when it bundles. Files and other sites stay as they are.
 */
export function withTrailingSlash(address: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return address
  const url = new URL(address)
  if (url.origin !== origin || /(?:\/|\.[^/]*)$/.test(url.pathname)) return address
  url.pathname += '/'
  return url.href
}
