import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveKey } from '../../../src/runtime/core/crypto/keys.js'
import { runs } from '../../support/fuzz.js'

test('keys for two purposes differ, even if their joined name parts are equal', async () => {
  const use = fc.array(fc.string({ unit: fc.constantFrom(...'ab1:') }), { maxLength: 4 })
  const property = fc.asyncProperty(use, use, async (one, other) => {
    const same = JSON.stringify(one) === JSON.stringify(other)
    const keys = [await deriveKey('secret', one), await deriveKey('secret', other)] as const
    expect(Buffer.from(keys[0]).equals(keys[1])).toBe(same)
  })
  await fc.assert(property, runs)
})

test('the name of a purpose may have any length', async () => {
  expect((await deriveKey('secret', ['x'.repeat(5_000)])).byteLength).toBe(32)
})
