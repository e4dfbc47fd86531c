import { error } from '@sveltejs/kit'
import { publicPath } from '../../runtime/instance/mount.js'
import { openIncoming } from '../../runtime/request/open-exchange.js'
import { signInUrl } from '../sign-in-url.js'
import { isRenderedAhead } from './is-rendered-ahead.js'
import { readSession } from './read-session.js'
import { ownAddress } from './redirect-target.js'
import { sendOn } from './send-on.js'
import type { Shell } from './shell.js'
import type { AuthEvent, ProtectOptions } from './sveltekit-auth.js'

/** The session of somebody who is signed in; whoever is not gets no further. */
export async function protect(
  event: AuthEvent,
  { redirectTo }: ProtectOptions,
  shell: Shell,
): Promise<Record<string, unknown>> {
  if (isRenderedAhead(event)) {
    throw new Error(
      '`auth.protect()` cannot guard what is rendered ahead, when nobody is there: set `prerender = false` for the page, and leave `auth.protect()` out of hooks while `building`.',
    )
  }
  const visit = shell.visit(event)
  const session = await readSession(visit, shell)
  if (session) return session
  if (!isForPage(event)) error(401, 'Unauthorized')
  const instance = await shell.instance(visit)
  const { origin } = openIncoming(visit.incoming(), instance)
  const { pathname, search } = event.url
  // The query of a form's address names the action.
  const asked = event.request.method === 'GET' ? pathname + search : pathname
  const target =
    origin +
    (redirectTo === undefined ? asked : publicPath(redirectTo, { basePath: '', prefix: shell.prefix }))
  return sendOn(ownAddress(signInUrl(instance, { origin }, target), origin))
}

/** Whether a browser asks for a page, for the data of one, or sends a form of one. */
function isForPage({ isDataRequest, request: { headers } }: AuthEvent): boolean {
  return (
    isDataRequest ||
    headers.has('x-sveltekit-action') ||
    headers.get('accept')?.includes('text/html') === true
  )
}
