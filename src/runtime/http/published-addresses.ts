import { lookupAddresses } from '#name-lookup'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { CommonOAuthSettings } from '../../providers/kinds/oauth.js'
import { printable } from '../base/printable.js'
import { createFetch, FetchError, isPrivateAddress, isPrivateHost, platformFetch } from './fetch.js'
import { isLoopback } from './origin.js'

/*
 * Which of the addresses that an issuer publishes requests may go to. Otherwise, an issuer could have this server send codes, secrets and
 * tokens to services that only it can reach.
 */

/** A provider, and the addresses that the configuration names itself. */
interface AddressedProvider
  extends Pick<
    CommonOAuthSettings,
    'allowPrivateNetwork' | 'apiOrigins' | 'issuer' | 'revocation' | 'token' | 'userinfo' | 'wellKnown'
  > {
  readonly id: string
}

/**
 * Whether an issuer may publish an address: not one on a private network, unless it is at the host of the issuer, where the configuration
 * leads itself. What is no URL is no such address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function mayPublish(
  { issuer = '', allowPrivateNetwork }: AddressedProvider,
  address: unknown,
): boolean {
  if (allowPrivateNetwork === true || typeof address !== 'string' || !URL.canParse(address)) return true
  const { hostname } = new URL(address)
  const { hostname: issuerHost } = new URL(issuer)
  return (
    !isPrivateHost(hostname) || hostname === issuerHost || (isLoopback(hostname) && isLoopback(issuerHost))
  )
}

/**
 * The fetch of a provider for endpoints that its issuer may have published. A name that resolves to a private address is rejected
 * before the request is sent, unless the configuration names the host itself, or brings the function that sends it. What the platform
 * cannot resolve is left to the request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function publishedFetch(provider: AddressedProvider, fetch: Fetch = platformFetch): Fetch {
  const check = addressCheck(provider, fetch)
  return createFetch({
    fetch: check
      ? async (address, init) => {
          await check(new URL(address))
          return fetch(address, init)
        }
      : fetch,
  })
}

/** What rejects an address that {@link publishedFetch} would not send to; `undefined` where it sends to every one. */
export function addressCheck(
  provider: AddressedProvider,
  fetch: Fetch = platformFetch,
): ((url: URL) => Promise<void>) | undefined {
  const hosts = configuredHosts(provider)
  const isChecked = lookupAddresses && fetch === platformFetch && provider.allowPrivateNetwork !== true
  if (!isChecked || hosts.some(isLoopback)) return undefined
  return async ({ hostname }) => {
    if (!hosts.includes(hostname)) await requirePublic(hostname, provider)
  }
}

/** The hosts that the configuration names. */
function configuredHosts(provider: AddressedProvider): readonly string[] {
  const { issuer, wellKnown, token, userinfo, revocation, apiOrigins = [] } = provider
  return [issuer, wellKnown, token, userinfo, revocation, ...apiOrigins].flatMap((given) => {
    const address = typeof given === 'object' ? given.url : given
    return address !== undefined && URL.canParse(address) ? [new URL(address).hostname] : []
  })
}

async function requirePublic(hostname: string, { id }: AddressedProvider): Promise<void> {
  const addresses = await lookupAddresses?.(hostname).catch(() => [])
  const address = addresses?.find(isPrivateAddress)
  if (address === undefined) return
  throw new FetchError(
    'address',
    `The issuer of the provider '${id}' publishes an endpoint at '${printable(hostname)}', which resolves to the private address ${address}. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}
