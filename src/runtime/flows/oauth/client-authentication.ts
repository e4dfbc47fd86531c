import { type ClientAuth, ClientSecretPost, None, PrivateKeyJwt } from 'oauth4webapi'
import { authMethodOf, clientSecretOf, isSigned, privateKeyOf, unknownMethod } from './client-credentials.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { signedClientSecret } from './signed-client-secret.js'

/**
 * How the client authenticates at the token endpoint.
 *
 * @param now - Seconds since 1970.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export async function clientAuthentication(provider: ReadyOAuthProvider, now: number): Promise<ClientAuth> {
  const method = authMethodOf(provider)
  switch (method) {
    case 'client_secret_basic':
      return formEncodedBasic(await clientSecret(provider, now))
    case 'client_secret_post':
      return ClientSecretPost(await clientSecret(provider, now))
    case 'private_key_jwt':
      return PrivateKeyJwt(privateKeyOf(provider))
    case 'none':
      return None()
    default:
      method satisfies never
      throw unknownMethod(provider, method)
  }
}

/** The client secret: as configured, or signed for this request. */
async function clientSecret(provider: ReadyOAuthProvider, now: number): Promise<string> {
  return isSigned(provider) ? signedClientSecret(provider, now) : clientSecretOf(provider)
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
