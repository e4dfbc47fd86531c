import { type ActionFailure, error, fail } from '@sveltejs/kit'
import type { AuthorizationParams } from '../../builder/auth.js'
import { AuthError, MissingCSRF } from '../../errors.js'
import { parseUrl } from '../../model/parse-url.js'
import {
  type Destination,
  type OpenRequest,
  readSignInForm,
  refuse,
  requireSameSite,
  type SignInForm,
} from '../../runtime/port.js'
import { type ActionOptions, readActionOptions } from '../action-options.js'
import { methodsOf, redirectTo } from './event-methods.js'
import type { Events } from './open-event.js'
import type { AuthEvent, SignInRefusal } from './sveltekit-auth.js'

export interface Actions {
  signIn(
    event: AuthEvent,
    provider?: string,
    options?: ActionOptions,
    params?: AuthorizationParams,
  ): Promise<ActionFailure<SignInRefusal>>
  signOut(event: AuthEvent, options?: ActionOptions): Promise<ActionFailure<SignInRefusal>>
  update(event: AuthEvent, data: unknown): Promise<Record<string, unknown> | null>
}

export function actions(events: Events): Actions {
  return {
    async signIn(event, provider, options, params) {
      const opened = events.open(event)
      if (provider !== undefined) return methodsOf(opened, redirectTo).signIn(provider, options, params)
      return submit(opened, ({ providerId, fields, params: chosen }) =>
        methodsOf(opened, unfollowed).signIn(providerId, fields, chosen),
      )
    },
    async signOut(event, options) {
      const opened = events.open(event)
      if (options !== undefined) return methodsOf(opened, redirectTo).signOut(options)
      return submit(opened, ({ fields }) => methodsOf(opened, unfollowed).signOut(fields))
    },
    update: async (event, data) => methodsOf(events.open(event), redirectTo).update(data),
  }
}

function unfollowed(destination: Destination): Destination {
  return destination
}

/**
 * Runs a form action. If it throws an `AuthError`, the form or a page shows the reason. Kit handles all other errors,
 * and forms of other sites.
 */
export async function submit(
  { event, request }: { readonly event: AuthEvent; readonly request: OpenRequest },
  run: (form: SignInForm) => Promise<Destination>,
): Promise<ActionFailure<SignInRefusal>> {
  let form: SignInForm | undefined
  let destination: Destination
  try {
    // Kit checks the origin too, unless the application turned that off.
    await requireSameSite(request, 'The form was sent by another site', 'unless off')
    form = await readSignInForm(event.request)
    destination = await run(form)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    const { fields } = readActionOptions(form?.fields)
    const refusal = await refuse(thrown, request, { providerId: form?.providerId, fields })
    const { status, destination: page, ...reason } = refusal
    if (thrown instanceof MissingCSRF) return error(status, 'Forbidden')
    if (showsForm(event)) return fail(status, { ...reason, providerId: form?.providerId })
    destination = page
  }
  return redirectTo(destination)
}

/** Whether the user sees the form again. Without scripts, Kit renders the page of the action, but the form may be on another page. */
function showsForm({ url, request: { headers } }: AuthEvent): boolean {
  const page = parseUrl(headers.get('referer') ?? '')
  return headers.has('x-sveltekit-action') || !page || page.pathname === url.pathname
}
