import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { reasons } from '../../src/builder/problem-sentences.js'

/** The picture of README.md. `type-tests/errors/databaseNeedsAdapter.ts` compiles its configuration. */
const picture = readFileSync(path.join(root, 'docs/pictures/compile-error.svg'), 'utf8')

test('the picture of README.md and its label show the current error message of the compiler', () => {
  const lines = [...picture.matchAll(/<text class="m"[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line)
  expect(lines.join(' ')).toBe(reasons.databaseNeedsAdapter)
  expect(picture).toContain(`TypeScript says: ${reasons.databaseNeedsAdapter}"`)
})
