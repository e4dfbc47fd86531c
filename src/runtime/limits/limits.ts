import type { Attempts, AttemptsParts } from './attempts.js'
import type { MailLimits } from './mail-limits.js'

/** Rate limits. */
export interface Limits {
  /** Limits how often somebody may guess. Loaded on first use. */
  attempts(): Promise<Attempts>
  /** Limits how many mails are sent. Loaded on first use. */
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
