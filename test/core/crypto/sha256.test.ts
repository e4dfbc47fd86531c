import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 as nodeSha256 } from '../../../src/node/crypto.js'
import { sha256 as webSha256 } from '../../../src/platform/sha256.js'
import { runs } from '../../support/fuzz.js'

describe.each([
  ['node:crypto', nodeSha256],
  ['Web Crypto', webSha256],
])('by %s', (_, sha256) => {
  test('sha256 matches known digests', async () => {
    // Examples of FIPS 180-2, appendix B, and the empty string.
    expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('sha256 returns the same as another implementation for any string', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    })
    await fc.assert(property, runs)
  })
})
