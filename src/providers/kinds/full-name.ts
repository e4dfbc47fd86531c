/** The parts of a name that a profile has, with spaces between them; `null` where it has none. */
export function fullName(...parts: readonly unknown[]): string | null {
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(' ') || null
}
