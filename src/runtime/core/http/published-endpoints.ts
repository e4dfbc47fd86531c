import { lookupAddresses } from '#name-lookup'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { CommonOAuthSettings } from '../../../providers/kinds/oauth.js'
import { printable } from '../base/printable.js'
import { createFetch, FetchError, platformFetch } from './fetch.js'
import { isLoopback, isPrivateAddress, isPrivateHost } from './private-hosts.js'

/*
 * The endpoints that an issuer publishes, and which of them requests may go to. Otherwise, an issuer could have this server send codes, secrets
 * and tokens to services that only it can reach.
 */

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
  /** Whether a function of the request returned it: its addresses may be those of a customer. */
  readonly isOfRequest?: boolean | undefined
}

/**
 * Whether an issuer may publish an address: not one on a private network, unless it is at the host of the issuer, where the configuration
 * leads itself. What is no URL is no such address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function mayPublish(
  { issuer = '', allowPrivateNetwork, isOfRequest }: AddressedProvider,
  address: unknown,
): boolean {
  if (allowPrivateNetwork === true || typeof address !== 'string' || !URL.canParse(address)) return true
  const { hostname } = new URL(address)
  if (isOfRequest) return !isPrivateHost(hostname)
  const { hostname: issuerHost } = new URL(issuer)
  return (
    !isPrivateHost(hostname) || hostname === issuerHost || (isLoopback(hostname) && isLoopback(issuerHost))
  )
}

/**
 * The fetch of a provider for endpoints that its issuer may have published. A name that resolves to a private address is rejected
 * before the request is sent, unless the configuration names the host itself, or brings the function that sends it. What the platform
 * cannot resolve is left to the request. The hosts of a provider of the request are checked as well: they are data, not configuration.
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

/** The hosts that the configuration names. */
function configuredHosts(provider: AddressedProvider): readonly string[] {
  const { issuer, wellKnown, token, userinfo, revocation, apiOrigins = [] } = provider
  return [issuer, wellKnown, token, userinfo, revocation, ...apiOrigins].flatMap((given) => {
    const address = typeof given === 'object' ? given.url : given
    return address !== undefined && URL.canParse(address) ? [new URL(address).hostname] : []
  })
}

async function requirePublic(hostname: string, id: string): Promise<void> {
  const addresses = await lookupAddresses?.(hostname).catch(() => [])
  const address = addresses?.find(isPrivateAddress)
  if (address === undefined) return
  throw privateAddress(id, `at '${printable(hostname)}', which resolves to the private address ${address}`)
}

function privateAddress(id: string, where: string): FetchError {
  return new FetchError(
    'address',
    `The provider '${id}' has an endpoint ${where}. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}
