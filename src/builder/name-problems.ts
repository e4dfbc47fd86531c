import { type ConfigurationProblem, ruleProblem } from './configuration-error.js'

export function nameProblems(
  kind: string,
  object: object,
  validNames: readonly string[],
): readonly ConfigurationProblem[] {
  const unknown = Object.keys(object).filter((name) => !validNames.includes(name))
  return unknown.map((name) => unknownName(kind, name, validNames))
}

function unknownName(kind: string, name: string, validNames: readonly string[]): ConfigurationProblem {
  const [nearest] = validNames
    .map((valid) => ({ valid, distance: levenshteinDistance(valid.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= 2)
    .sort((one, other) => one.distance - other.distance)
  const suggested = (nearest ? [nearest.valid] : validNames).map((suggestion) => `\`${suggestion}\``)
  return ruleProblem('unknownName', kind, name, suggested.join(', ').replace(/, (?=[^,]+$)/, ' or '))
}

function levenshteinDistance(one: string, other: string): number {
  const letters = [...other]
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, otherLetter] of letters.entries()) {
      const changed = at(row, column) + (otherLetter === letter ? 0 : 1)
      next.push(Math.min(changed, at(row, column + 1) + 1, at(next, column) + 1))
    }
    row = next
  }
  return at(row, letters.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}
