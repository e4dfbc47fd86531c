import { InvalidProvider } from '../../../errors.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { TokenEndpointAuthMethod } from '../../../providers/kinds/oauth.js'
import { providerVariable } from '../../config/environment.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { requireSecretKey } from './signed-client-secret.js'

export function authMethodOf({ client }: ReadyOAuthProvider): TokenEndpointAuthMethod {
  return client?.token_endpoint_auth_method ?? 'client_secret_basic'
}

/** Throws `InvalidProvider` if the client cannot authenticate, or lacks the key of a MAC that its tokens carry. */
export function requireCredentials(provider: ReadyOAuthProvider): void {
  const { token, client = {} } = provider
  const isOwnRequest = typeof token === 'object' && token.request !== undefined
  if (!isOwnRequest || client.token_endpoint_auth_method !== undefined) requireAuthMethod(provider)
  for (const alg of [client.id_token_signed_response_alg, client.userinfo_signed_response_alg]) {
    if (macAlgorithms.has(alg)) macKey(provider, alg as string)
  }
}

function requireAuthMethod(provider: ReadyOAuthProvider): void {
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
    case 'client_secret_post':
      if (isSigned(provider)) requireSecretKey(provider)
      else clientSecretOf(provider)
      return
    case 'private_key_jwt':
      privateKeyOf(provider)
      return
    case 'none':
      return
    default:
      method satisfies never
      throw unknownMethod(provider, method)
  }
}

/** Whether the client secret is signed for each request. A `clientSecret` that is set takes precedence. */
export function isSigned({ clientSecret, clientSecretKey }: ReadyOAuthProvider): boolean {
  return clientSecretKey !== undefined && !clientSecret
}

/** The client secret. Throws `InvalidProvider` if there is none. */
export function clientSecretOf({ id, clientSecret }: ReadyOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidProvider(
    `The provider '${id}' has no client secret: set ${providerVariable(id, 'SECRET')} or pass \`clientSecret\`.`,
  )
}

/** The private key of the client, and its id. Throws `InvalidProvider` if there is none. */
export function privateKeyOf({ id, token }: ReadyOAuthProvider): { key: CryptoKey; kid?: string } {
  const key = typeof token === 'object' ? token.clientPrivateKey : undefined
  if (!key)
    throw new InvalidProvider(`The provider '${id}' needs \`token.clientPrivateKey\` for private_key_jwt.`)
  return 'key' in key ? key : { key }
}

/**
 * The client secret as the key of a MAC. Throws `InvalidProvider` if there is none, or if it is too short.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#SymmetricKeyEntropy
 */
export function macKey(provider: ReadyOAuthProvider, alg: string): Uint8Array<ArrayBuffer> {
  const key = new TextEncoder().encode(clientSecretOf(provider))
  const least = Number(alg.slice(2)) / 8
  if (key.length >= least) return key
  throw new InvalidProvider(
    `The client secret of '${provider.id}' has ${key.length} bytes, and ${alg} needs ${least}: have the provider make a longer one, or sign with a key of its own.`,
  )
}

export function unknownMethod({ id }: ReadyOAuthProvider, method: string): InvalidProvider {
  return new InvalidProvider(
    `The provider '${id}' cannot authenticate by '${method}': set \`client.token_endpoint_auth_method\` to 'client_secret_basic', 'client_secret_post', 'private_key_jwt' or 'none'.`,
  )
}
