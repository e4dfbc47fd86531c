import { error } from '@sveltejs/kit'
import { asError } from '../../runtime/base/as-error.js'
import type { Instance } from '../../runtime/compile.js'
import { publicPath } from '../../runtime/config/mount.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import { report } from '../../runtime/http/report.js'
import { isDown } from '../../runtime/http/unavailable.js'
import { signInUrl } from '../sign-in-url.js'
import { isRenderedAhead } from './is-rendered-ahead.js'
import { pageOf } from './page-of.js'
import { readSession } from './read-session.js'
import { sendOn } from './send-on.js'
import type { Shell } from './shell.js'
import type { AuthEvent, ProtectOptions } from './sveltekit-auth.js'

/** The session of somebody who is signed in; whoever is not gets no further. */
export async function protect(
  event: AuthEvent,
  { redirectTo }: ProtectOptions,
  shell: Shell,
): Promise<Record<string, unknown>> {
  const visit = shell.visit(event)
  // Kit hides the address from the event of a query. That of the hook, with which the visit began, has it.
  const { event: asking } = visit
  if (isRenderedAhead(asking)) {
    throw new Error(
      '`auth.protect()` cannot guard a prerendered page, which has no request: set `prerender = false` for the page, and leave `auth.protect()` out of hooks while `building`.',
    )
  }
  const instance = await shell.instance(visit)
  const session = await readSession(visit, shell).catch((failure: unknown) => putOff(failure, instance))
  if (session) return session
  if (!leadsOn(asking)) error(401, 'Unauthorized')
  const { origin } = openIncoming(visit.incoming(), instance)
  const target =
    redirectTo === undefined
      ? pageOf(asking, origin)
      : publicPath(redirectTo, { basePath: '', prefix: shell.prefix })
  return sendOn(await signInUrl(instance, { origin }, target), origin)
}

/** Nobody is let through, and nobody is signed out, while a session cannot be read. Throws every other error on. */
function putOff(failure: unknown, { logger }: Instance): never {
  if (!isDown(failure)) throw failure
  report(asError(failure), logger)
  error(503, 'Service Unavailable')
}

/** Whether the browser goes where the answer leads: it asks for a page, for the data of one, or sends a form of one. */
function leadsOn({ isDataRequest, isRemoteRequest, request: { headers } }: AuthEvent): boolean {
  // Of the remote functions, commands lead nowhere; they send JSON.
  if (isRemoteRequest) return !headers.get('content-type')?.startsWith('application/json')
  return (
    isDataRequest ||
    headers.has('x-sveltekit-action') ||
    headers.get('accept')?.includes('text/html') === true
  )
}
