import type { CookiesOptions } from './cookies-options.js'

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
