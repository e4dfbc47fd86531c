import { InvalidRequest, UntrustedHost } from '../../errors.js'
import { parseUrl } from '../../model/parse-url.js'
import { readHostVariables } from '../core/config/environment.js'
import type { EnvironmentVariables } from '../core/config/secret-and-url-variables.js'
import { parsedUrl, type RequestUrl, requestUrl } from '../core/http/request-url.js'
import { hostTrust, requestOrigin } from '../core/http/trusted-hosts.js'

/**
 * Returns the host of a request. Throws `UntrustedHost` if the request has no host, or if its host is invalid
 * or not trusted.
 */
export function requestHost(
  headers: Pick<Headers, 'get' | 'has'>,
  url: string | undefined,
  variables: EnvironmentVariables,
): string {
  const environment = readHostVariables(variables)
  const { trustRequestUrl } = environment
  const config = { url: undefined, trustHost: hostTrust(undefined, environment), trustRequestUrl }
  try {
    return new URL(requestOrigin({ url: urlOf(headers, url), headers }, config).origin).hostname
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new UntrustedHost(
      'The request has no valid host. Set AUTH_URL, or pass the `audience` of the tokens to `getToken`.',
      { cause: error },
    )
  }
}

/** Returns the URL of the request. Only its host is used. */
function urlOf(headers: Pick<Headers, 'get'>, url: string | undefined): RequestUrl {
  const absolute = url === undefined ? undefined : parseUrl(url)
  if (absolute) return parsedUrl({ url: absolute.href })
  return requestUrl('http:', [headers.get('host')], '/')
}
