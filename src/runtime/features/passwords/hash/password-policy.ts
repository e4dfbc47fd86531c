import type { PasswordProblem } from '../../../../model/password.js'
import { LEAST_MIN_LENGTH, minLengthOf } from '../../../../model/password-length.js'
import type { PasswordPolicy } from '../../../../providers/kinds/password-options.js'
import { unicodePattern } from '../../../core/base/unicode.js'
import { type BreachLookup, isBreached } from './breach-check.js'
import { isCommon } from './common-passwords.js'
import { isTooLong, normalized } from './password-text.js'

/**
 * Returns why a new password is refused, or `null`.
 *
 * @param personal - Data of the user and the site: e-mail address, name, host.
 */
export async function passwordProblem(
  password: string,
  policy: PasswordPolicy,
  personal: readonly string[],
  lookup: Omit<BreachLookup, 'url'> = {},
): Promise<PasswordProblem | null> {
  const { breached = false } = policy
  if (isTooLong(password)) return 'too-long'
  if (lengthOf(password) < minLengthOf(policy)) return 'too-short'
  const folded = fold(password)
  if (isPersonal(folded, personal)) return 'personal'
  if (await isCommon(folded)) return 'common'
  if (breached === false) return null
  const url = breached === true ? undefined : breached
  return (await isBreached(normalized(password), { ...lookup, url })) ? 'breached' : null
}

/**
 * Returns the length of a password, in characters. Normalization may turn one character into many, or many
 * into one. The smaller number counts.
 */
function lengthOf(password: string): number {
  return Math.min([...password].length, [...normalized(password)].length)
}

function fold(text: string): string {
  return normalized(text).toLowerCase()
}

/** In code points. Shorter words are in many passwords by chance. */
const MIN_WORD_LENGTH = 3

function isPersonal(folded: string, personal: readonly string[]): boolean {
  const words = personal
    .map(fold)
    .flatMap((text) => [text, ...text.split(unicodePattern('[^\\p{L}\\p{N}]+'))])
  const longestFirst = words
    .filter((word) => [...word].length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), folded)
  return rest !== folded && [...rest].length < LEAST_MIN_LENGTH
}
