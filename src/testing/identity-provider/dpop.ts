import { EmbeddedJWK, jwtVerify } from 'jose'

/**
 * Whether a request has a proof of possession of a key.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9449.html#section-4.3
 */
export async function hasProof(url: URL, init: RequestInit): Promise<boolean> {
  const proof = new Headers(init.headers).get('dpop')
  if (proof === null) return false
  try {
    const { payload } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      requiredClaims: ['jti', 'iat'],
    })
    return payload['htm'] === (init.method ?? 'GET') && payload['htu'] === url.origin + url.pathname
  } catch {
    return false
  }
}
