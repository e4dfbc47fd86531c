import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  clockSkew,
  clockTolerance,
  customFetch,
} from 'oauth4webapi'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Clock } from '../../base/clock.js'
import { createFetch, type Outgoing, USER_AGENT } from '../../http/fetch.js'
import { publishedFetch } from '../../http/published-addresses.js'
import { clientAuthentication } from './client-authentication.js'
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
