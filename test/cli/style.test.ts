import { expect, test } from 'vitest'
import { restyle } from '../../cli/project/style.js'

test.each([
  ["const a = 'b'; // of the user's", 'const a = "b"; // of the user\'s'],
  ["// the user's 'own'", "// the user's 'own'"],
  ["  /** The user's. */", "\t/** The user's. */"],
  ["  link('https://app.test');", '\tlink("https://app.test");'],
  ['say(\'a "b"\');', 'say(\'a "b"\');'],
])('%s uses the quotes of the project, and keeps its comments unchanged', (code, wanted) => {
  expect(restyle(code, { quote: '"', semicolons: true, indent: '\t' })).toBe(wanted)
})
