import { type ActionFailure, error, fail } from '@sveltejs/kit'
import { AuthError, MissingCSRF } from '../../errors.js'
import { comesFromSite } from '../../runtime/http/csrf.js'
import { report } from '../../runtime/http/report.js'
import { errorPageUrl } from '../../runtime/routes/error-page-url.js'
import { refusalOf } from '../../runtime/server/refusal.js'
import type { Call } from './call.js'
import { sendOn } from './send-on.js'
import type { AuthEvent, SignInRefusal } from './sveltekit-auth.js'

/** What is known of a form by the time that it is refused. */
export interface Told {
  providerId?: string | undefined
  /** What it was sent with, for the provider. */
  fields?: Readonly<Record<string, unknown>> | undefined
  /** Where it was to lead; allowed by `callbacks.redirect`. */
  callbackUrl?: string | undefined
}

/** Runs a form action. What is refused is told to the form, or on a page; whatever else is thrown is for Kit. */
export async function refusable(
  { visit: { event }, instance, exchange }: Call,
  run: (told: Told) => Promise<never>,
): Promise<ActionFailure<SignInRefusal>> {
  const told: Told = {}
  try {
    // Kit checks it, too, unless it was told not to.
    if (!exchange.site.csrf.isOff && !comesFromSite(exchange)) {
      throw new MissingCSRF('The form was sent by another site.')
    }
    return await run(told)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    report(thrown, instance.logger)
    const { status, ...refusal } = refusalOf(thrown)
    if (thrown instanceof MissingCSRF) error(status, 'Forbidden')
    if (showsForm(event)) {
      const { providerId, fields = {} } = told
      const { typedAgain } = await import('../../runtime/server/typed-again.js')
      const typed = typedAgain(instance.providers.get(providerId ?? ''), fields)
      return fail(status, { ...refusal, providerId, typed })
    }
    const { origin } = exchange
    return sendOn(errorPageUrl(thrown, instance, { origin, callbackUrl: told.callbackUrl }), origin)
  }
}

/**
 * Whether what an action returns is shown with its form. Without a script Kit renders the page of the action, and a route may
 * have nothing but actions: a form of another page is not answered there.
 */
function showsForm({ url, request: { headers } }: AuthEvent): boolean {
  const referer = headers.get('referer') ?? ''
  if (headers.has('x-sveltekit-action') || !URL.canParse(referer)) return true
  return new URL(referer).pathname === url.pathname
}
