import { error } from '@sveltejs/kit'
import { guard, type RequestKind } from '../../runtime/port.js'
import { redirectTo } from './event-methods.js'
import type { Events } from './open-event.js'
import { isPrerendered } from './prerendering.js'
import type { AuthEvent, ProtectOptions } from './sveltekit-auth.js'

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
}

export async function protect(
  input: AuthEvent,
  options: ProtectOptions,
  events: Events,
): Promise<Record<string, unknown>> {
  const { event, request } = events.open(input)
  if (isPrerendered(event)) {
    throw new Error(
      '`auth.protect()` cannot guard a prerendered page, because it has no request. Set `prerender = false` for the page. In hooks, do not call `auth.protect()` while `building` of `$app/environment` is `true`.',
    )
  }
  const admission = await guard(request, {
    redirectTo: options.redirectTo,
    kindOf: (byHeaders) => kindOf(event, byHeaders),
    pageOf: (origin, referer) => pageOf(event, origin, referer),
  })
  if ('session' in admission) return admission.session
  if ('destination' in admission) return redirectTo(admission.destination)
  return error(admission.status, STATUS_TEXTS[admission.status])
}

/** The URL of the requested page, or of the page that calls a remote function. `undefined` if the request does not contain it. */
function pageOf(
  { isRemoteRequest, request, url }: AuthEvent,
  origin: string,
  referer: string | undefined,
): string | undefined {
  const { pathname, search } = url
  if (isRemoteRequest) {
    // Kit replaces the URL of the remote function with the URL of the page, but Kit 3 does not do this for a query.
    const isPage = pathname !== new URL(request.url).pathname
    return isPage ? origin + pathname + search : referer
  }
  // The query of a form action only names the action.
  return origin + (request.method === 'POST' ? pathname : pathname + search)
}

/** The kind of a request. Of the remote functions, only commands send JSON, and they cannot redirect. */
function kindOf({ isDataRequest, isRemoteRequest, request }: AuthEvent, byHeaders: RequestKind): RequestKind {
  if (isDataRequest) return 'page'
  if (!isRemoteRequest) return request.headers.has('x-sveltekit-action') ? 'call' : byHeaders
  return request.headers.get('content-type')?.startsWith('application/json') ? 'data' : 'call'
}
