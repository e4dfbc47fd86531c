import type { NextRequest } from 'next/server.js'

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string; __NEXT_TRAILING_SLASH?: boolean } }

/**
 * Returns `basePath` of the Next.js configuration. Next.js replaces the variable when it bundles the code. In code that is not bundled,
 * the base path comes from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}

/**
 * Adds a slash if the Next.js configuration sets `trailingSlash`, except to URLs of files and of other sites. Next.js replaces the variable
 * when it bundles the code.
 */
export function withTrailingSlash(href: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return href
  const url = new URL(href)
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  if (url.origin !== origin || file === '' || file.includes('.')) return href
  url.pathname += '/'
  return url.href
}
