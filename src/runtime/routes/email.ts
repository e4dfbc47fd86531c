import { EmailSignInError, InvalidCode, InvalidEmailAddress, Verification } from '../../errors.js'
import type { EmailProvider } from '../../providers/kinds/email.js'
import { codeLogin, type EmailProof, emailLogin } from '../flows/email/email-login.js'
import { type MailRequest, requestMail } from '../flows/email/request-mail.js'
import { requireUnspent } from '../flows/email/verification-token.js'
import { type Params, textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { report } from '../http/report.js'
import { type RouteResult, redirect } from '../http/result.js'
import { canonicalAddress } from '../login/email-address.js'
import { destination, type LoginOutcome } from '../login/login.js'
import { type CodeFormProps, renderConfirmPage, renderVerifyRequestPage } from '../pages/email-pages.js'
import { page } from '../pages/page-headers.js'
import { pageSite } from '../pages/page-site.js'
import { csrfToken, requireCsrf } from './csrf.js'
import type { RouteContext } from './route-context.js'

/**
 * `GET /callback/:provider` of an e-mail provider is where its link leads: the browser that requested the mail is signed
 * in, any other has to confirm, so that software which opens every link of a mail spends none. `POST` is what the
 * page of confirmation sends, or a code.
 */
export async function emailCallback(provider: EmailProvider, context: RouteContext): Promise<RouteResult> {
  const { exchange } = context
  if (exchange.request.method === 'GET') return openLink(provider, context)
  const callbackUrl = await context.instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const code = textParam(exchange.body, 'code')
  if (code !== undefined) return enterCode(provider, code, context)
  const outcome = await emailLogin(provider, proofOf(exchange.body), context.instance, exchange)
  return finish(outcome, callbackUrl, context)
}

async function openLink(provider: EmailProvider, context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const proof = proofOf(exchange.query)
  const callbackUrl = await instance.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  const pending = await (await exchange.context.pendingMail()).find(provider.id, exchange)
  const asked = pending?.token === proof.token && pending.address === proof.address
  if (asked && isVisit(exchange.request)) {
    return finish(await emailLogin(provider, proof, instance, exchange), callbackUrl, context)
  }
  await requireUnspent(provider, proof.token, instance, exchange)
  const { origin } = new URL(callbackUrl)
  const props = {
    ...proof,
    ...pageSite(instance, exchange),
    action: `${exchange.origin}${instance.basePath}/callback/${provider.id}`,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    homeUrl: exchange.origin + instance.home,
  }
  return page((nonce) => renderConfirmPage({ ...props, nonce }), {
    status: 200,
    language: props.language,
    holdsToken: true,
    isolated: true,
    formOrigins: origin === exchange.origin ? [] : [origin],
  })
}

async function enterCode(provider: EmailProvider, code: string, context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  try {
    const { outcome, callbackUrl } = await codeLogin(provider, code, instance, exchange)
    return finish(outcome, callbackUrl, context)
  } catch (error) {
    if (!(error instanceof InvalidCode)) throw error
    report(error, instance.logger)
    const form = `${exchange.origin}${instance.basePath}/verify-request`
    return redirect(withQuery(form, { provider: provider.id, type: 'email', error: error.type }))
  }
}

/** What the link carries. Without an address, an adapter could find the token of any user. */
function proofOf(params: Params): EmailProof {
  const [address, token] = [textParam(params, 'email'), textParam(params, 'token')]
  if (address === undefined || canonicalAddress(address) === undefined || !isToken(token)) {
    throw new Verification('The link is incomplete, or was changed.')
  }
  const state = textParam(params, 'state')
  return { address, token, ...(state !== undefined && { state }) }
}

/** Tokens may be an application's own, so little is known of them. */
function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[!-~]{1,512}$/.test(token)
}

function finish(outcome: LoginOutcome, callbackUrl: string, context: RouteContext): RouteResult {
  return redirect(destination(outcome, callbackUrl, context.instance, context.exchange))
}

/**
 * Whether the request is a navigation by the user, and no prefetch or subresource. Browsers that send
 * no such header are trusted.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header
 */
function isVisit({ headers }: Request): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '')
  if (purpose.some((value) => /prefetch|prerender|preview/i.test(value))) return false
  const mode = headers.get('sec-fetch-mode')
  return mode === null || mode === 'navigate'
}

/** `POST /signin/:provider` of an e-mail provider: has a mail with a sign-in link sent. */
export async function emailSignIn(
  provider: EmailProvider,
  { callbackUrl, data }: Pick<MailRequest, 'callbackUrl' | 'data'>,
  { instance, exchange }: RouteContext,
): Promise<RouteResult> {
  const typed = textParam(exchange.body, 'email')
  try {
    return redirect(await requestMail(provider, { typed, callbackUrl, data }, instance, exchange))
  } catch (error) {
    // The page that follows shows the address again; the response to what is no address is such a page itself.
    const follows = error instanceof EmailSignInError && !(error instanceof InvalidEmailAddress)
    if (follows && typed !== undefined && !instance.spec.pages.signIn) {
      const cookie = await exchange.context.failedForm()
      await cookie.keep({ providerId: provider.id, typed: { email: typed } }, exchange)
    }
    throw error
  }
}

/** `GET /verify-request`: says that a mail was sent, and has a form for its code. */
export async function verifyRequestPage(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const { pages } = instance.spec
  if (pages.verifyRequest) {
    const query = Object.fromEntries(exchange.url.searchParams)
    return redirect(withQuery(exchange.origin + pages.verifyRequest, query))
  }
  const props = {
    ...pageSite(instance, exchange),
    homeUrl: exchange.origin + instance.home,
    error: textParam(exchange.query, 'error') === 'InvalidCode' ? 'InvalidCode' : undefined,
    ...(await pendingMailOf(context)),
  }
  return page((nonce) => renderVerifyRequestPage({ ...props, nonce }), {
    status: 200,
    language: props.language,
  })
}

/** The pending mail in the browser that requested it, whether or not it was sent. */
async function pendingMailOf({
  instance,
  exchange,
}: RouteContext): Promise<{ address?: string; codeForm?: CodeFormProps }> {
  const provider = instance.providers.get(textParam(exchange.query, 'provider') ?? '')
  if (provider?.type !== 'email') return {}
  const pending = await (await exchange.context.pendingMail()).find(provider.id, exchange)
  if (!pending) return {}
  const { address } = pending
  if (!provider.code) return { address }
  const action = `${exchange.origin}${instance.basePath}/callback/${provider.id}`
  return { address, codeForm: { providerId: provider.id, action, csrfToken: await csrfToken(exchange) } }
}
