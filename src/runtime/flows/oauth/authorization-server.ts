import type { Clock } from '../../clock.js'
import type { Ask } from '../../outgoing/ask.js'
import { metadataOf, type ServerMetadata } from './metadata.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { type Remembered, remembered } from './remembered.js'
import { fetchSigningKeys, type SigningKeys } from './signing-keys.js'

/** A provider's metadata, and the keys that it signs with, which are fetched when they are first needed. */
export interface AuthorizationServer {
  readonly metadata: ServerMetadata
  readonly keys: Remembered<SigningKeys>
}

/** Milliseconds for which metadata is used without asking again. */
const METADATA_FRESH = 60 * 60 * 1000

/** Milliseconds after which a key that the provider withdrew is no longer accepted. */
const KEYS_FRESH = 10 * 60 * 1000

/** Finds a provider's metadata and keys, each once for any number of sign-ins. */
export function authorizationServer(
  provider: ReadyOAuthProvider,
  ask: Ask,
  clock: Clock,
): () => Promise<AuthorizationServer> {
  const metadata = remembered(() => metadataOf(provider, ask), METADATA_FRESH, clock)
  const fetchKeys = async (): Promise<SigningKeys> => {
    // `metadataOf` has seen to it that an OpenID Provider has the address.
    const { jwks_uri } = await metadata.current()
    return fetchSigningKeys(jwks_uri as string, ask)
  }
  const keys = remembered(fetchKeys, KEYS_FRESH, clock)
  return async () => ({ metadata: await metadata.current(), keys })
}
