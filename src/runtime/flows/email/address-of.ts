import { InvalidEmailAddress } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { asError } from '../../base/as-error.js'
import { canonicalAddress } from '../../login/canonical-address.js'
import { lowerCase } from '../../login/email.js'

/**
 * The address that a mail is sent to, from what was typed. Throws `InvalidEmailAddress` for what is not one address,
 * and for what the provider refuses.
 */
export function addressOf(provider: EmailProvider<string>, typed: unknown): string {
  const chosen = typeof typed === 'string' ? normalized(provider, typed) : ''
  const address = canonicalAddress(chosen)
  if (address === undefined) throw new InvalidEmailAddress('What was typed is not one e-mail address.')
  // An application may keep the case of an address, but nothing else of its spelling.
  return lowerCase(chosen) === address ? chosen : address
}

function normalized({ normalizeIdentifier }: EmailProvider<string>, typed: string): string {
  if (!normalizeIdentifier) return canonicalAddress(typed) ?? ''
  try {
    return String(normalizeIdentifier(typed))
  } catch (error) {
    // Throwing is how it refuses, so that is no error of the application.
    throw new InvalidEmailAddress(`\`normalizeIdentifier\` refused an address: ${asError(error).message}`)
  }
}
