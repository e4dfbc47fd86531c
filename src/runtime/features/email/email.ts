import { EmailSignInError, InvalidCode, InvalidEmailAddress, Verification } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { report } from '../../core/http/error-report.js'
import { type Params, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { type RouteResult, redirect } from '../../core/http/route-result.js'
import { canonicalAddress } from '../../core/login/email-address.js'
import { siteFailedForm } from '../../core/login/failed-form.js'
import { flowData } from '../../core/login/identity.js'
import { destination, type LoginOutcome } from '../../core/login/login.js'
import type { Exchange } from '../../core/object-lifetimes.js'
import type { ProviderFlow, SentMail } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import { csrfToken, requireCsrf } from '../../core/routes/csrf.js'
import { targetOrigins } from '../pages/form-origins.js'
import { page } from '../pages/page-result.js'
import { pageSite } from '../pages/page-site.js'
import { renderConfirmPage } from './confirm-page.js'
import { choiceOf, type EarlierLogins, earlierLogins, NO_CHOICE, unprovenOwner } from './earlier-logins.js'
import { codeLogin, type EmailProof, emailLogin } from './email-login.js'
import { reasonToPrint } from './mail-in-terminal.js'
import { sitePendingMail } from './pending-mail.js'
import { type MailRequest, requestMail } from './request-mail.js'
import { isToken, requireUnspent } from './sign-in-link.js'

export { mailRemovedLogins } from './removal-mail.js'

export const emailFlow: ProviderFlow = {
  callbackMethods: ['GET', 'POST'],
  callback: (provider, context) => emailCallback(emailProvider(provider), context),
  start: (provider, request, context) => emailSignIn(emailProvider(provider), request, context),
  async signIn(provider, { callbackUrl, fields }, app, exchange) {
    const data = await flowData(fields['state'], app)
    return requestMail(emailProvider(provider), { typed: fields['email'], callbackUrl, data }, app, exchange)
  },
  signInMethod: ({ id, name = id }, { app, origin }) => ({
    type: 'email',
    id,
    name,
    action: `${origin}${app.basePath}/signin/${id}`,
  }),
  sentMail: (provider, context) => sentMail(emailProvider(provider), context),
  fields: () => ({ email: {} }),
}

function emailProvider(provider: Provider): EmailProvider {
  if (provider.type === 'email') return provider
  throw new TypeError(`The provider '${provider.id}' is not of type 'email'.`)
}

/**
 * Handles a sign-in link or a code. The user must confirm the sign-in if this browser did not request the
 * mail, if the request is a prefetch, or if the application generated the token. So software that opens all
 * links of a mail does not use up the token.
 */
async function emailCallback(provider: EmailProvider, context: RouteContext): Promise<RouteResult> {
  const { exchange } = context
  if (exchange.request.method === 'GET') return openLink(provider, context)
  const callbackUrl = await context.app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const code = textParam(exchange.body, 'code')
  if (code !== undefined) return enterCode(provider, code, context)
  const proof = proofOf(exchange.body)
  const outcome = await emailLogin(provider, proof, choiceOf(exchange.body), context.app, exchange)
  return outcome.kind === 'undecided'
    ? confirmPage(provider, { ...proof, earlier: outcome.earlier }, callbackUrl, context)
    : finish(outcome, callbackUrl, context)
}

async function openLink(provider: EmailProvider, context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const proof = proofOf(exchange.query)
  const callbackUrl = await app.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  if (await isConfirmed(provider, proof, exchange)) {
    // Showing the page does not use up the token, so the page can be loaded again. A client with a valid token
    // has read the mail, so it may see the earlier logins.
    const owner = await unprovenOwner(proof.address, app)
    if (owner) {
      await requireUnspent(provider, proof.token, app, exchange)
      const earlier = await earlierLogins(owner, app)
      return confirmPage(provider, { ...proof, earlier }, callbackUrl, context)
    }
    const outcome = await emailLogin(provider, proof, NO_CHOICE, app, exchange)
    return outcome.kind === 'undecided'
      ? confirmPage(provider, { ...proof, earlier: outcome.earlier }, callbackUrl, context)
      : finish(outcome, callbackUrl, context)
  }
  await requireUnspent(provider, proof.token, app, exchange)
  return confirmPage(provider, proof, callbackUrl, context)
}

/** Whether opening the link confirms the sign-in, because this browser requested the mail. */
async function isConfirmed(
  provider: EmailProvider,
  { address, token }: EmailProof,
  exchange: Exchange,
): Promise<boolean> {
  // The application may generate tokens that can be guessed. GET requests are not limited, so their response
  // must not reveal whether such a token is right.
  if (provider.generateVerificationToken || !isNavigation(exchange.request)) return false
  const pending = await exchange.site.get(sitePendingMail).find(provider.id, exchange)
  return pending?.address === address && pending.token === token
}

async function confirmPage(
  provider: EmailProvider,
  shown: EmailProof & { readonly earlier?: EarlierLogins },
  callbackUrl: string,
  { app, exchange }: RouteContext,
): Promise<RouteResult> {
  const props = {
    ...shown,
    ...pageSite(app, exchange),
    action: `${exchange.origin}${app.basePath}/callback/${provider.id}`,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    homeUrl: exchange.origin + app.home,
  }
  return page((nonce) => renderConfirmPage({ ...props, nonce }), {
    status: 200,
    language: props.language,
    holdsToken: true,
    isolated: true,
    formOrigins: targetOrigins(callbackUrl, exchange.origin, app),
  })
}

async function enterCode(provider: EmailProvider, code: string, context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  try {
    const { outcome, callbackUrl } = await codeLogin(provider, code, app, exchange)
    if (outcome.kind !== 'undecided') return finish(outcome, callbackUrl, context)
    const { address: email, token, state } = outcome.link
    const link = `${exchange.origin}${app.basePath}/callback/${provider.id}`
    return redirect(withQuery(link, { callbackUrl, token, email, state }))
  } catch (error) {
    if (!(error instanceof InvalidCode)) throw error
    report(error, app.logger)
    const form = `${exchange.origin}${app.basePath}/verify-request`
    return redirect(withQuery(form, { provider: provider.id, type: 'email', error: error.type }))
  }
}

/**
 * Returns the parameters of a link, or throws. Without an e-mail address, an adapter might find the token of
 * any user.
 */
function proofOf(params: Params): EmailProof {
  const [address, token] = [textParam(params, 'email'), textParam(params, 'token')]
  if (address === undefined || canonicalAddress(address) === undefined || !isToken(token)) {
    throw new Verification('The link is incomplete, or was changed.')
  }
  const state = textParam(params, 'state')
  return { address, token, ...(state !== undefined && { state }) }
}

function finish(outcome: LoginOutcome, callbackUrl: string, context: RouteContext): RouteResult {
  return redirect(destination(outcome, callbackUrl, context.app, context.exchange))
}

/**
 * Whether the request is a navigation, and not a prefetch. A request without these headers counts as a
 * navigation.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header
 */
function isNavigation({ headers }: Request): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '')
  if (purpose.some((value) => /prefetch|prerender|preview/i.test(value))) return false
  const mode = headers.get('sec-fetch-mode')
  return mode === null || mode === 'navigate'
}

async function emailSignIn(
  provider: EmailProvider,
  { callbackUrl, data }: Pick<MailRequest, 'callbackUrl' | 'data'>,
  { app, exchange }: RouteContext,
): Promise<RouteResult> {
  const typed = textParam(exchange.body, 'email')
  try {
    return redirect(await requestMail(provider, { typed, callbackUrl, data }, app, exchange))
  } catch (error) {
    // If the mail cannot be sent, the browser is redirected to the form, which shows the typed value again. For
    // an invalid e-mail address, the response itself contains the form.
    const showsFormAgain = error instanceof EmailSignInError && !(error instanceof InvalidEmailAddress)
    if (showsFormAgain && typed !== undefined && !app.spec.pages.signIn) {
      const cookie = exchange.site.get(siteFailedForm)
      await cookie.keep({ providerId: provider.id, typed: { email: typed } }, exchange)
    }
    throw error
  }
}

/** Returns the mail that this browser requested last, whether or not it was sent. */
async function sentMail(provider: EmailProvider, { app, exchange }: RouteContext): Promise<SentMail> {
  const isPrinted = reasonToPrint(provider, app) !== undefined
  const pending = await exchange.site.get(sitePendingMail).find(provider.id, exchange)
  if (!pending) return { isPrinted }
  const { address, callbackUrl } = pending
  if (!provider.code) return { address, isPrinted }
  const action = `${exchange.origin}${app.basePath}/callback/${provider.id}`
  return {
    address,
    isPrinted,
    codeForm: { providerId: provider.id, action, callbackUrl, csrfToken: await csrfToken(exchange) },
  }
}
