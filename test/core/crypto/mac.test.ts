import { createHash, createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MissingSecret } from '../../../src/errors.js'
import * as node from '../../../src/node/crypto.js'
import { createMac } from '../../../src/runtime/core/crypto/mac.js'
import * as web from '../../../src/runtime/core/crypto/web-crypto.js'
import { runs } from '../../support/fuzz.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a MAC is valid only for the text that was signed', async () => {
  const mac = createMac(['secret'], 'csrf')
  const signature = await mac.sign('text')
  expect(await mac.verify('text', signature)).toBe(true)
  expect(await mac.verify('text2', signature)).toBe(false)
  expect(await mac.verify('', signature)).toBe(false)
})

test('a signature is an HMAC with a key from HKDF', async () => {
  const info = createHash('sha256').update('10:authwright3:mac4:csrf').digest()
  const key = hkdfSync('sha256', 'secret', '', info, 32)
  const expected = createHmac('sha256', Buffer.from(key)).update('text').digest('base64url')
  expect(await createMac(['secret'], 'csrf').sign('text')).toBe(expected)
})

test('a signature with any character changed, removed or added is invalid', async () => {
  const mac = createMac(['secret'], 'csrf')
  const signature = await mac.sign('text')
  const changed = [...signature].flatMap((character, index) =>
    [...alphabet]
      .filter((other) => other !== character)
      .map((other) => signature.slice(0, index) + other + signature.slice(index + 1)),
  )
  const others = [
    '',
    signature.slice(1),
    signature.slice(0, -1),
    `${signature}A`,
    `${signature}=`,
    ` ${signature}`,
  ]
  for (const forged of [...changed, ...others]) expect(await mac.verify('text', forged)).toBe(false)
})

test('a signature for one purpose is invalid for another purpose', async () => {
  const signature = await createMac(['secret'], 'csrf').sign('text')
  expect(await createMac(['secret'], 'flow').verify('text', signature)).toBe(false)
})

test('after a rotation, old signatures stay valid and new signatures use the new secret', async () => {
  const before = await createMac(['old'], 'csrf').sign('text')
  const rotated = createMac(['new', 'old'], 'csrf')
  expect(await rotated.verify('text', before)).toBe(true)
  expect(await rotated.sign('text')).toBe(await createMac(['new'], 'csrf').sign('text'))
  expect(await createMac(['new'], 'csrf').verify('text', before)).toBe(false)
})

test('later changes to the list of secrets do not affect an existing MAC', async () => {
  const secrets = ['secret']
  const mac = createMac(secrets, 'csrf')
  const signature = await mac.sign('text')
  secrets[0] = 'other'
  expect(await mac.verify('text', signature)).toBe(true)
})

test.each([[[]], [['']], [['secret', '']]])(
  'creating a MAC with the secrets %j throws an error',
  (secrets) => {
    expect(() => createMac(secrets, 'csrf')).toThrow(MissingSecret)
  },
)

test('node:crypto and Web Crypto create the same digests and interchangeable signatures', async () => {
  const key = new Uint8Array(32).map((_, index) => index)
  const [one, other] = [node.hmacSha256(key), await web.hmacSha256(key)]
  const property = fc.asyncProperty(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }),
    async (text, more) => {
      const tag = await one.sign(text)
      expect(await other.sign(text)).toBe(tag)
      expect(await node.sha256Base64url(text)).toBe(await web.sha256Base64url(text))
      for (const hmac of [one, other]) {
        expect(await hmac.verify(text, tag)).toBe(true)
        expect(await hmac.verify(text + more, tag)).toBe(more === '')
        expect(await hmac.verify(text, tag.slice(0, 40))).toBe(false)
      }
    },
  )
  await fc.assert(property, runs)
})
