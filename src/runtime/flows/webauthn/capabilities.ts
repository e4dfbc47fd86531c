import type { Settings } from '../../config/settings.js'
import type { Exchange } from '../../http/exchange.js'
import type { LoginCookieContext } from '../../login/capabilities.js'
import type { Persistence } from '../../storage/persistence.js'
import type { CeremonyCookies } from './ceremony-cookies.js'

/** What a ceremony needs of the application. */
export interface WebAuthnCapabilities extends Pick<Settings, 'spec' | 'secrets' | 'clock'>, Persistence {}

/** The cookies of a ceremony. */
export interface CeremonyCookieContext extends LoginCookieContext {
  /** Loaded on first use. */
  ceremonies(): Promise<CeremonyCookies>
}

/** A request that is part of a ceremony. */
export type CeremonyExchange = Exchange<CeremonyCookieContext>
