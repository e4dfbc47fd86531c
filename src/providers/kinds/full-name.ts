export function fullName(...parts: readonly unknown[]): string | null {
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(' ') || null
}
