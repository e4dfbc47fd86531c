import { lookupAddresses } from '#name-lookup'
import { parseUrl } from '../../../model/parse-url.js'
import { isLoopback } from '../../../model/protected-url.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { CommonOAuthSettings } from '../../../providers/kinds/oauth.js'
import { printable } from '../base/printable.js'
import { createFetch, FetchError, platformFetch } from './fetch.js'
import { isPrivateAddress, isPrivateHost } from './private-hosts.js'

/*
 * Endpoints that an issuer publishes are checked. Otherwise an issuer could make this server send codes,
 * secrets and tokens to internal services.
 */

interface AddressedProvider
  extends Pick<
    CommonOAuthSettings,
    'allowPrivateNetwork' | 'apiOrigins' | 'issuer' | 'revocation' | 'token' | 'userinfo' | 'wellKnown'
  > {
  readonly id: string
  /** Whether a function of the request returned the provider. Its URLs may then come from a customer. */
  readonly isOfRequest?: boolean | undefined
}

/**
 * Whether an issuer may publish this URL of an endpoint. Private hosts are refused, except with
 * `allowPrivateNetwork`. The host of the configured issuer is also allowed, unless the configuration is a
 * function of the request. Loopback hosts count as the same host. Values that are not URLs are allowed,
 * because the request to them fails later.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function mayPublish(
  { issuer = '', allowPrivateNetwork, isOfRequest }: AddressedProvider,
  url: unknown,
): boolean {
  const published = typeof url === 'string' ? parseUrl(url) : undefined
  if (allowPrivateNetwork === true || !published) return true
  const { hostname } = published
  if (isOfRequest) return !isPrivateHost(hostname)
  const { hostname: issuerHost } = new URL(issuer)
  return (
    !isPrivateHost(hostname) || hostname === issuerHost || (isLoopback(hostname) && isLoopback(issuerHost))
  )
}

/**
 * Returns a `fetch` function that refuses URLs in a private network. Hosts in the configuration are not
 * checked, unless a function of the request returned the provider.
 */
export function publishedFetch(provider: AddressedProvider, fetch: Fetch = platformFetch): Fetch {
  const check = addressCheck(provider, fetch)
  return createFetch({
    fetch: check
      ? async (url, init) => {
          await check(new URL(url))
          return fetch(url, init)
        }
      : fetch,
  })
}

/** Returns the check of {@link publishedFetch} for a URL, or `undefined` if every URL is allowed. */
export function addressCheck(
  provider: AddressedProvider,
  fetch: Fetch = platformFetch,
): ((url: URL) => Promise<void>) | undefined {
  const { id, allowPrivateNetwork, isOfRequest } = provider
  if (allowPrivateNetwork === true) return undefined
  const hosts = isOfRequest ? [] : configuredHosts(provider)
  const isLookedUp = lookupAddresses && fetch === platformFetch && !hosts.some(isLoopback)
  if (!isOfRequest && !isLookedUp) return undefined
  return async ({ hostname }) => {
    if (isOfRequest && isPrivateHost(hostname))
      throw privateAddress(id, `at the private address '${hostname}'`)
    if (isLookedUp && !hosts.includes(hostname)) await requirePublic(hostname, id)
  }
}

function configuredHosts(provider: AddressedProvider): readonly string[] {
  const { issuer, wellKnown, token, userinfo, revocation, apiOrigins = [] } = provider
  return [issuer, wellKnown, token, userinfo, revocation, ...apiOrigins].flatMap((endpoint) => {
    const url = typeof endpoint === 'object' ? endpoint.url : endpoint
    return (url !== undefined && parseUrl(url)?.hostname) || []
  })
}

async function requirePublic(hostname: string, id: string): Promise<void> {
  const resolved = await lookupAddresses?.(hostname).catch(() => [])
  const ipAddress = resolved?.find(isPrivateAddress)
  if (ipAddress === undefined) return
  throw privateAddress(id, `at '${printable(hostname)}', which resolves to the private address ${ipAddress}`)
}

function privateAddress(id: string, where: string): FetchError {
  return new FetchError(
    'url',
    `The provider '${id}' has an endpoint ${where}. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}
