import { ReauthenticationRequired } from '../../../errors.js'
import type { PasswordResult } from '../../../model/password.js'
import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { signInPath } from '../../core/config/mount.js'
import { textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { nothing, type RouteResult, redirect } from '../../core/http/route-result.js'
import { siteFailedForm, typedFields } from '../../core/login/failed-form.js'
import type { RouteContext } from '../../core/route.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { earlierLogins } from '../email/earlier-logins.js'
import { passwordProviderOf } from './configured-provider.js'
import { openSignUp } from './finish-sign-up.js'
import { passwordCalls } from './password-calls.js'
import { sendsMail } from './password-mail.js'
import {
  changedPage,
  choosePage,
  confirmSignUpPage,
  forgotPage,
  type PasswordPage,
  sentPage,
  signUpPage,
} from './password-pages.js'
import { openReset } from './password-reset.js'
import { requireOpenSignUp } from './sign-up.js'
import { sentFields, signUpForm } from './sign-up-fields.js'

/** `'ok'`, `'removed'`, `'sent'`, or the reason why the form was refused. */
export const RESULT_PARAMETER = 'passwordResult'

async function viewOf(context: RouteContext): Promise<PasswordPage> {
  const { app, exchange } = context
  const requested = exchange.query['callbackUrl']
  const callbackUrl =
    requested === undefined ? undefined : await app.callbacks.redirect(requested, exchange.origin)
  const result = textParam(exchange.query, RESULT_PARAMETER)
  return { provider: passwordProviderOf(app), app, exchange, callbackUrl, result }
}

export async function passwordPage(context: RouteContext): Promise<RouteResult> {
  const view = await viewOf(context)
  const { app, exchange } = context
  if (view.result === 'sent') return sentPage(view)
  if (view.result === 'ok') return changedPage(view)
  const token = textParam(exchange.query, 'token')
  if (!sendsMail(view.provider, app)) return redirect(signInUrl(view.callbackUrl, context))
  if (token === undefined) return forgotPage(view)
  const opened = await openReset(token, app, exchange)
  if (!opened) return forgotPage({ ...view, result: 'invalidLink' })
  return choosePage(view, { action: '/password', token, address: opened.user.email ?? '' })
}

export async function signUpFormPage(context: RouteContext): Promise<RouteResult> {
  const view = await viewOf(context)
  const { app, exchange } = context
  if (view.result === 'sent') return sentPage(view)
  const token = textParam(exchange.query, 'token')
  if (token === undefined) {
    requireOpenSignUp(app)
    return signUpPage(view)
  }
  const { link, pending, owner } = await openSignUp(token, app, exchange)
  const { address } = link
  // Finishing the sign-up removes the earlier logins of this user, so the page lists them.
  const unproven = owner && !owner.emailVerified ? owner : undefined
  const showsForm =
    unproven || !pending || textParam(exchange.query, 'other') !== undefined || view.result !== undefined
  return showsForm
    ? choosePage(view, {
        action: '/signup',
        token,
        address,
        earlier: unproven && (await earlierLogins(unproven, app)),
        // The browser that began the sign-up has a cookie with these values.
        hasFields: !owner && (!pending || view.result === 'invalidFields'),
        hasRemember: !pending,
      })
    : confirmSignUpPage(view, { token, address })
}

function signInUrl(callbackUrl: string | undefined, { app, exchange }: RouteContext): string {
  return withQuery(exchange.origin + signInPath(app), { callbackUrl })
}

interface SentForm {
  /** Whether the form is part of a built-in page, and not of a page of the application. */
  readonly isBuiltIn: boolean
  /** Returns the value of a field, or an empty string if it is missing. */
  readonly field: (name: string) => string
  /** The validated redirect target. */
  readonly target: string | undefined
  /**
   * @param shown - `done` is the result in the query after a success. `token` is the token of the link, which
   * the form needs again after a failure.
   */
  readonly redirectWith: (
    result: PasswordResult,
    shown: { readonly done?: string; readonly token?: string },
  ) => RouteResult
}

/**
 * Reads the form in a request, and checks its CSRF token. Forms of the built-in pages send the field `page`.
 *
 * @param path - The route whose page shows the results of these forms.
 */
async function sentForm({ app, exchange }: RouteContext, path: string): Promise<SentForm> {
  const { body, origin } = exchange
  const requested = body['callbackUrl']
  const target = requested === undefined ? undefined : await app.callbacks.redirect(requested, origin)
  const customPage = app.spec.pages.account
  const account = origin + (typeof customPage === 'string' ? customPage : `${app.basePath}/account`)
  exchange.callbackUrl = target ?? account
  await requireCsrf(exchange)
  const isBuiltIn = textParam(body, 'page') !== undefined
  return {
    isBuiltIn,
    field: (name) => textParam(body, name) ?? '',
    target,
    redirectWith(result, { done, token = '' }) {
      if (result.ok && result.url !== undefined) return redirect(result.url, result)
      const query = { [RESULT_PARAMETER]: result.ok ? done : result.reason }
      const shownToken = result.ok || token === '' ? undefined : token
      const page = isBuiltIn
        ? withQuery(`${origin}${app.basePath}${path}`, { token: shownToken, callbackUrl: target, ...query })
        : withQuery(target ?? account, query)
      return redirect(page, result)
    },
  }
}

/** Stores the input of a built-in form, except secrets, so that the form can show it again. */
async function keepTyped(fields: CredentialFields, context: RouteContext): Promise<void> {
  const { exchange } = context
  const cookie = exchange.site.get(siteFailedForm)
  const typed = typedFields({ ...fields, email: {} }, exchange.body)
  await cookie.keep({ providerId: passwordProviderOf(context.app).id, typed }, exchange)
}

export async function signUpRoute(context: RouteContext): Promise<RouteResult> {
  const provider = passwordProviderOf(context.app)
  const { isBuiltIn, field, target, redirectWith } = await sentForm(context, '/signup')
  const token = field('token')
  const isStart = token === ''
  const typed = {
    password: field('newPassword'),
    fields: sentFields(provider, context.exchange.body),
    callbackUrl: target,
  }
  const result = isStart
    ? await passwordCalls.signUp({ ...typed, email: field('email') }, { ...context, provider })
    : await passwordCalls.finishSignUp({ ...typed, token }, { ...context, provider })
  if (!result.ok && isBuiltIn) await keepTyped(signUpForm(provider), context)
  return redirectWith(result, isStart ? { done: 'sent' } : { token })
}

/** The values of `RESULT_PARAMETER` after a success, by action. */
const successes: ReadonlyMap<string, string> = new Map([
  ['forgot', 'sent'],
  ['remove', 'removed'],
])

export async function changePasswordRoute(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const form = await sentForm(context, '/password')
  const { isBuiltIn, field, redirectWith } = form
  const provider = passwordProviderOf(context.app)
  const isForgotten = field('action') === 'forgot'
  if (isForgotten && !sendsMail(provider, app)) return nothing(404)
  const result = await change(form, { ...context, provider })
  if (result === undefined) return nothing(400)
  if (!result.ok && isForgotten && isBuiltIn) await keepTyped({}, context)
  if (!result.ok && result.reason === 'signedOut')
    return redirect(signInUrl(exchange.callbackUrl, context), result)
  if (!result.ok && result.reason === 'reauthenticate')
    throw new ReauthenticationRequired('Setting a first password requires a recent sign-in.')
  return redirectWith(result, { done: successes.get(field('action')) ?? 'ok', token: field('token') })
}

function change(
  { field, target: callbackUrl }: SentForm,
  context: RouteContext & { readonly provider: PasswordProvider },
): Promise<PasswordResult | undefined> {
  const [current, password] = [field('currentPassword'), field('newPassword')]
  switch (field('action')) {
    case 'forgot':
      return passwordCalls.forgot({ email: field('email'), callbackUrl }, context)
    case 'set':
      return passwordCalls.set({ password, callbackUrl }, context)
    case 'change':
      return passwordCalls.change({ current, password, callbackUrl }, context)
    case 'remove':
      return passwordCalls.remove({ current, callbackUrl }, context)
    case 'reset':
      return passwordCalls.reset({ token: field('token'), password, callbackUrl }, context)
    default:
      return Promise.resolve(undefined)
  }
}
