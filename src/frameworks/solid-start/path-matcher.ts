import type { Mount } from '../../runtime/port.js'

/**
 * Matches paths as SolidStart does. Letter case and repeated slashes do not matter. SolidStart finds an API route with and without the path
 * prefix of the application, so paths are compared without it.
 */
export function pathMatcher(patterns: readonly string[], mount: Mount): (pathname: string) => boolean {
  const prefix = partsOf(mount.prefix)
  const within = (path: string): readonly string[] => {
    const parts = partsOf(path)
    return prefix.every((part, index) => part === parts[index]) ? parts.slice(prefix.length) : parts
  }
  // The first segment of a pattern may be the prefix, or a page folder with the same name. Both are guarded.
  const wanted = patterns.flatMap((pattern) => [within(pattern), partsOf(pattern)])
  return (pathname) => {
    const parts = within(pathname)
    return wanted.some((pattern) => matches(pattern, parts))
  }
}

function matches([wanted, ...others]: readonly string[], parts: readonly string[]): boolean {
  if (wanted === undefined) return parts.length === 0
  // After a `*`, SolidStart ignores the rest of the pattern.
  if (wanted.startsWith('*')) return true
  const isParameter = wanted.startsWith(':')
  if (isParameter && wanted.endsWith('?') && matches(others, parts)) return true
  const [part, ...rest] = parts
  return part !== undefined && (isParameter || part === wanted) && matches(others, rest)
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean).map(decoded)
}

/** Decodes a segment of a path. A segment that cannot be decoded is kept: no page has such a name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
