import { describe, expect, test } from 'vitest'
import type { Adapter, AdapterSession } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { SessionSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const START = Date.UTC(2040, 10, 1, 12)
const DAY = 86_400_000
const NAME = '__Host-authwright.session-token'
const COPY = `${NAME}-cache`

const providers = [
  credentials({
    input: { name: {} },
    authorize: ({ name }: { name: string }) => ({ id: name, name, email: `${name}@example.com` }),
  }),
] as const

/** Processes that share a database and, by default, a store. */
class Site {
  now = START
  reads = 0
  writes: string[] = []
  readonly users = memory<{ role: string; born: Date }>({ user: { role: 'member', born: new Date(0) } })
  readonly adapter: Adapter
  readonly store: Store
  readonly processes: App[]

  constructor(
    readonly session: Partial<SessionSpec>,
    {
      processes = 1,
      shared = true,
      ...more
    }: Partial<AppOptions> & { processes?: number; shared?: boolean } = {},
  ) {
    const clock = (): number => this.now
    const { users } = this
    this.adapter = {
      ...users,
      getSessionAndUser: async (token) => {
        this.reads++
        return users.getSessionAndUser(token)
      },
      createSession: async (row) => this.wrote('create', await users.createSession(row)),
      updateSession: async (row) => this.wrote('update', await users.updateSession(row)),
      deleteSession: async (token) => this.wrote('delete', await users.deleteSession(token)),
    }
    const { scope: _, ...together } = memoryStore({ now: clock })
    this.store = together
    this.processes = Array.from({ length: processes }, () =>
      app({
        providers,
        clock,
        adapter: this.adapter,
        session,
        ...more,
        options: { store: shared ? together : memoryStore({ now: clock }), limits: {}, ...more.options },
      }),
    )
  }

  wrote<Row>(what: string, row: Row): Row {
    this.writes.push(what)
    return row
  }

  get first(): App {
    return this.processes[0] as App
  }

  async user(id: string): Promise<void> {
    await this.users.createUser({ id, email: `${id}@example.com`, emailVerified: null } as never)
  }

  async attempt(
    name: string,
    at: App = this.first,
    origin = 'https://app.test',
  ): Promise<[Browser, Response]> {
    const browser = new Browser(at.handle, origin)
    const response = await browser.post('/auth/callback/credentials', { name, callbackUrl: '/' })
    return [browser, response]
  }

  async signIn(name: string, at?: App, origin?: string): Promise<Browser> {
    const [browser, response] = await this.attempt(name, at, origin)
    expect(new URL(response.headers.get('location') ?? '', origin).searchParams.get('error')).toBeNull()
    return browser
  }
}

async function siteOf(...args: ConstructorParameters<typeof Site>): Promise<Site> {
  const site = new Site(...args)
  for (const id of ['ada', 'bob']) await site.user(id)
  return site
}

/** The same browser, served by another process. */
function at(process: App | undefined, { jar, origin }: Browser): Browser {
  return new Browser((process as App).handle, origin, jar)
}

test('a sign-in beyond `maxSessions` ends the oldest session', async () => {
  const site = await siteOf({ maxSessions: { count: 2 } })
  const browsers: Browser[] = []
  for (let count = 0; count < 3; count++) {
    browsers.push(await site.signIn('ada'))
    site.now += 1000
  }
  const other = await site.signIn('bob')
  const live = await Promise.all([...browsers, other].map((browser) => browser.session()))
  expect(live.map((session) => session !== null)).toEqual([false, true, true, true])
})

test('a sign-in beyond `maxSessions` is refused with `reject`, and existing sessions stay valid', async () => {
  const site = await siteOf({ maxSessions: { count: 1, onExceeded: 'reject' } })
  const first = await site.signIn('ada')
  const [second, response] = await site.attempt('ada')
  expect(response.headers.get('location')).toContain('AccessDenied')
  expect(await second.session()).toBeNull()
  expect(await first.session()).not.toBeNull()
  await first.post('/auth/signout')
  expect(await (await site.signIn('ada')).session()).not.toBeNull()
})

test('`maxSessions` counts neither the session that a sign-in replaces nor an expired session', async () => {
  const site = await siteOf({ maxSessions: { count: 1, onExceeded: 'reject' }, maxAge: 3600 })
  const browser = await site.signIn('ada')
  const again = await browser.post('/auth/callback/credentials', { name: 'ada', callbackUrl: '/' })
  expect(again.headers.get('location')).not.toContain('error')
  expect(await browser.session()).not.toBeNull()
  site.now += 3_601_000
  await site.signIn('ada')
})

test.each(['revokeOldest', 'reject'] as const)(
  '`maxSessions` applies to concurrent sign-ins in several processes: %s',
  async (onExceeded) => {
    const site = await siteOf(
      { maxSessions: { count: 3, onExceeded } },
      {
        processes: 4,
        options: { limits: { address: false, account: false, addressAndAccount: false, global: false } },
      },
    )
    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => site.attempt('ada', site.processes[index % 4])),
    )
    const live = await Promise.all(attempts.map(([browser]) => browser.session()))
    expect(live.filter(Boolean)).toHaveLength(3)
    expect(await site.users.listSessionsByUserId('ada')).toHaveLength(3)
  },
)

test('a sign-in ends all sessions beyond `maxSessions`, even if there are several', async () => {
  const site = await siteOf({ maxSessions: { count: 2 } })
  for (const token of ['a', 'b', 'c', 'd']) {
    const expires = new Date(START + DAY)
    await site.users.createSession({ sessionToken: token, userId: 'ada', expires } as AdapterSession)
  }
  const browser = await site.signIn('ada')
  expect(await browser.session()).not.toBeNull()
  expect(await site.users.listSessionsByUserId('ada')).toHaveLength(2)
})

test.each([
  ['database', {}],
  ['jwt', { adapter: undefined }],
])('the cookie of a session of more than 400 days expires after 400 days: %s', async (_, more) => {
  const site = await siteOf({ maxAge: 1000 * 86_400, absoluteMaxAge: 1000 * 86_400 }, more as object)
  const [, response] = await site.attempt('ada')
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${NAME}=`)) ?? ''
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '')
  expect(expires).toBe(START + 400 * DAY)
})

describe('`domain` of sessions', () => {
  const SHARED = '__Secure-authwright.session-token'

  test.each([
    ['database', {}],
    ['jwt', { adapter: undefined }],
  ])('a session with `domain` is shared by subdomains, and by no other site: %s', async (_, more) => {
    const site = await siteOf({ domain: 'app.test' }, more as object)
    const browser = await site.signIn('ada', undefined, 'https://one.app.test')
    const token = browser.jar.get(SHARED) ?? ''
    expect(token).not.toBe('')
    const read = async (origin: string) => {
      const elsewhere = new Browser(site.first.handle, origin)
      elsewhere.jar.put(SHARED, token)
      return elsewhere.session()
    }
    expect(await read('https://two.app.test')).not.toBeNull()
    expect(await read('https://app.test')).not.toBeNull()
    expect(await read('https://notapp.test')).toBeNull()
  })

  test('`domain` of sessions is ignored on a host outside of that domain, such as localhost', async () => {
    const site = await siteOf({ domain: 'app.test' })
    const [browser, response] = await site.attempt('ada', undefined, 'https://localhost')
    expect(response.headers.getSetCookie().join()).not.toContain('Domain=')
    expect(await browser.session()).not.toBeNull()
  })

  test('`domain` of sessions deletes an earlier session cookie without a domain', async () => {
    const site = await siteOf({ domain: 'app.test' })
    const browser = new Browser(site.first.handle)
    browser.jar.put(NAME, 'left-over')
    await browser.post('/auth/callback/credentials', { name: 'ada', callbackUrl: '/' })
    expect(browser.jar.get(NAME)).toBeUndefined()
    expect(browser.jar.get(SHARED)).toBeDefined()
    await browser.post('/auth/signout')
    expect(browser.jar.get(SHARED)).toBeUndefined()
  })
})

describe('`cookieCache`', () => {
  test('with `cookieCache`, the database is read once per lifetime of the copy, and all fields stay unchanged', async () => {
    const session = ({ session, user }: any) => ({ ...session, user })
    const site = await siteOf({ cookieCache: 60 }, { callbacks: { session } })
    const browser = await site.signIn('ada')
    const fresh = await browser.session()
    site.reads = 0
    for (let read = 0; read < 10; read++) expect(await browser.session()).toEqual(fresh)
    expect(fresh.user).toMatchObject({ role: 'member', born: new Date(0).toISOString() })
    expect(site.reads).toBe(0)
    site.now += 60_000
    expect(await browser.session()).not.toBeNull()
    expect(site.reads).toBeGreaterThan(0)
  })

  test.each<[string, (site: Site, id: string, browser: Browser) => Promise<unknown>]>([
    ['revoke', (site, id) => site.first.sessions.revoke(id)],
    ['revokeAll', (site) => site.first.sessions.revokeAll('ada')],
    ['sign-out', (_, __, browser) => browser.post('/auth/signout')],
  ])(
    'with `cookieCache`, a session ends at once in every process that shares the store: %s',
    async (_, end) => {
      const site = await siteOf({ cookieCache: 300 }, { processes: 2 })
      const browser = await site.signIn('ada')
      await browser.session()
      const [copied, token] = [browser.jar.get(COPY) ?? '', browser.jar.get(NAME) ?? '']
      expect(copied).not.toBe('')
      const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
      const { id = '' } = (await site.first.sessions.current(request)) ?? {}
      await end(site, id, browser)
      for (const process of site.processes) {
        const thief = new Browser(process.handle)
        thief.jar.put(NAME, token)
        thief.jar.put(COPY, copied)
        expect(await thief.session()).toBeNull()
      }
    },
  )

  test('with `cookieCache`, a revoked session ends in a process without a shared store once the cached copy expires', async () => {
    const site = await siteOf({ cookieCache: 300 }, { processes: 2, shared: false })
    const browser = await site.signIn('ada')
    const other = at(site.processes[1], browser)
    await other.session()
    await site.first.sessions.revokeAll('ada')
    expect(await browser.session()).toBeNull()
    site.now += 300_000
    expect(await other.session()).toBeNull()
  })

  test('with `cookieCache`, sessions.current() and update() read the database, and refuse a revoked session', async () => {
    const site = await siteOf({ cookieCache: 300 }, { processes: 2, shared: false })
    const browser = await site.signIn('ada')
    const other = at(site.processes[1], browser)
    await other.session()
    await site.users.deleteSessionsByUserId('ada')
    expect(await other.session()).not.toBeNull()
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    expect(await site.processes[1]?.sessions.current(request)).toBeNull()
    expect((await site.processes[1]?.update({}, { request }))?.session).toBeNull()
  })

  test('with `cookieCache`, a sign-out with a made-up token writes nothing to the store', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const { set } = site.store
    const written: string[] = []
    Object.assign(site.store, {
      set: (key: string, value: string, ttl: number) => {
        written.push(key)
        return set(key, value, ttl)
      },
    })
    for (let count = 0; count < 5; count++) {
      const browser = new Browser(site.first.handle)
      browser.jar.put(NAME, `made-up-${count}`)
      await browser.post('/auth/signout')
    }
    expect(written).toEqual([])
  })

  test('with `cookieCache`, a signed-out session is refused even if the process crashed while it deleted the row', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const browser = await site.signIn('ada')
    await browser.session()
    const thief = new Browser(site.first.handle)
    for (const name of [NAME, COPY]) thief.jar.put(name, browser.jar.get(name) ?? '')
    const { deleteSession } = site.users
    site.adapter.deleteSession = async (token) => {
      await deleteSession(token)
      throw new Error('The process died.')
    }
    await browser.post('/auth/signout')
    expect(await thief.session()).toBeNull()
  })

  test('with `cookieCache`, revoked sessions are refused even if the process crashed right after it deleted the rows', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const browser = await site.signIn('ada')
    await browser.session()
    const { set } = site.store
    site.adapter.deleteSessionsByUserId = async (userId) => {
      await site.users.deleteSessionsByUserId(userId)
      site.store.set = () => Promise.reject(new Error('The process died.'))
    }
    await expect(site.first.sessions.revokeAll('ada')).rejects.toThrow()
    site.store.set = set
    expect(await browser.session()).toBeNull()
  })

  test('`cookieCache` writes no valid copy of a session that is revoked at the same time', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const browser = await site.signIn('ada')
    const { getSessionAndUser } = site.adapter
    let reads = 0
    site.adapter.getSessionAndUser = async (token) => {
      const found = await getSessionAndUser?.(token)
      if (++reads === 1) await site.first.sessions.revokeAll('ada')
      return found ?? null
    }
    await browser.session()
    expect(await browser.session()).toBeNull()
  })

  test('`cookieCache` writes no copy of a revoked session that a lagging replica still returns', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const browser = await site.signIn('ada')
    const { getSessionAndUser } = site.adapter
    const known = await getSessionAndUser?.(browser.jar.get(NAME) ?? '')
    await site.first.sessions.revokeAll('ada')
    site.adapter.getSessionAndUser = async () => known ?? null
    await browser.session()
    expect(browser.jar.get(COPY) ?? '').toBe('')
    site.adapter.getSessionAndUser = async (token) => (await getSessionAndUser?.(token)) ?? null
    expect(await browser.session()).toBeNull()
  })

  test('a cached copy is rejected with the session of another user, at another site, or without a session cookie', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const [ada, bob] = [await site.signIn('ada'), await site.signIn('bob')]
    await ada.session()
    bob.jar.put(COPY, ada.jar.get(COPY) ?? '')
    expect((await bob.session()).user.email).toBe('bob@example.com')
    const alone = new Browser(site.first.handle)
    alone.jar.put(COPY, ada.jar.get(COPY) ?? '')
    expect(await alone.session()).toBeNull()
    const elsewhere = new Browser(site.first.handle, 'https://other.test')
    for (const name of [NAME, COPY]) elsewhere.jar.put(name, ada.jar.get(name) ?? '')
    site.reads = 0
    await elsewhere.session()
    expect(site.reads).toBeGreaterThan(0)
  })

  test('a cached copy is ignored if it was changed, or if it is dated in the future', async () => {
    const site = await siteOf({ cookieCache: 300 })
    const browser = await site.signIn('ada')
    await browser.session()
    const copied = browser.jar.get(COPY) ?? ''
    for (const forged of ['', 'x', `${copied.slice(0, -2)}AA`, copied.replace(/\./, '..'), '%00']) {
      const thief = new Browser(site.first.handle)
      thief.jar.put(NAME, 'made-up')
      thief.jar.put(COPY, forged)
      expect(await thief.session()).toBeNull()
    }
    site.now -= 3_600_000
    site.reads = 0
    await browser.session()
    expect(site.reads).toBeGreaterThan(0)
  })

  test('`cookieCache` does not delay the extension of a session', async () => {
    const site = await siteOf({ cookieCache: 300, updateAge: 600 })
    const browser = await site.signIn('ada')
    for (let minute = 0; minute < 60; minute++) {
      await browser.session()
      site.now += 60_000
    }
    const [row] = await site.users.listSessionsByUserId('ada')
    expect((row?.expires.getTime() ?? 0) - site.now).toBeGreaterThan(30 * DAY - 1_000_000)
  })

  test('a cached copy of one tenant is rejected by another tenant, with or without a session cookie', async () => {
    let tenant = 'red'
    const site = await siteOf({ cookieCache: 60 }, { tenant: () => tenant })
    const ada = await site.signIn('ada')
    expect(await ada.session()).not.toBeNull()
    const [copied, token] = [ada.jar.get(COPY) ?? '', ada.jar.get(NAME) ?? '']
    expect(copied).not.toBe('')
    const { reads } = site
    expect(await ada.session()).not.toBeNull()
    expect(site.reads).toBe(reads)

    tenant = 'blue'
    const whole = new Browser(site.first.handle)
    for (const [name, value] of [
      [NAME, token],
      [COPY, copied],
    ] as const) {
      whole.jar.put(name, value)
    }
    expect(await whole.session()).toBeNull()
    const alone = new Browser(site.first.handle)
    alone.jar.put(COPY, copied)
    expect(await alone.session()).toBeNull()
    const bob = await site.signIn('bob')
    bob.jar.put(COPY, copied)
    expect(await bob.session()).toMatchObject({ user: { email: 'bob@example.com' } })
  })

  test('`cookieCache` writes no copy that is too large for a browser', async () => {
    const site = await siteOf({ cookieCache: 300 })
    await site.users.updateUser({ id: 'ada', name: 'x'.repeat(5000) })
    const browser = await site.signIn('ada')
    expect((await browser.session()).user.name).toHaveLength(5000)
    expect(browser.jar.get(COPY)).toBeUndefined()
  })
})

test('a read with `write: false` neither extends a session nor deletes an expired session', async () => {
  const site = await siteOf({ maxAge: 3 * 86_400 })
  const browser = await site.signIn('ada')
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  const { expires } = (await site.first.session(request)) as { expires: string }
  site.writes = []
  site.now += 2 * DAY
  expect(await site.first.session(request, { write: false })).toMatchObject({ expires })
  expect(site.writes).toEqual([])
  await site.first.session(request)
  expect(site.writes).toEqual(['update'])
  site.now += 30 * DAY
  expect(await site.first.session(request, { write: false })).toBeNull()
  expect(site.writes).toEqual(['update'])
  await site.first.session(request)
  expect(site.writes).toEqual(['update', 'delete'])
})
