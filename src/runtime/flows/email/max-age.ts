import type { EmailProvider } from '../../../providers/kinds/email.js'

/** Seconds for which the link and the code of a mail are valid. */
export function maxAgeOf({ maxAge }: EmailProvider<string>): number {
  return maxAge ?? 3_600
}
