import { InvalidCode } from '../../../errors.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { unicodePattern } from '../../core/base/unicode.js'
import type { App } from '../../core/object-lifetimes.js'
import type { PendingMail } from './pending-mail.js'
import { maxAgeOf } from './sign-in-link.js'

/**
 * Number of digits of a code. With fewer digits, an attacker who requests codes for many e-mail addresses
 * could guess one of them within days. A limit per e-mail address does not prevent this.
 */
const CODE_DIGITS = 8

const CODE_COUNT = 10 ** CODE_DIGITS

/** Random numbers from this value on would make some codes more likely than others. */
const UNUSED_FROM = 2 ** 32 - (2 ** 32 % CODE_COUNT)

export function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < UNUSED_FROM ? String(number % CODE_COUNT).padStart(CODE_DIGITS, '0') : newCode()
}

/**
 * Maximum number of guesses per mail. With six guesses and a hundred million possible codes, the comparison
 * need not take constant time.
 */
const MAX_GUESSES = 6

export async function requireCode(
  provider: EmailProvider<string>,
  { id, code }: PendingMail,
  typed: string,
  { store }: App,
): Promise<void> {
  // The guess is counted before the comparison, so that even concurrent guesses cannot exceed the maximum.
  const { count } = await store.increment(
    `mail-code:${id}`,
    maxAgeOf(provider) + SERVER_CLOCK_TOLERANCE_SECONDS,
  )
  if (count > MAX_GUESSES) throw new InvalidCode('Too many codes were tried for one mail.')
  if (digitsOf(typed) !== code) throw new InvalidCode('The code differs from the one in the mail.')
}

/** Returns the typed code in ASCII digits. Keyboards of some languages type other digits. */
function digitsOf(typed: string): string {
  const code = typed.normalize('NFKC').replace(unicodePattern(String.raw`[\s\p{Dash}]`, 'gu'), '')
  return code.replace(unicodePattern(String.raw`\p{Nd}`, 'gu'), (digit) => String(digitValue(digit)))
}

/**
 * Returns the value of a digit. In Unicode, the ten digits of a script are consecutive, beginning with zero.
 * Digits of another script may directly precede the zero, so the distance is taken modulo 10.
 */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let first = point
  const isDigit = unicodePattern(String.raw`\p{Nd}`)
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1
  return (point - first) % 10
}
