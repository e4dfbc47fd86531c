import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  clockSkew,
  clockTolerance,
  customFetch,
} from 'oauth4webapi'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { createFetch, type Outgoing } from '../../http/fetch.js'
import type { ReadyOAuthProvider } from './provider.js'

/** Seconds by which the clocks of the provider and the application may differ. */
export const CLOCK_TOLERANCE = 30

/** Some providers refuse requests without this header. */
export const USER_AGENT = 'authwright'

/** The fetch of a provider, with limits on time and size. */
export function providerFetch(provider: ReadyOAuthProvider, { fetchFor }: Outgoing): Fetch {
  return createFetch({ fetch: fetchFor(provider) })
}

/** Options of every request that oauth4webapi sends. */
export interface RequestOptions {
  [customFetch]: (url: string, options: object) => Promise<Response>
  [allowInsecureRequests]: true
  headers: { 'user-agent': string }
}

/** Our own fetch requires HTTPS, and permits HTTP to loopback hosts, which oauth4webapi would not. */
export function requestOptions(fetch: Fetch): RequestOptions {
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
