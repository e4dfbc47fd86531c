import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { sha256Base64url } from '#crypto'

/** Returns the thumbprint of the proven key. @see https://www.rfc-editor.org/rfc/rfc9449.html#section-4.3 */
export async function provenKey(
  url: URL,
  init: RequestInit,
  accessToken?: string,
): Promise<string | undefined> {
  const proof = new Headers(init.headers).get('dpop')
  if (proof === null) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      requiredClaims: ['jti', 'iat'],
    })
    const { htm, htu, ath } = payload
    const isOfToken = accessToken === undefined || ath === (await sha256Base64url(accessToken))
    const isOfRequest = htm === (init.method ?? 'GET') && htu === url.origin + url.pathname
    return isOfToken && isOfRequest ? await calculateJwkThumbprint(protectedHeader.jwk as JWK) : undefined
  } catch {
    return undefined
  }
}
