declare const process: { env: { __NEXT_TRAILING_SLASH?: boolean } }

/**
 * An address of the application as `trailingSlash` of `next.config` has it, which Next.js writes in place of the
 * expression when it bundles. Files and other sites stay as they are.
 */
export function asNextWrites(address: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return address
  const url = new URL(address)
  if (url.origin !== origin || /(?:\/|\.[^/]*)$/.test(url.pathname)) return address
  url.pathname += '/'
  return url.href
}
