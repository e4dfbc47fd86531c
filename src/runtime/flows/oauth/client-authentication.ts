import { type ClientAuth, ClientSecretPost, None, PrivateKeyJwt } from 'oauth4webapi'
import { authMethodOf, clientSecretOf, privateKeyOf, unknownMethod } from './client-credentials.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/**
 * How the client authenticates at the token endpoint.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export function clientAuthentication(provider: ReadyOAuthProvider): ClientAuth {
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
      return formEncodedBasic(clientSecretOf(provider))
    case 'client_secret_post':
      return ClientSecretPost(clientSecretOf(provider))
    case 'private_key_jwt':
      return PrivateKeyJwt(privateKeyOf(provider))
    case 'none':
      return None()
    default:
      method satisfies never
      throw unknownMethod(provider, method)
  }
}

/**
 * HTTP Basic authentication with form encoding and nothing more. `ClientSecretBasic` of oauth4webapi also encodes `-`, `_` and
 * `.`, and servers that compare without decoding refuse such a secret.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3.1
 */
function formEncodedBasic(clientSecret: string): ClientAuth {
  return (_server, { client_id: clientId }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`)
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
