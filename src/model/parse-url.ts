/** Does not call `URL.canParse()`, which in Node.js 20 is wrong about hosts with letters such as `ä` once the engine has optimized it. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
