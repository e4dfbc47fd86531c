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
import type { SignedClientSecret, TokenEndpointAuthMethod } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import { providerVariable } from '../../core/config/environment.js'
import { createFetch, type Outgoing, publishedFetch, USER_AGENT } from '../../core/http/fetch.js'
import { ownRequest, type ReadyOAuthProvider, type ServerMetadata, serverOf } from './provider.js'

/** Throws `InvalidProvider` if the client cannot authenticate. */
export function requireCredentials(provider: ReadyOAuthProvider): void {
  const { token, client = {} } = provider
  const needsMethod = !ownRequest(token) || client.token_endpoint_auth_method !== undefined
  if (needsMethod) clientAuthentication(provider, 0)
}

export function authMethodOf({ client }: ReadyOAuthProvider): TokenEndpointAuthMethod {
  return client?.token_endpoint_auth_method ?? 'client_secret_basic'
}

/**
 * How the client authenticates at the token endpoint. Throws `InvalidProvider` if its secret or key is missing.
 *
 * @param now - Seconds since 1970.
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
      throw new InvalidProvider(
        `The provider '${provider.id}' cannot authenticate by '${method}': set \`client.token_endpoint_auth_method\` to 'client_secret_basic', 'client_secret_post', 'private_key_jwt' or 'none'.`,
      )
  }
}

/** Authentication by the client secret: as configured, or signed for the request. */
function withSecret(
  method: (secret: string) => ClientAuth,
  provider: ReadyOAuthProvider,
  now: number,
): ClientAuth {
  if (!isSigned(provider)) return method(clientSecretOf(provider))
  requireSecretKey(provider)
  return async (...request) => method(await signedClientSecret(provider, now))(...request)
}

/** Whether the client secret is signed for each request. A `clientSecret` that is set takes precedence. */
export function isSigned({ clientSecret, clientSecretKey }: ReadyOAuthProvider): boolean {
  return clientSecretKey !== undefined && !clientSecret
}

/**
 * HTTP Basic authentication with form encoding and nothing more. `ClientSecretBasic` of oauth4webapi also encodes `-`, `_` and
 * `.`, and servers that compare without decoding refuse such a secret.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3.1
 */
function formEncodedBasic(clientSecret: string): ClientAuth {
  const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
  return (_server, { client_id: clientId }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`)
  }
}

/** The client secret. Throws `InvalidProvider` if there is none. */
export function clientSecretOf({ id, clientSecret }: ReadyOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidProvider(
    `The provider '${id}' has no client secret: set ${providerVariable(id, 'SECRET')} or pass \`clientSecret\`.`,
  )
}

/** The key of a client, with the id by which the provider knows it. */
type PrivateKey = CryptoKey | { key: CryptoKey; kid?: string }

function privateKeyOf({ id, token }: ReadyOAuthProvider): PrivateKey {
  if (typeof token === 'object' && token.clientPrivateKey) return token.clientPrivateKey
  throw new InvalidProvider(`The provider '${id}' needs \`token.clientPrivateKey\` for private_key_jwt.`)
}

/** The key of the client secret, with what signs by it. */
type SecretKey = Required<{
  readonly [Part in keyof SignedClientSecret]: NonNullable<SignedClientSecret[Part]>
}>

/** The parts of the key of a client secret, each with the end of the environment variable that may have it. */
export const secretKeyParts = [
  ['teamId', 'TEAM_ID'],
  ['keyId', 'KEY_ID'],
  ['privateKey', 'PRIVATE_KEY'],
] as const

/** The key of the client secret. Throws `InvalidProvider` for a part that is missing. */
function requireSecretKey({ id, clientSecretKey }: ReadyOAuthProvider): SecretKey {
  const missing = secretKeyParts.find(([option]) => !clientSecretKey?.[option])
  if (!missing) return clientSecretKey as SecretKey
  const [option, variable] = missing
  throw new InvalidProvider(
    `The provider '${id}' has no \`${option}\`: set ${providerVariable(id, variable)} or pass \`${option}\`.`,
  )
}

/**
 * A client secret that the provider signs for a request.
 *
 * @param now - Seconds since 1970.
 */
async function signedClientSecret(provider: ReadyOAuthProvider, now: number): Promise<string> {
  const { id, clientId, issuer: audience = '' } = provider
  const { sign, ...key } = requireSecretKey(provider)
  return sign({ ...key, clientId, audience, now }).catch(() => {
    // Neither the key nor what the parser says of it belongs into a log.
    throw new InvalidProvider(
      `The private key of the provider '${id}' cannot be read: set ${providerVariable(id, 'PRIVATE_KEY')} or \`privateKey\` to the content of the .p8 file.`,
    )
  })
}

/** Seconds by which the clocks of the provider and the application may differ. */
export const PROVIDER_CLOCK_TOLERANCE_SECONDS = 30

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
    [clockTolerance]: PROVIDER_CLOCK_TOLERANCE_SECONDS,
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
