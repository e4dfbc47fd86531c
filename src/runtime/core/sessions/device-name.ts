/** The order matters: most `User-Agent` headers also name another browser with the same engine. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

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
 * Returns the names of browser and system, such as `Firefox, macOS`. They are only a hint, because clients
 * can send any text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.5
 */
export function deviceName(userAgent: string | null | undefined): string | undefined {
  const find = (patterns: typeof browsers): string | undefined =>
    patterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}
