import { expect, test } from 'vitest'
import { randomToken } from '../../../src/runtime/core/crypto/random.js'

test('a random token has 256 bits in base64url', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/)
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
})

test('no random token occurs twice', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => randomToken())).size).toBe(1_000)
})
