/**
 * Whether a string contains a control character: Unicode's category `Cc`, U+0000–U+001F and U+007F–U+009F.
 * The pattern has ranges instead of `\p{Cc}`, because that would load slowly: see `unicodePattern`.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * Creates a pattern with Unicode properties. The pattern is a string, because V8 processes a literal as soon
 * as it parses the module. V8 then lists all characters of the properties, which took a fifth of the load
 * time of a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}
