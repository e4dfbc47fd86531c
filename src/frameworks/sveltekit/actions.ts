import { type ActionFailure, error, fail } from '@sveltejs/kit'
import type { AuthorizationParams } from '../../builder/auth.js'
import { AuthError, MissingCSRF } from '../../errors.js'
import {
  authorizationQuery,
  type Destination,
  leadsTo,
  type OpenRequest,
  readSignInForm,
  refuse,
  requireSameSite,
  type SignInForm,
} from '../../runtime/port.js'
import { type ActionOptions, readActionOptions } from '../action-options.js'
import { absoluteTarget, type Events, redirectTo } from './events.js'
import type { AuthEvent, SignInRefusal } from './sveltekit-auth.js'

/** What actions, endpoints and remote functions can do. */
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
  const start = (
    given: AuthEvent,
    provider: string | undefined,
    options: ActionOptions | undefined,
    params: URLSearchParams,
  ): Promise<Destination> => {
    const { event, request } = events.open(given)
    const { redirectTo: wanted, fields } = readActionOptions(options)
    const target = absoluteTarget(wanted, event)
    return leadsTo(request, request.signIn(provider, { redirectTo: target, fields }, params))
  }
  const end = (given: AuthEvent, options: ActionOptions): Promise<Destination> => {
    const { event, request } = events.open(given)
    const { redirectTo: wanted, provider } = readActionOptions(options)
    const target = absoluteTarget(wanted, event)
    return leadsTo(request, request.signOut({ redirectTo: target, provider }))
  }
  return {
    async signIn(event, provider, options, params) {
      if (provider === undefined) {
        return submit(events.open(event), ({ providerId, fields, params: chosen }) =>
          start(event, providerId, fields, chosen),
        )
      }
      const query = authorizationQuery(params)
      return redirectTo(await start(event, provider, options, query))
    },
    async signOut(event, options) {
      if (options === undefined) return submit(events.open(event), ({ fields }) => end(event, fields))
      return redirectTo(await end(event, options))
    },
    update: async (event, data) => events.open(event).request.update(data),
  }
}

/** Runs a form action. A refusal is shown by the form, or by a page; whatever else is thrown is for Kit. */
export async function submit(
  { event, request }: { readonly event: AuthEvent; readonly request: OpenRequest },
  run: (form: SignInForm) => Promise<Destination>,
): Promise<ActionFailure<SignInRefusal>> {
  let form: SignInForm | undefined
  let destination: Destination
  try {
    // Kit checks it, too, unless that is configured away.
    await requireSameSite(request, 'The form was sent by another site.', 'unless off')
    form = await readSignInForm(event.request)
    destination = await run(form)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    const { fields } = readActionOptions(form?.fields)
    const refusal = await refuse(thrown, request, { providerId: form?.providerId, fields })
    const { status, leadsTo, ...reason } = refusal
    if (thrown instanceof MissingCSRF) return error(status, 'Forbidden')
    if (showsForm(event)) return fail(status, { ...reason, providerId: form?.providerId })
    destination = leadsTo
  }
  return redirectTo(destination)
}

/**
 * Whether what an action returns is shown with its form. Without a script Kit renders the page of the action, and a route may
 * have only actions: it does not show the form of another page.
 */
function showsForm({ url, request: { headers } }: AuthEvent): boolean {
  const referer = headers.get('referer') ?? ''
  if (headers.has('x-sveltekit-action') || !URL.canParse(referer)) return true
  return new URL(referer).pathname === url.pathname
}
