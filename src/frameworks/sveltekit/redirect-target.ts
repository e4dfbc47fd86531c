import { publicPath } from '../../runtime/config/mount.js'
import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Where to go afterwards: what was asked for, or the page that the browser is on; for a sign-in, where
 * `callbackUrl` in the address of that page leads. Whether one may go there is not decided here.
 */
export function redirectTarget(
  redirectTo: string | undefined,
  { url, request: { headers } }: AuthEvent,
  { prefix, signInPage }: { readonly prefix: string; readonly signInPage?: string | undefined },
): string | undefined {
  if (redirectTo !== undefined) {
    // What `resolve()` of Kit makes in a page is relative to it.
    const path = /^[.]{1,2}(?:\/|$)/.test(redirectTo) ? relativeTo(url, redirectTo) : redirectTo
    return publicPath(path, { basePath: '', prefix })
  }
  const referer = headers.get('referer')
  if (referer === null || !URL.canParse(referer)) return undefined
  if (signInPage === undefined) return referer
  const page = new URL(referer)
  const wanted = page.searchParams.get('callbackUrl')
  if (wanted !== null) return wanted
  // Whoever has signed in has no use for the sign-in page.
  return page.pathname === signInPage ? undefined : referer
}

function relativeTo({ pathname }: URL, target: string): string {
  const { pathname: path, search, hash } = new URL(target, `http://localhost${pathname}`)
  return path + search + hash
}
