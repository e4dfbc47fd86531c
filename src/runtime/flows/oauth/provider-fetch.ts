import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Instance } from '../../instance/instance.js'
import { createFetch } from '../../outgoing/fetch.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The function that asks a provider, with limits on time and size. */
export function providerFetch(provider: ReadyOAuthProvider, { askOf }: Instance): Fetch {
  return createFetch({ fetch: askOf(provider) })
}
