import type * as oauth from 'oauth4webapi'
import type { Clock } from '../../clock.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** Seconds by which the clocks of the provider and the application may differ. */
export const CLOCK_TOLERANCE = 30

/** The client as `oauth4webapi` knows it, with the application's own clock. */
export function clientOf(
  library: typeof import('./protocol.js'),
  provider: ReadyOAuthProvider,
  clock: Clock,
): oauth.Client {
  return {
    ...provider.client,
    client_id: provider.clientId,
    [library.clockSkew]: Math.round((clock() - Date.now()) / 1000),
    [library.clockTolerance]: CLOCK_TOLERANCE,
  }
}
