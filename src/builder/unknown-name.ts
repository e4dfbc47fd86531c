import { type ConfigurationProblem, problem } from './configuration-error.js'

/** The problem of a name that is none of those known, with the one that was meant or, failing that, all of them. */
export function unknownName(kind: string, name: string, known: readonly string[]): ConfigurationProblem {
  const [nearest] = known
    .map((each) => ({ each, distance: distanceBetween(each.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= 2)
    .sort((one, other) => one.distance - other.distance)
  const meant = (nearest ? [nearest.each] : known).map((each) => `\`${each}\``)
  return problem('unknownName', kind, name, meant.join(', ').replace(/, (?=[^,]+$)/, ' or '))
}

/** How many letters must be added, left out or changed to make one name of another. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, each] of [...other].entries()) {
      const changed = at(row, column) + (each === letter ? 0 : 1)
      next.push(Math.min(changed, at(row, column + 1) + 1, at(next, column) + 1))
    }
    row = next
  }
  return at(row, other.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}
