import type * as oauth from 'oauth4webapi'
import { InvalidProvider } from '../../../errors.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** How the client proves at the token endpoint that it is the one that the provider registered. */
export async function clientAuth(provider: ReadyOAuthProvider): Promise<oauth.ClientAuth> {
  const { client, token } = provider
  const oauth = await import('./protocol.js')
  const method = client?.token_endpoint_auth_method ?? 'client_secret_basic'
  switch (method) {
    case 'client_secret_basic':
      return basic(secretOf(provider))
    case 'client_secret_post':
      return oauth.ClientSecretPost(secretOf(provider))
    case 'none':
      return oauth.None()
    case 'private_key_jwt': {
      const key = typeof token === 'object' ? token.clientPrivateKey : undefined
      if (!key) throw misconfigured(provider, 'needs `token.clientPrivateKey` for private_key_jwt')
      return oauth.PrivateKeyJwt('key' in key ? { key: key.key, ...(key.kid && { kid: key.kid }) } : key)
    }
    default:
      method satisfies never
      throw misconfigured(provider, `has an unknown \`client.token_endpoint_auth_method\`, '${method}'`)
  }
}

function secretOf(provider: ReadyOAuthProvider): string {
  if (provider.clientSecret) return provider.clientSecret
  const name = provider.id.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  throw misconfigured(provider, `has no client secret: set AUTH_${name}_SECRET or pass \`clientSecret\``)
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
function basic(clientSecret: string): oauth.ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(clientSecret)}`
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
