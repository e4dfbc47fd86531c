import { error } from '@sveltejs/kit'
import { guard, type RequestKind } from '../../runtime/port.js'
import { type Events, isPrerendered, pageOf, redirectTo } from './events.js'
import type { AuthEvent, ProtectOptions } from './sveltekit-auth.js'

/** The session of a signed-in user. A signed-out one gets no further. */
export async function protect(
  given: AuthEvent,
  options: ProtectOptions,
  events: Events,
): Promise<Record<string, unknown>> {
  const { event, request } = events.open(given)
  if (isPrerendered(event)) {
    throw new Error(
      '`auth.protect()` cannot guard a prerendered page, which has no request: set `prerender = false` for the page, and leave `auth.protect()` out of hooks while `building`.',
    )
  }
  const admission = await guard(request, {
    redirectTo: options.redirectTo,
    kindOf: (byHeaders) => kindOf(event, byHeaders),
    pageOf: (_, origin) => pageOf(event, origin),
  })
  if ('session' in admission) return admission.session
  if ('leadsTo' in admission) return redirectTo(admission.leadsTo)
  return error(admission.status, texts[admission.status])
}

/** Kit marks requests for the data of a page, and of remote functions; of these, commands lead nowhere. They send JSON. */
function kindOf({ isDataRequest, isRemoteRequest, request }: AuthEvent, byHeaders: RequestKind): RequestKind {
  if (isDataRequest) return 'page'
  if (!isRemoteRequest) return byHeaders
  return request.headers.get('content-type')?.startsWith('application/json') ? 'data' : 'call'
}

const texts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
}
