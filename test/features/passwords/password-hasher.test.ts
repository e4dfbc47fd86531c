import { afterEach, expect, test, vi } from 'vitest'
import { keyDerivation } from '../../../src/node/key-derivation.js'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { WorkQueue } from '../../../src/runtime/features/passwords/hash/work-queue.js'
import { argon2id, foreign, longBcrypt, otherArgon2id } from './stored-hashes.js'

const password = 'correct horse battery staple'
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const hasher = createPasswordHasher({})

/** The beginning of one hash for each algorithm whose hashes are replaced at a sign-in. */
const starts = [
  '$argon2id$v=19$m=102400',
  '$2y$',
  'yHJP',
  '2c96',
  'pbkdf2_sha256',
  'pbkdf2_sha1',
  'AQAAAAEAACcQ',
]
const replaced = [...otherArgon2id, ...foreign]
const oneOfEach = starts.flatMap((start) => replaced.filter(({ hash }) => hash.startsWith(start)).slice(0, 1))

afterEach(() => {
  vi.restoreAllMocks()
})

/** The parameters of each Argon2id derivation during a check, in order. */
async function derivedBy(check: () => Promise<unknown>): Promise<readonly unknown[]> {
  if (!keyDerivation) throw new Error('This is not Node.js.')
  const argon2id = vi.spyOn(keyDerivation, 'argon2id')
  await check()
  const costs = argon2id.mock.calls.map(([, , , cost]) => cost)
  argon2id.mockRestore()
  return costs
}

test('a new hash uses Argon2id with the OWASP parameters, a salt of 16 bytes and a key of 32 bytes', async () => {
  const hash = await hasher.hash(password)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hasher.hash(password)).not.toBe(hash)
  expect(await hasher.verify(password, hash)).toEqual({ valid: true, rehash: false })
  expect(await hasher.verify(`${password} `, hash)).toEqual({ valid: false, rehash: false })
})

test('two Unicode encodings of a password count as the same password', async () => {
  const hash = await hasher.hash('Zo\u00eb, la fe\u0301e')
  expect(await hasher.verify('Zoe\u0308, la f\u00e9e', hash)).toEqual({ valid: true, rehash: false })
})

test.each(argon2id)('a hash by Argon2id of another library is verified: $by', async ({ password, hash }) => {
  expect(await hasher.verify(password, hash)).toEqual({ valid: true, rehash: false })
  expect(await hasher.verify('wrong', hash)).toEqual({ valid: false, rehash: false })
})

test.each([...otherArgon2id, ...foreign])(
  'a hash with another algorithm or other parameters is verified and replaced: $by',
  async ({ password, hash }) => {
    expect(await hasher.verify(password, hash)).toEqual({ valid: true, rehash: true })
    expect(await hasher.verify(password.toUpperCase(), hash)).toEqual({ valid: false, rehash: false })
  },
)

test.each(foreign.filter(({ by }) => /decomposed/.test(by) && /add password|Better Auth/.test(by)))(
  'a hash of the normalized password is verified, however the password is typed: $by',
  async ({ password, hash }) => {
    expect(await hasher.verify(password.normalize('NFC'), hash)).toEqual({ valid: true, rehash: true })
    expect(await hasher.verify(password.normalize('NFD'), hash)).toEqual({ valid: true, rehash: true })
  },
)

test.each(longBcrypt)(
  'a bcrypt hash of a password over 72 bytes is verified and not replaced: $by',
  async (stored) => {
    const { password, hash } = stored
    expect(await hasher.verify(password, hash)).toEqual({ valid: true, rehash: false })
    // Bytes after the 72nd were never part of the hash.
    expect(await hasher.verify(`${password.slice(0, 72)} typo`, hash)).toEqual({ valid: true, rehash: false })
    expect(await hasher.verify(password.slice(0, 72), hash)).toEqual({ valid: true, rehash: true })
    expect(await hasher.verify(password.slice(0, 71), hash)).toEqual({ valid: false, rehash: false })
  },
)

test('an unknown user and a wrong password cost the same derivation with the current parameters', async () => {
  const hash = await hasher.hash(password)
  expect(await derivedBy(() => hasher.verify(password, null))).toEqual([current])
  expect(await derivedBy(() => hasher.verify('wrong', hash))).toEqual([current])
})

test.each(['', 'plain text', '$argon2id$', '$2b$31$'.padEnd(60, 'a'), ...oneOfEach.map(({ hash }) => hash)])(
  'a wrong password for a hash with another algorithm or other parameters costs a derivation with the current parameters: %s',
  async (hash) => {
    const costs = await derivedBy(() => hasher.verify('wrong', hash))
    expect(oneOfEach).toHaveLength(starts.length)
    expect(costs.filter((cost) => JSON.stringify(cost) === JSON.stringify(current))).toHaveLength(1)
  },
)

test('the check of a password with two Unicode forms costs twice as much, whether or not the user exists', async () => {
  const typed = 'Zoe\u0308, la fe\u0301e'
  const hash = await hasher.hash(password)
  expect(await derivedBy(() => hasher.verify(typed, null))).toEqual([current, current])
  expect(await derivedBy(() => hasher.verify(typed, hash))).toEqual([current, current])
})

test('a password of more than 4,096 bytes matches no hash, costs no extra work, and is not hashed', async () => {
  const long = 'é'.repeat(2048)
  const hash = await hasher.hash(long)
  expect(await hasher.verify(long, hash)).toEqual({ valid: true, rehash: false })
  for (const stored of [hash, null]) {
    const check = () => hasher.verify(`${long}!`, stored)
    expect(await derivedBy(check)).toEqual([current])
    expect(await check()).toEqual({ valid: false, rehash: false })
  }
  await expect(hasher.hash(`${long}!`)).rejects.toThrow('The password is longer than 4096 bytes.')
})

test.each([
  [
    '4 GiB of memory',
    '$argon2id$v=19$m=4194304,t=1,p=1$JL6S5Y9r2s3NqzNZTZMy/w$/xOIihLl7f94AepUFTThB2+yEZf43uu9FV2sVIhxNLk',
  ],
  [
    'many passes',
    '$argon2id$v=19$m=19456,t=1000000,p=1$JL6S5Y9r2s3NqzNZTZMy/w$/xOIihLl7f94AepUFTThB2+yEZf43uu9FV2sVIhxNLk',
  ],
  [
    'many lanes',
    '$argon2id$v=19$m=19456,t=2,p=255$JL6S5Y9r2s3NqzNZTZMy/w$/xOIihLl7f94AepUFTThB2+yEZf43uu9FV2sVIhxNLk',
  ],
  ['bcrypt with a cost of 31', '$2b$31$rehDvUGdOMgb9vbBKW7IEOm6Vxeqs29ScxJ8jxTObjdwDcDwbgab6'],
  [
    'Django with 2,000,000,000 iterations',
    'pbkdf2_sha256$2000000000$JTm5RlAyXhR93agS779EZb$E+5JM2nXbvz1FXMTujzMTx4rF6Ghzvj9yQ2+pEUWpEE=',
  ],
  [
    'ASP.NET with 4,294,967,295 iterations',
    'AQAAAAH/////AAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  ],
  [
    'ASP.NET with a key of five digests and 1,000,000 iterations',
    'AQAAAAAAD0JAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ],
])('the parameters of a stored hash are refused if they would cost too much: %s', async (_, hash) => {
  const check = () => hasher.verify(password, hash)
  expect(await derivedBy(check)).toEqual([current])
  expect(await check()).toEqual({
    valid: false,
    rehash: false,
    problem: expect.stringMatching(/^The .+ parameters of a stored password hash are larger than allowed/),
  })
})

test.each([
  [
    'damaged Argon2id',
    '$argon2id$v=19$m=19456,t=2$JL6S5Y9r2s3NqzNZTZMy/w$AAAA',
    'begins with $argon2id$ and is damaged',
  ],
  ['Argon2id without a key', '$argon2id$v=19$m=19456,t=2,p=1$JL6S5Y9r2s3NqzNZTZMy/w$', 'is damaged'],
  [
    'an earlier version of Argon2',
    '$argon2id$v=16$m=19456,t=2,p=1$JL6S5Y9r2s3NqzNZTZMy/w$AAAAAAAA',
    'has an unsupported version',
  ],
  ['a plain password', password, 'unknown format'],
  ['an empty string', '', 'unknown format'],
  [
    'ASP.NET Identity v2',
    'ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A==',
    'unknown format',
  ],
  ['ASP.NET with a key that is too short', 'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4A=', 'unknown format'],
  [
    'ASP.NET with a salt length beyond the end of the hash',
    'AQAAAAIAAAAy/////+Mwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw',
    'unknown format',
  ],
  ['$2x$', '$2x$10$rehDvUGdOMgb9vbBKW7IEOm6Vxeqs29ScxJ8jxTObjdwDcDwbgab6', 'unknown format'],
])(
  'a stored hash that cannot be used matches no password, and the reason is reported: %s',
  async (_, hash, problem) => {
    const verification = await hasher.verify(password, hash)
    expect(verification).toEqual({ valid: false, rehash: false, problem: expect.stringContaining(problem) })
    expect(verification.problem).not.toContain('JL6S5Y9r2s3NqzNZTZMy')
  },
)

test('hashes in a built-in format are verified and replaced although custom functions are configured', async () => {
  const own = createPasswordHasher({ hash: { hash: () => 'x', verify: () => undefined } })
  for (const { password, hash } of [...oneOfEach, ...argon2id]) {
    expect(await own.verify(password, hash)).toEqual({ valid: true, rehash: true })
    expect(await own.verify('wrong', hash)).toEqual({ valid: false, rehash: false })
  }
})

test('Node.js uses the package for Argon2 if its OpenSSL has no Argon2', async () => {
  const crypto = process.getBuiltinModule('node:crypto')
  const argon2 = () => {
    throw Object.assign(new Error('Argon2 algorithm not supported'), {
      code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED',
    })
  }
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ ...crypto, argon2 } as typeof crypto)
  const other = createPasswordHasher({ queue: new WorkQueue(1) })
  for (const { password, hash } of argon2id) {
    expect(await other.verify(password, hash)).toEqual({ valid: true, rehash: false })
  }
})
