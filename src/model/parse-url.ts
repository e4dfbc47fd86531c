/**
 * Returns `undefined` for an invalid URL. `URL.canParse()` is not used: in Node.js 20, its result is wrong for hosts
 * with letters such as `ä` after the engine has optimized it.
 */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
