/**
 * Whether a string contains a control character: Unicode's category `Cc`, U+0000–U+001F and U+007F–U+009F.
 * It is written as a range, for the reason that `unicodePattern` explains.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * A pattern with Unicode properties. It is not a literal: when V8 parses such a literal, it lists all
 * characters of the properties. That took a fifth of the load time of a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}
