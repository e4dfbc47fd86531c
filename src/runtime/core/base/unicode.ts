/** Matches Unicode's category `Cc`. The pattern `\p{Cc}` would load slowly: see `unicodePattern`. */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * The pattern is a string, because V8 compiles a regular expression literal as soon as it parses the module.
 * It then lists all characters of each Unicode property, which took a fifth of the load time of a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}
