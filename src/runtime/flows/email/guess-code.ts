import { InvalidCheck, InvalidCode } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { maxAgeOf } from './max-age.js'
import type { PendingMail } from './pending-mail.js'

/** Guesses at one code. Of a million codes, they leave nothing worth measuring how long a comparison takes. */
const MAX_GUESSES = 6

/** The mail with a code that this browser has asked for. Throws `InvalidCheck` where there is none, or it has expired. */
export async function pendingCode(provider: EmailProvider<string>, exchange: Exchange): Promise<PendingMail> {
  const pending = await (await exchange.site.pendingMail()).find(provider.id, exchange)
  if (provider.code && pending) return pending
  throw new InvalidCheck('No mail with a code was requested in this browser.')
}

/** Throws `InvalidCode` for another code than the one of the mail, and for every code after six guesses. */
export async function requireCode(
  provider: EmailProvider<string>,
  { id, code }: PendingMail,
  typed: string,
  { store }: Instance,
): Promise<void> {
  // Counted before it is compared, so that guesses at the same moment are no more than six either.
  const { count } = await store.increment(`mail-code:${id}`, maxAgeOf(provider) + 60)
  if (count > MAX_GUESSES) throw new InvalidCode('There were too many guesses at the code of a mail.')
  if (digitsOf(typed) !== code) throw new InvalidCode('The code is not the one of the mail.')
}

/** What was typed, without the spaces and dashes that people put into a number, in digits of ASCII. */
function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '')
}
