import { expect, test, vi } from 'vitest'
import type { OwnHash } from '../../../src/providers/kinds/password-options.js'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { foreign } from './stored-hashes.js'

/** Hashes that Web Crypto reads on every platform: Cloudflare Workers has a limit of 100,000 iterations. */
const aspNet = foreign.filter(({ by }) => /ASP.NET(?!.+250,000)/.test(by))

function ownHash() {
  return {
    hash: vi.fn(async (password: string) => `own:1:${password}`),
    verify: vi.fn(async (password: string, stored: string) => {
      const [name, , known] = stored.split(':')
      return name === 'own' ? known === password : undefined
    }),
  }
}

test('custom functions hash and verify the normalized password', async () => {
  const hash = ownHash()
  const hasher = createPasswordHasher({ hash })
  expect(await hasher.hash('Zoe\u0308')).toBe('own:1:Zo\u00eb')
  expect(await hasher.verify('Zoe\u0308', 'own:1:Zo\u00eb')).toEqual({ valid: true, rehash: false })
  expect(await hasher.verify('Zoe', 'own:1:Zo\u00eb')).toEqual({ valid: false, rehash: false })
})

test('`needsRehash` decides which custom hashes are replaced', async () => {
  const hash = { ...ownHash(), needsRehash: (stored: string) => stored.startsWith('own:0') }
  const hasher = createPasswordHasher({ hash })
  expect(await hasher.verify('a', 'own:0:a')).toEqual({ valid: true, rehash: true })
  expect(await hasher.verify('a', 'own:1:a')).toEqual({ valid: true, rehash: false })
})

test('`needsRehash` receives no hash of another format', async () => {
  const needsRehash = vi.fn(() => false)
  const hasher = createPasswordHasher({ hash: { ...ownHash(), needsRehash } })
  for (const { password, hash } of aspNet) {
    await hasher.verify(password, hash)
    await hasher.verify('wrong', hash)
  }
  await hasher.verify('wrong', 'an unknown format')
  expect(needsRehash).not.toHaveBeenCalled()
})

test('with custom functions, the first check takes the same work whether or not the user exists', async () => {
  const callsOf = async (stored: string | null) => {
    const hash = ownHash()
    await createPasswordHasher({ hash }).verify('wrong', stored)
    return [hash.hash.mock.calls.length, hash.verify.mock.calls.length]
  }
  expect(await callsOf(null)).toEqual(await callsOf('own:1:right'))
})

test('built-in formats that a custom hash function does not recognize are verified and replaced', async () => {
  const hasher = createPasswordHasher({ hash: ownHash() })
  for (const { password, hash } of aspNet) {
    expect(await hasher.verify(password, hash)).toEqual({ valid: true, rehash: true })
  }
})

test('a hash that a custom `verify` rejects is not tried as a built-in format', async () => {
  const hasher = createPasswordHasher({ hash: { hash: () => 'x', verify: () => false } })
  for (const { password, hash } of aspNet) {
    expect(await hasher.verify(password, hash)).toEqual({ valid: false, rehash: false })
  }
})

test('a custom `verify` that returns an object instead of a boolean does not match', async () => {
  const verify = (() => ({ valid: false })) as unknown as OwnHash['verify']
  const hasher = createPasswordHasher({ hash: { hash: () => 'x', verify } })
  expect(await hasher.verify('a', 'x')).toMatchObject({ valid: false })
})

test('an unknown user and a hash of an unknown format both cost one check by the custom functions', async () => {
  const hash = ownHash()
  const hasher = createPasswordHasher({ hash })
  const checks = async (stored: string | null) => {
    hash.verify.mockClear()
    expect(await hasher.verify('wrong', stored)).toMatchObject({ valid: false })
    return hash.verify.mock.calls.filter(([, given]) => given.startsWith('own:')).length
  }
  expect(await checks(null)).toBe(1)
  expect(await checks('own:1:right')).toBe(1)
  expect(await checks('an unknown format')).toBe(1)
  for (const { hash } of aspNet) expect(await checks(hash)).toBe(1)
  expect(hash.hash).toHaveBeenCalledOnce()
})

test('an error of a custom hash function does not count as a wrong password', async () => {
  const hash = { ...ownHash(), verify: () => Promise.reject(new Error('the service is down')) }
  await expect(createPasswordHasher({ hash }).verify('a', 'own:1:a')).rejects.toThrow('the service is down')
})
