import { AuthError, UnknownAction } from '../errors.js'
import type { LoggerInstance } from '../options/auth-options.js'
import { type Html, html } from './http/html.js'
import { nothing, type RouteResult } from './http/result.js'
import type { Device } from './sessions/device.js'

/*
 * What stands in for the parts of the package that a bundle leaves out. `imports` of package.json puts it in their place under the conditions
 * `authwright-without-…`, with which `.build()` refuses a configuration that needs them.
 */

/** The address of the page itself, which a link need not spell out. */
export const THIS_PAGE = ''

/** The error page of a bundle without built-in pages, for errors for which the application's page cannot be opened. */
export function renderErrorPage({
  error,
  homeUrl,
}: {
  readonly error?: string | undefined
  readonly homeUrl: string
}): { readonly html: string } {
  const page = html`<!doctype html>
<html lang="en"><title>Error</title><p>The request failed (${error ?? 'Error'}). <a href="${homeUrl}">Back to the start page</a></p></html>
`
  return { html: page.toString() }
}

/** The sentences of a bundle without forms. */
export const englishOfForms = {}

/** The account page of a bundle without built-in pages, or without the management of accounts, and its forms. */
export async function accountPage(): Promise<RouteResult> {
  return nothing(404)
}

export { accountPage as changeAccount }

/** A password of a bundle without passwords. */
export function renderShowPassword(): undefined {}

/** No script. */
export function renderShowPasswordScript(): undefined {}

/** The sign-in page of a bundle without passkeys. */
export const passkeyStyles: Html = html``

/** The form of a provider, unchanged. */
export function renderPasskeys(_option: unknown, form: Html): Html {
  return form
}

/** No script. */
export function renderPasskeyScript(_nonce: string): Html {
  return passkeyStyles
}

/** The routes of the parts that are left out. */
export {
  unknownAction as backchannelLogout,
  unknownAction as signedOut,
  unknownAction as verifyRequestPage,
  unknownAction as webauthnOptions,
}

function unknownAction(): never {
  throw new UnknownAction('The bundle leaves out what responds to this request.')
}

/** Ends no session: one that began with `backchannelLogout` may have ended with the one at the provider, so it is over. */
export function createProviderLogout(): { isEnded(mark: string): Promise<boolean> } {
  return { isEnded: async () => true }
}

/** No session begins with the account at the provider; a cookie of an earlier deployment is bound to its session. */
export function providerSessionCookies(): { follow(): Promise<void> } {
  return { follow: async () => undefined }
}

/** Leaves the session at the provider unchanged. */
export async function leaveProvider(
  { provider }: { readonly provider: string },
  target: string,
  { logger }: { readonly logger: LoggerInstance },
): Promise<string> {
  logger.warn(
    'provider-sign-out',
    `A user was signed out of this application, but not of '${provider}'. Remove the condition authwright-without-logout from the bundler's settings.`,
  )
  return target
}

export {
  withoutTokens as providerFetch,
  withoutTokens as tokenCookie,
  withoutTokens as tokensOfSession,
  withoutTokens as tokensOfUser,
  withoutTokens as revokeTokensOfUser,
}

function withoutTokens(): never {
  throw leftOut('the tokens of providers', 'tokens')
}

export {
  withoutAccounts as linkAccount,
  withoutAccounts as listAccounts,
  withoutAccounts as listPasskeys,
  withoutAccounts as remove,
  withoutAccounts as rename,
  withoutAccounts as unlink,
}

function withoutAccounts(): never {
  throw leftOut('the management of accounts and passkeys', 'accounts')
}

export {
  withoutMethods as checkHealth,
  withoutMethods as closeParts,
  withoutMethods as currentSession,
  withoutMethods as listSessions,
  withoutMethods as readSignInForm,
  withoutMethods as revokeAllSessions,
  withoutMethods as revokeSession,
  withoutMethods as sessionOf,
  withoutMethods as signInOnServer,
  withoutMethods as signOutOnServer,
}

function withoutMethods(): never {
  throw leftOut('the methods of a server', 'methods')
}

/** Stores nothing of the client that signed in, where nothing would read it. */
export function deviceOf(): Device {
  return {}
}

export { withoutUserinfo as userinfo }

function withoutUserinfo(): never {
  throw leftOut('the UserInfo endpoint', 'userinfo')
}

export { withoutPrivateKey as PrivateKeyJwt }

function withoutPrivateKey(): never {
  throw leftOut('client authentication by private_key_jwt', 'private-key-jwt')
}

export { withoutClaimsRefresh as ClaimsRefresher }

function withoutClaimsRefresh(): never {
  throw leftOut('the refresh of claims', 'claims-refresh')
}

export { withoutUsers as decideOwnUser, withoutUsers as storeOwnUser }

function withoutUsers(): never {
  throw leftOut('users of a table of the application', 'users')
}

export {
  withoutDatabase as beginAccountLinking,
  withoutDatabase as requireLinking,
  withoutDatabase as userOfAddress,
}

/** No flow begins to link an account without an adapter; one of an earlier deployment is not finished. */
function withoutDatabase(): never {
  throw leftOut('users and accounts in a database', 'database')
}

/** The content encryption of Auth.js: opens no token, and makes none. */
export function cipherBlockChaining(): { encrypt(): never; decrypt(): undefined } {
  return {
    encrypt() {
      throw leftOut('the token format of Auth.js', 'compat')
    },
    decrypt: () => undefined,
  }
}

function leftOut(what: string, part: string): AuthError {
  return new AuthError(
    `The bundle leaves out ${what}: remove the condition authwright-without-${part} from the bundler's settings.`,
  )
}
