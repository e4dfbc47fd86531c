import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { Jws } from './jws.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { Remembered } from './remembered.js'
import { type SigningKeys, verifySignature } from './signing-keys.js'

/**
 * Verifies that a token was made by the provider: by a key that it publishes, or by the client secret where the
 * configuration names an algorithm of that kind.
 *
 * @param wanted - The algorithm that the configuration names. It alone chooses which of the two.
 */
export async function verifyToken(
  jws: Jws,
  wanted: string | undefined,
  provider: ReadyOAuthProvider,
  keys: Remembered<SigningKeys>,
): Promise<void> {
  if (wanted === undefined || !macAlgorithms.has(wanted)) return verifySignature(jws, keys)
  // Few providers do it, so it is imported for them alone.
  const { verifyMac } = await import('./client-secret-mac.js')
  return verifyMac(jws, wanted, provider)
}
