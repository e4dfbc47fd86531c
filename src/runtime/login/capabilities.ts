import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import type { Exchange } from '../http/exchange.js'
import type { Revoking } from '../sessions/revocations.js'
import type { SessionCookieContext } from '../sessions/session-strategy.js'
import type { Persistence } from '../storage/persistence.js'

/** What a login needs of the application. */
export interface LoginCapabilities extends Settings, Persistence, Hooks, Revoking, Pick<Log, 'logger'> {}

/** A request that may create a session. */
export type LoginExchange = Exchange<SessionCookieContext>
