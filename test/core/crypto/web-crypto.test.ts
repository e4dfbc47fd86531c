import fc from 'fast-check'
import * as jose from 'jose'
import { describe, expect, test } from 'vitest'
import { contentCipher as nodeCipher } from '../../../src/node/crypto.js'
import { encodeBase64url } from '../../../src/runtime/core/crypto/base64url.js'
import type { ContentEncryption } from '../../../src/runtime/core/crypto/platform-crypto.js'
import { contentCipher as webCipher } from '../../../src/runtime/core/crypto/web-crypto.js'
import { runs } from '../../support/fuzz.js'

/** Bytes of the key of each. */
const keySizes = { A256GCM: 32, 'A256CBC-HS512': 64 } as const
const encryptions = Object.keys(keySizes) as ContentEncryption[]

function keyFor(encryption: ContentEncryption, filler: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keySizes[encryption]).map((_, index) => (index * 7 + filler) % 256)
}

function headerFor(encryption: ContentEncryption): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify({ alg: 'dir', enc: encryption })))
}

describe.each(encryptions)('%s, by node:crypto and by Web Crypto', (encryption) => {
  const key = keyFor(encryption, 1)
  const header = headerFor(encryption)

  test('node:crypto, Web Crypto and jose open tokens that were sealed by node:crypto or by Web Crypto', async () => {
    const ciphers = [nodeCipher(encryption, key), await webCipher(encryption, key)]
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (plaintext) => {
      for (const writer of ciphers) {
        const written = await writer.encrypt(header, plaintext)
        const [iv = '', ciphertext = '', tag = ''] = written.split('.')
        for (const reader of ciphers)
          expect(await reader.decrypt(header, iv, ciphertext, tag)).toBe(plaintext)
        const { plaintext: bytes } = await jose.compactDecrypt(`${header}..${written}`, key)
        expect(Buffer.from(bytes).equals(Buffer.from(plaintext))).toBe(true)
      }
    })
    await fc.assert(property, runs)
  })

  test('node:crypto and Web Crypto open tokens of jose', async () => {
    const ciphers = [nodeCipher(encryption, key), await webCipher(encryption, key)]
    const property = fc.asyncProperty(fc.string(), async (plaintext) => {
      const token = await new jose.CompactEncrypt(new TextEncoder().encode(plaintext))
        .setProtectedHeader({ alg: 'dir', enc: encryption })
        .encrypt(key)
      const [own = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
      for (const reader of ciphers) expect(await reader.decrypt(own, iv, ciphertext, tag)).toBe(plaintext)
    })
    await fc.assert(property, runs)
  })

  test('node:crypto and Web Crypto refuse another key or header, and any changed or missing byte', async () => {
    const ciphers = [nodeCipher(encryption, key), await webCipher(encryption, key)] as const
    const strangers = [
      nodeCipher(encryption, keyFor(encryption, 2)),
      await webCipher(encryption, keyFor(encryption, 2)),
    ]
    const change = fc.record({
      part: fc.constantFrom('header', 'iv', 'ciphertext', 'tag'),
      at: fc.nat(),
      cut: fc.boolean(),
      by: fc.integer({ min: 1, max: 255 }),
    })
    const property = fc.asyncProperty(
      fc.string({ minLength: 1 }),
      change,
      async (plaintext, { part, at, cut, by }) => {
        const [iv = '', ciphertext = '', tag = ''] = (await ciphers[0].encrypt(header, plaintext)).split('.')
        for (const stranger of strangers)
          expect(await stranger.decrypt(header, iv, ciphertext, tag)).toBeUndefined()
        const parts: Record<string, string> = { header, iv, ciphertext, tag }
        const bytes = Buffer.from(parts[part] ?? '', 'base64url')
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ by
        parts[part] = (cut ? bytes.subarray(0, index) : bytes).toString('base64url')
        const changed = [parts['header'], parts['iv'], parts['ciphertext'], parts['tag']] as const
        for (const reader of ciphers)
          expect(await reader.decrypt(...(changed as [string, string, string, string]))).toBeUndefined()
      },
    )
    await fc.assert(property, runs)
  })
})
