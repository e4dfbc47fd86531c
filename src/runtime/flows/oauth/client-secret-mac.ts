import { InvalidProvider } from '../../../errors.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { clientSecretOf } from './client-secret.js'
import type { Jws } from './jws.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

const encoder = new TextEncoder()

/**
 * Verifies that a token was marked with the client secret. Throws where it was not.
 *
 * @param alg - The one that the configuration names. What the token's header says has no say here.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-2.1
 */
export async function verifyMac(
  { signed, signature }: Jws,
  alg: string,
  provider: ReadyOAuthProvider,
): Promise<void> {
  const algorithm = { name: 'HMAC', hash: macAlgorithms.get(alg) as string }
  const key = await crypto.subtle.importKey('raw', macKey(provider, alg), algorithm, false, ['verify'])
  if (await crypto.subtle.verify('HMAC', key, signature, encoder.encode(signed))) return
  throw new Error('The MAC was not made with the client secret.')
}

/**
 * The client secret as the key of an algorithm. Throws `InvalidProvider` where there is none, or one that is too short.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#SymmetricKeyEntropy
 */
export function macKey(provider: ReadyOAuthProvider, alg: string): Uint8Array<ArrayBuffer> {
  const key = encoder.encode(clientSecretOf(provider))
  const least = Number(alg.slice(2)) / 8
  if (key.length >= least) return key
  throw new InvalidProvider(
    `The client secret of '${provider.id}' has ${key.length} bytes, and ${alg} needs ${least}: have the provider make a longer one, or sign with a key of its own.`,
  )
}
