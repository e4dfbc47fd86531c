import {
  forwardedValues,
  pathsOf,
  readEnvironment,
  requestUrl,
  siteUrl,
  standardMount,
} from '../runtime/port.js'
import type { AuthConfig } from './auth-config.js'

/** The name of a route of Auth.js. */
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

/** Whether a string is the name of a route of Auth.js. */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(actions, action)
}

/**
 * Completes a configuration from environment variables: `secret`, `basePath`, `redirectProxyUrl` and `trustHost`.
 *
 * @param config - Changed in place. Options that are set already are kept.
 * @throws AuthError if a variable is invalid, such as `AUTH_URL` without its scheme.
 */
export function setEnvDefaults(
  environment: Readonly<Record<string, string | undefined>>,
  config: AuthConfig,
): void {
  const variables = readEnvironment(environment)
  const { secrets, redirectProxyUrl, trustHost } = variables
  config.basePath ??= pathsOf({}, variables, standardMount).basePath
  if (!config.secret?.length && secrets.length > 0) config.secret = [...secrets]
  if (redirectProxyUrl !== undefined) config.redirectProxyUrl ??= redirectProxyUrl
  if (trustHost) config.trustHost ??= true
}

/**
 * Returns the URL of a route, from `AUTH_URL` or the headers of a request. It does not check `trustHost`.
 *
 * @param protocol - The protocol of the request, `'https'` or `'https:'`, if there is no `X-Forwarded-Proto` header.
 * @param config - `basePath` is read. Default: the path of `AUTH_URL`, or the root of the origin.
 * @throws AuthError if `AUTH_URL` or `NEXTAUTH_URL` is not an absolute HTTP or HTTPS URL.
 * @throws TypeError if neither is set, and the headers have no valid host.
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  environment: Readonly<Record<string, string | undefined>>,
  config?: Pick<AuthConfig, 'basePath'>,
): URL {
  const basePath = (config?.basePath ?? '').replace(/^\/+|\/+$/g, '')
  const url = new URL(siteUrl(environment) ?? requestOrigin(protocol, headers))
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = basePath === '' ? `${path}/${action}` : `/${basePath}/${action}`
  return url
}

function requestOrigin(protocol: string, headers: Headers): string {
  const [host = headers.get('host')] = forwardedValues(headers, 'x-forwarded-host')
  const [scheme = protocol] = forwardedValues(headers, 'x-forwarded-proto')
  try {
    return requestUrl(`${scheme.replace(/:$/, '')}:`, [host], '/')
  } catch (cause) {
    throw new TypeError('The request has no valid host. Set AUTH_URL.', { cause })
  }
}
