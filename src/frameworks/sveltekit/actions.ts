import type { ActionFailure } from '@sveltejs/kit'
import type { AuthorizationParams } from '../../builder/auth.js'
import type { Instance } from '../../runtime/compile.js'
import { openIncoming } from '../../runtime/http/exchange.js'
import { type ActionOptions, readActionOptions } from '../action-options.js'
import { allowedTarget, signInUrl } from '../sign-in-url.js'
import type { Call } from './call.js'
import { redirectTarget } from './redirect-target.js'
import { refusable } from './refusable.js'
import { sendOn } from './send-on.js'
import type { Shell } from './shell.js'
import { readSignInForm } from './sign-in-form.js'
import type { AuthEvent, SignInRefusal } from './sveltekit-auth.js'
import type { Visit } from './visit.js'

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

export function actions(shell: Shell): Actions {
  const { prefix } = shell

  async function open(event: AuthEvent): Promise<Call> {
    const visit = shell.visit(event)
    const instance = await shell.instance(visit)
    return { visit, instance, exchange: openIncoming(visit.incoming(), instance) }
  }

  function targetOf(
    redirectTo: string | undefined,
    { event }: Visit,
    instance: Instance,
  ): string | undefined {
    const signInPage = instance.spec.pages.signIn ?? `${instance.basePath}/signin`
    return redirectTarget(redirectTo, event, { prefix, signInPage })
  }

  async function start(
    { visit, instance, exchange: { origin } }: Call,
    id: string | undefined,
    { redirectTo, fields }: { redirectTo: string | undefined; fields: Readonly<Record<string, unknown>> },
    params: URLSearchParams,
  ): Promise<never> {
    const target = targetOf(redirectTo, visit, instance)
    if (id === undefined || !instance.providers.has(id)) {
      return sendOn(await signInUrl(instance, { origin }, target), origin)
    }
    const { signInOnServer } = await import('../../runtime/server/sign-in.js')
    const request = visit.incoming().request()
    const { url, cookies } = await signInOnServer(
      id,
      { ...fields, request, redirectTo: target },
      instance,
      params,
    )
    return leave(visit, url, cookies, origin)
  }

  async function end(
    { visit, instance, exchange: { origin } }: Call,
    redirectTo: string | undefined,
  ): Promise<never> {
    const { signOutOnServer } = await import('../../runtime/server/sign-out.js')
    const target = redirectTarget(redirectTo, visit.event, { prefix })
    const request = visit.incoming().request()
    const { url, cookies } = await signOutOnServer({ request, redirectTo: target }, instance)
    return leave(visit, url, cookies, origin)
  }

  return {
    async signIn(event, provider, options, params) {
      const call = await open(event)
      if (provider !== undefined) {
        const query = new URLSearchParams(params as Record<string, string> | undefined)
        return start(call, provider, readActionOptions(options), query)
      }
      return refusable(call, async (told) => {
        const form = await readSignInForm(event)
        told.providerId = form.providerId
        told.fields = form.fields
        const target = targetOf(form.redirectTo, call.visit, call.instance)
        told.callbackUrl = await allowedTarget(target, call.exchange, call.instance)
        return start(call, form.providerId, form, form.params)
      })
    },
    async signOut(event, options) {
      const call = await open(event)
      if (options !== undefined) return end(call, readActionOptions(options).redirectTo)
      return refusable(call, async () => end(call, (await readSignInForm(event)).redirectTo))
    },
    async update(event, data) {
      const { visit, instance } = await open(event)
      const { updateOnServer } = await import('../../runtime/server/update.js')
      const { session, cookies } = await updateOnServer(data, visit.incoming().request(), instance)
      visit.setCookies(cookies)
      visit.session = Promise.resolve(session)
      return session
    },
  }
}

function leave(
  visit: Visit,
  url: string,
  cookies: Parameters<Visit['setCookies']>[0],
  origin: string,
): never {
  visit.setCookies(cookies)
  visit.session = undefined
  sendOn(url, origin)
}
