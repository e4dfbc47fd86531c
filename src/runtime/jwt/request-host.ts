import { UntrustedHost } from '../../errors.js'
import { readHostVariables } from '../core/config/environment.js'
import type { EnvironmentVariables } from '../core/config/site-environment.js'
import { requestOrigin } from '../core/http/origin.js'
import { parsedUrl, type RequestUrl, requestUrl } from '../core/http/request-url.js'
import { hostTrust } from '../core/http/trusted-hosts.js'

/**
 * The host of a request, if the environment trusts it.
 *
 * @param url - The full URL, or only the path.
 * @throws UntrustedHost if the request names no host, or one that is not trusted.
 */
export function requestHost(
  headers: Pick<Headers, 'get' | 'has'>,
  url = '/',
  variables: EnvironmentVariables,
): string {
  const address = addressOf(headers, url)
  if (!address) {
    throw new UntrustedHost(
      'The request has no host. Set AUTH_URL, or pass the `audience` of the tokens to `getToken`.',
    )
  }
  const environment = readHostVariables(variables)
  const { trustRequestUrl } = environment
  const config = { url: undefined, trustHost: hostTrust(undefined, environment), trustRequestUrl }
  return new URL(requestOrigin({ url: address, headers }, config).origin).hostname
}

/** The URL of a request, whose `Host` header may contain anything. */
function addressOf(headers: Pick<Headers, 'get'>, url: string): RequestUrl | undefined {
  if (URL.canParse(url)) return parsedUrl({ url: new URL(url).href })
  try {
    return requestUrl('http:', [headers.get('host')], url)
  } catch {
    return undefined
  }
}
