import type { PendingMailCookie } from './flows/email/pending-mail.js'
import type { FlowCookies } from './flows/oauth/flow-cookies.js'
import type { CeremonyCookies } from './flows/webauthn/ceremony-cookies.js'
import type { CookiePolicy } from './http/cookie-policy.js'
import type { Csrf } from './http/csrf.js'
import type { KnownBrowsers } from './limits/known-browsers.js'
import type { FailedFormCookie } from './pages/failed-form.js'
import type { SessionStrategy } from './sessions/session-strategy.js'
import type { SingleUse } from './storage/single-use.js'

/** What depends on the origin: the names of cookies, and with the names the keys of what they hold; and for whom sessions are sealed. */
export interface Site {
  readonly secure: boolean
  readonly cookies: CookiePolicy
  readonly csrf: Csrf
  /** Loaded on first use. */
  flows(): Promise<FlowCookies>
  /** Loaded on first use. */
  ceremonies(): Promise<CeremonyCookies>
  /** Loaded on first use. */
  failedForm(): Promise<FailedFormCookie>
  /** Loaded on first use. */
  pendingMail(): Promise<PendingMailCookie>
  /** Lets tokens of mails be used once. Loaded on first use. */
  mailUses(): Promise<SingleUse>
  /** Loaded on first use. */
  browsers(): Promise<KnownBrowsers>
  readonly sessions: SessionStrategy
}
