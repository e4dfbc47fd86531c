import type { AdapterAccount } from '../../adapters/contract.js'
import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import type { CookieExchange } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'
import type { DeviceOf } from '../sessions/device.js'
import type { Revoking } from '../sessions/revocations.js'
import type { SessionCookieContext } from '../sessions/session-strategy.js'
import type { Persistence } from '../storage/persistence.js'

/** What a login needs of the application. */
export interface LoginCapabilities extends Settings, Persistence, Hooks, Revoking, Pick<Log, 'logger'> {
  /**
   * Revokes the tokens of accounts that were removed, at their providers. Resolves within a second, and never rejects.
   *
   * @param rows - The accounts as they were read before they were removed.
   */
  revokeAccountTokens(rows: readonly AdapterAccount[]): Promise<void>
  readonly deviceOf: DeviceOf
}

/** The session cookie of an origin, and what names the provider that a session was started with. */
export interface LoginCookieContext extends SessionCookieContext {
  /** Loaded on first use. */
  providerSessions(): Promise<ProviderSessionOfLogin>
}

/** What a login does with what the browser holds of the provider of its session. */
export interface ProviderSessionOfLogin {
  /**
   * Keeps it for a session that continues the one with the key `previous`, and deletes it where there is none.
   *
   * @param key - Names the new session.
   */
  follow(previous: string | undefined, key: string, exchange: CookieExchange): Promise<void>
}

/** A request that may create a session. */
export type LoginExchange = Exchange<LoginCookieContext>
