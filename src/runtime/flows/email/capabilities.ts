import type { Paths } from '../../config/mount.js'
import type { Exchange } from '../../http/exchange.js'
import type { Outgoing } from '../../http/fetch.js'
import type { BrowserCookieContext } from '../../limits/known-browsers.js'
import type { Limits } from '../../limits/limits.js'
import type { LoginCapabilities, LoginCookieContext } from '../../login/capabilities.js'
import type { SingleUse } from '../../storage/single-use.js'
import type { PendingMailCookie } from './pending-mail.js'

/** What a sign-in by e-mail needs of the application. */
export interface EmailCapabilities extends LoginCapabilities, Limits, Outgoing, Pick<Paths, 'basePath'> {}

/** The cookies of a sign-in by e-mail. */
export interface EmailCookieContext extends LoginCookieContext, BrowserCookieContext {
  /** Loaded on first use. */
  pendingMail(): Promise<PendingMailCookie>
  /** Lets tokens of mails be used once. Loaded on first use. */
  mailUses(): Promise<SingleUse>
}

/** A request that signs in by e-mail. */
export type EmailExchange = Exchange<EmailCookieContext>
