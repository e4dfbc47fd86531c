import { expect, test, vi } from 'vitest'
import { AuthError } from '../../../src/errors.js'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { argon2id, foreign } from './stored-hashes.js'

// The module that `imports` in package.json selects on platforms without Node.js.
vi.mock('#key-derivation', () => import('../../../src/platform/key-derivation.js'))

const own = createPasswordHasher({
  hash: {
    hash: (password) => `own:${password}`,
    verify: (password, stored) => (stored.startsWith('own:') ? stored === `own:${password}` : undefined),
  },
})

test('without Argon2, hashing throws an error that names the option `hash`', async () => {
  const hasher = createPasswordHasher({})
  const error = new AuthError(
    'Passwords need Argon2, which this platform does not have. Pass `password({ hash })` with functions of your own.',
  )
  await expect(hasher.hash('correct horse battery staple')).rejects.toThrow(error)
  for (const stored of [null, argon2id[0]?.hash ?? '']) {
    await expect(hasher.verify('correct horse battery staple', stored)).rejects.toThrow(error)
  }
})

test('a custom hash function works without any feature of the platform', async () => {
  expect(await own.verify('a', await own.hash('a'))).toEqual({ valid: true, rehash: false })
  expect(await own.verify('b', await own.hash('a'))).toEqual({ valid: false, rehash: false })
  expect(await own.verify('a', null)).toEqual({ valid: false, rehash: false })
})

const pbkdf2 = foreign.filter(({ by }) => /Django|ASP/.test(by))

test.each(pbkdf2)('Web Crypto reads PBKDF2: $by', async ({ password, hash }) => {
  expect(await own.verify(password, hash)).toEqual({ valid: true, rehash: true })
  expect(await own.verify('wrong', hash)).toEqual({ valid: false, rehash: false })
})

test.each(foreign.filter((hash) => !pbkdf2.includes(hash)))(
  'a hash that the platform cannot verify matches no password, and the result contains the reason: $by',
  async ({ password, hash }) => {
    expect(await own.verify(password, hash)).toEqual({
      valid: false,
      rehash: false,
      problem: expect.stringMatching(/^A stored password hash uses (?:bcrypt|scrypt), which this platform/),
    })
  },
)

test('hashing is not queued on the edge, because the platform may end a request', async () => {
  let running = 0
  const most: number[] = []
  const hasher = createPasswordHasher({
    hash: {
      async hash() {
        most.push(++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        return 'x'
      },
      verify: () => false,
    },
  })
  await Promise.all(Array.from({ length: 1000 }, () => hasher.hash('a')))
  expect(Math.max(...most)).toBe(1000)
})
