/** Characters of a name that count. Of a longer one, each start would be another name at most. */
const MAX_LENGTH = 256

const NOT_ASCII = /[^ -~]/

/** What a letter may count as. The empty text stands for characters that collations ignore, such as accents. */
const BASES: readonly string[] = ['', ...'abcdefghijklmnopqrstuvwxyz0123456789', 'ae', 'oe', 'ss', 'dz', 'th']

/**
 * One spelling of an account's name, for counting: spellings must not multiply the guesses. Many applications ignore case and spaces around it. The
 * default collations of some databases also ignore accents and invisible characters, and do not distinguish letters and digits that look alike.
 *
 * @see https://www.unicode.org/reports/tr10/#Multi_Level_Comparison
 * @see https://dev.mysql.com/doc/refman/8.4/en/charset-unicode-sets.html
 */
export function foldedName(name: string): string {
  const letters = inAscii(name.normalize('NFD').slice(0, MAX_LENGTH)).normalize('NFKC')
  // Once more, because a lower case may be written with two characters.
  return letters.toLowerCase().normalize('NFKC').trim()
}

/** A name with ASCII in place of what collations take for the same. */
function inAscii(name: string): string {
  if (!NOT_ASCII.test(name)) return name
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const isSame = (one: string, other: string): boolean => compare(one, other) === 0
  return Array.from(name, (letter) =>
    NOT_ASCII.test(letter) ? (BASES.find((base) => isSame(letter, base)) ?? letter) : letter,
  ).join('')
}
