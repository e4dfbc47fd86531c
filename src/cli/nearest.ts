import { distance } from 'fastest-levenshtein'

/** The names that are spelled most like the one that was typed: up to three, the nearest first. */
function nearest(typed: string, names: readonly string[]): readonly string[] {
  const lower = typed.toLowerCase()
  const most = Math.max(2, Math.floor(typed.length / 2))
  return names
    .map((name) => ({
      name,
      edits: lower.length > 2 && name.toLowerCase().includes(lower) ? 1 : distance(lower, name.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A sentence that names the nearest names, or none, with a space in front. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const found = nearest(typed, names)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}
