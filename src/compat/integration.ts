import { forwardedValues, requestUrl } from '../runtime/port.js'
import type { AuthConfig } from './auth-config.js'

/* For authors of integrations: the exports of `@auth/core` besides `Auth`. */

/** The name of a route below the base path. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

const actions: Record<AuthAction, true> = {
  callback: true,
  csrf: true,
  error: true,
  providers: true,
  session: true,
  signin: true,
  signout: true,
  'verify-request': true,
  'webauthn-options': true,
}

/** Whether a string is the name of a route below the base path. */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(actions, action)
}

/**
 * Completes a configuration from environment variables: `secret`, `basePath`, `redirectProxyUrl` and `trustHost`. Variables of providers,
 * such as `AUTH_GITHUB_ID`, are not read here but when a sign-in needs them.
 *
 * @param environment - The variables, such as `process.env`.
 * @param config - Changed in place. Options that are set already are kept.
 */
export function setEnvDefaults(
  environment: Readonly<Record<string, string | undefined>>,
  config: AuthConfig,
): void {
  const { AUTH_URL, AUTH_SECRET, AUTH_REDIRECT_PROXY_URL, AUTH_TRUST_HOST } = environment
  if (AUTH_URL && URL.canParse(AUTH_URL)) config.basePath ??= new URL(AUTH_URL).pathname
  config.basePath ??= '/auth'
  const secrets = [
    environment['AUTH_SECRET_3'],
    environment['AUTH_SECRET_2'],
    environment['AUTH_SECRET_1'],
    AUTH_SECRET,
    environment['AUTH_SECRET_NEXT'],
  ]
  const found = secrets.filter((secret) => secret !== undefined && secret !== '')
  if (!config.secret?.length && found.length > 0) config.secret = found as string[]
  if (AUTH_REDIRECT_PROXY_URL) config.redirectProxyUrl ??= AUTH_REDIRECT_PROXY_URL
  if (AUTH_TRUST_HOST === 'true' || AUTH_TRUST_HOST === '1') config.trustHost ??= true
}

/**
 * Returns the URL of a route, from `AUTH_URL` or the headers of a request. Use it for integrations only: Authwright itself checks
 * `trustHost` first.
 *
 * @param action - The route.
 * @param protocol - The protocol of the request, `'https'` or `'https:'`, if there is no `X-Forwarded-Proto` header.
 * @param headers - The headers of the request.
 * @param environment - The variables, such as `process.env`.
 * @param config - `basePath` is read. Default: the root of the origin.
 * @throws TypeError if there is no `AUTH_URL` and no valid host in the headers.
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  environment: Readonly<Record<string, string | undefined>>,
  config?: Pick<AuthConfig, 'basePath'>,
): URL {
  const basePath = (config?.basePath ?? '').replace(/^\/+|\/+$/g, '')
  const url = new URL(
    environment['AUTH_URL'] ?? environment['NEXTAUTH_URL'] ?? requestOrigin(protocol, headers),
  )
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = basePath === '' ? `${path}/${action}` : `/${basePath}/${action}`
  return url
}

/** The URL of the root of the site, from the headers of a request. */
function requestOrigin(protocol: string, headers: Headers): string {
  const [host = headers.get('host')] = forwardedValues(headers, 'x-forwarded-host')
  const [scheme = protocol] = forwardedValues(headers, 'x-forwarded-proto')
  try {
    return requestUrl(`${scheme.replace(/:$/, '')}:`, [host], '/')
  } catch (cause) {
    throw new TypeError('The request has no host header. Set AUTH_URL.', { cause })
  }
}
