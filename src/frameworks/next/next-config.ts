import type { NextRequest } from 'next/server.js'

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string; __NEXT_TRAILING_SLASH?: boolean } }

/**
 * `basePath` of `next.config`. Next.js replaces the variable with its value when it bundles. In code that is
 * not bundled, the value comes from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}

/**
 * Applies `trailingSlash` of `next.config` to a URL of the application. Next.js replaces the expression with its value when it bundles.
 * URLs of files and of other sites are returned unchanged.
 */
export function withTrailingSlash(href: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return href
  const url = new URL(href)
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  if (url.origin !== origin || file === '' || file.includes('.')) return href
  url.pathname += '/'
  return url.href
}
