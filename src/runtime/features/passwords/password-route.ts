import { AccessDenied, ReauthenticationRequired } from '../../../errors.js'
import type { PasswordResult } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { nothing, type RouteResult, redirect } from '../../core/http/result.js'
import type { RouteContext } from '../../core/lifetimes.js'
import { siteFailedForm } from '../../core/login/failed-form.js'
import { destination } from '../../core/login/login.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { earlierLogins, unprovenOwner } from '../email/earlier-logins.js'
import { requestReset } from './forgot.js'
import { changePassword, removePassword, setFirstPassword } from './password-changes.js'
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
import { openReset, resetPassword } from './password-reset.js'
import { finishSignUp, openSignUp, requestSignUp, signUpUnverified } from './sign-up.js'
import { passwordProvider } from './stored-password.js'

/** The query parameter with the result of a form: `'ok'`, `'sent'`, or why nothing was done. */
const RESULT = 'passwordResult'

function providerOf({ app: { providers } }: RouteContext): PasswordProvider {
  return passwordProvider([...providers.values()].find(({ type }) => type === 'password'))
}

async function viewOf(context: RouteContext): Promise<PasswordPage> {
  const { app, exchange } = context
  const wanted = exchange.query['callbackUrl']
  const callbackUrl = wanted === undefined ? undefined : await app.callbacks.redirect(wanted, exchange.origin)
  const problem = textParam(exchange.query, RESULT)
  return { provider: providerOf(context), app, exchange, callbackUrl, problem }
}

/** `GET /password`: the form to request a link or, with the token of one, to choose a new password. */
export async function passwordPage(context: RouteContext): Promise<RouteResult> {
  const view = await viewOf(context)
  const { app, exchange } = context
  if (view.problem === 'sent') return sentPage(view)
  if (view.problem === 'ok') return changedPage(view)
  const token = textParam(exchange.query, 'token')
  if (!sendsMail(view.provider, app)) return redirect(signInUrl(view.callbackUrl, context))
  if (token === undefined) return forgotPage(view)
  const opened = await openReset(token, app, exchange)
  if (!opened) return forgotPage({ ...view, problem: 'invalidLink' })
  return choosePage(view, { action: '/password', token, address: opened.user.email ?? '' })
}

/** `GET /signup`: the form to sign up or, with the token of a mail, to finish it. */
export async function signUpFormPage(context: RouteContext): Promise<RouteResult> {
  const view = await viewOf(context)
  const { app, exchange } = context
  if (view.problem === 'sent') return sentPage(view)
  const token = textParam(exchange.query, 'token')
  if (token === undefined) {
    requireOpen(context)
    return signUpPage(view)
  }
  const { link, pending } = await openSignUp(token, app, exchange)
  const { address } = link
  // Their earlier logins are removed, so a page lists them first.
  const owner = await unprovenOwner(address, app)
  const asksAgain =
    owner || !pending || textParam(exchange.query, 'other') !== undefined || view.problem !== undefined
  return asksAgain
    ? choosePage(view, {
        action: '/signup',
        token,
        address,
        earlier: owner && (await earlierLogins(owner, app)),
      })
    : confirmSignUpPage(view, { token, address })
}

/** The URL of the sign-in page. */
function signInUrl(callbackUrl: string | undefined, { app, exchange }: RouteContext): string {
  const page = exchange.origin + (app.spec.pages.signIn ?? `${app.basePath}/signin`)
  return withQuery(page, { callbackUrl })
}

function requireOpen({ app }: RouteContext): void {
  if (app.spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
}

/** A form that was sent, by a built-in page or one of the application. */
interface SentForm {
  readonly field: (name: string) => string
  /** Where to go in the end. */
  readonly target: string | undefined
  /** Leads to the page of the form, with the result in the query. */
  readonly answer: (result: string, query?: Readonly<Record<string, string>>) => RouteResult
}

/**
 * Reads a form. The built-in pages send `page`, and show the results themselves; other forms get them at their `callbackUrl`.
 *
 * @param path - The route, whose page shows the results of built-in forms.
 */
async function sentForm({ app, exchange }: RouteContext, path: string): Promise<SentForm> {
  const { body, origin } = exchange
  const wanted = body['callbackUrl']
  const target = wanted === undefined ? undefined : await app.callbacks.redirect(wanted, origin)
  const own = app.spec.pages.account
  const account = origin + (typeof own === 'string' ? own : `${app.basePath}/account`)
  exchange.callbackUrl = target ?? account
  await requireCsrf(exchange)
  const isOwnPage = textParam(body, 'page') !== undefined
  return {
    field: (name) => textParam(body, name) ?? '',
    target,
    answer: (result, query = {}) =>
      redirect(
        isOwnPage
          ? withQuery(`${origin}${app.basePath}${path}`, { ...query, callbackUrl: target, [RESULT]: result })
          : withQuery(target ?? account, { [RESULT]: result }),
      ),
  }
}

/** Shows the e-mail address again where the built-in form is shown again. */
async function keepAddress(email: string, context: RouteContext): Promise<void> {
  const { exchange } = context
  const cookie = exchange.site.get(siteFailedForm)
  await cookie.keep({ providerId: providerOf(context).id, typed: { email } }, exchange)
}

/** `POST /signup`: requests the mail of a sign-up or, with its token, finishes the sign-up. */
export async function signUpRoute(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const provider = providerOf(context)
  const { field, target, answer } = await sentForm(context, '/signup')
  const token = field('token')
  if (token !== '') {
    const password = textParam(exchange.body, 'newPassword')
    const outcome = await finishSignUp(provider, { token, password }, app, exchange)
    if (typeof outcome === 'string') return answer(outcome, { token })
    return redirect(destination(outcome, target ?? exchange.origin + app.home, app, exchange))
  }
  requireOpen(context)
  const typed = { email: field('email'), password: field('newPassword'), callbackUrl: target }
  if (provider.verify === false) {
    const outcome = await signUpUnverified(provider, typed, app, exchange)
    if (typeof outcome !== 'string')
      return redirect(destination(outcome, target ?? exchange.origin + app.home, app, exchange))
    await keepAddress(typed.email, context)
    return answer(outcome)
  }
  const problem = await requestSignUp(provider, typed, app, exchange)
  if (problem !== undefined) await keepAddress(typed.email, context)
  return answer(problem ?? 'sent')
}

/**
 * `POST /password`: sends a mail with a link, or sets, changes, removes or resets a password, as the field `action` says, and leads to
 * `callbackUrl` with the result as `passwordResult`.
 */
export async function changePasswordRoute(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const form = await sentForm(context, '/password')
  const { field, answer } = form
  const provider = providerOf(context)
  if (field('action') === 'forgot') {
    if (!sendsMail(provider, app)) return nothing(404)
    const problem = await requestReset(
      provider,
      { email: field('email'), callbackUrl: form.target },
      app,
      exchange,
    )
    if (problem !== undefined) await keepAddress(field('email'), context)
    return answer(problem ?? 'sent')
  }
  const result = await change(provider, form, context)
  if (result === undefined) return nothing(400)
  if (result.ok) return result.location === undefined ? answer('ok') : redirect(result.location)
  switch (result.reason) {
    case 'signedOut':
      return redirect(signInUrl(exchange.callbackUrl, context))
    case 'reauthenticate':
      throw new ReauthenticationRequired('A first password is set by a session of a recent sign-in.')
    default:
      return answer(result.reason, field('token') === '' ? {} : { token: field('token') })
  }
}

async function change(
  provider: PasswordProvider,
  { field }: SentForm,
  { app, exchange }: RouteContext,
): Promise<(PasswordResult & { readonly location?: string }) | undefined> {
  const [current, password] = [field('currentPassword'), field('newPassword')]
  switch (field('action')) {
    case 'set':
      return setFirstPassword(provider, password, app, exchange)
    case 'change':
      return changePassword(provider, { current, password }, app, exchange)
    case 'remove':
      return removePassword(provider, current, app, exchange)
    case 'reset':
      return resetPassword(provider, { token: field('token'), password }, app, exchange)
    default:
      return undefined
  }
}
