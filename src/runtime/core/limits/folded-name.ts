/** In UTF-16 code units. Longer names are truncated. */
const MAX_NAME_LENGTH = 256

/**
 * Maximum length of a name before characters are removed or replaced, in UTF-16 code units. All longer names
 * share one count. Otherwise characters that databases ignore could push the rest of a name past
 * `MAX_NAME_LENGTH`.
 */
const MAX_TYPED_LENGTH = 2_048

const NOT_ASCII = /[^ -~]/

/**
 * Strings to which variants of letters and digits are folded. The empty string is for characters that
 * collations ignore, such as accents.
 */
const BASES: readonly string[] = ['', ...'abcdefghijklmnopqrstuvwxyz0123456789', 'ae', 'oe', 'ss', 'dz', 'th']

/**
 * Returns the same string for all spellings of a name, because different spellings must not allow more guesses.
 * Many applications ignore case and surrounding spaces. The default collations of some databases also ignore
 * accents and invisible characters, and treat similar letters and digits as equal. Variants are folded only for
 * Latin letters and digits.
 *
 * @see https://www.unicode.org/reports/tr10/#Multi_Level_Comparison
 * @see https://dev.mysql.com/doc/refman/8.4/en/charset-unicode-sets.html
 */
export function foldedName(name: string): string {
  const decomposed = name.normalize('NFD')
  if (decomposed.length > MAX_TYPED_LENGTH) return ''
  // Upper case first, because the Greek letter sigma has two lower-case forms.
  const folded = inAscii(decomposed).normalize('NFKC').toUpperCase().toLowerCase()
  return folded.trim().slice(0, MAX_NAME_LENGTH)
}

function inAscii(name: string): string {
  if (!NOT_ASCII.test(name)) return name
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const isSame = (one: string, other: string): boolean => compare(one, other) === 0
  const replacements = new Map<string, string>()
  for (const letter of new Set(name)) {
    if (!NOT_ASCII.test(letter)) continue
    replacements.set(letter, BASES.find((base) => isSame(letter, base)) ?? letter)
  }
  return Array.from(name, (letter) => replacements.get(letter) ?? letter).join('')
}
