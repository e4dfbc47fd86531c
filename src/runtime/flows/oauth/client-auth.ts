import { InvalidProvider } from '../../../errors.js'
import type { TokenEndpointAuthMethod } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../clock.js'
import { clientSecretOf } from './client-secret.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** What a request to the token endpoint holds by which the client proves that it is the registered one. */
export interface ClientAuth {
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

/**
 * Authenticates the client.
 *
 * @param issuer - Whom it authenticates to.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export async function clientAuth(
  provider: ReadyOAuthProvider,
  issuer: string,
  clock: Clock,
): Promise<ClientAuth> {
  const { clientId: client_id } = provider
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
      return { headers: { authorization: basic(client_id, clientSecretOf(provider)) }, form: {} }
    case 'client_secret_post':
      return { headers: {}, form: { client_id, client_secret: clientSecretOf(provider) } }
    case 'none':
      return { headers: {}, form: { client_id } }
    case 'private_key_jwt':
      return { headers: {}, form: { client_id, ...(await assertion(provider, issuer, clock)) } }
    default:
      method satisfies never
      throw noMethod(provider, method)
  }
}

/** Throws `InvalidProvider` for a client that will not be able to authenticate. */
export function requireClientAuth(provider: ReadyOAuthProvider): void {
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
    case 'client_secret_post':
      clientSecretOf(provider)
      return
    case 'private_key_jwt':
      privateKeyOf(provider)
      return
    case 'none':
      return
    default:
      method satisfies never
      throw noMethod(provider, method)
  }
}

export function authMethodOf({ client }: ReadyOAuthProvider): TokenEndpointAuthMethod {
  return client?.token_endpoint_auth_method ?? 'client_secret_basic'
}

/** Few clients need it, so it is imported for them alone. */
async function assertion(
  provider: ReadyOAuthProvider,
  issuer: string,
  clock: Clock,
): Promise<ClientAuth['form']> {
  const { clientId } = provider
  const { key, kid } = privateKeyOf(provider)
  const { clientAssertion } = await import('./client-assertion.js')
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await clientAssertion({ clientId, audience: issuer, key, kid, clock }),
  }
}

function privateKeyOf(provider: ReadyOAuthProvider): {
  readonly key: CryptoKey
  readonly kid?: string | undefined
} {
  const { token } = provider
  const given = typeof token === 'object' ? token.clientPrivateKey : undefined
  if (!given) throw misconfigured(provider, 'needs `token.clientPrivateKey` for private_key_jwt')
  return 'key' in given ? given : { key: given }
}

function noMethod(provider: ReadyOAuthProvider, method: string): InvalidProvider {
  return misconfigured(
    provider,
    `cannot authenticate by '${method}': set \`client.token_endpoint_auth_method\` to 'client_secret_basic', 'client_secret_post', 'private_key_jwt' or 'none'`,
  )
}

function misconfigured(provider: ReadyOAuthProvider, what: string): InvalidProvider {
  return new InvalidProvider(`The provider '${provider.id}' ${what}.`)
}

/**
 * HTTP Basic authentication with no more encoding than form encoding asks for. Servers that compare
 * without decoding refuse a secret in which `-`, `_` or `.` arrive as percent signs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3.1
 */
function basic(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
