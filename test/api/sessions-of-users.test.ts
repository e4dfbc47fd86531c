import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { memory } from '../../src/adapters/memory.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { credentials } from '../../src/providers/credentials.js'
import type { Store } from '../../src/stores/contract.js'
import { memoryStore } from '../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { watching } from '../support/watched.js'

const watch = watching()

const NAME = '__Host-authwright.session-token'
const people = ['ada', 'bob'].map((id) => ({
  id,
  name: id,
  email: `${id}@example.com`,
  emailVerified: null,
}))
const authorize = ({ name }: { name: string }) => people.find(({ id }) => id === name) ?? null
const providers = [credentials({ input: { name: {} }, authorize })]

const folder = mkdtempSync(join(tmpdir(), 'authwright-'))
afterAll(() => rmSync(folder, { recursive: true }))

const signIn = async (auth: App, name: string): Promise<Browser> => {
  const browser = new Browser(watch(auth))
  const response = await browser.post('/auth/callback/credentials', { name, callbackUrl: '/inside' })
  expect(locationOf(response).pathname).toBe('/inside')
  return browser
}

const requestOf = ({ jar }: Browser): Request =>
  new Request('https://app.test/', { headers: { cookie: jar.header } })

const tokenOf = ({ jar }: Browser): string => decodeURIComponent(jar.get(NAME) ?? '')

describe.each<[string, () => Promise<Partial<AppOptions>>]>([
  ['jwt', async () => ({})],
  ['jwt beside an adapter', async () => ({ adapter: await filled(memory()), session: { strategy: 'jwt' } })],
  ['database in memory', async () => ({ adapter: await filled(memory()) })],
  [
    'database in SQLite',
    async () => ({ adapter: await filled(sqlite(join(folder, `${crypto.randomUUID()}.db`))) }),
  ],
])('sessions of strategy %s', (_, partsOf) => {
  const start = async (more: Partial<AppOptions> = {}): Promise<App> =>
    app({ providers, ...(await partsOf()), ...more })

  test('revokeAll also ends sign-ins in progress of the user, but no session of another user', async () => {
    let waiting = 0
    let check = (): void => undefined
    const checked = new Promise<void>((resolve) => (check = resolve))
    const slow = credentials({
      input: { name: {} },
      authorize: async (input) => {
        const known = authorize(input)
        waiting += 1
        await checked
        return known
      },
    })
    const auth = await start({ providers: [slow] })
    await auth.sessions.revokeAll('bob')
    const [ada, bob] = [new Browser(watch(auth)), new Browser(watch(auth))]
    const [adas, bobs] = ['ada', 'bob'].map((name, index) =>
      (index === 0 ? ada : bob).post('/auth/callback/credentials', { name, callbackUrl: '/inside' }),
    )
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(2)
    await auth.sessions.revokeAll('ada')
    check()
    expect(locationOf((await adas) as Response).searchParams.get('error')).toBe('CredentialsSignin')
    expect(await ada.session()).toBeNull()
    expect(locationOf((await bobs) as Response).pathname).toBe('/inside')
    expect((await bob.session()).user.name).toBe('bob')
    expect((await (await signIn(auth, 'ada')).session()).user.name).toBe('ada')
  })

  test('the id of a session is not its token', async () => {
    const auth = await start()
    const browser = await signIn(auth, 'ada')
    const current = await auth.sessions.current(requestOf(browser))
    expect(current).toEqual({
      id: expect.any(String),
      userId: 'ada',
      expires: expect.any(Date),
      createdAt: expect.any(Date),
      lastUsedAt: expect.any(Date),
      userAgent: null,
      networkAddress: null,
    })
    expect(tokenOf(browser)).not.toContain(current?.id)
    const days = ((current?.expires.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThanOrEqual(30)
    for (const value of [current?.id ?? '', `${current?.id}.${Math.floor(Date.now() / 1000).toString(36)}`]) {
      const thief = new Browser(watch(auth))
      thief.jar.put(NAME, value)
      expect(await thief.session()).toBeNull()
    }
  })

  test('the id of a session stays the same', async () => {
    const auth = await start({ session: { ...(await partsOf()).session, updateAge: 0 } })
    const browser = await signIn(auth, 'ada')
    const before = await auth.sessions.current(requestOf(browser))
    await browser.session()
    expect((await auth.sessions.current(requestOf(browser)))?.id).toBe(before?.id)
  })

  test('sessions.revoke() ends one session and leaves the others', async () => {
    const auth = await start()
    const [phone, laptop] = [await signIn(auth, 'ada'), await signIn(auth, 'ada')]
    const { id = '' } = (await auth.sessions.current(requestOf(phone))) ?? {}
    await auth.sessions.revoke(id)
    expect(await auth.session(requestOf(phone))).toBeNull()
    expect(await phone.session()).toBeNull()
    expect(await laptop.session()).not.toBeNull()
  })

  test('sessions.revoke() ignores an unknown id', async () => {
    const auth = await start()
    const browser = await signIn(auth, 'ada')
    for (const id of ['', 'x', 'ada', tokenOf(browser).slice(0, 40)]) await auth.sessions.revoke(id)
    expect(await browser.session()).not.toBeNull()
  })

  test('sessions.revokeAll() ends all sessions of a user, and none of another user', async () => {
    const auth = await start()
    const own = [await signIn(auth, 'ada'), await signIn(auth, 'ada'), await signIn(auth, 'ada')]
    const other = await signIn(auth, 'bob')
    await auth.sessions.revokeAll('ada')
    for (const browser of own) expect(await browser.session()).toBeNull()
    expect(await other.session()).not.toBeNull()
  })

  test('sessions.revokeAll() does not end a session that starts after the call', async () => {
    const auth = await start()
    const before = await signIn(auth, 'ada')
    for (let time = 0; time < 3; time++) {
      await auth.sessions.revokeAll('ada')
      const after = await signIn(auth, 'ada')
      expect(await after.session()).not.toBeNull()
    }
    expect(await before.session()).toBeNull()
  })

  test('sessions.current() is null without a session', async () => {
    const auth = await start()
    expect(await auth.sessions.current(new Request('https://app.test/'))).toBeNull()
  })

  test('sessions.current() at an untrusted host throws an error with the same response as a route', async () => {
    const auth = await start({ options: { trustHost: false }, environment: { NODE_ENV: 'production' } })
    const request = new Request('https://shop.example/account', { headers: { accept: 'text/html' } })
    const error = await auth.sessions.current(request).catch((thrown) => thrown)
    const shown = (error as { getResponse(): Response }).getResponse()
    expect([shown.status, shown.headers.get('content-type')]).toEqual([421, 'text/html; charset=utf-8'])
  })
})

async function filled<A extends Adapter>(adapter: A): Promise<A> {
  for (const person of people) await adapter.createUser?.(person)
  return adapter
}

describe('sessions in the database', () => {
  test('sessions.list() returns only sessions that have not ended', async () => {
    let now = Date.now()
    const auth = app({
      providers,
      adapter: await filled(memory()),
      session: { maxAge: 3_600 },
      clock: () => now,
    })
    await signIn(auth, 'ada')
    now += 3_601_000
    const browsers = [await signIn(auth, 'ada'), await signIn(auth, 'ada')]
    await signIn(auth, 'bob')
    const listed = await auth.sessions.list('ada')
    const current = await Promise.all(browsers.map((each) => auth.sessions.current(requestOf(each))))
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining(current))
    expect(JSON.stringify(listed)).not.toContain(browsers[0] && tokenOf(browsers[0]))
    expect(await auth.sessions.list('nobody')).toEqual([])
  })

  test('DS-5: the contents of the database cannot be used as a session token', async () => {
    const adapter = await filled(sqlite(join(folder, 'dump.db')))
    const auth = app({ providers, adapter })
    const browser = await signIn(auth, 'ada')
    const stored = createHash('sha256').update(tokenOf(browser)).digest('hex')
    const [dumped] = await adapter.listSessionsByUserId('ada')
    expect(dumped?.id).toBe(stored)
    const thief = new Browser(watch(auth))
    thief.jar.put(NAME, stored)
    expect(await thief.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  test('if an adapter cannot list sessions, the error names the missing method', async () => {
    const { listSessionsByUserId: _, ...adapter } = await filled(memory())
    const auth = app({ providers, adapter })
    await expect(auth.sessions.list('ada')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('listSessionsByUserId'),
    })
  })
})

describe('sessions of strategy jwt', () => {
  test('sessions.list() throws a helpful error with strategy jwt', async () => {
    const { sessions } = app({ providers })
    await expect(sessions.list('ada')).rejects.toMatchObject({
      type: 'UnsupportedStrategy',
      message: expect.stringContaining("call .session({ strategy: 'database' })"),
    })
  })

  test('JW-17: once a user is deleted and revokeAll is called, their session is null at once', async () => {
    const adapter = await filled(memory())
    const auth = app({ providers, adapter, session: { strategy: 'jwt' } })
    const browser = await signIn(auth, 'ada')
    await adapter.deleteUser('ada')
    await auth.sessions.revokeAll('ada')
    expect(await auth.session(requestOf(browser))).toBeNull()
  })

  test('sessions.revokeAll() ends sessions that were sealed with an older secret', async () => {
    const store = memoryStore()
    const before = app({ providers, options: { secret: SECRET, store } })
    const newer = 'a newer secret of more than thirty-two characters'
    const after = app({ providers, options: { secret: [newer, SECRET], store } })
    const { jar } = await signIn(before, 'ada')
    const browser = new Browser(watch(after), 'https://app.test', jar)
    expect(await browser.session()).not.toBeNull()
    await after.sessions.revokeAll('ada')
    expect(await browser.session()).toBeNull()
  })

  test.each(['in the process', 'that processes share'])(
    'with a store %s, sessions.revokeAll() ends sessions that a newer secret renewed',
    async (place) => {
      let now = Date.UTC(2040, 1, 1)
      const { scope: _, ...shared } = memoryStore({ now: () => now })
      const store: Store = place === 'in the process' ? { ...shared, scope: 'process' } : shared
      const newer = 'a newer secret of more than thirty-two characters'
      const [before, during, after] = [SECRET, [newer, SECRET], newer].map((secret) =>
        app({ providers, clock: () => now, options: { secret, store } }),
      ) as [App, App, App]
      const { jar } = await signIn(before, 'ada')
      now += 2 * 86_400_000
      const open = (auth: App): Browser => new Browser(watch(auth), 'https://app.test', jar)
      expect(await open(during).session()).not.toBeNull()
      expect(await open(after).session()).not.toBeNull()
      await after.sessions.revokeAll('ada')
      expect(await open(after).session()).toBeNull()
    },
  )

  test.each([0, 1, 2, 3, 4, 5])(
    'revokeAll ends a session that another process renews with a newer secret (after %i calls of the store)',
    async (calls) => {
      let now = Date.UTC(2040, 1, 1)
      const { scope: _, ...shared } = memoryStore({ now: () => now })
      const newer = 'a newer secret of more than thirty-two characters'
      const before = app({ providers, clock: () => now, options: { secret: SECRET, store: shared } })
      const other = app({ providers, clock: () => now, options: { secret: [newer, SECRET], store: shared } })
      const { jar } = await signIn(before, 'ada')
      now += 2 * 86_400_000
      let left = Number.POSITIVE_INFINITY
      let ending: Promise<void> | undefined
      const beside =
        <Arguments extends unknown[], Result>(method: (...args: Arguments) => Result) =>
        async (...args: Arguments): Promise<Awaited<Result>> => {
          if (left-- === 0) {
            ending = other.sessions.revokeAll('ada')
            await ending
          }
          return await method(...args)
        }
      const store: Store = {
        ...shared,
        get: beside(shared.get),
        compareAndSet: beside(shared.compareAndSet),
      }
      const during = app({ providers, clock: () => now, options: { secret: [newer, SECRET], store } })
      const browser = new Browser(watch(during), 'https://app.test', jar)
      left = calls
      await browser.session()
      // The call may finish in the background, and the response does not wait for it.
      await ending
      expect(ending).toBeDefined()
      left = Number.POSITIVE_INFINITY
      expect(await browser.session()).toBeNull()
    },
  )

  test('revokeAll does not end sessions of another application with the same store', async () => {
    const store = memoryStore()
    const [one, two] = [SECRET, 'another secret of more than thirty-two characters'].map((secret) =>
      app({ providers, options: { secret, store } }),
    ) as [App, App]
    const browser = await signIn(one, 'ada')
    await two.sessions.revokeAll('ada')
    expect(await browser.session()).not.toBeNull()
  })
})
