import { parseUrl } from '../../model/parse-url.js'
import { publicPath, signInPath } from '../core/config/mount.js'
import { type RedirectForm, type RedirectTarget, redirectTarget, withQuery } from '../core/http/redirects.js'
import type { ServerCall } from './server-call.js'

/**
 * Returns the requested redirect target, or the default of the framework. The result is not validated. Pass
 * it to `callbacks.redirect`.
 */
export function targetAfter(
  action: 'sign-in' | 'sign-out',
  requested: string | undefined,
  { incoming, app, conventions: { returnTo } }: ServerCall,
): string | undefined {
  if (returnTo === 'home') return requested
  if (requested !== undefined) return publicPath(requested, app.mount)
  const referer = incoming.headers.get('referer')
  const page = referer === null ? undefined : parseUrl(referer)
  if (referer === null || !page) return undefined
  if (returnTo === 'page' || action === 'sign-out') return referer
  const callbackUrl = page.searchParams.get('callbackUrl')
  if (callbackUrl !== null) return callbackUrl
  // A signed-in user has no use for the sign-in page.
  return page.pathname === new URL(signInPath(app), page).pathname ? undefined : referer
}

/**
 * Returns the URL of the sign-in page. Validates `callbackUrl`, because a custom sign-in page may use it
 * without validation.
 */
export async function signInUrl(call: ServerCall, target: string | undefined): Promise<string> {
  const { app, exchange, conventions } = call
  const { origin } = exchange
  const { rewrite = (url: string) => url } = conventions
  const absolute = target?.startsWith('/') ? origin + target : target
  const rewritten = absolute && parseUrl(absolute) ? rewrite(absolute, origin) : absolute
  const callbackUrl = isUrl(rewritten, origin) ? await app.callbacks.redirect(rewritten, origin) : undefined
  return rewrite(withQuery(origin + signInPath(app), { callbackUrl }), origin)
}

export function isUrl(target: string | undefined, origin: string): target is string {
  return target !== undefined && parseUrl(target, origin) !== undefined
}

export interface Destination {
  readonly url: string
  /** Whether the path is below the base path, where the router of a framework knows no pages. */
  readonly isBuiltIn: boolean
  as(form: RedirectForm): RedirectTarget
}

export function destination(url: string, { app, exchange }: ServerCall): Destination {
  const { basePath, mount } = app
  const { origin } = exchange
  const { pathname } = new URL(url)
  return {
    url,
    isBuiltIn: pathname === basePath || pathname.startsWith(`${basePath}/`),
    as: (form) => redirectTarget(url, { origin, prefix: mount.prefix }, form),
  }
}
