/**
 * Whether a path is one of those that patterns name, as SolidStart's router sees it: letters of either case are the same,
 * and so are slashes too many. `:name` stands for one part of a path, `*` at the end for any number.
 */
export function pathMatcher(patterns: readonly string[]): (pathname: string) => boolean {
  const wanted = patterns.map(partsOf)
  return (pathname) => {
    const parts = partsOf(pathname)
    return wanted.some((pattern) => matches(pattern, parts))
  }
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const open = pattern.at(-1)?.startsWith('*') === true
  const fixed = open ? pattern.slice(0, -1) : pattern
  if (open ? parts.length < fixed.length : parts.length !== fixed.length) return false
  return fixed.every((part, index) => part.startsWith(':') || part === parts[index])
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean).map(decoded)
}

/** What is no encoding stays as it is: there is no page of that name either way. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
