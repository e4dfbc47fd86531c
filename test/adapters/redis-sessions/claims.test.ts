import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { redisSessions } from '../../../src/adapters/redis-sessions.js'
import type { CallbacksInput } from '../../../src/builder/steps.js'
import { StoreError } from '../../../src/errors.js'
import { createAuth, type SessionInfo } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { SessionStore } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { RedisClient } from '../../../src/stores/redis.js'
import { connectRedis } from '../../stores/redis-server.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/* Session claims are stored in Redis, without an adapter. The cookie contains only a random token. */

const client = await connectRedis()
const NAME = '__Host-authwright.session-token'
const START = Date.UTC(2040, 10, 1, 12)
const [HOUR, DAY] = [3_600_000, 86_400_000]

const keysOf = async (prefix: string): Promise<string[]> => {
  const found: string[] = []
  for await (const some of client?.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 }) ?? [])
    found.push(...some)
  return found
}

const prefixes: string[] = []
const newPrefix = (): string => {
  prefixes.push(`authwright-test-${crypto.randomUUID()}:`)
  return prefixes.at(-1) as string
}

afterAll(async () => {
  if (!client) return
  for (const prefix of prefixes) {
    const keys = await keysOf(prefix)
    if (keys.length > 0) await client.del(keys)
  }
  await client.close()
})
afterEach(() => vi.useRealTimers())

const providers = [
  credentials({
    input: { name: {} },
    authorize: ({ name }: { name: string }) => ({ id: name, name, email: `${name}@example.com` }),
  }),
] as const

/** Stores the update data in a claim, and shows it in the session. */
const callbacks: CallbacksInput = {
  jwt: (context) =>
    context.trigger === 'update' ? { ...context.token, ...Object(context.session) } : context.token,
  session: (context) => {
    const { session, token } = context as { session: { expires: string }; token: Record<string, unknown> }
    return { ...session, sub: token['sub'], theme: token['theme'], role: token['role'] }
  },
}

/** An encoder that neither encrypts the claims nor binds them to a site. */
const plain = {
  encode: ({ token }: { token?: object | undefined }): string => JSON.stringify(token),
  decode: ({ token }: { token?: string | undefined }) => JSON.parse(token ?? 'null'),
}

/** Processes that share only a Redis server. */
class Site {
  now = START
  reads = 0
  readonly prefix = newPrefix()
  readonly processes: App[]

  constructor(parts: Partial<AppOptions> = {}, processes = 1, wrap = (store: SessionStore) => store) {
    this.processes = Array.from({ length: processes }, () => {
      const store = redisSessions({ client: client as unknown as RedisClient, prefix: this.prefix })
      const counted = {
        ...store,
        find: async (id: string) => {
          this.reads++
          return store.find(id)
        },
      }
      return app({
        providers,
        callbacks,
        clock: () => this.now,
        ...parts,
        session: { strategy: 'jwt', sessionStore: wrap(counted), ...parts.session },
      })
    })
  }

  browser(process = 0): Browser {
    return new Browser((this.processes[process] as App).handle)
  }

  async signedIn(name = 'ada', process = 0): Promise<Browser> {
    const browser = this.browser(process)
    const response = await browser.post('/auth/callback/credentials', { name })
    expect(response.headers.get('location')).not.toContain('error')
    return browser
  }

  /** The same cookies, sent to another process. */
  copy({ jar }: Browser, process = 0): Browser {
    return new Browser((this.processes[process] as App).handle, undefined, jar.clone())
  }

  async list(userId: string, process = 0): Promise<readonly SessionInfo[]> {
    return (await (this.processes[process] as App).sessions.list(userId)) as readonly SessionInfo[]
  }
}

const requestOf = ({ jar }: Browser): Request =>
  new Request('https://app.test/', { headers: { cookie: jar.header ?? '' } })

async function update(browser: Browser, data: object): Promise<any> {
  const csrfToken = await browser.csrfToken()
  const response = await browser.send('/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: browser.origin },
    body: JSON.stringify({ csrfToken, data }),
  })
  return response.json()
}

describe.skipIf(!client)('sessions whose claims are in Redis', () => {
  test('the cookie contains a random token, and Redis contains neither this token nor readable claims', async () => {
    const site = new Site()
    const browser = await site.signedIn('ada')
    const token = browser.jar.get(NAME) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(browser.jar.names.filter((name) => name.startsWith(NAME))).toEqual([NAME])
    const keys = await keysOf(site.prefix)
    expect(keys).toHaveLength(2)
    const id = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString(
      'hex',
    )
    const values = [
      await client?.get(`${site.prefix}claim:{${id}}`),
      await client?.hGet(keys.find((key) => key.includes('claims:')) as string, id),
    ]
    expect(values.every((value) => typeof value === 'string')).toBe(true)
    const all = JSON.stringify([keys, values])
    expect(all).not.toContain(token)
    expect(all).not.toContain('ada@example.com')
    for (const key of keys) expect(await client?.pTTL(key)).toBeGreaterThan(0)
    expect(await browser.session()).toMatchObject({ user: { name: 'ada' }, sub: 'ada' })
  })

  test('a session in Redis can be read by every process, with later updates', async () => {
    const site = new Site({}, 2)
    const browser = await site.signedIn()
    expect(await update(browser, { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await site.copy(browser, 1).session()).toMatchObject({ sub: 'ada', theme: 'dark' })
    // The cookie is unchanged, so older copies of it read the same claims.
    const token = browser.jar.get(NAME)
    const { headers } = await (site.processes[0] as App).update(
      { theme: 'light' },
      { request: requestOf(browser) },
    )
    expect(headers.getSetCookie()).toEqual([])
    expect(browser.jar.get(NAME)).toBe(token)
    expect(await site.copy(browser, 1).session()).toMatchObject({ theme: 'light' })
  })

  test('a read extends a session at most once a day and sets no cookie', async () => {
    const site = new Site()
    const browser = await site.signedIn()
    const cookie = browser.jar.get(NAME)
    for (let day = 0; day < 5; day++) {
      site.now += 25 * HOUR
      const response = await browser.send('/auth/session')
      expect(response.headers.getSetCookie().filter((each) => each.startsWith(NAME))).toEqual([])
      expect(Date.parse((await response.json()).expires)).toBe(site.now + 30 * DAY)
    }
    site.now += 29 * DAY
    await (site.processes[0] as App).session(requestOf(browser))
    site.now += 29 * DAY
    expect(await browser.session()).not.toBeNull()
    expect(browser.jar.get(NAME)).toBe(cookie)
    const [session] = await site.list('ada')
    expect(session).toMatchObject({ createdAt: new Date(START), lastUsedAt: new Date(site.now) })
    // The session ends 90 days after the sign-in, even if it was used.
    site.now = START + 90 * DAY
    expect(await browser.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
  })

  test('a read with `write: false` changes nothing in Redis', async () => {
    const site = new Site()
    const browser = await site.signedIn()
    site.now += 2 * DAY
    await (site.processes[0] as App).session(requestOf(browser), { write: false })
    expect((await site.list('ada'))[0]?.lastUsedAt).toEqual(new Date(START))
  })

  test('the sessions of a user can be listed with their devices, and ended one by one or all at once', async () => {
    const site = new Site({}, 2)
    const [first, second, other] = [await site.signedIn(), site.browser(), await site.signedIn('eve')]
    second.headers = { 'user-agent': 'Second' }
    await second.post('/auth/callback/credentials', { name: 'ada' })
    const { sessions } = site.processes[1] as App
    const current = await sessions.current(requestOf(second))
    expect(current).toMatchObject({ userId: 'ada', userAgent: 'Second', createdAt: new Date(START) })
    const listed = await site.list('ada', 1)
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual(current)
    expect(JSON.stringify(listed)).not.toContain('token')

    await sessions.revoke(current?.id ?? '')
    expect(await second.session()).toBeNull()
    expect(second.jar.get(NAME)).toBeUndefined()
    expect(await first.session()).not.toBeNull()
    expect(await site.list('ada')).toHaveLength(1)
    await site.signedIn()
    await sessions.revokeAll('ada')
    expect(await first.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
    expect(await other.session()).toMatchObject({ sub: 'eve' })
  })

  test('a sign-in creates a new token and ends the old session, and a sign-out ends every copy', async () => {
    const site = new Site({}, 2)
    const browser = await site.signedIn('eve')
    const before = site.copy(browser, 1)
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect(browser.jar.get(NAME)).not.toBe(before.jar.get(NAME))
    expect(await before.session()).toBeNull()
    expect(await site.list('eve')).toEqual([])
    const copy = site.copy(browser, 1)
    await browser.post('/auth/signout')
    expect(await copy.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
    // A token that someone else set in the browser is not a session, and never becomes one.
    const fixed = site.browser()
    fixed.jar.put(NAME, 'A'.repeat(43))
    await fixed.post('/auth/callback/credentials', { name: 'ada' })
    expect(fixed.jar.get(NAME)).not.toBe('A'.repeat(43))
  })

  test.each(['sign-out', 'revokeAll', 'revoke'])(
    'a revoked session stays ended even if it is extended or updated at the same time: %s',
    async (way) => {
      const site = new Site({ session: { updateAge: 0 } }, 2)
      for (let round = 0; round < 8; round++) {
        const browser = await site.signedIn()
        const copies = [0, 1, 0, 1].map((process) => site.copy(browser, process))
        const [{ id = '' } = {}] = await site.list('ada')
        const csrfToken = await browser.csrfToken()
        const ending = async (): Promise<unknown> => {
          if (way === 'revokeAll') return (site.processes[0] as App).sessions.revokeAll('ada')
          if (way === 'revoke') return (site.processes[0] as App).sessions.revoke(id)
          const body = new URLSearchParams({ csrfToken })
          return browser.send('/auth/signout', { method: 'POST', body, headers: { origin: browser.origin } })
        }
        await Promise.all([
          ...copies.map((copy) => copy.session()),
          ...copies.map((copy, theme) => update(copy, { theme })),
          ending(),
        ])
        for (const copy of copies) expect(await copy.session()).toBeNull()
        expect(await site.list('ada')).toEqual([])
      }
    },
  )

  test('an extension that is in progress does not undo an update of the session', async () => {
    const held: { release?: () => void } = {}
    const site = new Site({ session: { updateAge: 0 } }, 2, (store) => ({
      ...store,
      async update(id, changes, expected) {
        if (expected !== undefined && held.release === undefined) {
          await new Promise<void>((resolve) => {
            held.release = resolve
          })
        }
        return store.update(id, changes, expected)
      },
    }))
    const browser = await site.signedIn()
    site.now += HOUR
    const reading = site.copy(browser).session()
    await vi.waitFor(() => expect(held.release).toBeDefined())
    await update(site.copy(browser, 1), { theme: 'dark' })
    held.release?.()
    expect(await reading).not.toBeNull()
    expect(await browser.session()).toMatchObject({ theme: 'dark' })
  })

  test('changes by a `jwt` callback during a read are stored even if no cookie can be set', async () => {
    let calls = 0
    const site = new Site({
      callbacks: {
        ...callbacks,
        jwt: ({ token, trigger }) => (trigger === undefined ? { ...token, theme: `read ${++calls}` } : token),
      },
    })
    const browser = await site.signedIn()
    await (site.processes[0] as App).session(requestOf(browser))
    const seen: unknown[] = []
    const other = app({
      providers,
      session: {
        strategy: 'jwt',
        sessionStore: redisSessions({ client: client as unknown as RedisClient, prefix: site.prefix }),
      },
      clock: () => site.now,
      callbacks: {
        jwt: ({ token }) => {
          seen.push(token['theme'])
          return token
        },
      },
    })
    await new Browser(other.handle, undefined, browser.jar.clone()).session()
    expect(seen).toEqual(['read 1'])
  })

  describe('while Redis is down', () => {
    const broken = { down: false, late: false }
    const fragile = (store: SessionStore): SessionStore =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return async (...args: unknown[]): Promise<unknown> => {
            if (broken.down) throw new Error('connect ECONNREFUSED 10.0.0.5:6379')
            if (broken.late) return new Promise(() => {})
            return member.apply(target, args)
          }
        },
      })
    afterEach(() => Object.assign(broken, { down: false, late: false }))

    test.each(['down', 'late'] as const)(
      'a request with a session gets 503 and keeps its cookie: %s',
      async (how) => {
        const site = new Site({}, 1, fragile)
        const browser = await site.signedIn()
        const { session } = site.processes[0] as App
        broken[how] = true
        const response = await browser.send('/auth/session')
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).not.toBeNull()
        expect(browser.jar.get(NAME)).toBeDefined()
        await expect(session(requestOf(browser))).rejects.toBeInstanceOf(StoreError)
        expect((site.processes[0] as App).logged[0]?.message).toMatch(/Redis.* failed in 'find'/)
        expect(await (site.processes[0] as App).health({ deep: true })).toMatchObject({
          ok: false,
          store: { ok: false },
        })
        // Redis is not read without a cookie, or with a cookie that cannot contain a token.
        expect(await site.browser().session()).toBeNull()
        const stray = site.browser()
        stray.jar.put(NAME, 'eyJhbGciOiJkaXIifQ..a.b.c')
        expect(await stray.session()).toBeNull()
        const signOut = await browser.post('/auth/signout')
        expect(signOut.headers.get('location')).toContain('error=SignOutError')
        const signIn = await site.browser().post('/auth/callback/credentials', { name: 'bob' })
        expect(signIn.status).toBe(503)
        broken[how] = false
        await vi.waitFor(async () => expect(await browser.session()).toMatchObject({ sub: 'ada' }), 5_000)
        expect(await (site.processes[0] as App).health({ deep: true })).toMatchObject({ ok: true })
      },
    )

    test('a failed extension leaves the expiry of the session unchanged, and a failed update gets 503', async () => {
      const site = new Site({}, 1, (store) => ({
        ...store,
        async update(...args) {
          if (broken.down) throw new Error('READONLY')
          return store.update(...args)
        },
      }))
      const browser = await site.signedIn()
      site.now += 2 * DAY
      broken.down = true
      expect(Date.parse((await browser.session()).expires)).toBe(START + 30 * DAY)
      expect((site.processes[0] as App).warned[0]).toContain('session-not-extended')
      const csrfToken = await browser.csrfToken()
      const response = await browser.send('/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: browser.origin },
        body: JSON.stringify({ csrfToken, data: { theme: 'dark' } }),
      })
      expect(response.status).toBe(503)
      broken.down = false
      expect((await browser.session()).theme).toBeUndefined()
    })
  })

  test('claims that an attacker copies between sessions in Redis are rejected', async () => {
    const site = new Site()
    const [eve, ada] = [await site.signedIn('eve'), await site.signedIn('ada')]
    const store = redisSessions({ client: client as unknown as RedisClient, prefix: site.prefix })
    const [[own], [others]] = [await site.list('eve'), await site.list('ada')]
    const found = await store.find(others?.id ?? '')
    expect(await store.update(own?.id ?? '', { token: found?.token ?? '' })).toBe('stored')
    expect(await eve.session()).toBeNull()
    expect(await ada.session()).toMatchObject({ sub: 'ada' })
  })

  test('claims that an attacker copies from Redis into a cookie are rejected by sessions in cookies', async () => {
    for (const parts of [
      {},
      { options: { compat: 'authjs' } },
      { jwt: plain },
    ] satisfies Partial<AppOptions>[]) {
      const site = new Site(parts)
      const ada = await site.signedIn('ada')
      const [{ id }] = (await site.list('ada')) as [SessionInfo]
      const store = redisSessions({ client: client as unknown as RedisClient, prefix: site.prefix })
      const token = (await store.find(id))?.token ?? ''
      expect(await ada.session()).toMatchObject({ sub: 'ada' })
      const other = app({
        providers,
        callbacks,
        clock: () => site.now,
        ...parts,
        session: { strategy: 'jwt' },
      })
      const thief = new Browser(other.handle)
      await thief.post('/auth/callback/credentials', { name: 'eve' })
      const name = thief.jar.names.find((each) => each.includes('session-token')) ?? ''
      expect(await thief.session()).toMatchObject({ sub: 'eve' })
      for (const part of thief.jar.names.filter((each) => each.startsWith(name))) thief.jar.put(part, token)
      expect(await thief.session()).toBeNull()
    }
  })

  test('a session that `callbacks.jwt` ends with null also ends for copies of the cookie', async () => {
    let isBanned = false
    const site = new Site({ callbacks: { ...callbacks, jwt: ({ token }) => (isBanned ? null : token) } })
    const browser = await site.signedIn('ada')
    const copy = site.copy(browser)
    isBanned = true
    expect(await browser.session()).toBeNull()
    isBanned = false
    expect(await copy.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
  })

  test('a sign-in that `callbacks.jwt` rejects with null ends the previous session', async () => {
    let isBanned = false
    const site = new Site({
      callbacks: { ...callbacks, jwt: ({ token, trigger }) => (isBanned && trigger ? null : token) },
    })
    const browser = await site.signedIn('ada')
    const copy = site.copy(browser)
    isBanned = true
    await browser.post('/auth/callback/credentials', { name: 'eve' })
    expect(await browser.session()).toBeNull()
    expect(await copy.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
  })

  test('a sign-in fails with a helpful error if the encoder drops a claim', async () => {
    const site = new Site({
      jwt: {
        encode: ({ token }) =>
          plain.encode({ token: { sub: token?.sub, iat: token?.['iat'], exp: token?.['exp'] } }),
        decode: plain.decode,
      },
    })
    const response = await site.browser().post('/auth/callback/credentials', { name: 'ada' })
    expect(response.headers.get('location')).toContain('error=Configuration')
    const error = (site.processes[0] as App).logged[0] as Error & { cause?: { err?: Error } }
    expect(`${error.message} ${error.cause?.err?.message}`).toContain('encode every claim')
    expect(await site.list('ada')).toEqual([])
  })

  test('claims in Redis that were encrypted with an earlier secret are valid only while that secret is configured', async () => {
    const site = new Site()
    const browser = await site.signedIn()
    const store = redisSessions({ client: client as unknown as RedisClient, prefix: site.prefix })
    const read = async (secret: string | string[]): Promise<unknown> => {
      const other = app({
        providers,
        callbacks,
        clock: () => site.now,
        session: { strategy: 'jwt', sessionStore: store },
        options: { secret },
      })
      return new Browser(other.handle, undefined, browser.jar.clone()).session()
    }
    const next = 'another secret of more than thirty-two characters'
    expect(await read(next)).toBeNull()
    expect(await read([next, SECRET])).toMatchObject({ sub: 'ada' })
  })

  test.each<[string, Partial<AppOptions>]>([
    [
      'encrypted by Authwright',
      { callbacks: { jwt: ({ token }) => ({ ...token, large: 'x'.repeat(30_000) }) } },
    ],
    ['encoded by the application', { jwt: { encode: () => 'x'.repeat(33_000), decode: () => null } }],
  ])('a sign-in whose claims are too large starts no session: %s', async (_, parts) => {
    const site = new Site(parts)
    const browser = site.browser()
    const response = await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect(response.headers.get('location')).toContain('error=Configuration')
    const error = (site.processes[0] as App).logged[0] as Error & { cause?: { err?: Error } }
    expect(`${error.message} ${error.cause?.err?.message}`).toMatch(/32,?768/)
    expect(browser.jar.get(NAME)).toBeUndefined()
    expect(await site.list('ada')).toEqual([])
  })

  test('claims in Redis may be larger than cookies allow', async () => {
    const site = new Site({
      callbacks: { ...callbacks, jwt: ({ token }) => ({ ...token, theme: 'x'.repeat(20_000) }) },
    })
    expect((await (await site.signedIn()).session()).theme).toHaveLength(20_000)
  })

  test('users of two tenants with the same id have separate sessions', async () => {
    const site = new Site({ tenant: (request) => new URL(request.url).hostname.split('.')[0] as string })
    const { handle, sessions } = site.processes[0] as App
    const [one, two] = ['one', 'two'].map((name) => new Browser(handle, `https://${name}.app.test`)) as [
      Browser,
      Browser,
    ]
    for (const browser of [one, two]) await browser.post('/auth/callback/credentials', { name: 'ada' })
    const request = new Request('https://one.app.test/')
    expect(await sessions.list('ada', { request })).toHaveLength(1)
    const stolen = new Browser(handle, 'https://two.app.test')
    stolen.jar.put(NAME, one.jar.get(NAME) ?? '')
    expect(await stolen.session()).toBeNull()
    const [{ id }] = (await sessions.list('ada', { request })) as unknown as [SessionInfo]
    await sessions.revoke(id, { request: new Request('https://two.app.test/') })
    expect(await one.session()).toMatchObject({ sub: 'ada' })
    await sessions.revokeAll('ada', { request })
    expect(await one.session()).toBeNull()
    expect(await two.session()).toMatchObject({ sub: 'ada' })
  })

  test('a tenant rejects the tokens of another tenant, even if the encoder ignores tenants', async () => {
    const site = new Site({
      tenant: (request) => new URL(request.url).hostname.split('.')[0] as string,
      jwt: {
        encode: ({ token }) => {
          const { id, start } = Object(Object(token)['~session']) as { id?: string; start?: number }
          return plain.encode({ token: { ...token, '~session': { id, start } } })
        },
        decode: plain.decode,
      },
    })
    const { handle } = site.processes[0] as App
    const one = new Browser(handle, 'https://one.app.test')
    await one.post('/auth/callback/credentials', { name: 'ada' })
    const other = new Browser(handle, 'https://two.app.test')
    other.jar.put(NAME, one.jar.get(NAME) ?? '')
    expect(await other.session()).toBeNull()
    await other.post('/auth/signout')
    expect(await one.session()).toMatchObject({ sub: 'ada' })
  })

  test('a cookie without `remember` ends with the browser, and has the configured domain', async () => {
    const site = new Site({ session: { remember: true, domain: 'app.test' } })
    const browser = site.browser()
    const response = await browser.post('/auth/callback/credentials', { name: 'ada' })
    const cookie =
      response.headers.getSetCookie().find((each) => each.startsWith('__Secure-authwright.session')) ?? ''
    expect(cookie).toContain('Domain=app.test')
    expect(cookie).not.toMatch(/Expires|Max-Age/)
    site.now += 11 * HOUR
    expect(await browser.session()).not.toBeNull()
    site.now += 13 * HOUR
    expect(await browser.session()).toBeNull()
  })

  test('`session.refresh` updates the claims, and ends the session by returning `null`', async () => {
    const roles: (string | null)[] = ['member', 'admin', null]
    const site = new Site({
      session: { refresh: { every: 60, claims: () => (roles[0] === null ? null : { role: roles.shift() }) } },
    })
    const browser = await site.signedIn()
    site.now += 61_000
    expect((await browser.session()).role).toBe('member')
    site.now += 61_000
    await (site.processes[0] as App).session(requestOf(browser))
    expect((await browser.session()).role).toBe('admin')
    site.now += 61_000
    expect(await browser.session()).toBeNull()
    expect(await site.list('ada')).toEqual([])
  })

  test('with an adapter and strategy `jwt`, the account page lists sessions and ends all other sessions', async () => {
    const adapter = memory()
    const { id } = await adapter.createUser({ name: 'Ada', email: 'ada@example.com', emailVerified: null })
    const site = new Site({
      adapter,
      providers: [{ ...providers[0], authorize: async () => adapter.getUser(id) }],
    })
    const [first, second] = [await site.signedIn(), await site.signedIn()]
    expect((await (await first.send('/auth/account')).text()).match(/end-session"/g)).toHaveLength(1)
    const response = await first.post('/auth/account', { action: 'end-other-sessions' })
    expect(response.headers.get('location')).toContain('accountResult=sessionsEnded')
    expect(await second.session()).toBeNull()
    expect(await first.session()).not.toBeNull()
  })

  test.each(['revoke', 'revokeAll'] as const)(
    'with an adapter, linking an account starts no new session if the current session has just ended: %s',
    async (method) => {
      const idp = await IdentityProvider.start()
      const adapter = memory()
      const { id: userId } = await adapter.createUser({ name: 'Ada', email: null, emailVerified: null })
      const ending: (() => Promise<void>)[] = []
      const site = new Site(
        {
          adapter,
          fetch: idp.fetch,
          clock: Date.now,
          providers: [{ ...providers[0], authorize: async () => adapter.getUser(userId) }, acme()],
        },
        1,
        (store) => ({
          ...store,
          async create(id, session) {
            await ending.pop()?.()
            return store.create(id, session)
          },
        }),
      )
      const browser = await site.signedIn()
      const { sessions } = site.processes[0] as App
      const [{ id }] = (await site.list(userId)) as [SessionInfo]
      const begun = await browser.post('/auth/signin/acme', { link: 'true' })
      const callback = idp.authorize(locationOf(begun))
      ending.push(async () => (method === 'revoke' ? sessions.revoke(id) : sessions.revokeAll(userId)))
      const response = await browser.send(callback.pathname + callback.search)
      expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
      expect(ending).toEqual([])
      expect(await browser.session()).toBeNull()
      expect(await site.list(userId)).toEqual([])
      expect(await adapter.listAccountsByUserId(userId)).toEqual([])
    },
  )

  test('after a change to sessions in Redis, a cookie with claims is rejected and deleted', async () => {
    const site = new Site()
    const before = app({ providers, callbacks, clock: () => site.now, session: { strategy: 'jwt' } })
    const browser = new Browser(before.handle)
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    const moved = site.copy(browser)
    expect(await moved.session()).toBeNull()
    expect(moved.jar.names.filter((name) => name.startsWith(NAME))).toEqual([])
    expect(site.reads).toBe(0)
  })

  test('reading a session from Redis does not read from the option `store`', async () => {
    const store = memoryStore()
    const asked: string[] = []
    const site = new Site({
      options: {
        store: {
          ...store,
          get(key: string) {
            asked.push(key)
            return store.get(key)
          },
        },
      },
    })
    const browser = await site.signedIn()
    asked.length = 0
    await browser.session()
    expect(asked).toEqual([])
  })

  test('the next request reads values of a session in Redis with their declared types', async () => {
    const added = fc.record({
      at: fc.date({ noInvalidDate: true }),
      list: fc.array(fc.option(fc.integer(), { nil: undefined }), { maxLength: 3 }),
      missing: fc.option(fc.string(), { nil: undefined }),
      counts: fc.dictionary(fc.string(), fc.integer()).map((entries) => new Map(Object.entries(entries))),
    })
    const read = v.strictObject({
      at: v.string(),
      list: v.array(v.nullable(v.number())),
      missing: v.exactOptional(v.string()),
      counts: v.strictObject({}),
    })
    const sessionStore = redisSessions({ client: client as unknown as RedisClient, prefix: newPrefix() })
    await fc.assert(
      fc.asyncProperty(added, async (values) => {
        const auth = createAuth()
          .session({ sessionStore })
          .provider(credentials({ input: {}, authorize: () => ({ id: 'ada' }) }))
          .options({ secret: SECRET })
          .callbacks({
            jwt: ({ token, trigger }) => (trigger === 'signIn' ? { ...token, added: values } : token),
            session: ({ session, token }) => {
              expectTypeOf(token.added?.at).toEqualTypeOf<string | undefined>()
              return { ...session, added: token.added }
            },
          })
          .build()
        const browser = new Browser((request) => auth.handler(request))
        await browser.post('/auth/callback/credentials')
        const first = await auth.auth(requestOf(browser))
        const second = await auth.auth(requestOf(browser))
        v.parse(read, first?.added)
        expect(second?.added).toEqual(first?.added)
        expect((await browser.session()).added).toEqual(JSON.parse(JSON.stringify(values)))
        expectTypeOf(await auth.sessions.list('ada')).toEqualTypeOf<readonly SessionInfo[]>()
        await auth.sessions.revokeAll('ada')
        expect(await auth.auth(requestOf(browser))).toBeNull()
      }),
      { numRuns: 40 },
    )
  })
})
