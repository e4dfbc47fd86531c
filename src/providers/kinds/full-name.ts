export function fullName(...parts: readonly unknown[]): string | null {
  return parts.flatMap((part) => (typeof part === 'string' && part.trim()) || []).join(' ') || null
}
