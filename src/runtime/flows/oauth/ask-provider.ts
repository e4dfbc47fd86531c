import type { Instance } from '../../instance/instance.js'
import { type Ask, createAsk } from '../../outgoing/ask.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** Asks a provider, with limits on time and size. */
export function askProvider(provider: ReadyOAuthProvider, { askOf }: Instance): Ask {
  return createAsk({ fetch: askOf(provider) })
}
