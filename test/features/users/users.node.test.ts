import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { InvalidRequest } from '../../../src/errors.js'
import { createAuth } from '../../../src/index.js'
import { createAuth as createNextAuth } from '../../../src/next.js'
import { github } from '../../../src/providers/github.js'
import { testAuth } from '../../../src/testing.js'
import { users } from '../../../src/users.js'

const SECRET = 'a secret of more than thirty-two characters'

/** An application whose users have a column for bans. */
function start(strategy: 'jwt' | 'database') {
  const adapter = sqlite(':memory:', { user: { banned: { type: 'boolean', default: false } } })
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    // The types do not matter here: callbacks are the same with both.
    .session({ strategy: strategy as 'database' })
    .callbacks({ signIn: ({ user }) => !('banned' in user && user.banned === true) })
    .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
    .use(users(adapter))
    .build()
  return { adapter, auth, as: testAuth(auth) }
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('users are listed in pages, and each user is on one page', async () => {
    const { adapter, auth } = start(strategy)
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await adapter.createUser({ id: name, name, email: `${name}@example.com`, emailVerified: null })
    }
    const first = await auth.users.list({ limit: 2 })
    expect([first.users.map(({ id }) => id), first.next]).toEqual([['a', 'b'], 'b'])
    const second = await auth.users.list({ limit: 2, after: first.next ?? '' })
    const third = await auth.users.list({ limit: 2, after: second.next ?? '' })
    expect([second.next, third.users.map(({ name }) => name), third.next]).toEqual(['d', ['e'], null])
    expect((await auth.users.list({ limit: 5 })).next).toBeNull()
    expect((await auth.users.list()).users.map(({ banned }) => banned)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test.each([0, -1, 1.5, 1001, Number.NaN])('a page of %d users is refused', async (limit) => {
    const { auth } = start(strategy)
    await expect(auth.users.list({ limit })).rejects.toThrow(InvalidRequest)
  })

  test('a user is found by id and by e-mail address, in any letter case', async () => {
    const { auth, as } = start(strategy)
    const { userId } = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
    expect(await auth.users.get(userId)).toMatchObject({ id: userId, name: 'Ada' })
    expect(await auth.users.getByEmail(' Ada@Example.COM ')).toMatchObject({ id: userId })
    expect(await auth.users.get('nobody')).toBeNull()
    expect(await auth.users.getByEmail('ada@example.com, eve@example.com')).toBeNull()
  })

  test('a value that is not a string finds no user, and is refused as an e-mail address', async () => {
    const { auth, as } = start(strategy)
    const { userId } = await as({ user: { email: 'ada@example.com' } })
    for (const value of [undefined, null, 5, {}]) {
      expect(await auth.users.getByEmail(value as never)).toBeNull()
    }
    await expect(auth.users.update(userId, { email: 5 as never })).rejects.toThrow(InvalidRequest)
  })

  test('a user with a similar e-mail address that the database treats as equal is not found', async () => {
    const base = memory()
    const lookAlike = await base.createUser({ email: '\u212aate@example.com', emailVerified: new Date() })
    const adapter = { ...base, getUserByEmail: async () => lookAlike }
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .session({ strategy: strategy as 'database' })
      .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
      .use(users(adapter))
      .build()
    expect(await auth.users.getByEmail('kate@example.com')).toBeNull()
  })

  test('deleting a user keeps a user with a similar id that the database treats as equal', async () => {
    const base = memory()
    const lookAlike = await base.createUser({ id: 'ada', email: null, emailVerified: null })
    const lowerCase = (id: string): string => id.toLowerCase()
    const adapter = {
      ...base,
      getUser: async (id: string) => base.getUser(lowerCase(id)),
      deleteUser: async (id: string) => base.deleteUser(lowerCase(id)),
    }
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .session({ strategy: strategy as 'database' })
      .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
      .use(users(adapter))
      .build()
    expect(await auth.users.delete('ADA')).toBe(false)
    expect(await base.getUser('ada')).toEqual(lookAlike)
  })

  test('an update changes only one user, and cannot change the id', async () => {
    const { auth, as } = start(strategy)
    const { userId } = await as({ user: { email: 'ada@example.com', emailVerified: new Date() } })
    const changed = await auth.users.update(userId, { name: 'Lovelace', ...({ id: 'x' } as object) })
    expect(changed).toMatchObject({ id: userId, name: 'Lovelace', email: 'ada@example.com' })
    expect(await auth.users.update(userId, { email: 'eve@example.com' })).toMatchObject({
      emailVerified: null,
    })
    expect(await auth.users.update('nobody', { name: 'x' })).toBeNull()
  })

  test('an update stores an e-mail address in the form that sign-ins search for, and rejects invalid values', async () => {
    const { auth, as } = start(strategy)
    const { userId } = await as({ user: { email: 'ada@example.com' } })
    expect(await auth.users.update(userId, { email: ' Eve@EXAMPLE.com ' })).toMatchObject({
      email: 'eve@example.com',
    })
    expect(await auth.users.getByEmail('Eve@EXAMPLE.com')).toMatchObject({ id: userId })
    await expect(auth.users.update(userId, { email: 'eve@example.com, bob@example.com' })).rejects.toThrow(
      '`email` of users.update() is not one e-mail address.',
    )
    expect(await auth.users.update(userId, { email: null })).toMatchObject({ email: null })
  })

  test('a user whose e-mail address has a domain in Unicode is found, and an update keeps the domain', async () => {
    const { adapter, auth } = start(strategy)
    const emailVerified = new Date()
    const { id } = await adapter.createUser({ email: 'ada@münchen.de', emailVerified })
    expect(await auth.users.getByEmail('Ada@münchen.de')).toMatchObject({ id })
    expect(await auth.users.update(id, { email: 'ada@münchen.de', name: 'Ada' })).toMatchObject({
      email: 'ada@münchen.de',
      emailVerified,
    })
  })

  test('an update with the stored e-mail address keeps it verified, whatever its case', async () => {
    const { adapter, auth } = start(strategy)
    const emailVerified = new Date()
    const { id } = await adapter.createUser({ email: 'Ada@example.com', emailVerified })
    expect(await auth.users.update(id, { email: 'Ada@example.com' })).toMatchObject({
      email: 'ada@example.com',
      emailVerified,
    })
  })

  test.each([{ email: 'eve@example.com' }, { email: null }])(
    'an update to %j makes the e-mail address unverified, even if the adapter keeps `emailVerified`',
    async (changes) => {
      const base = memory()
      const updateUser: typeof base.updateUser = async (user) => {
        const { emailVerified = (await base.getUser(user.id))?.emailVerified ?? null } = user
        return base.updateUser({ ...user, emailVerified })
      }
      const adapter = { ...base, updateUser }
      const auth = createAuth()
        .provider(github({ clientId: 'id', clientSecret: 'secret' }))
        .adapter(adapter)
        .session({ strategy: strategy as 'database' })
        .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
        .use(users(adapter))
        .build()
      const emailVerified = new Date()
      const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified })
      expect(await auth.users.update(id, { email: 'Ada@example.com' })).toMatchObject({ emailVerified })
      expect(await auth.users.update(id, { ...changes, emailVerified })).toMatchObject({ emailVerified })
      const back = { email: 'ada@example.com', emailVerified }
      expect(await auth.users.update(id, back)).toMatchObject(back)
      expect(await auth.users.update(id, changes)).toMatchObject({ ...changes, emailVerified: null })
    },
  )

  test('deleting a user removes all data and sessions of this user only', async () => {
    const { adapter, auth, as } = start(strategy)
    const ada = await as({ user: { email: 'ada@example.com' } })
    const bob = await as({ user: { email: 'bob@example.com' } })
    expect(await auth.users.delete(ada.userId)).toBe(true)
    expect(await auth.auth(ada.request())).toBeNull()
    expect(await auth.auth(bob.request())).not.toBeNull()
    expect(await adapter.getUser(ada.userId)).toBeNull()
    expect(await adapter.listAccountsByUserId(ada.userId)).toEqual([])
    expect(await auth.users.delete(ada.userId)).toBe(false)
    expect((await auth.users.list()).users.map(({ id }) => id)).toEqual([bob.userId])
  })

  test('a deletion logs a warning if tokens cannot be revoked because the client id of the provider is missing', async () => {
    const adapter = memory()
    const logged: unknown[] = []
    const logger = {
      error: (error: Error) => logged.push(error),
      warn: (code: string, message?: string) => logged.push([code, message]),
    }
    const auth = createAuth()
      .provider(github())
      .adapter(adapter)
      .session({ strategy: strategy as 'database' })
      .options({ secret: SECRET, trustHost: true, logger })
      .use(users(adapter))
      .build()
    const { userId } = await testAuth(auth)({ user: { email: 'ada@example.com' } })
    await adapter.linkAccount({
      userId,
      type: 'oauth',
      provider: 'github',
      providerAccountId: '1',
      access_token: 'gho_1',
    })
    expect(await auth.users.delete(userId)).toBe(true)
    expect(logged.filter((each) => each instanceof Error)).toEqual([])
    expect(logged).toContainEqual([
      'token-revocation',
      expect.stringMatching(/^The tokens of an account of 'github' were not revoked: .*no client id/),
    ])
  })

  test('deleting a user ends a session that starts during the deletion', async () => {
    const base = memory()
    let started: { request(): Request } | undefined
    const adapter = {
      ...base,
      async deleteUser(id: string) {
        started = await as({ user: { id } })
        return base.deleteUser(id)
      },
    }
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .session({ strategy: strategy as 'database' })
      .options({ secret: SECRET, trustHost: true, logger: { error: () => undefined, warn: () => undefined } })
      .use(users(adapter))
      .build()
    const as = testAuth(auth)
    const { userId } = await as({ user: { email: 'ada@example.com' } })
    expect(await auth.users.delete(userId)).toBe(true)
    expect(started).toBeDefined()
    expect(started && (await auth.auth(started.request()))).toBeNull()
  })

  test('repeating a failed deletion of a user ends a session that started during the first attempt', async () => {
    const base = memory()
    let started: Promise<{ request(): Request }> | undefined
    const adapter = {
      ...base,
      async deleteUser(id: string) {
        if (started) return base.deleteUser(id)
        started = as({ user: { id } })
        await started
        await base.deleteUser(id)
        throw new Error('connection lost')
      },
    }
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .session({ strategy: strategy as 'database' })
      .options({ secret: SECRET, trustHost: true, logger: { error: () => undefined, warn: () => undefined } })
      .use(users(adapter))
      .build()
    const as = testAuth(auth)
    const { userId } = await as({ user: { email: 'ada@example.com' } })
    await expect(auth.users.delete(userId)).rejects.toThrow()
    const session = await started
    if (strategy === 'jwt') expect(session && (await auth.auth(session.request()))).not.toBeNull()
    expect(await auth.users.delete(userId)).toBe(false)
    expect(session && (await auth.auth(session.request()))).toBeNull()
  })

  test('a banned user loses all sessions and cannot sign in', async () => {
    const { auth, as } = start(strategy)
    const ada = await as({ user: { email: 'ada@example.com' } })
    await auth.users.update(ada.userId, { banned: true })
    await auth.sessions.revokeAll(ada.userId)
    expect(await auth.auth(ada.request())).toBeNull()
    await expect(as({ user: { id: ada.userId } })).rejects.toThrow()
    await auth.users.update(ada.userId, { banned: false })
    expect(await auth.auth((await as({ user: { id: ada.userId } })).request())).not.toBeNull()
  })
})

test('the methods of `users` take the request if the configuration depends on the request', async () => {
  const adapter = memory()
  const auth = createAuth(() =>
    createAuth()
      .provider(github({ clientId: 'id', clientSecret: 's' }))
      .adapter(adapter),
  )
    .use(users(adapter))
    .options({ secret: SECRET })
    .build()
  await adapter.createUser({ id: 'a', email: null, emailVerified: null })
  const request = new Request('https://app.test/')
  expect((await auth.users.list({ request })).users).toHaveLength(1)
  expect(await auth.users.get('a', { request })).toMatchObject({ id: 'a' })
})

test('the instance for Next.js also has the methods of `users`', async () => {
  const adapter = memory()
  const { users: administration } = createNextAuth()
    .provider(github({ clientId: 'id', clientSecret: 's' }))
    .adapter(adapter)
    .options({ secret: SECRET })
    .use(users(adapter))
    .build()
  expect(await administration.list()).toEqual({ users: [], next: null })
})

test('`users` refuses an adapter that is not the adapter of the configuration', () => {
  const build = () =>
    createAuth()
      .provider(github({ clientId: 'id', clientSecret: 's' }))
      .adapter(memory())
      .options({ secret: SECRET })
      .use(users(memory()))
      .build()
  expect(build).toThrow('users() needs the adapter of the configuration')
})
