import { afterEach, expect, test, vi } from 'vitest'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { WorkQueue } from '../../../src/runtime/features/passwords/hash/work-queue.js'
import { argon2id, foreign } from './stored-hashes.js'

vi.mock('@node-rs/argon2', () => {
  throw new Error("Cannot find package '@node-rs/argon2'")
})

vi.mock('@node-rs/bcrypt', () => {
  throw new Error("Cannot find package '@node-rs/bcrypt'")
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('without @node-rs/argon2, hashing on a Node.js without Argon2 reports what to install', async () => {
  const { argon2: _, ...crypto } = process.getBuiltinModule('node:crypto') as { argon2?: unknown }
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(crypto)
  const hasher = createPasswordHasher({ queue: new WorkQueue(1) })
  const error = {
    type: 'AuthError',
    message:
      'Passwords need Argon2, which node:crypto of this runtime does not have. Use Node.js 24.7 or later, or run "npm install @node-rs/argon2".',
  }
  await expect(hasher.hash('correct horse battery staple')).rejects.toMatchObject(error)
  for (const stored of [null, argon2id[0]?.hash ?? '']) {
    await expect(hasher.verify('correct horse battery staple', stored)).rejects.toMatchObject(error)
  }
})

test('without @node-rs/bcrypt, a bcrypt hash matches no password, and the reason says what to install', async () => {
  const hasher = createPasswordHasher({ hash: { hash: () => 'x', verify: () => undefined } })
  for (const { password, hash } of foreign.filter((stored) => stored.hash.startsWith('$2'))) {
    expect(await hasher.verify(password, hash)).toEqual({
      valid: false,
      rehash: false,
      problem: 'A stored password hash uses bcrypt. To check it, run "npm install @node-rs/bcrypt".',
    })
  }
})
