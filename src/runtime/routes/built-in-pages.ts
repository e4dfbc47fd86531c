import type { Provider } from '../../providers/kinds/provider.js'
import type { WebAuthnProvider } from '../../providers/kinds/webauthn.js'
import type { Clock } from '../base/clock.js'
import { withinOf } from '../flows/webauthn/relying-party.js'
import { textParam } from '../http/params.js'
import type { RouteResult } from '../http/result.js'
import { readLastUsed } from '../login/last-used.js'
import { renderErrorPage } from '../pages/error-page.js'
import type { FailedForm } from '../pages/failed-form.js'
import { credentialFields } from '../pages/input-attributes.js'
import { page } from '../pages/page-headers.js'
import { pageSite, providerOrigins } from '../pages/page-site.js'
import type { SignInOption, WebAuthnSignInOption } from '../pages/sign-in-form.js'
import { isScripted, renderSignInPage } from '../pages/sign-in-page.js'
import { renderSignOutPage, type SignOutPageProps } from '../pages/sign-out-page.js'
import { errorText } from '../pages/words.js'
import { isRecentSignIn } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import { csrfToken } from './csrf.js'
import { failureOf } from './failure-details.js'
import type { RouteCapabilities, RouteExchange } from './route-context.js'

/** What the built-in sign-in page is shown with. */
interface SignInPageView {
  readonly callbackUrl: string
  readonly error: string | undefined
  readonly status: 200 | 400 | 403 | 429
  /** The form that failed, where the page is the response to it. */
  readonly failed?: FailedForm | undefined
}

/** The built-in page with all providers. */
export async function showSignInPage(
  { callbackUrl, error, status, failed }: SignInPageView,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  const options = signInOptions(instance, exchange.origin, await sessionOf(instance, exchange))
  const props = {
    ...pageSite(instance, exchange),
    links: instance.spec.pages,
    providers: options,
    remember: instance.spec.session.remember ?? false,
    // A mark says nothing where there is no choice.
    lastUsed: instance.spec.options.lastUsed && options.length > 1 ? readLastUsed(exchange) : undefined,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    error,
    details: error === undefined ? undefined : detailsFor(instance, exchange),
    failed: failed ?? (error === undefined ? undefined : await failedFormOf(instance, exchange)),
    email: textParam(exchange.query, 'login_hint') ?? textParam(exchange.query, 'email'),
  }
  return page((nonce) => renderSignInPage({ ...props, nonce }), {
    status,
    language: props.language,
    formOrigins: providerOrigins(instance),
    scripted: isScripted(options),
  })
}

/** What the log says of the failure that led to a page, for a developer. */
function detailsFor(instance: RouteCapabilities, exchange: RouteExchange): string | undefined {
  return failureOf(textParam(exchange.query, 'reference'), instance, exchange.incoming).details
}

/** The form that led to an error, where there are forms to fill in. */
async function failedFormOf(
  { providers }: RouteCapabilities,
  exchange: RouteExchange,
): Promise<FailedForm | undefined> {
  const hasForms = [...providers.values()].some(({ type }) => type === 'credentials' || type === 'email')
  return hasForms ? (await exchange.context.failedForm()).take(exchange) : undefined
}

/** The session, where the page depends on it. While the database is down, the page is as without one. */
async function sessionOf(
  { providers }: RouteCapabilities,
  exchange: RouteExchange,
): Promise<LiveSession | null> {
  const matters = [...providers.values()].some(({ type }) => type === 'webauthn')
  return matters ? exchange.context.sessions.find(exchange).catch(() => null) : null
}

/** The built-in page that confirms a sign-out. */
export async function showSignOutPage(
  callbackUrl: string,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  const token = await csrfToken(exchange)
  const user = await whoIsSignedIn(exchange)
  const site = pageSite(instance, exchange)
  return page(
    (nonce) =>
      renderSignOutPage({
        nonce,
        ...site,
        action: `${exchange.origin}${instance.basePath}/signout`,
        csrfToken: token,
        callbackUrl,
        user,
      }),
    {
      status: 200,
      language: site.language,
      isolated: true,
      formOrigins: instance.spec.options.signOut ? providerOrigins(instance) : [],
    },
  )
}

/** The signed-in user. Signing out works, or can be tried, while the database does not respond. */
async function whoIsSignedIn(exchange: RouteExchange): Promise<SignOutPageProps['user']> {
  const live = await exchange.context.sessions.find(exchange).catch(() => null)
  if (!live) return undefined
  const { name, email } = live.strategy === 'jwt' ? live.claims : live.user
  return { name: textOrNull(name), email: textOrNull(email) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The built-in page that says what went wrong and what to do next. */
export function showErrorPage(
  error: string | undefined,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): RouteResult {
  const { reference: code, details } = failureOf(
    textParam(exchange.query, 'reference'),
    instance,
    exchange.incoming,
  )
  const failure = { code, details }
  const props = {
    ...pageSite(instance, exchange),
    error,
    ...failure,
    retryUrl: `${exchange.origin}${instance.basePath}/${error === 'SignOutError' ? 'signout' : 'signin'}`,
    homeUrl: exchange.origin + instance.home,
  }
  const { status } = errorText(error)
  // Any client can open this page; 500 is for the request that failed.
  return page((nonce) => renderErrorPage({ ...props, nonce }).html, {
    status: status === 500 ? 400 : status,
    language: props.language,
  })
}

/** What the built-in sign-in page offers: every provider that can be shown as a button or a form. */
function signInOptions(
  { spec, providers, basePath, clock, warnOnce }: RouteCapabilities,
  origin: string,
  live: LiveSession | null,
): SignInOption[] {
  const options = [...providers.values()].flatMap(
    (provider) => optionOf(provider, origin + basePath, live, clock, spec.signUp !== 'closed') ?? [],
  )
  const left = [...providers.keys()].filter((known) => !options.some(({ id }) => id === known))
  if (left.length > 0) {
    const names = left.map((id) => `"${id}"`).join(', ')
    warnOnce(
      'provider-without-form',
      `The built-in sign-in page leaves out ${names}: a schema does not say which fields its form has. Name them in the option \`fields\` of credentials().`,
    )
  }
  return options
}

function optionOf(
  provider: Provider,
  base: string,
  live: LiveSession | null,
  clock: Clock,
  isOpen: boolean,
): SignInOption | undefined {
  const { id, name = id } = provider
  const signIn = `${base}/signin/${id}`
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      return { type: provider.type, id, name, style: provider.style, action: signIn }
    case 'email':
      return { type: 'email', id, name, action: signIn }
    case 'credentials': {
      const fields = credentialFields(provider)
      const action = `${base}/callback/${id}`
      return fields && { type: 'credentials', id, name, fields, signUp: provider.signUp === true, action }
    }
    case 'webauthn': {
      const { formFields: fields = {}, enableConditionalUI = true } = provider
      const offers = passkeyOffers(provider, live, clock, isOpen)
      const conditional = enableConditionalUI && offers !== 'add'
      const optionsUrl = `${base}/webauthn-options/${id}`
      return {
        type: 'webauthn',
        id,
        name,
        fields,
        action: `${base}/callback/${id}`,
        optionsUrl,
        conditional,
        offers,
      }
    }
  }
}

function passkeyOffers(
  provider: WebAuthnProvider,
  live: LiveSession | null,
  clock: Clock,
  isOpen: boolean,
): WebAuthnSignInOption['offers'] {
  if (!live) return isOpen ? 'signInAndUp' : 'signIn'
  const now = Math.floor(clock() / 1000)
  return isRecentSignIn(live, { within: withinOf(provider), began: now, now }) ? 'add' : 'signInAgain'
}
