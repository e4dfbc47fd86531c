import { lookupAddresses } from '#name-lookup'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { createFetch, FetchError, platformFetch } from '../../http/fetch.js'
import { isLoopback } from '../../http/loopback.js'
import { isPrivateAddress } from '../../http/private-network.js'
import { printable } from './errors.js'
import type { ReadyOAuthProvider } from './provider.js'

/**
 * The fetch of a provider for endpoints that its issuer may have published. A name that resolves to a private address is rejected
 * before the request is sent, unless the configuration names the host itself, or brings the function that sends it. What the platform
 * cannot resolve is left to the request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728.html#section-7.7
 */
export function publishedFetch(provider: ReadyOAuthProvider, fetch: Fetch = platformFetch): Fetch {
  const check = addressCheck(provider, fetch)
  if (!check) return createFetch({ fetch })
  return createFetch({
    fetch: async (address, init) => {
      await check(new URL(address))
      return fetch(address, init)
    },
  })
}

/** What rejects an address that {@link publishedFetch} would not send to; `undefined` where it sends to every one. */
export function addressCheck(
  provider: ReadyOAuthProvider,
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
function configuredHosts(provider: ReadyOAuthProvider): readonly string[] {
  const { issuer, wellKnown, token, userinfo, revocation, apiOrigins = [] } = provider
  return [issuer, wellKnown, token, userinfo, revocation, ...apiOrigins].flatMap((given) => {
    const address = typeof given === 'object' ? given.url : given
    return address !== undefined && URL.canParse(address) ? [new URL(address).hostname] : []
  })
}

async function requirePublic(hostname: string, { id }: ReadyOAuthProvider): Promise<void> {
  const addresses = await lookupAddresses?.(hostname).catch(() => [])
  const address = addresses?.find(isPrivateAddress)
  if (address === undefined) return
  throw new FetchError(
    'address',
    `The issuer of the provider '${id}' publishes an endpoint at '${printable(hostname)}', which resolves to the private address ${address}. Set \`allowPrivateNetwork: true\` if it is meant to be there.`,
  )
}
