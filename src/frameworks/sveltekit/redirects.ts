import { redirect } from '@sveltejs/kit'
import type { Destination } from '../../runtime/port.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** Redirects to a page of the application or to a provider. Kit 3 rejects addresses of other sites unless they are `external`. */
export function redirectTo(destination: Destination): never {
  const redirectAnywhere = redirect as (
    status: 303,
    location: string,
    options: { external: boolean },
  ) => never
  return redirectAnywhere(303, destination.as('path'), { external: true })
}

/** A target as a path of the application. What `resolve()` of Kit makes in a page is relative to it. */
export function absoluteTarget(redirectTo: string | undefined, { url }: AuthEvent): string | undefined {
  if (redirectTo === undefined || !/^[.]{1,2}(?:\/|$)/.test(redirectTo)) return redirectTo
  const { pathname, search, hash } = new URL(redirectTo, `http://localhost${url.pathname}`)
  return pathname + search + hash
}

/**
 * The address of the page that a request is for, or that calls a remote function; `undefined` where the request does
 * not say.
 */
export function pageOf({ isRemoteRequest, request, url }: AuthEvent, origin: string): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit has the page's address in place of the function's; for a query, Kit 3 does not.
    const isPage = pathname !== new URL(request.url).pathname
    return isPage ? origin + pathname + search : (request.headers.get('referer') ?? undefined)
  }
  // The query of a form's address names the action.
  return origin + (request.method === 'GET' ? pathname + search : pathname)
}
