/** Browsers by what their `User-Agent` has, the more special ones first: most name those whose engine they share. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

/** Systems alike. */
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * What a user knows a device by, such as `Firefox, Windows`, read from a `User-Agent`; `undefined` for one that is not known. It is a hint:
 * any client can send any text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.5
 */
export function deviceName(userAgent: string | null | undefined): string | undefined {
  const find = (known: typeof browsers): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}
