import { InvalidProvider } from '../../../errors.js'
import type { SignedClientSecret, TokenEndpointAuthMethod } from '../../../providers/kinds/oauth.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { asOAuthProvider, customRequest, type ReadyOAuthProvider } from './provider.js'

export function credentialsProblem(provider: Provider): string | undefined {
  const problems = [asOAuthProvider, requireCredentials].flatMap((check) => {
    try {
      // The second check also runs if the client id is missing, because the secret may be missing as well.
      check(provider as ReadyOAuthProvider)
      return []
    } catch (error) {
      if (error instanceof InvalidProvider) return error.message
      throw error
    }
  })
  return problems.join(' ') || undefined
}

export function requireCredentials(provider: ReadyOAuthProvider): void {
  const { token, client = {} } = provider
  // A configured function `token.request` also authenticates the client.
  if (customRequest(token) && client.token_endpoint_auth_method === undefined) return
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
      throw unknownMethod(provider)
  }
}

export function authMethodOf({ client }: ReadyOAuthProvider): TokenEndpointAuthMethod {
  return client?.token_endpoint_auth_method ?? 'client_secret_basic'
}

/**
 * Returns the error for an unknown authentication method. `.build()` does not check a provider that is
 * created from environment variables.
 */
export function unknownMethod({ id, client }: ReadyOAuthProvider): InvalidProvider {
  return new InvalidProvider(
    `The provider '${id}' cannot authenticate by '${client?.token_endpoint_auth_method}': set \`client.token_endpoint_auth_method\` to 'client_secret_basic', 'client_secret_post', 'private_key_jwt' or 'none'.`,
  )
}

export function isSigned({ clientSecret, clientSecretKey }: ReadyOAuthProvider): boolean {
  return clientSecretKey !== undefined && !clientSecret
}

export function clientSecretOf({ id, clientSecret }: ReadyOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidProvider(
    `The provider '${id}' has no client secret: set ${providerVariable(id, 'SECRET')} or pass \`clientSecret\`.`,
  )
}

type PrivateKey = CryptoKey | { key: CryptoKey; kid?: string }

export function privateKeyOf({ id, token }: ReadyOAuthProvider): PrivateKey {
  if (typeof token === 'object' && token.clientPrivateKey) return token.clientPrivateKey
  throw new InvalidProvider(`The provider '${id}' needs \`token.clientPrivateKey\` for private_key_jwt.`)
}

type SecretKey = Required<{
  readonly [Part in keyof SignedClientSecret]: NonNullable<SignedClientSecret[Part]>
}>

export const secretKeyParts = [
  ['teamId', 'TEAM_ID'],
  ['keyId', 'KEY_ID'],
  ['privateKey', 'PRIVATE_KEY'],
] as const

export function requireSecretKey({ id, clientSecretKey }: ReadyOAuthProvider): SecretKey {
  const missing = secretKeyParts.find(([option]) => !clientSecretKey?.[option])
  if (!missing) return clientSecretKey as SecretKey
  const [option, variable] = missing
  throw new InvalidProvider(
    `The provider '${id}' has no \`${option}\`: set ${providerVariable(id, variable)} or pass \`${option}\`.`,
  )
}
