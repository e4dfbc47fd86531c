import { asError } from '../../core/base/as-error.js'
import { createLogger } from '../../core/config/logger.js'
import type { Incoming } from '../../core/http/incoming.js'
import { textParam } from '../../core/http/params.js'
import type { PageResult, RouteResult } from '../../core/http/result.js'
import type { App, Exchange, FailureView, Pages, SignInPageView, UnusableView } from '../../core/lifetimes.js'
import { type FailedForm, siteFailedForm } from '../../core/login/failed-form.js'
import { readLastUsed } from '../../core/login/last-used.js'
import { csrfToken } from '../../core/routes/csrf.js'
import { failureOf } from '../../core/routes/failure-details.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { SignInMethod } from '../../core/sign-in-method.js'
import { renderErrorPage, THIS_PAGE } from './error-page.js'
import { languageChoice } from './language-choice.js'
import { page } from './page-headers.js'
import { pageSite, providerOrigins, targetOrigins } from './page-site.js'
import { isScripted, renderSignInPage } from './sign-in-page.js'
import { renderSignOutPage, type SignOutPageProps } from './sign-out-page.js'
import { errorText } from './words.js'

export { verifyRequestPage } from './verify-request-page.js'

/** The built-in pages. */
export const pages: Pages = {
  signIn: showSignInPage,
  signOut: showSignOutPage,
  error: showErrorPage,
  failure: showFailure,
  unusable: showUnusable,
}

/** The built-in page with all providers. */
async function showSignInPage(
  { callbackUrl, error, status, failed }: SignInPageView,
  app: App,
  exchange: Exchange,
): Promise<RouteResult> {
  const options = await signInMethods(app, exchange.origin, await sessionOf(app, exchange))
  const props = {
    ...pageSite(app, exchange),
    links: app.spec.pages,
    providers: options,
    remember: app.spec.session.remember ?? false,
    // A mark says nothing where there is no choice.
    lastUsed: app.spec.options.lastUsed && options.length > 1 ? readLastUsed(exchange) : undefined,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    error,
    details: error === undefined ? undefined : detailsFor(app, exchange),
    failed: failed ?? (error === undefined ? undefined : await failedFormOf(app, exchange)),
    email: textParam(exchange.query, 'login_hint') ?? textParam(exchange.query, 'email'),
  }
  return page((nonce) => renderSignInPage({ ...props, nonce }), {
    status,
    language: props.language,
    formOrigins: [...providerOrigins(app), ...targetOrigins(callbackUrl, exchange.origin)],
    scripted: isScripted(options),
  })
}

/** What the log says of the failure that led to a page, for a developer. */
function detailsFor(app: App, exchange: Exchange): string | undefined {
  return failureOf(textParam(exchange.query, 'reference'), app.host, exchange.incoming).details
}

/** The form that led to an error, where there are forms to fill in. */
async function failedFormOf({ providers }: App, exchange: Exchange): Promise<FailedForm | undefined> {
  const hasForms = [...providers.values()].some(({ type }) => type === 'credentials' || type === 'email')
  return hasForms ? exchange.site.get(siteFailedForm).take(exchange) : undefined
}

/** The session, where the page depends on it. While the database is down, the page is as without one. */
async function sessionOf({ providers }: App, exchange: Exchange): Promise<LiveSession | null> {
  const matters = [...providers.values()].some(({ type }) => type === 'webauthn')
  return matters ? exchange.site.sessions.find(exchange).catch(() => null) : null
}

/** The built-in page that confirms a sign-out. */
async function showSignOutPage(callbackUrl: string, app: App, exchange: Exchange): Promise<RouteResult> {
  const token = await csrfToken(exchange)
  const user = await whoIsSignedIn(exchange)
  const site = pageSite(app, exchange)
  return page(
    (nonce) =>
      renderSignOutPage({
        nonce,
        ...site,
        action: `${exchange.origin}${app.basePath}/signout`,
        csrfToken: token,
        callbackUrl,
        user,
      }),
    {
      status: 200,
      language: site.language,
      isolated: true,
      formOrigins: [
        ...(app.spec.options.signOut ? providerOrigins(app) : []),
        ...targetOrigins(callbackUrl, exchange.origin),
      ],
    },
  )
}

/** The signed-in user. Signing out works, or can be tried, while the database does not respond. */
async function whoIsSignedIn(exchange: Exchange): Promise<SignOutPageProps['user']> {
  const live = await exchange.site.sessions.find(exchange).catch(() => null)
  if (!live) return undefined
  const { name, email } = live.strategy === 'jwt' ? live.claims : live.user
  return { name: textOrNull(name), email: textOrNull(email) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The built-in page that says what went wrong and what to do next. */
function showErrorPage(error: string | undefined, app: App, exchange: Exchange): RouteResult {
  const { reference: code, details } = failureOf(
    textParam(exchange.query, 'reference'),
    app.host,
    exchange.incoming,
  )
  const failure = { code, details }
  const props = {
    ...pageSite(app, exchange),
    error,
    ...failure,
    retryUrl: `${exchange.origin}${app.basePath}/${error === 'SignOutError' ? 'signout' : 'signin'}`,
    homeUrl: exchange.origin + app.home,
  }
  const { status } = errorText(error)
  // Any client can open this page; 500 is for the request that failed.
  return page((nonce) => renderErrorPage({ ...props, nonce }), {
    status: status === 500 ? 400 : status,
    language: props.language,
  })
}

/** The page that is itself the response to a request that failed. */
function showFailure(
  { status, error, retryUrl = THIS_PAGE, reference, holdsToken = false }: FailureView,
  app: App,
  exchange: Exchange,
): RouteResult {
  const { details } = failureOf(reference, app.host, exchange.incoming)
  const props = {
    code: reference,
    details,
    ...pageSite(app, exchange),
    error,
    retryUrl,
    homeUrl: exchange.origin + app.home,
  }
  return page((nonce) => renderErrorPage({ ...props, nonce }), {
    status,
    holdsToken,
    language: props.language,
  })
}

/** The page for a request whose site is not known. */
function showUnusable(
  { status, error, options, home, reference, details }: UnusableView,
  incoming: Incoming,
): PageResult {
  const language = languageChoice(options, incoming, createLogger(options))
  const props = { code: reference, details, homeUrl: home, theme: options.theme ?? {}, language, error }
  return page((nonce) => renderErrorPage({ ...props, nonce }), { status, language })
}

/** The ways to sign in, as the flows of the providers describe them. One that cannot be described is left out, and logged. */
async function signInMethods(
  app: App,
  origin: string,
  live: LiveSession | null,
): Promise<readonly SignInMethod[]> {
  const failed = new Set<string>()
  const described = [...app.providers.values()].map(async (provider) => {
    const flow = await app.flowOf(provider)
    try {
      return flow.signInMethod?.(provider, { app, origin, live }) ?? []
    } catch (error) {
      failed.add(provider.id)
      app.logger.error(asError(error))
      return []
    }
  })
  const methods = (await Promise.all(described)).flat()
  const left = [...app.providers.keys()].filter(
    (each) => !failed.has(each) && !methods.some(({ id }) => id === each),
  )
  if (left.length > 0) {
    const names = left.map((id) => `"${id}"`).join(', ')
    app.warnOnce(
      'provider-without-form',
      `The built-in sign-in page leaves out ${names}: a schema does not say which fields its form has. Name them in the option \`fields\` of credentials().`,
    )
  }
  return methods
}
