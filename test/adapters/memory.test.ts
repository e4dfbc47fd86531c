import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../src/adapters/memory.js'
import { AdapterError } from '../../src/errors.js'
import { capabilities } from '../support/conformance-parts.js'
import { conformanceSuite } from '../support/conformance-suite.js'
import { expirySuite } from '../support/expiry-suite.js'
import { signInSuite } from '../support/sign-in-suite.js'

describe('memory', () => {
  describe('over one store', () => {
    const adapter = memory()
    const user = { role: 'admin', joined: new Date(0), tags: ['a', 'b'] }
    conformanceSuite({
      adapter: () => adapter,
      user,
      with: capabilities,
      many: 10_000,
    })
    signInSuite(() => adapter)
    expirySuite(() => adapter)
  })

  afterEach(() => vi.useRealTimers())

  it('memory() applies the defaults of the option `user` to missing values of a new user', async () => {
    const adapter = memory<{ role: 'member' | 'admin' }>({ user: { role: 'member' } })
    expect(await adapter.createUser({ email: null, emailVerified: null })).toMatchObject({ role: 'member' })
    const admin = await adapter.createUser({ email: null, emailVerified: null, role: 'admin' })
    expect(await adapter.getUser(admin.id)).toMatchObject({ role: 'admin' })
  })

  it('memory() copies the defaults of the option `user` for each user', async () => {
    const adapter = memory<{ tags: string[] }>({ user: { tags: [] } })
    const first = await adapter.createUser({ email: null, emailVerified: null })
    first.tags.push('changed')
    expect((await adapter.createUser({ email: null, emailVerified: null })).tags).toEqual([])
  })

  it('memory() throws an error that names the value that it cannot store', async () => {
    const adapter = memory<{ greet: () => string }>()
    const user = { email: null, emailVerified: null, greet: () => 'Hello' }
    await expect(adapter.createUser(user)).rejects.toThrow(
      'The value of "greet" cannot be stored. Use strings, numbers, booleans, dates or null.',
    )
    const { id } = await adapter.createUser({ email: null, emailVerified: null } as never)
    await expect(adapter.updateUser({ id, greet: () => 'Hello' })).rejects.toThrow(AdapterError)
  })

  it.each([0, 1.5, Number.NaN, 1e21])('listUsers() rejects the limit %d', async (limit) => {
    await expect(memory().listUsers({ limit })).rejects.toThrow(
      '`limit` of listUsers() must be an integer of at least 1.',
    )
  })

  it('two memory() adapters do not share data', async () => {
    const { id } = await memory().createUser({ email: 'a@example.com', emailVerified: null })
    expect(await memory().getUser(id)).toBeNull()
  })

  it('memory() refuses sessions, accounts and authenticators of unknown users', async () => {
    const adapter = memory()
    const account = { userId: 'x', type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    const session = { sessionToken: 't', userId: 'x', expires: new Date() }
    await expect(adapter.linkAccount(account)).rejects.toThrow(AdapterError)
    await expect(adapter.createSession(session)).rejects.toThrow('There is no user with this id')
    await expect(adapter.updateUser({ id: 'x', name: 'X' })).rejects.toThrow('There is no user with this id')
    expect(await adapter.getSessionAndUser('t')).toBeNull()
  })

  it('the error for a refused row contains the reason and no e-mail address', async () => {
    const adapter = memory()
    await adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    const again = adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    await expect(again).rejects.toThrow('Another user has this e-mail address.')
    await expect(again).rejects.not.toThrow('anna')
  })

  it('memory() keeps expired rows for a day before it deletes them', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const day = 86_400_000
    const adapter = memory()
    const { id } = await adapter.createUser({ email: null, emailVerified: null })
    const session = (sessionToken: string, lifetime: number) =>
      adapter.createSession({ sessionToken, userId: id, expires: new Date(Date.now() + lifetime) })
    await session('short', 1000)
    await session('long', day + 1_000_000)
    await adapter.createVerificationToken({
      identifier: 'a',
      token: 't',
      expires: new Date(Date.now() + 1000),
    })
    vi.advanceTimersByTime(day + 1000)
    for (let index = 0; index < 1000; index++) await session(`later-${index}`, 1000)
    expect(await adapter.getSessionAndUser('short')).toBeNull()
    expect(await adapter.useVerificationToken({ identifier: 'a', token: 't' })).toBeNull()
    expect(await adapter.getSessionAndUser('long')).not.toBeNull()
    expect(await adapter.getSessionAndUser('later-999')).not.toBeNull()
  })

  it('the type of memory() has every method of an adapter, and the custom fields of users', () => {
    expectTypeOf<MemoryAdapter>().toExtend<Omit<Required<Adapter>, 'inTransaction'>>()
    expectTypeOf<MemoryAdapter<{ role: string }>>().toExtend<Adapter<AdapterUser & { role: string }>>()
    expectTypeOf<
      NonNullable<Awaited<ReturnType<MemoryAdapter<{ role: 'a' | 'b' }>['getUser']>>>['role']
    >().toEqualTypeOf<'a' | 'b'>()
  })
})
