import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../../src/runtime/core/crypto/base64url.js'
import { runs } from '../../support/fuzz.js'

test('base64url decodes to the same bytes, and encodes like another implementation', () => {
  const property = fc.property(fc.uint8Array(), (bytes) => {
    const text = encodeBase64url(bytes)
    expect(text).toBe(Buffer.from(bytes).toString('base64url'))
    expect(isBase64url(text)).toBe(true)
    expect(decodeBase64url(text)).toEqual(Uint8Array.from(bytes))
  })
  fc.assert(property, runs)
})

test('isBase64url accepts only canonical base64url strings', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ABQZgwz019-_=+/ .\n'), maxLength: 9 })
  const property = fc.property(text, (candidate) => {
    const canonical = Buffer.from(candidate, 'base64url').toString('base64url') === candidate
    expect(isBase64url(candidate)).toBe(canonical)
  })
  fc.assert(property, runs)
})
