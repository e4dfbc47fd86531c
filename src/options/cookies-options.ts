/** The attributes of a cookie. */
export interface CookieAttributes {
  domain?: string
  path?: `/${string}`
  secure?: boolean
  httpOnly?: boolean
  sameSite?: 'lax' | 'strict' | 'none'
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
  /**
   * Seconds for which a browser keeps the cookie of the session or of the CSRF token; each time that it is set, they start again. Cookies of a
   * sign-in keep their own time. Default: as long as the session, and until the browser closes.
   */
  maxAge?: number
  /** Until when a browser keeps the cookie of the CSRF token. Default: until the browser closes. */
  expires?: Date
}

/** The name and attributes of a cookie; what is not given keeps its default. */
export interface CookieOption {
  name?: string
  options?: CookieAttributes
}

/** The cookies that can be renamed or given other attributes. */
export interface CookiesOptions {
  sessionToken?: CookieOption
  csrfToken?: CookieOption
  /** One cookie per sign-in flow; the flow's id is added to the name. */
  flow?: CookieOption
  /** What was typed into a form that was refused, for the page that shows it again. */
  failedForm?: CookieOption
  /** Of the most recently requested mail with a sign-in link; by it, one click or the mail's code signs in. */
  pendingMail?: CookieOption
  /** Identifies the accounts that a browser has signed in to, so that guesses of others do not lock it out. */
  knownBrowser?: CookieOption
  /** Names the account that a session was started with, and holds its ID token where no adapter does, for a sign-out at the provider. */
  providerSession?: CookieOption
  /** A sign-out at a provider, until the browser comes back. */
  providerSignOut?: CookieOption
  /** One cookie per WebAuthn ceremony; the beginning of its challenge is added to the name. */
  webauthnChallenge?: CookieOption
}

/** What the names of our own cookies begin with. */
const OWN = 'authwright'

/** What cookies are called where the application does not say, without the prefix that browsers know. */
export function cookieNames(compat?: 'authjs'): Readonly<Record<keyof CookiesOptions, string>> {
  return {
    sessionToken: sessionTokenName(compat),
    csrfToken: `${compat ?? OWN}.csrf-token`,
    flow: 'authwright.flow',
    failedForm: 'authwright.failed-form',
    pendingMail: 'authwright.mail',
    knownBrowser: 'authwright.browser',
    providerSession: 'authwright.provider',
    providerSignOut: 'authwright.sign-out',
    webauthnChallenge: 'authwright.challenge',
  }
}

/** The name of the session cookie. */
export function sessionTokenName(compat?: 'authjs'): string {
  return `${compat ?? OWN}.session-token`
}
