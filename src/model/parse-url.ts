/** In Node.js 20, `URL.canParse()` is wrong about hosts with letters such as `ä` as soon as the engine has optimized it. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
