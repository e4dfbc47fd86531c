import type { NextRequest } from 'next/server.js'

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string } }

/**
 * `basePath` of `next.config`. Next.js writes it in place of the expression when it bundles; what is not
 * bundled learns it from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}
