/** Attributes of a cookie. */
export interface CookieAttributes {
  /** The domain that receives the cookie. Default: only the host itself. */
  domain?: string
  /** The path that receives the cookie. Default: `/`. */
  path?: `/${string}`
  /** Whether the cookie is sent over HTTPS only. */
  secure?: boolean
  /** Whether scripts cannot read the cookie. */
  httpOnly?: boolean
  /** Whether browsers send the cookie with requests from other sites. */
  sameSite?: 'lax' | 'strict' | 'none'
  /** Whether the cookie is separate for each top-level site (CHIPS). */
  partitioned?: boolean
  /** The priority. Browsers delete cookies with a low priority first. */
  priority?: 'low' | 'medium' | 'high'
  /**
   * Seconds for which browsers keep the session cookie or the CSRF cookie. A session cookie that ends with the browser
   * (see `remember`) has no `maxAge`. Default: the session cookie is kept as long as the session, and the CSRF cookie
   * until the browser closes.
   */
  maxAge?: number
  /** When browsers delete the CSRF cookie. Default: when the browser closes. */
  expires?: Date
}

/** Name and attributes of a cookie. Omitted members keep their defaults. */
export interface CookieOption {
  /** The name of the cookie. Without `secure`, as over HTTP, the prefix `__Host-` or `__Secure-` is left out. */
  name?: string
  /** The attributes of the cookie. */
  options?: CookieAttributes
}

/** The cookies whose name and attributes can be changed. */
export interface CookiesOptions {
  /** The session. */
  sessionToken?: CookieOption
  /** The CSRF token. */
  csrfToken?: CookieOption
  /** One cookie per OAuth sign-in. The id of the sign-in is appended to the name. */
  flow?: CookieOption
  /** The input of a rejected form. `<name>-address` has the e-mail address from the first page of a sign-in, for the second page. */
  failedForm?: CookieOption
  /**
   * The last sign-in e-mail that this browser requested. In this browser, its link needs only one click, and its code
   * can be entered. `<name>-sign-up` has a sign-up with a password whose mail was not used yet.
   */
  pendingMail?: CookieOption
  /** The accounts that this browser has signed in to, so that password guesses from other browsers do not block it. */
  knownBrowser?: CookieOption
  /** The account that started the session, and the ID token if the cookie has room for it. `<name>-tokens` has the tokens of providers. */
  providerSession?: CookieOption
  /** A running sign-out at a provider, until the browser returns. */
  providerSignOut?: CookieOption
  /** One cookie per WebAuthn ceremony. The first characters of its challenge are appended to the name. */
  webauthnChallenge?: CookieOption
}

const PREFIX = 'authwright'

export function cookieNames(compat?: 'authjs'): Readonly<Record<keyof CookiesOptions, string>> {
  return {
    sessionToken: sessionTokenName(compat),
    csrfToken: `${compat ?? PREFIX}.csrf-token`,
    flow: 'authwright.flow',
    failedForm: 'authwright.failed-form',
    pendingMail: 'authwright.mail',
    knownBrowser: 'authwright.browser',
    providerSession: 'authwright.provider',
    providerSignOut: 'authwright.sign-out',
    webauthnChallenge: 'authwright.challenge',
  }
}

export function sessionTokenName(compat?: 'authjs'): string {
  return `${compat ?? PREFIX}.session-token`
}

/** Whether a name has the prefix `__Host-` in any letter case, because browsers ignore the case of the prefix. */
export function hasHostPrefix(name: string): boolean {
  return /^__Host-/i.test(name)
}

export function withoutPrefix(name: string): string {
  return name.replace(/^__(?:Host|Secure)-(?=.)/i, '')
}
