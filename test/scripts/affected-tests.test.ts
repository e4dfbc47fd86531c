import { expect, test } from 'vitest'
import { affectedTests } from '../../scripts/lib/affected-tests.mjs'

test.each([
  ['cli/doctor/secret.ts', 'test/cli/doctor.test.ts'],
  ['src/runtime/core/config/secret-strength.ts', 'test/cli/doctor.test.ts'],
  ['scripts/lib/root.mjs', 'test/scripts/imports.test.ts'],
])('a change of %s affects %s, which imports it indirectly', (changed, expected) => {
  expect(affectedTests([changed], (file) => file.endsWith('.test.ts'))).toContain(expected)
})
