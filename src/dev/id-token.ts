import { SignJWT } from 'jose/jwt/sign'
import { lazily } from '../model/lazily.js'
import { encodeBase64url } from '../runtime/core/crypto/base64url.js'
import { randomToken } from '../runtime/core/crypto/random.js'

export interface IdTokenSigner {
  jwks(): Promise<{ readonly keys: readonly JsonWebKey[] }>
  sign(claims: Record<string, unknown>, accessToken: string): Promise<string>
}

export function idTokenSigner(): IdTokenSigner {
  const signingKey = lazily(createSigningKey)
  return {
    jwks: async () => ({ keys: [(await signingKey()).publicKey] }),
    async sign(claims, accessToken) {
      const { privateKey, publicKey } = await signingKey()
      return new SignJWT({ ...claims, at_hash: await accessTokenHash(accessToken) })
        .setProtectedHeader({ alg: 'ES256', kid: publicKey.kid })
        .sign(privateKey)
    },
  }
}

interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicKey: JsonWebKey & { readonly kid: string }
}

async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign', 'verify'],
  )
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    privateKey,
    publicKey: { kty, crv, x, y, use: 'sig', alg: 'ES256', kid: randomToken(8) } as SigningKey['publicKey'],
  }
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
async function accessTokenHash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return encodeBase64url(new Uint8Array(digest, 0, 16))
}
