import type { Attempts, AttemptsParts } from './attempts.js'
import type { LogoutTokenLimit } from './logout-tokens.js'
import type { MailLimits } from './mail-limits.js'

/** Rate limits. */
export interface Limits {
  /** Rate limit for guesses of passwords and codes. Loaded on first use. */
  attempts(): Promise<Attempts>
  /** Rate limit for mails. Loaded on first use. */
  mailLimits(): Promise<MailLimits>
  /** Rate limit for logout tokens. Loaded on first use. */
  logoutTokenLimit(): Promise<LogoutTokenLimit>
}

export function rateLimits(parts: AttemptsParts): Limits {
  let attempts: Promise<Attempts> | undefined
  let mailLimits: Promise<MailLimits> | undefined
  let logoutTokens: Promise<LogoutTokenLimit> | undefined
  return {
    attempts() {
      attempts ??= import('./attempts.js').then(({ createAttempts }) => createAttempts(parts))
      return attempts
    },
    mailLimits() {
      mailLimits ??= import('./mail-limits.js').then(({ createMailLimits }) => createMailLimits(parts))
      return mailLimits
    },
    logoutTokenLimit() {
      logoutTokens ??= import('./logout-tokens.js').then(({ logoutTokenLimit }) => logoutTokenLimit(parts))
      return logoutTokens
    },
  }
}
