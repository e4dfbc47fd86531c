import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhc, parsePhc } from '../../../src/runtime/features/passwords/hash/phc.js'
import { runs } from '../../support/fuzz.js'
import { argon2id, otherArgon2id } from './stored-hashes.js'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 })
const name = fc.stringMatching(/^[a-z]{1,8}$/)
const integer = fc.nat({ max: 2 ** 31 - 1 })

const phc = fc.record({
  id: fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/),
  version: integer,
  parameters: fc.dictionary(name, integer, { minKeys: 1, maxKeys: 8, noNullPrototype: true }),
  salt: bytes.map((array) => new Uint8Array(array)),
  hash: bytes.map((array) => new Uint8Array(array)),
})

/** Strings that are nearly PHC strings. */
const nearly = fc
  .tuple(
    phc,
    fc.nat(),
    fc.constantFrom('', '$', ',', '=', '+', '-', '_', '/', '0', 'A', ' ', '\n', '\0', '🔑'),
  )
  .map(([hash, position, other]) => {
    const text = formatPhc(hash)
    const at = position % text.length
    return text.slice(0, at) + other + text.slice(at + 1)
  })

test('parsePhc returns the hash that formatPhc wrote', () => {
  fc.assert(
    fc.property(phc, (hash) => {
      expect(parsePhc(formatPhc(hash))).toEqual(hash)
    }),
    runs,
  )
})

test('parsePhc accepts only one spelling of each hash', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({ unit: 'binary', maxLength: 600 })), (text) => {
      const parsed = parsePhc(text)
      if (parsed) expect(formatPhc(parsed)).toBe(text)
    }),
    runs,
  )
})

test.each([...argon2id, ...otherArgon2id])('parsePhc reads hashes written by $by', ({ hash }) => {
  const parsed = parsePhc(hash)
  expect(parsed).toMatchObject({ id: 'argon2id', version: 19 })
  expect(parsed && formatPhc(parsed)).toBe(hash)
})

test.each([
  ['a repeated parameter', '$argon2id$v=19$m=8,t=1,t=2,p=1$AAAA$AAAA'],
  ['a leading zero', '$argon2id$v=19$m=08,t=1,p=1$AAAA$AAAA'],
  ['a minus sign', '$argon2id$v=19$m=-8,t=1,p=1$AAAA$AAAA'],
  ['padding', '$argon2id$v=19$m=8,t=1,p=1$AA==$AAAA'],
  ['unused bits', '$argon2id$v=19$m=8,t=1,p=1$AB$AAAA'],
  ['no version', '$argon2id$m=8,t=1,p=1$AAAA$AAAA'],
  ['a line break at its end', '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA\n'],
  ['more than 512 characters', `$argon2id$v=19$m=8,t=1,p=1$AAAA$${'A'.repeat(512)}`],
])('parsePhc rejects a string with %s', (_, text) => {
  expect(parsePhc(text)).toBeUndefined()
})
