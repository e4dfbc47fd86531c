import { afterEach, expect, test, vi } from 'vitest'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { WorkQueue } from '../../../src/runtime/features/passwords/hash/work-queue.js'
import { foreign } from './stored-hashes.js'

/** The error of the packages if npm installed them for another platform. */
const unusable = vi.hoisted(() => (name: string) => {
  const cause = new Error(`Cannot find module '@node-rs/${name}-linux-x64-gnu'`)
  return new Error('Cannot find native binding.', { cause })
})

vi.mock('@node-rs/argon2', () => {
  throw unusable('argon2')
})

vi.mock('@node-rs/bcrypt', () => {
  throw unusable('bcrypt')
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('if @node-rs/argon2 is installed but cannot be loaded, the error says how to install it again', async () => {
  const { argon2: _, ...crypto } = process.getBuiltinModule('node:crypto') as { argon2?: unknown }
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(crypto)
  const hasher = createPasswordHasher({ queue: new WorkQueue(1) })
  await expect(hasher.hash('correct horse battery staple')).rejects.toMatchObject({
    type: 'AuthError',
    message:
      'Passwords need Argon2, but the installed package @node-rs/argon2 cannot be loaded. Delete node_modules and run "npm install" on the platform of the server, so that its native module is installed.',
  })
})

test('if @node-rs/bcrypt is installed but cannot be loaded, the reported reason says how to install it again', async () => {
  const hasher = createPasswordHasher({ hash: { hash: () => 'x', verify: () => undefined } })
  const [stored] = foreign.filter(({ hash }) => hash.startsWith('$2'))
  expect(await hasher.verify(stored?.password ?? '', stored?.hash ?? '')).toEqual({
    valid: false,
    rehash: false,
    problem:
      'A stored password hash uses bcrypt, but the installed package @node-rs/bcrypt cannot be loaded. Delete node_modules and run "npm install" on the platform of the server, so that its native module is installed.',
  })
})
