/**
 * Whether a string holds a control character, Unicode's `Cc`: one before the space, or from delete to before the no-break space. Written as
 * a range, for the reason that `unicodePattern` gives.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * A pattern with properties of Unicode. No literal, for V8 lists all characters of its properties when it parses the file, which cost a
 * fifth of the time to load a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}

/** Removes characters that some databases reject from strings: NUL and lone surrogates. Other values are returned unchanged. */
export function storable<Value>(value: Value): Value {
  return typeof value === 'string'
    ? (value.replaceAll(unicodePattern('[\\0\\p{Cs}]', 'gu'), '') as Value & string)
    : value
}
