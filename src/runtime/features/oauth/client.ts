import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  None,
  PrivateKeyJwt,
} from 'oauth4webapi'
import { InvalidProvider } from '../../../errors.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import type { Clock } from '../../core/base/clock.js'
import { createFetch, type Outgoing, USER_AGENT } from '../../core/http/fetch.js'
import { publishedFetch } from '../../core/http/published-endpoints.js'
import {
  authMethodOf,
  clientSecretOf,
  isSigned,
  privateKeyOf,
  requireSecretKey,
  unknownMethod,
} from './client-credentials.js'
import { type ReadyOAuthProvider, type ServerMetadata, serverOf } from './provider.js'

/**
 * Returns how the client authenticates at the token endpoint. `now` is in seconds since 1970.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
function clientAuthentication(provider: ReadyOAuthProvider, now: number): ClientAuth {
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
      return withSecret(formEncodedBasic, provider, now)
    case 'client_secret_post':
      return withSecret(ClientSecretPost, provider, now)
    case 'private_key_jwt':
      return PrivateKeyJwt(privateKeyOf(provider))
    case 'none':
      return None()
    default:
      method satisfies never
      throw unknownMethod(provider)
  }
}

function withSecret(
  method: (secret: string) => ClientAuth,
  provider: ReadyOAuthProvider,
  now: number,
): ClientAuth {
  if (!isSigned(provider)) return method(clientSecretOf(provider))
  requireSecretKey(provider)
  return async (...request) => method(await signedClientSecret(provider, now))(...request)
}

/**
 * Sends the client secret as HTTP Basic authentication. `ClientSecretBasic` of oauth4webapi also encodes `-`,
 * `_`, `.` and `*`. Servers that do not decode the secret would reject it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3.1
 */
function formEncodedBasic(clientSecret: string): ClientAuth {
  const formEncoded = (value: string): string => new URLSearchParams([['', value]]).toString().slice(1)
  return (_server, { client_id: clientId }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`)
  }
}

/** Returns a client secret that is signed with a private key. `now` is in seconds since 1970. */
async function signedClientSecret(provider: ReadyOAuthProvider, now: number): Promise<string> {
  const { id, clientId, issuer: audience = '' } = provider
  const { sign, ...key } = requireSecretKey(provider)
  return sign({ ...key, clientId, audience, now }).catch(() => {
    // The parser's error is not passed on, because it may quote parts of the key.
    throw new InvalidProvider(
      `The private key of the provider '${id}' cannot be read: set ${providerVariable(id, 'PRIVATE_KEY')} or \`privateKey\` to the content of the .p8 file.`,
    )
  })
}

export const PROVIDER_CLOCK_TOLERANCE_SECONDS = 30

/**
 * Returns the `fetch` function for configured URLs of a provider. If the configuration depends on the
 * request, a customer may have set the URLs, so their hosts are checked.
 */
export function providerFetch(provider: ReadyOAuthProvider, { fetchFor }: Outgoing): Fetch {
  const fetch = fetchFor(provider)
  return provider.isOfRequest ? publishedFetch(provider, fetch) : createFetch({ fetch })
}

interface RequestOptions {
  [customFetch]: (url: string, options: object) => Promise<Response>
  [allowInsecureRequests]: true
  headers: { 'user-agent': string }
}

/** Returns the options for requests to endpoints that the issuer of a provider may have published. */
export function requestOptions(provider: ReadyOAuthProvider, { fetchFor }: Outgoing): RequestOptions {
  return optionsOf(publishedFetch(provider, fetchFor(provider)))
}

/**
 * Returns the options of oauth4webapi for requests. It would reject loopback hosts without HTTPS, so its
 * check is turned off. `fetch` checks all other hosts.
 */
export function optionsOf(fetch: Fetch): RequestOptions {
  return { [customFetch]: fetch, [allowInsecureRequests]: true, headers: { 'user-agent': USER_AGENT } }
}

/** Returns the client metadata for oauth4webapi. `now`, in seconds since 1970, replaces the system time. */
export function clientOf({ clientId, client = {} }: ReadyOAuthProvider, now: number): Client {
  // These two options belong to Authwright, not to the client metadata.
  const { id_token_trusted_audiences: _, id_token_max_age: __, ...registered } = client
  return {
    ...registered,
    client_id: clientId,
    [clockSkew]: now - Math.floor(Date.now() / 1000),
    [clockTolerance]: PROVIDER_CLOCK_TOLERANCE_SECONDS,
  }
}

export function clientArguments(
  provider: ReadyOAuthProvider,
  metadata: ServerMetadata,
  { clock }: { readonly clock: Clock },
): [AuthorizationServer, Client, ClientAuth] {
  // Some servers accept only integers as times in a client assertion.
  const now = Math.floor(clock() / 1000)
  return [serverOf(metadata), clientOf(provider, now), clientAuthentication(provider, now)]
}
