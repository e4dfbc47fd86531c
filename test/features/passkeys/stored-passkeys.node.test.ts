import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { faults } from '../../../src/testing.js'
import { emptyDatabase, poolOn } from '../../adapters/pg/support.js'
import { SECRET } from '../../support/app.js'
import { locationOf } from '../../support/browser.js'
import { gate } from '../../support/gate.js'
import { intercepted } from '../../support/intercepted.js'
import { type PasskeyWorld, passkeyWorlds } from '../../support/passkeys.js'
import { postgres } from '../../support/stores/postgres.js'

/* The rows and events of a new passkey, and a sign-up with one that cannot be stored completely. */

const start = passkeyWorlds()
const ADA = 'ada@example.com'

/** The outcome of a callback: an error, the status of an error page, or the path of the target. */
const outcomeOf = (response: Response): string => {
  if (response.status >= 400) return String(response.status)
  const { pathname, searchParams } = locationOf(response)
  return searchParams.get('error') ?? pathname
}

const databases: readonly (readonly [string, () => Promise<Adapter>])[] = [
  ['without transactions', async () => memory()],
  ...(postgres.available
    ? [['with transactions', async () => pg(poolOn(await emptyDatabase()))] as const]
    : []),
]

test('a failed sign-up does not delete another user if the database treats both ids as equal', async () => {
  const adapter = memory()
  const owner = await adapter.createUser({ id: '3', email: 'owner@example.com', emailVerified: null })
  const deleted: string[] = []
  const loose: Adapter = Object.assign(Object.create(adapter), {
    createUser: async () => {
      throw new Error('connection lost')
    },
    getUser: async () => owner,
    deleteUser: async (id: string) => void deleted.push(id),
  })
  const world = await start({ through: () => loose, failsItself: true })
  expect(outcomeOf(await world.register(ADA))).not.toBe('/inside')
  expect(deleted).toEqual([])
})

test('after a failed sign-up, the account is looked up by its key', async () => {
  const keys: object[] = []
  const adapter = memory()
  const failing: Adapter = Object.assign(Object.create(adapter), {
    createUser: async () => {
      throw new Error('connection lost')
    },
    getUserByAccount: async (key: object) => {
      keys.push(key)
      return null
    },
  })
  const world = await start({ through: () => failing, failsItself: true })
  expect(outcomeOf(await world.register(ADA))).not.toBe('/inside')
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(Object.keys(key)).toEqual(['provider', 'providerAccountId'])
})

test('a sign-up whose createUser returns nothing leaves no user', async () => {
  const adapter = memory()
  const silent: Adapter = Object.assign(Object.create(adapter), {
    createUser: async (user: Parameters<typeof adapter.createUser>[0]) => {
      await adapter.createUser(user)
    },
  })
  const world = await start({ through: () => silent, failsItself: true })
  expect(outcomeOf(await world.register(ADA))).toBe('Configuration')
  expect(world.errors.map((error) => inspect(error)).join()).toContain(
    '`createUser` of the adapter returned no user.',
  )
  expect(await adapter.getUserByEmail(ADA)).toBeNull()
})

test('a sign-up with a taken e-mail address leaves no verification token', async () => {
  const adapter = memory()
  await adapter.createUser({ id: 'other', email: ADA, emailVerified: null })
  const kept: string[] = []
  const world = await start({
    through: () =>
      Object.assign(Object.create(adapter), {
        createUser: async () => {
          throw new Error('duplicate e-mail address')
        },
        // The e-mail address is taken after it was looked up.
        getUserByEmail: async (email: string) => (kept.length > 0 ? adapter.getUserByEmail?.(email) : null),
        createVerificationToken: async (record: { identifier: string; token: string; expires: Date }) => {
          kept.push(record.token)
          return adapter.createVerificationToken?.(record)
        },
        useVerificationToken: async (key: { identifier: string; token: string }) => {
          kept.push(`-${key.token}`)
          return adapter.useVerificationToken?.(key)
        },
      }),
    failsItself: true,
  })
  expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
  const [token = ''] = kept
  expect(kept).toContain(`-${token}`)
})

/** Adds a passkey to the signed-in user. */
const add = async (world: PasskeyWorld): Promise<Response> => {
  const options = await world.options({ action: 'register' })
  return world.answer('register', await world.authenticator.create(options))
}

describe.each(databases)('a database %s', (_, open) => {
  test('a sign-up with a passkey notifies listeners of the user and the account', async () => {
    const adapter = await open()
    const told: unknown[] = []
    const world = await start({
      through: () => adapter,
      events: {
        createUser: (message) => void told.push(['createUser', message]),
        linkAccount: (message) => void told.push(['linkAccount', message]),
        signIn: ({ isNewUser }) => void told.push(['signIn', isNewUser]),
      },
    })
    await world.register(ADA)
    const user = await adapter.getUserByEmail?.(ADA)
    const [key] = (await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')) ?? []
    expect(told).toEqual([
      ['createUser', { user: expect.objectContaining({ id: user?.id, email: ADA }) }],
      [
        'linkAccount',
        {
          provider: 'passkey',
          user: expect.objectContaining({ id: user?.id, email: ADA }),
          account: expect.objectContaining({
            provider: 'passkey',
            type: 'webauthn',
            providerAccountId: key?.credentialID,
          }),
          profile: expect.objectContaining({ email: ADA }),
        },
      ],
      ['signIn', true],
    ])
    expect(user).toMatchObject({ email: ADA, emailVerified: null })
  })

  test('adding a second passkey notifies listeners of the account and the stored user', async () => {
    const adapter = await open()
    const told: unknown[] = []
    const world = await start({
      through: () => adapter,
      events: {
        createUser: () => void told.push('createUser'),
        linkAccount: ({ profile, account }) => void told.push([profile.id, account.providerAccountId]),
      },
    })
    await world.register(ADA)
    told.length = 0
    expect(outcomeOf(await add(world))).toBe('/inside')
    const user = await adapter.getUserByEmail?.(ADA)
    const keys = (await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')) ?? []
    const second = Buffer.from(world.authenticator.keys[1]?.id ?? '', 'base64url').toString('base64')
    expect(told).toEqual([[user?.id, second]])
    expect(keys.map(({ credentialID }) => credentialID)).toContain(second)
    expect(keys).toHaveLength(2)
  })

  test('a sign-up is refused if a concurrent sign-up has taken the e-mail address, and the other user is kept', async () => {
    const adapter = await open()
    const decided = gate()
    const decisions = [decided]
    const world = await start({
      through: () => adapter,
      callbacks: {
        signIn: async () => {
          await decisions.shift()?.pass()
          return true
        },
      },
    })
    const other = world.anotherBrowser()
    const late = world.register(ADA, other)
    await decided.reached
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    decided.open()
    expect(outcomeOf(await late)).toBe('AccountNotLinked')
    expect(await other.session()).toBeNull()
    expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
    const user = await adapter.getUserByEmail?.(ADA)
    expect(await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
  })

  test('a passkey of a session that ends while the passkey is stored leaves neither an account nor an authenticator', async () => {
    const adapter = await open()
    let isEnding = false
    const world = await start({
      through: () => adapter,
      session: { strategy: 'database' },
      events: {
        linkAccount: async ({ user }) => {
          if (isEnding) await adapter.deleteSessionsByUserId?.(user.id)
        },
      },
    })
    await world.register(ADA)
    const id = (await adapter.getUserByEmail?.(ADA))?.id ?? ''
    isEnding = true
    expect(outcomeOf(await add(world))).toBe('InvalidCheck')
    expect(await adapter.listAccountsByUserId?.(id)).toHaveLength(1)
    expect(await adapter.listAuthenticatorsByUserId?.(id)).toHaveLength(1)
  })

  test('a passkey that cannot be stored for a signed-in user leaves no account, and can be added later', async () => {
    const adapter = await open()
    let isDown = false
    const down = async (method: string): Promise<void> => {
      if (isDown && method === 'createAuthenticator') throw new Error('connection lost')
    }
    const broken = intercepted(adapter, down)
    const { inTransaction } = adapter
    const world = await start({
      through: () =>
        inTransaction
          ? Object.assign(Object.create(broken), {
              inTransaction: (work: (inside: Adapter) => Promise<unknown>) =>
                inTransaction((inside) => work(intercepted(inside, down))),
            })
          : broken,
    })
    await world.register(ADA)
    const user = await adapter.getUserByEmail?.(ADA)
    isDown = true
    expect(outcomeOf(await add(world))).toBe('503')
    expect(await adapter.listAccountsByUserId?.(user?.id ?? '')).toHaveLength(1)
    isDown = false
    expect(outcomeOf(await add(world))).toBe('/inside')
    expect(await adapter.listAccountsByUserId?.(user?.id ?? '')).toHaveLength(2)
    expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
  })
})

test.each([
  ['that counts stores the new count', true, 1],
  ['that does not count stores nothing', false, 0],
])('a sign-in with a passkey %s, and does not count as a sign-up', async (_, counts, updates) => {
  const database = faults(memory())
  const told: boolean[] = []
  const world = await start({
    counts,
    through: () => database.target,
    events: { signIn: ({ isNewUser }) => void told.push(isNewUser) },
  })
  await world.register(ADA)
  await world.use(world.anotherBrowser())
  expect(told).toEqual([true, false])
  expect(database.calls.filter((name) => name === 'updateAuthenticatorCounter')).toHaveLength(updates)
})

describe('a sign-up with a passkey, without transactions', () => {
  /** A site, a database with faults, and the verification tokens that are stored. */
  const faulty = async (change: (real: Adapter) => Partial<Adapter> = () => ({}), options = {}) => {
    const base = memory()
    const records = new Set<string>()
    const real: Adapter = {
      ...base,
      async createVerificationToken(token) {
        records.add(token.token)
        return base.createVerificationToken(token)
      },
      async useVerificationToken(key) {
        records.delete(key.token)
        return base.useVerificationToken(key)
      },
    }
    const database = faults({ ...real, ...change(real) })
    const world = await start({ through: () => database.target, ...options })
    const user = () => base.getUserByEmail(ADA)
    /** The number of attempts to store a user. */
    const creations = () => database.calls.filter((name) => name === 'createUser').length
    return { base, database, records, world, user, creations }
  }

  /** Leaves a user without a passkey, because it could neither be stored nor be removed. */
  const interrupted = async (...given: Parameters<typeof faulty>) => {
    const site = await faulty(...given)
    site.database.add('linkAccount', { kind: 'fails before' })
    site.database.add('deleteUser', { kind: 'fails before' })
    expect(outcomeOf(await site.world.register(ADA))).toBe('503')
    site.database.clear()
    const left = await site.user()
    expect(left).not.toBeNull()
    return { ...site, left }
  }

  test.each(['linkAccount', 'createAuthenticator'] as const)(
    'a sign-up that fails at %s leaves neither a user nor a verification token',
    async (method) => {
      const { database, records, world, user } = await faulty()
      database.add(method, { kind: 'fails before' })
      expect(outcomeOf(await world.register(ADA))).toBe('503')
      expect(await user()).toBeNull()
      expect(records.size).toBe(0)
    },
  )

  test('a complete sign-up leaves no verification token', async () => {
    const { records, world } = await faulty()
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect(records.size).toBe(0)
  })

  test('a sign-up can be repeated if its user could not be removed', async () => {
    const { left, world, user, records } = await interrupted()
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect((await user())?.id).not.toBe(left?.id)
    expect(records.size).toBe(0)
  })

  test('a sign-up can be repeated if its user could not be removed, also if the database chooses ids', async () => {
    const { left, world, user, records } = await interrupted((real) => ({
      createUser: (data) => real.createUser?.({ ...data, id: `chosen-${data.id}` }) as never,
    }))
    expect(left?.id).toMatch(/^chosen-/)
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect((await user())?.id).not.toBe(left?.id)
    expect(records.size).toBe(0)
  })

  test.each(['listAccountsByUserId', 'deleteUser'] as const)(
    'an interrupted sign-up cannot be repeated with an adapter without %s, and its user is kept',
    async (method) => {
      const { left, world, user, creations } = await interrupted(() => ({ [method]: undefined }))
      expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
      expect(await user()).toEqual(left)
      expect(creations()).toBe(1)
      expect(world.errors.slice(1)).toEqual([])
    },
  )

  test('an interrupted sign-up cannot be repeated while its user cannot be removed', async () => {
    const { left, database, world, user, creations } = await interrupted()
    database.add('deleteUser', { kind: 'fails before' })
    expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
    expect(await user()).toEqual(left)
    expect(creations()).toBe(1)
  })

  test('an interrupted sign-up cannot be repeated if the owner verifies the e-mail address at that moment', async () => {
    let isRepeated = false
    const { left, world, user, creations } = await interrupted((real) => ({
      async useVerificationToken(key) {
        const row = await real.useVerificationToken?.(key)
        if (isRepeated && row) await real.updateUser?.({ id: left?.id ?? '', emailVerified: new Date(0) })
        return row ?? null
      },
    }))
    isRepeated = true
    expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
    expect(await user()).toMatchObject({ id: left?.id, emailVerified: new Date(0) })
    expect(creations()).toBe(1)
    expect(await world.browser.session()).toBeNull()
  })

  test('a repeated sign-up is refused if the e-mail address of its user was verified in the meantime', async () => {
    const { left, base, world, user, creations } = await interrupted()
    await base.updateUser({ id: left?.id ?? '', emailVerified: new Date(0) })
    expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
    expect(await user()).toMatchObject({ id: left?.id, emailVerified: new Date(0) })
    expect(creations()).toBe(1)
  })

  test('a repeated sign-up is refused if its user has linked an account in the meantime', async () => {
    const { left, base, world, user, creations } = await interrupted()
    const account = { provider: 'acme', providerAccountId: '7', type: 'oidc' } as const
    await base.linkAccount({ ...account, userId: left?.id ?? '' })
    expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
    expect(await user()).toEqual(left)
    expect(await base.getUserByAccount(account)).toEqual(left)
    expect(creations()).toBe(1)
  })

  test('a sign-up is refused if a user with the same e-mail address has a passkey', async () => {
    const { world, user, creations } = await faulty()
    await world.register(ADA)
    const before = await user()
    expect(outcomeOf(await world.register(ADA, world.anotherBrowser()))).toBe('AccountNotLinked')
    expect(await user()).toEqual(before)
    expect(creations()).toBe(1)
  })

  test('while a sign-up runs, another sign-up with the same e-mail address stores no user', async () => {
    const linking = gate()
    const gates = [linking]
    const { world, creations } = await faulty((real) => ({
      async linkAccount(account) {
        await gates.shift()?.pass()
        return real.linkAccount?.(account)
      },
    }))
    const first = world.register(ADA)
    await linking.reached
    expect(outcomeOf(await world.register(ADA, world.anotherBrowser()))).toBe('AccountNotLinked')
    expect(creations()).toBe(1)
    linking.open()
    expect(outcomeOf(await first)).toBe('/inside')
  })

  test('only one of two concurrent sign-ups with the same e-mail address stores a user', async () => {
    const [decided, storing] = [gate(), gate()]
    const [decisions, gates] = [[decided], [storing]]
    const { world, creations } = await faulty(
      (real) => ({
        async createUser(data) {
          await gates.shift()?.pass()
          return real.createUser?.(data) as never
        },
      }),
      {
        callbacks: {
          signIn: async () => {
            await decisions.shift()?.pass()
            return true
          },
        },
      },
    )
    const second = world.register(ADA, world.anotherBrowser())
    await decided.reached
    const first = world.register(ADA)
    await storing.reached
    decided.open()
    expect(outcomeOf(await second)).toBe('AccountNotLinked')
    expect(creations()).toBe(1)
    storing.open()
    expect(outcomeOf(await first)).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
  })

  test('an interrupted sign-up does not delete its user after 15 minutes', async () => {
    let now = Date.now()
    const { left, world, user, creations } = await interrupted(undefined, { clock: () => now })
    now += 15 * 60_000
    expect(outcomeOf(await world.register(ADA))).toBe('AccountNotLinked')
    expect(await user()).toEqual(left)
    expect(creations()).toBe(1)
  })

  test('an interrupted sign-up does not delete the user of another e-mail address', async () => {
    const { left, base, world, user } = await interrupted()
    await base.createUser({ id: 'bob', email: 'bob@example.com', emailVerified: null })
    expect(outcomeOf(await world.register('bob@example.com'))).toBe('AccountNotLinked')
    expect(await base.getUser('bob')).not.toBeNull()
    expect(await user()).toEqual(left)
  })

  test('a sign-up does not wait for a running sign-up with another e-mail address', async () => {
    const storing = gate()
    const gates = [storing]
    const { world, user } = await faulty((real) => ({
      async createUser(data) {
        await gates.shift()?.pass()
        return real.createUser?.(data) as never
      },
    }))
    const first = world.register(ADA)
    await storing.reached
    const bob = world.anotherBrowser()
    expect(outcomeOf(await world.register('bob@example.com', bob))).toBe('/inside')
    expect(await user()).toBeNull()
    storing.open()
    expect(outcomeOf(await first)).toBe('/inside')
  })

  test('a sign-up whose verification token cannot be deleted still signs in, and logs a warning', async () => {
    const { database, world } = await faulty()
    database.add('useVerificationToken', { kind: 'fails before', error: new Error('The record remains.') })
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
    expect(inspect(world.errors, { depth: 5 })).toContain('The record remains.')
  })

  test('a failed sign-up logs both errors if the verification token cannot be deleted either', async () => {
    const { database, world, user } = await faulty()
    database.add('createAuthenticator', { kind: 'fails before', error: new Error('The disk is full.') })
    database.add('useVerificationToken', { kind: 'fails before', error: new Error('The record remains.') })
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(await user()).toBeNull()
    const log = inspect(world.errors, { depth: 5 })
    expect(log).toContain('The disk is full.')
    expect(log).toContain('The record remains.')
  })

  test('a sign-up whose user cannot be stored or searched for reports the first error', async () => {
    let isDown = false
    const { database, world } = await faulty((real) => ({
      async createUser() {
        isDown = true
        throw new Error('The disk is full.')
      },
      async getUserByEmail(email) {
        if (isDown) throw new Error('The connection is lost.')
        return (await real.getUserByEmail?.(email)) ?? null
      },
    }))
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(database.calls).toContain('createUser')
    expect(inspect(world.errors, { depth: 5 })).toContain('The disk is full.')
  })

  test('a sign-up can be repeated if its user was stored long after the database call timed out', async () => {
    let late: Parameters<NonNullable<Adapter['createUser']>>[0] | undefined
    const { base, world, user } = await faulty((real) => ({
      async createUser(data) {
        if (late) return real.createUser?.(data) as never
        late = data
        throw new Error('The database does not respond.')
      },
    }))
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(await user()).toBeNull()
    await base.createUser({ emailVerified: null, email: ADA, ...late })
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect((await user())?.id).not.toBe(late?.id)
  })

  test('a sign-up whose user was stored although the database reported an error can be repeated', async () => {
    const { database, world, user } = await faulty()
    database.add('createUser', { kind: 'fails after' })
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(await user()).toBeNull()
    database.clear()
    expect(outcomeOf(await world.register(ADA))).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
  })

  test('if the database stored a user but reported an error, the user is removed, even if `getUserByAccount` returns `undefined`', async () => {
    const { database, world, user } = await faulty((real) => ({
      getUserByAccount: async (account) => ((await real.getUserByAccount?.(account)) ?? undefined) as never,
    }))
    database.add('createUser', { kind: 'fails after' })
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(await user()).toBeNull()
  })

  test('a sign-up stores no passkey if it loses its lock while the account is stored', async () => {
    let passed = 0
    const store = memoryStore({ now: () => performance.now() + passed })
    const { base, world, user, records } = await faulty(
      (real) => ({
        async linkAccount(account) {
          const linked = await real.linkAccount?.(account)
          passed = 11_000
          return linked
        },
      }),
      { options: { store, secret: SECRET } },
    )
    expect(outcomeOf(await world.register(ADA))).toBe('503')
    expect(await user()).toBeNull()
    const [key] = world.authenticator.keys
    const id = Buffer.from(key?.id ?? '', 'base64url').toString('base64')
    expect(await base.getAuthenticator(id)).toBeNull()
    expect(records.size).toBe(0)
    expect(inspect(world.errors)).toContain('Another request is storing the user of the account.')
  })
})
