import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser, locationOf } from '../../support/browser.js'
import { acme } from '../../support/providers.js'
import { sessionsInMap } from '../../support/stores/session-map.js'
import { worlds } from '../../support/world.js'

/*
 * A shared computer: Grace is still signed in when Ada signs in. Only an explicit request to link may link Ada's
 * account.
 */

const start = worlds()

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('a sign-in while another user is signed in links nothing and replaces the session', async () => {
    const world = await start({ strategy })
    await world.enter()
    const before = world.browser.jar.header
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(world.adapter.rows.accounts.filter(({ userId }) => userId === 'grace')).toEqual([])
    const response = await world.anotherBrowser().send('/auth/session', { headers: { cookie: before } })
    expect(await response.json()).toBeNull()
  })

  test('a sign-in that cannot end the previous session fails, and can be repeated', async () => {
    const down = new Error('the connection ended')
    let fails = false
    const store = memoryStore()
    const world = await start({
      strategy,
      options: {
        store: {
          ...store,
          set: async (...write) => (fails ? Promise.reject(down) : store.set(...write)),
          compareAndSet: async (...write) => (fails ? Promise.reject(down) : store.compareAndSet(...write)),
        },
      },
      through: (real) => ({
        ...real,
        deleteSession: async (token) => (fails ? Promise.reject(down) : real.deleteSession(token)),
      }),
      failsItself: true,
    })
    await world.enter()
    const before = world.browser.jar.header
    fails = true
    expect((await world.enter()).status).toBe(503)
    fails = false
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    expect((await world.enter()).status).toBe(302)
    const response = await world.anotherBrowser().send('/auth/session', { headers: { cookie: before } })
    expect(await response.json()).toBeNull()
  })

  test('a sign-in with a known account while another user is signed in replaces the session', async () => {
    const world = await start({ strategy })
    await world.signIn(world.anotherBrowser())
    await world.enter()
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  test.each([
    ['a form', { link: 'true' }],
    ['JSON', { link: true }],
  ])(
    '%s with `link` links the account, and the account signs in as the user afterwards',
    async (_, fields) => {
      const world = await start({ strategy })
      await world.enter()
      const csrfToken = await world.browser.csrfToken()
      const isJson = typeof fields.link === 'boolean'
      const given = { csrfToken, callbackUrl: '/inside', ...fields }
      const begun = await world.browser.send('/auth/signin/acme', {
        method: 'POST',
        headers: {
          origin: world.origin,
          ...(isJson && { 'content-type': 'application/json', 'x-auth-return-redirect': '1' }),
        },
        body: isJson ? JSON.stringify(given) : new URLSearchParams(given as Record<string, string>),
      })
      const authorization = isJson ? ((await begun.json()) as { url: string }).url : locationOf(begun).href
      await world.finish(world.idp.authorize(new URL(authorization)))
      expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
      const elsewhere = world.anotherBrowser()
      await world.signIn(elsewhere)
      expect(await elsewhere.session()).toMatchObject({ user: { name: 'Grace' } })
    },
  )

  test.each(['false', '', '1', 'TRUE'])(
    'a form field `link` with the value "%s" links no account',
    async (link) => {
      const world = await start({ strategy })
      await world.enter()
      await world.finish(await world.begin(world.browser, '/inside', { link }))
      expect(world.adapter.rows.accounts.filter(({ userId }) => userId === 'grace')).toEqual([])
    },
  )

  test('a query parameter `link` links no account', async () => {
    const world = await start({ strategy })
    await world.enter()
    const begun = await world.browser.post('/auth/signin/acme?link=true', { callbackUrl: '/inside' })
    await world.finish(world.idp.authorize(locationOf(begun)))
    expect(world.adapter.rows.accounts.filter(({ userId }) => userId === 'grace')).toEqual([])
  })

  test('no account is linked without a session', async () => {
    const world = await start({ strategy })
    const response = await world.browser.post('/auth/signin/acme', { link: 'true' })
    expect([locationOf(response).origin, errorOf(response)]).toEqual([world.origin, 'InvalidCheck'])
    expect(world.idp.received.filter(({ url }) => url.pathname === '/token')).toEqual([])
  })

  test('an account of another user is not linked, and the session stays', async () => {
    const world = await start({ strategy })
    await world.signIn(world.anotherBrowser())
    await world.enter()
    expect(errorOf(await world.link())).toBe('OAuthAccountNotLinked')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('an account is not linked if the session of the user ends during the linking', async () => {
    let ends = false
    const world = await start({
      strategy,
      through: (real) => ({
        ...real,
        async linkAccount(account) {
          const linked = await real.linkAccount(account)
          if (ends) await real.deleteUser('grace').then(() => real.seed({ id: 'grace', email: null }))
          return linked
        },
      }),
    })
    await world.enter()
    const callback = await world.begin(world.browser, '/inside', { link: 'true' })
    ends = strategy === 'database'
    if (!ends) return void (await world.finish(callback))
    expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.browser.session()).toBeNull()
  })

  test.each(['revoke', 'revokeAll'] as const)(
    'a session that ends while its replacement starts is not replaced, and the account is unlinked: %s',
    async (method) => {
      let end = async (): Promise<void> => undefined
      const once = async (): Promise<void> => {
        const run = end
        end = async () => undefined
        await run()
      }
      const world = await start({
        strategy,
        through: (real) => ({
          ...real,
          async createSession(session) {
            await once()
            return real.createSession(session)
          },
        }),
        ...(strategy === 'jwt' && {
          callbacks: {
            jwt: async ({ token }) => {
              await once()
              return token
            },
          },
        }),
      })
      await world.enter()
      const request = new Request(world.origin, { headers: { cookie: world.browser.jar.header } })
      const { id = '' } = (await world.app.sessions.current(request)) ?? {}
      const callback = await world.begin(world.browser, '/inside', { link: 'true' })
      const { sessions } = world.app
      end = async () => (method === 'revoke' ? sessions.revoke(id) : sessions.revokeAll('grace'))
      expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.accounts).toEqual([])
      expect(await world.adapter.listSessionsByUserId('grace')).toEqual([])
    },
  )

  test('a session that is revoked while it is replaced stays revoked', async () => {
    let id = ''
    let isLinking = false
    const world = await start({
      strategy,
      through: (real) => ({
        ...real,
        async deleteSession(token) {
          // The session is revoked after this request has read it for the last time, and before the request
          // deletes the row.
          if (isLinking) await real.deleteSessionById(id)
          return real.deleteSession(token)
        },
      }),
    })
    await world.enter()
    const request = new Request(world.origin, { headers: { cookie: world.browser.jar.header } })
    id = (await world.app.sessions.current(request))?.id ?? ''
    const callback = await world.begin(world.browser, '/inside', { link: 'true' })
    isLinking = strategy === 'database'
    const answer = await world.finish(callback)
    if (strategy === 'jwt') return expect(locationOf(answer).pathname).toBe('/inside')
    expect(errorOf(answer)).toBe('InvalidCheck')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.adapter.listSessionsByUserId('grace')).toEqual([])
  })

  test('a session that ends right before it is revoked is not replaced, and the account is unlinked', async () => {
    let end = async (): Promise<void> => undefined
    const shared = memoryStore()
    const world = await start({
      strategy,
      options: {
        store: {
          ...shared,
          async compareAndSet(key, ...args) {
            if (key.startsWith('session:')) await end()
            return shared.compareAndSet(key, ...args)
          },
        },
      },
    })
    if (strategy === 'database') return
    await world.enter()
    const request = new Request(world.origin, { headers: { cookie: world.browser.jar.header } })
    const { id = '' } = (await world.app.sessions.current(request)) ?? {}
    const callback = await world.begin(world.browser, '/inside', { link: 'true' })
    end = async () => void (await shared.set(`session:${id}`, 'revoked', 60))
    expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.accounts).toEqual([])
  })

  test('an adapter of Auth.js that returns null for every deletion links an account', async () => {
    const world = await start({
      strategy,
      through: ({ listSessionsByUserId, deleteSessionById, deleteSessionsByUserId, ...own }) => ({
        ...own,
        async deleteSession(token) {
          await own.deleteSession(token)
          return null
        },
      }),
    })
    await world.enter()
    expect(locationOf(await world.link()).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test("compat: 'authjs' does not link the account of a new sign-in to the signed-in user", async () => {
    const world = await start({ strategy, options: { compat: 'authjs' } as never })
    // A plain browser, because `world.browser` requires a cookie prefix that Auth.js session cookies do not have.
    const browser = new Browser(world.app.handle, world.origin)
    await world.enter(browser)
    expect(locationOf(await world.signIn(browser)).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toHaveLength(1)
    expect(world.adapter.rows.accounts.filter(({ userId }) => userId === 'grace')).toEqual([])
  })
})

test.each([
  ['the same user links', 'grace', '/inside', null],
  ['another user links', 'hedy', '/auth/signin', 'OAuthAccountNotLinked'],
])(
  'if %s the account in a concurrent request, this request does not link it again and causes no linkAccount event',
  async (_, userId, path, error) => {
    const told: string[] = []
    const world = await start({
      events: {
        linkAccount: () => void told.push('linked'),
        signIn: ({ isNewUser, account }) =>
          void (account?.provider === 'acme' && told.push(isNewUser ? 'new' : 'known')),
      },
      through: (real) => ({
        ...real,
        async linkAccount(account) {
          await real.linkAccount({ ...account, userId })
          throw new Error('UNIQUE constraint failed')
        },
      }),
    })
    await world.adapter.seed({ id: 'hedy', email: 'hedy@example.com' })
    await world.enter()
    const response = await world.link()
    expect([locationOf(response).pathname, errorOf(response)]).toEqual([path, error])
    expect(world.adapter.rows.accounts).toMatchObject([{ userId, provider: 'acme' }])
    expect(told).toEqual(error ? [] : ['known'])
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  },
)

test('an account is linked even if the user with its e-mail address cannot be read', async () => {
  const world = await start({
    through: (real) => ({
      ...real,
      getUserByEmail: () => Promise.reject(new Error('connection lost')),
    }),
  })
  await world.enter()
  expect(locationOf(await world.link()).pathname).toBe('/inside')
  expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
})

test('linking an account with the e-mail address of another user logs nothing', async () => {
  const world = await start()
  await world.adapter.seed({ id: 'ada', email: 'ada@example.com' })
  await world.enter()
  expect(locationOf(await world.link()).pathname).toBe('/inside')
  expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
  expect(JSON.stringify(world.logged)).not.toContain('user-without-account')
})

test('an account without an e-mail address is linked without a search for another user', async () => {
  const searched: unknown[] = []
  const world = await start({
    through: (real) => ({
      ...real,
      async getUserByEmail(email) {
        searched.push(email)
        return real.getUserByEmail(email)
      },
    }),
  })
  world.idp.misbehave({ claims: ({ email: _, ...claims }) => claims })
  await world.enter()
  expect(locationOf(await world.link()).pathname).toBe('/inside')
  expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
  expect(searched).toEqual([])
})

test('a known user can sign in if the adapter cannot update accounts', async () => {
  const world = await start({ through: ({ updateAccount: _, ...real }) => real })
  await world.signIn()
  const elsewhere = world.anotherBrowser()
  expect(locationOf(await world.signIn(elsewhere)).pathname).toBe('/inside')
  expect(await elsewhere.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
})

test('a sign-in with a known account stores its new tokens', async () => {
  const world = await start()
  await world.signIn()
  const before = await world.adapter.getAccount('ada', 'acme')
  world.idp.accessToken = 'a newer access token'
  await world.signIn()
  const after = await world.adapter.getAccount('ada', 'acme')
  expect(after?.userId).toBe(before?.userId)
  // Tokens are stored encrypted.
  expect(after?.access_token).toMatch(/^authwright\.1\./)
  expect(after?.access_token).not.toBe(before?.access_token)
})

test('an adapter that rejects the deletion of a missing session does not prevent a sign-in with an old cookie', async () => {
  const world = await start({
    through: (real) => ({
      ...real,
      async deleteSession(token) {
        const deleted = await real.deleteSession(token)
        if (!deleted) throw new Error('Record to delete does not exist.')
        return deleted
      },
    }),
  })
  await world.enter()
  for (const { sessionToken } of [...world.adapter.rows.sessions])
    await world.adapter.deleteSession(sessionToken)
  expect((await world.enter()).status).toBe(302)
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
})

test('an adapter that rejects the deletion of a missing session does not hide that a session was revoked', async () => {
  let isLinking = false
  const world = await start({
    through: (real) => ({
      ...real,
      async deleteSession(token) {
        // The session is revoked right before the request that links the account deletes its row.
        if (isLinking) await real.deleteSession(token)
        const deleted = await real.deleteSession(token)
        if (!deleted) throw new Error('Record to delete does not exist.')
        return deleted
      },
    }),
  })
  await world.enter()
  const callback = await world.begin(world.browser, '/inside', { link: 'true' })
  isLinking = true
  expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
  expect(await world.browser.session()).toBeNull()
  expect(world.adapter.rows.accounts).toEqual([])
})

test('an adapter that returns undefined for a missing session does not prevent a sign-in with an old cookie', async () => {
  const world = await start({
    through: (real) => ({
      ...real,
      getSessionAndUser: async (token) => (await real.getSessionAndUser(token)) ?? (undefined as never),
      async deleteSession(token) {
        const deleted = await real.deleteSession(token)
        if (!deleted) throw new Error('Record to delete does not exist.')
        return deleted
      },
    }),
  })
  await world.enter()
  for (const { sessionToken } of [...world.adapter.rows.sessions])
    await world.adapter.deleteSession(sessionToken)
  expect((await world.enter()).status).toBe(302)
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
})

test('after 100 sign-ins that replace a session, the next sign-in ends all earlier sessions and still succeeds', async () => {
  const world = await start({ strategy: 'jwt' })
  for (let visit = 0; visit <= 101; visit++) {
    await world.enter()
    expect(await world.browser.session(), `visit ${visit}`).toMatchObject({ user: { name: 'Grace' } })
  }
})

test('a sign-in over a copied cookie of a revoked session ends no other session of the user', async () => {
  const world = await start({ strategy: 'jwt' })
  const before = world.anotherBrowser()
  await world.enter(before)
  const revoked = before.jar.header.split('; ').filter((cookie) => cookie.includes('session'))
  await world.enter(before)
  expect(await before.session()).toMatchObject({ user: { name: 'Grace' } })
  for (let visit = 0; visit <= 101; visit++) {
    const thief = new Browser(async (request) => {
      const cookies = [request.headers.get('cookie'), ...revoked]
      request.headers.set('cookie', cookies.filter((cookie) => cookie !== null).join('; '))
      return world.handle(request)
    })
    expect(locationOf(await world.signIn(thief)).pathname).toBe('/inside')
  }
  expect(await before.session()).toMatchObject({ user: { name: 'Grace' } })
})

test('in a session store, a session that ends right before it is removed is not replaced, and the account is unlinked', async () => {
  let end = (): void => undefined
  const rows = new Map()
  const sessionStore = sessionsInMap(rows)
  const remove = async (id: string) => {
    end()
    return sessionStore.remove(id)
  }
  const world = await start({ strategy: 'jwt', session: { sessionStore: { ...sessionStore, remove } } })
  await world.enter()
  const callback = await world.begin(world.browser, '/inside', { link: 'true' })
  const [id] = rows.keys()
  end = () => void rows.delete(id)
  expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
  expect(await world.browser.session()).toBeNull()
  expect(world.adapter.rows.accounts).toEqual([])
})

test('linking without an adapter is refused with a helpful error', async () => {
  const world = await start({ stored: false, providers: [acme()], failsItself: true })
  expect((await world.browser.post('/auth/signin/acme', { link: 'true' })).status).not.toBe(200)
  expect(world.errors).toMatchObject([
    { type: 'MissingAdapter', message: expect.stringContaining('add an adapter') },
  ])
})
