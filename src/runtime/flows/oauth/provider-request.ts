import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  clockSkew,
  clockTolerance,
  customFetch,
} from 'oauth4webapi'
import { lookupAddresses } from '#name-lookup'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Clock } from '../../base/clock.js'
import {
  createFetch,
  FetchError,
  isPrivateAddress,
  type Outgoing,
  platformFetch,
  USER_AGENT,
} from '../../http/fetch.js'
import { isLoopback } from '../../http/origin.js'
import { clientAuthentication } from './client-authentication.js'
import { printable } from './errors.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Seconds by which the clocks of the provider and the application may differ. */
export const CLOCK_TOLERANCE = 30

/** The fetch of a provider, with limits on time and size. */
export function providerFetch(provider: ReadyOAuthProvider, { fetchFor }: Outgoing): Fetch {
  return createFetch({ fetch: fetchFor(provider) })
}

/** Options of every request that oauth4webapi sends. */
interface RequestOptions {
  [customFetch]: (url: string, options: object) => Promise<Response>
  [allowInsecureRequests]: true
  headers: { 'user-agent': string }
}

/** Options of a request to an endpoint that the issuer of a provider may have published. */
export function requestOptions(provider: ReadyOAuthProvider, { fetchFor }: Outgoing): RequestOptions {
  return optionsOf(publishedFetch(provider, fetchFor(provider)))
}

/** Our own fetch requires HTTPS, and permits HTTP to loopback hosts, which oauth4webapi would not. */
export function optionsOf(fetch: Fetch): RequestOptions {
  return { [customFetch]: fetch, [allowInsecureRequests]: true, headers: { 'user-agent': USER_AGENT } }
}

/**
 * Metadata of a provider, from its configuration and its issuer. What an issuer publishes may have any type where it is `unknown`.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly userinfo_endpoint?: string | undefined
  readonly jwks_uri?: string
  readonly end_session_endpoint?: string | undefined
  readonly revocation_endpoint?: string | undefined
  readonly id_token_signing_alg_values_supported?: unknown
  readonly userinfo_signing_alg_values_supported?: unknown
  readonly authorization_response_iss_parameter_supported?: unknown
}

/** The metadata as oauth4webapi types it, which validates what it reads. */
export function serverOf(metadata: ServerMetadata): AuthorizationServer {
  return metadata as AuthorizationServer
}

/**
 * The client as oauth4webapi knows it.
 *
 * @param now - Seconds since 1970, which replace the time of the system.
 */
export function clientOf({ clientId, client = {} }: ReadyOAuthProvider, now: number): Client {
  // Not known to oauth4webapi.
  const { id_token_trusted_audiences: _, id_token_max_age: __, ...registered } = client
  return {
    ...registered,
    client_id: clientId,
    [clockSkew]: now - Math.floor(Date.now() / 1000),
    [clockTolerance]: CLOCK_TOLERANCE,
  }
}

/** The arguments with which oauth4webapi begins every request that the client authenticates. */
export function clientArguments(
  provider: ReadyOAuthProvider,
  metadata: ServerMetadata,
  { clock }: { readonly clock: Clock },
): [AuthorizationServer, Client, ClientAuth] {
  // Some servers accept integers only as the times of a client assertion.
  const now = Math.floor(clock() / 1000)
  return [serverOf(metadata), clientOf(provider, now), clientAuthentication(provider, now)]
}

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
