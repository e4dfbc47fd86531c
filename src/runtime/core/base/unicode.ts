/**
 * Whether a string contains a control character: Unicode's category `Cc`, U+0000–U+001F and U+007F–U+009F.
 * The pattern has ranges instead of `\p{Cc}`, because that would load slowly: see `unicodePattern`.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * Creates a pattern with Unicode properties. It is not a literal, because V8 lists all characters of the
 * properties when it parses such a literal. This took a fifth of the time to load a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}
