import type { Attempts, AttemptsParts } from './attempts.js'
import type { MailLimits } from './mail-limits.js'

/** Rate limits. */
export interface Limits {
  /** Rate limit for guesses of passwords and codes. Loaded on first use. */
  attempts(): Promise<Attempts>
  /** Rate limit for mails. Loaded on first use. */
  mailLimits(): Promise<MailLimits>
}

export function rateLimits(parts: AttemptsParts): Limits {
  let attempts: Promise<Attempts> | undefined
  let mailLimits: Promise<MailLimits> | undefined
  return {
    attempts() {
      attempts ??= import('./attempts.js').then(({ createAttempts }) => createAttempts(parts))
      return attempts
    },
    mailLimits() {
      mailLimits ??= import('./mail-limits.js').then(({ createMailLimits }) => createMailLimits(parts))
      return mailLimits
    },
  }
}
