import type { AuthEvent } from './sveltekit-auth.js'

/**
 * The address of the page that a request is for, or that calls a remote function; `undefined` where the request does
 * not say.
 */
export function pageOf({ isRemoteRequest, request, url }: AuthEvent, origin: string): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit tells of the page in place of the function; of a query, Kit 3 does not.
    const isTold = pathname !== new URL(request.url).pathname
    return isTold ? origin + pathname + search : (request.headers.get('referer') ?? undefined)
  }
  // The query of a form's address names the action.
  return origin + (request.method === 'GET' ? pathname + search : pathname)
}
