import type { NextRequest } from 'next/server.js'

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
