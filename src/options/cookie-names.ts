import type { CookiesOptions } from './cookies-options.js'

/** What cookies are called where the application does not say, without the prefix that browsers know. */
export function cookieNames(compat?: 'authjs'): Readonly<Record<keyof CookiesOptions, string>> {
  const shared = compat ?? 'authwright'
  return {
    sessionToken: `${shared}.session-token`,
    csrfToken: `${shared}.csrf-token`,
    flow: 'authwright.flow',
    failedForm: 'authwright.failed-form',
    pendingMail: 'authwright.mail',
    knownBrowser: 'authwright.browser',
    webauthnChallenge: 'authwright.challenge',
  }
}
