/**
 * Whether the text contains a control character (Unicode category `Cc`). The pattern `\p{Cc}` would load
 * slowly: see `unicodePattern`.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * Creates a regular expression with Unicode properties. V8 compiles a regular expression literal as soon as
 * it parses the module, and lists all characters of each Unicode property. This took a fifth of the load time
 * of a bundle, so the pattern is a string.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}
