import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  clockSkew,
  clockTolerance,
  customFetch,
} from 'oauth4webapi'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { createFetch } from '../../http/fetch.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { ServerMetadata } from './server-metadata.js'

/** Seconds by which the clocks of the provider and the application may differ. */
export const CLOCK_TOLERANCE = 30

/** Some providers refuse requests without this header. */
export const USER_AGENT = 'authwright'

/** The fetch of a provider, with limits on time and size. */
export function providerFetch(
  provider: ReadyOAuthProvider,
  { askOf }: { askOf(provider: ReadyOAuthProvider): Fetch },
): Fetch {
  return createFetch({ fetch: askOf(provider) })
}

/** Options of every request that oauth4webapi sends. */
export interface RequestOptions {
  [customFetch]: (url: string, options: object) => Promise<Response>
  [allowInsecureRequests]: true
  headers: { 'user-agent': string }
}

/** Our own fetch requires HTTPS, and permits HTTP to loopback hosts, which oauth4webapi would not. */
export function requestOptions(fetch: Fetch): RequestOptions {
  return {
    [customFetch]: fetch,
    [allowInsecureRequests]: true,
    headers: { 'user-agent': USER_AGENT },
  }
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
