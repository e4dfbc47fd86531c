import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'

/** A key of a provider, as it signs with it and as it publishes it. */
export interface SigningKey {
  readonly alg: string
  readonly kid: string | undefined
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

/** Makes a key; `kid` is left out of what is published where it is `undefined`. */
export async function signingKey(kid: string | undefined, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk = { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }), alg, use: 'sig' }
  return { alg, kid, privateKey, jwk }
}

/** The key that every provider starts with: making an RSA key takes longer than a whole sign-in. */
export const firstKey: Promise<SigningKey> = signingKey('one')

/** For the many sign-ins of a property: to sign with RSA takes longer than all else that a sign-in computes. */
export const quickKey: Promise<SigningKey> = signingKey('quick', 'ES256')
