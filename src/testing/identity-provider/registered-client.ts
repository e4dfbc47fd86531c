import { type CryptoKey, jwtVerify } from 'jose'

/** A client that is registered at the provider. */
export interface RegisteredClient {
  /** The client id that the application is configured with. */
  readonly id: string
  /** How the client authenticates at the token endpoint. Every other method is refused. */
  readonly method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'
  /** The client secret, for `client_secret_basic` and `client_secret_post`. */
  readonly secret?: string
  /** The key that verifies client assertions, for `private_key_jwt`. */
  readonly publicKey?: CryptoKey
}

/**
 * Whether a request authenticates the client. It must not use more than one method.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3
 */
export async function isFromClient(
  client: RegisteredClient,
  form: URLSearchParams,
  headers: Headers,
  issuer: string,
): Promise<boolean> {
  const sent: Record<Exclude<RegisteredClient['method'], 'none'>, boolean> = {
    client_secret_basic: headers.has('authorization'),
    client_secret_post: form.has('client_secret'),
    private_key_jwt: form.has('client_assertion') || form.has('client_assertion_type'),
  }
  if (Object.entries(sent).some(([method, isSent]) => isSent !== (method === client.method))) return false
  const clientId = form.get('client_id')
  if (clientId !== null && clientId !== client.id) return false
  switch (client.method) {
    case 'client_secret_basic':
      return isBasic(headers.get('authorization'), client)
    case 'client_secret_post':
      return clientId !== null && form.get('client_secret') === client.secret
    case 'none':
      return clientId !== null
    case 'private_key_jwt':
      return isAssertion(form, client, issuer)
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-2.3.1 */
function isBasic(authorization: string | null, { id, secret }: RegisteredClient): boolean {
  const [, encoded = ''] = /^Basic +(.+)$/i.exec(authorization ?? '') ?? []
  const [user, password, ...rest] = fromBase64(encoded).split(':')
  return rest.length === 0 && formDecoded(user) === id && formDecoded(password) === secret
}

/**
 * Returns an empty string for invalid Base64. The result of `atob` needs no further decoding, because form-encoded
 * values are ASCII.
 */
function fromBase64(encoded: string): string {
  try {
    return atob(encoded)
  } catch {
    return ''
  }
}

function formDecoded(text = ''): string | null {
  return new URLSearchParams(`text=${text}`).get('text')
}

/**
 * Whether a form contains a valid client assertion. The assertion names the client, so `client_id` is optional.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7521.html#section-4.2
 * @see https://www.rfc-editor.org/rfc/rfc7523.html#section-3
 */
async function isAssertion(
  form: URLSearchParams,
  { id, publicKey }: RegisteredClient,
  issuer: string,
): Promise<boolean> {
  if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return false
  if (!publicKey) return false
  const options = { issuer: id, subject: id, audience: issuer, requiredClaims: ['jti', 'exp'] }
  return jwtVerify(form.get('client_assertion') ?? '', publicKey, options).then(
    () => true,
    () => false,
  )
}
