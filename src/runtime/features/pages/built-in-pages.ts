import { asError } from '../../core/base/as-error.js'
import { createLogger } from '../../core/config/logger.js'
import { unusableProviders } from '../../core/config/unusable-providers.js'
import { featureOf } from '../../core/features-in-use.js'
import type { Incoming } from '../../core/http/incoming.js'
import { textParam } from '../../core/http/params.js'
import type { PageResult, RouteResult } from '../../core/http/route-result.js'
import { siteFailedForm } from '../../core/login/failed-form.js'
import { readLastUsed } from '../../core/login/last-used.js'
import { siteTypedAddress } from '../../core/login/typed-address.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { FailureView, Pages, SignInPageView, UnusableView } from '../../core/pages.js'
import { csrfToken } from '../../core/routes/csrf.js'
import { failureOf, isDevelopersPage } from '../../core/routes/development-details.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { SignInMethod } from '../../core/sign-in-page-methods.js'
import { renderErrorPage, THIS_PAGE } from './error-page.js'
import { providerOrigins, targetOrigins } from './form-origins.js'
import { languageChoice } from './language-choice.js'
import { page } from './page-result.js'
import { pageSite } from './page-site.js'
import { isScripted, renderSignInPage, type SignedIn } from './sign-in-page.js'
import { renderSignOutPage, type SignedInUser } from './sign-out-page.js'
import { errorText } from './words.js'

export { verifyRequestPage } from './verify-request-page.js'

export const pages: Pages = {
  signIn: showSignInPage,
  signOut: showSignOutPage,
  error: showErrorPage,
  failure: showFailure,
  unusable: showUnusable,
}

async function showSignInPage(
  { callbackUrl, error, status, failed: refusedForm, isContinued = false }: SignInPageView,
  app: App,
  exchange: Exchange,
): Promise<RouteResult> {
  const live = await liveSession(exchange)
  const methods = await signInMethods(app, exchange.origin, live)
  const failed =
    refusedForm ?? (error === undefined ? undefined : await exchange.site.get(siteFailedForm).take(exchange))
  const showsSecondPage = isContinued || error !== undefined
  const unusable = [...app.get(unusableProviders).values()]
  const props = {
    ...pageSite(app, exchange),
    links: app.spec.pages,
    providers: methods,
    remember: app.spec.session.remember ?? false,
    lastUsed: app.spec.options.lastUsed && methods.length > 1 ? readLastUsed(exchange) : undefined,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    error: error ?? (methods.length === 0 && unusable.length > 0 ? 'Configuration' : undefined),
    details: joined([
      error === undefined ? undefined : detailsFor(app, exchange),
      ...(unusable.length > 0 && isDevelopersPage(app.host, exchange.incoming)
        ? [...unusable, TEST_USERS]
        : []),
    ]),
    failed,
    signedIn: error === undefined && live ? signedIn(live, exchange.origin + app.basePath) : undefined,
    address: showsSecondPage ? await exchange.site.get(siteTypedAddress).find(exchange) : undefined,
    email: textParam(exchange.query, 'login_hint') ?? textParam(exchange.query, 'email'),
  }
  return page((nonce) => renderSignInPage({ ...props, nonce }), {
    status,
    language: props.language,
    formOrigins: [...providerOrigins(app), ...targetOrigins(callbackUrl, exchange.origin, app)],
    scripted: isScripted(props),
  })
}

/** Returns the log message of the failure, in development only. */
function detailsFor(app: App, exchange: Exchange): string | undefined {
  return failureOf(textParam(exchange.query, 'reference'), app.host, exchange.incoming).details
}

const TEST_USERS =
  'To use test users in development, pass the provider to dev({ as: … }): see "Replace a provider" in docs/dev.md.'

function joined(details: readonly (string | undefined)[]): string | undefined {
  return details.filter((detail) => detail !== undefined).join('\n') || undefined
}

/**
 * Returns the session. After any error, such as during an impersonation, the page is shown as for a
 * signed-out user.
 */
async function liveSession(exchange: Exchange): Promise<LiveSession | null> {
  return exchange.site.sessions.find(exchange).catch(() => null)
}

async function showSignOutPage(callbackUrl: string, app: App, exchange: Exchange): Promise<RouteResult> {
  const token = await csrfToken(exchange)
  const live = await liveSession(exchange)
  const user = live ? userOf(live) : undefined
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
        ...targetOrigins(callbackUrl, exchange.origin, app),
      ],
    },
  )
}

function signedIn(live: LiveSession, base: string): SignedIn | undefined {
  const { name, email } = userOf(live)
  const shown = name || email
  return shown ? { name: shown, signIn: `${base}/signin`, signOut: `${base}/signout` } : undefined
}

function userOf(live: LiveSession): SignedInUser {
  const { name, email } = live.strategy === 'jwt' ? live.claims : live.user
  return { name: textOrNull(name), email: textOrNull(email) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function showErrorPage(error: string | undefined, app: App, exchange: Exchange): RouteResult {
  const { reference, details } = failureOf(
    textParam(exchange.query, 'reference'),
    app.host,
    exchange.incoming,
  )
  const props = {
    ...pageSite(app, exchange),
    error,
    code: reference,
    details,
    retryUrl: `${exchange.origin}${app.basePath}/${error === 'SignOutError' ? 'signout' : 'signin'}`,
    homeUrl: exchange.origin + app.home,
  }
  const { status } = errorText(error)
  // Any client can open this page with any error, so its status is never 500.
  return page((nonce) => renderErrorPage({ ...props, nonce }), {
    status: status === 500 ? 400 : status,
    language: props.language,
  })
}

function showFailure(
  { status, error, retryUrl = THIS_PAGE, reference, holdsToken = false }: FailureView,
  app: App,
  exchange: Exchange,
): RouteResult {
  const { details } = failureOf(reference, app.host, exchange.incoming)
  const props = {
    ...pageSite(app, exchange),
    error,
    code: reference,
    details,
    retryUrl,
    homeUrl: exchange.origin + app.home,
  }
  return page((nonce) => renderErrorPage({ ...props, nonce }), {
    status,
    holdsToken,
    language: props.language,
  })
}

/** Returns the error page for a broken configuration or request. */
function showUnusable(
  { status, error, options, home, reference, details }: UnusableView,
  incoming: Incoming,
): PageResult {
  const language = languageChoice(options, incoming, createLogger(options))
  const props = { code: reference, details, homeUrl: home, theme: options.theme ?? {}, language, error }
  return page((nonce) => renderErrorPage({ ...props, nonce }), { status, language })
}

async function signInMethods(
  app: App,
  origin: string,
  live: LiveSession | null,
): Promise<readonly SignInMethod[]> {
  const failed = new Set<string>()
  const unusable = app.get(unusableProviders)
  const usable = [...app.providers.values()].filter(({ id }) => !unusable.has(id))
  const describing = usable.map(async (provider) => {
    const flow = await app.flowOf(provider)
    try {
      return flow.signInMethod?.(provider, { app, origin, live }) ?? []
    } catch (error) {
      failed.add(provider.id)
      app.logger.error(asError(error))
      return []
    }
  })
  const methods = (await Promise.all(describing)).flat()
  const omitted = usable.filter(
    (provider) =>
      featureOf(provider)?.name === 'credentials' &&
      !failed.has(provider.id) &&
      !methods.some(({ id }) => id === provider.id),
  )
  if (omitted.length > 0) {
    const names = omitted.map(({ id }) => `"${id}"`).join(', ')
    app.warnOnce(
      'provider-without-form',
      `The built-in sign-in page leaves out ${names}: a schema does not say which fields its form has. Name them in the option \`fields\` of credentials().`,
    )
  }
  return methods
}
