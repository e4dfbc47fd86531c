import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { refuseProduction } from '../production-refusal.js'

/** A key that a provider signs with. */
export interface SigningKey {
  /** The signing algorithm (JWS), such as `ES256`. */
  readonly alg: string
  /** The key id in headers and in the JWKS, if there is one. */
  readonly kid: string | undefined
  /** The private key. */
  readonly privateKey: CryptoKey
  /** The public key. */
  readonly jwk: JWK
}

/**
 * Creates a key.
 *
 * @param alg - The JWS algorithm, such as `ES256`. Default: `RS256`.
 */
export async function signingKey(kid: string | undefined, alg = 'RS256'): Promise<SigningKey> {
  refuseProduction()
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk = { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }), alg, use: 'sig' }
  return { alg, kid, privateKey, jwk }
}
