import { expect, test, vi } from 'vitest'
import type { JwtContext } from '../../../src/builder/auth-spec.js'
import type { ClaimsRefresh } from '../../../src/options/session-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const START = Date.UTC(2040, 10, 1, 12)
const NAME = '__Host-authwright.session-token'

const providers = [
  credentials({
    input: { name: {} },
    authorize: ({ name }: { name: string }) => ({ id: name, name }),
  }),
] as const

async function site(
  claims: ClaimsRefresh['claims'],
  every = 300,
  store?: Store,
  onUpdate: (params: JwtContext) => object = ({ token }) => token,
) {
  let now = START
  const clock = (): number => now
  const auth = app({
    providers,
    clock,
    session: { refresh: { every, claims } },
    callbacks: {
      jwt: (params) =>
        params.trigger === 'signIn' ? { ...params.token, role: 'admin' } : { ...onUpdate(params) },
      session: ({ session, ...params }) => {
        const { role, theme } = (params as { token: { role?: string; theme?: string } }).token
        return { ...session, role, ...(theme && { theme }) }
      },
    },
    options: { store: store ?? memoryStore({ now: clock }) },
  })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials', { name: 'ada', callbackUrl: '/' })
  return {
    auth,
    browser,
    later: (seconds: number) => {
      now += seconds * 1000
    },
    role: async (at = browser) => (await at.session())?.role,
  }
}

test('claims that are older than `every` are fetched again and stored in the token', async () => {
  const claims = vi.fn(async () => ({ role: 'member' }))
  const { role, later } = await site(claims)
  later(299)
  expect(await role()).toBe('admin')
  expect(claims).not.toHaveBeenCalled()
  later(1)
  expect(await role()).toBe('member')
  later(299)
  expect(await role()).toBe('member')
  expect(claims).toHaveBeenCalledTimes(1)
  later(1)
  await role()
  expect(claims).toHaveBeenCalledTimes(2)
})

test('the `claims` function receives the claims of the token, and cannot change them in place', async () => {
  const seen: unknown[] = []
  const { role, later } = await site((token) => {
    seen.push({ ...token })
    token['role'] = 'root'
    token['sub'] = 'eve'
    return { sub: 'eve', exp: 9e12, '~session': { id: 'x', start: 0 } }
  })
  later(300)
  expect(await role()).toBe('admin')
  expect(seen).toMatchObject([{ sub: 'ada', role: 'admin' }])
  expect(seen[0]).not.toHaveProperty('~session')
  later(30 * 86_400)
  expect(await role()).toBeUndefined()
})

test('concurrent requests of a session share one call of the `claims` function', async () => {
  const claims = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { role: 'member' }
  })
  const { browser, auth, later, role } = await site(claims)
  later(300)
  const header = browser.jar.header
  const read = async () => {
    const other = new Browser(auth.handle)
    other.jar.put(NAME, decodeURIComponent(header.split('session-token=')[1]?.split(';')[0] ?? ''))
    return role(other)
  }
  expect(await Promise.all(Array.from({ length: 10 }, read))).toEqual(Array(10).fill('member'))
  expect(claims).toHaveBeenCalledTimes(1)
})

test('reading the session from an older cookie does not undo an update in the newer cookie', async () => {
  const claims = vi.fn(() => ({ role: 'member' }))
  const { browser, auth, later } = await site(claims, 300, undefined, (params) =>
    params.trigger === 'update' ? { ...params.token, theme: Object(params.session).theme } : params.token,
  )
  const other = new Browser(auth.handle)
  other.jar.put(NAME, decodeURIComponent(browser.jar.get(NAME) ?? ''))
  later(300)
  const body = JSON.stringify({ csrfToken: await browser.csrfToken(), data: { theme: 'dark' } })
  const headers = { 'content-type': 'application/json', origin: 'https://app.test' }
  await browser.send('/auth/session', { method: 'POST', body, headers })
  expect(await browser.session()).toMatchObject({ theme: 'dark', role: 'member' })
  // Fresh claims must not mix claims of the old and the new cookie.
  expect(await other.session()).not.toHaveProperty('theme')
  expect(await browser.session()).toMatchObject({ theme: 'dark', role: 'member' })
  expect(claims).toHaveBeenCalledTimes(1)
})

test('an update survives a concurrent request with an older cookie and refreshed claims', async () => {
  const claims = vi.fn(() => ({ role: 'member' }))
  const { browser, auth, later } = await site(claims, 300, undefined, (params) =>
    params.trigger === 'update' ? { ...params.token, theme: Object(params.session).theme } : params.token,
  )
  const other = new Browser(auth.handle)
  const update = async (theme: string): Promise<void> => {
    const body = JSON.stringify({ csrfToken: await browser.csrfToken(), data: { theme } })
    const headers = { 'content-type': 'application/json', origin: 'https://app.test' }
    await browser.send('/auth/session', { method: 'POST', body, headers })
  }
  await update('light')
  const old = decodeURIComponent(browser.jar.get(NAME) ?? '')
  await update('dark')
  const updated = decodeURIComponent(browser.jar.get(NAME) ?? '')
  later(300)
  other.jar.put(NAME, old)
  expect(await other.session()).toMatchObject({ role: 'member', theme: 'light' })
  browser.jar.put(NAME, updated)
  expect(await browser.session()).toMatchObject({ role: 'member', theme: 'dark' })
  expect(claims).toHaveBeenCalledTimes(1)
})

test('while the `claims` function fails, the last claims stay valid, and it is called again every ten seconds', async () => {
  let isDown = true
  const claims = vi.fn(() => {
    if (isDown) throw new Error('database is down')
    return { role: 'member' }
  })
  const { auth, role, later } = await site(claims)
  later(300)
  for (let read = 0; read < 5; read++) expect(await role()).toBe('admin')
  expect(claims).toHaveBeenCalledTimes(1)
  expect(auth.logged.map(({ message }) => message).join()).toContain('Claims could not be refreshed')
  later(10)
  expect(await role()).toBe('admin')
  expect(claims).toHaveBeenCalledTimes(2)
  isDown = false
  later(10)
  expect(await role()).toBe('member')
})

test.each([null, undefined])(
  'a `claims` function that returns `%s` ends the session, also for a copy of the cookie',
  async (nothing) => {
    const { auth, browser, role, later } = await site(() => nothing as null)
    const copy = new Browser(auth.handle)
    copy.jar.put(NAME, browser.jar.get(NAME) ?? '')
    later(300)
    expect(await role()).toBeUndefined()
    expect(browser.jar.get(NAME)).toBeUndefined()
    expect(await role(copy)).toBeUndefined()
  },
)

test('claims are fetched once even if requests cannot set cookies', async () => {
  const claims = vi.fn(() => ({ role: 'member' }))
  const { auth, browser, later } = await site(claims)
  later(300)
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  for (let read = 0; read < 5; read++) expect(await auth.session(request)).toMatchObject({ role: 'member' })
  expect(claims).toHaveBeenCalledTimes(1)
})

test('claims are fetched again if the clock was set back by more than `every`', async () => {
  const claims = vi.fn(async () => ({ role: 'member' }))
  const { role, later } = await site(claims, 30)
  later(600)
  await role()
  later(-30)
  await role()
  expect(claims).toHaveBeenCalledTimes(1)
  later(-1)
  await role()
  expect(claims).toHaveBeenCalledTimes(2)
})

test('a failure of the `claims` function for one user does not affect other users', async () => {
  const { auth, browser, role, later } = await site(({ sub }) => {
    if (sub === 'mallory') throw new Error('no such user')
    return { role: 'member' }
  })
  const mallory = new Browser(auth.handle)
  await mallory.post('/auth/callback/credentials', { name: 'mallory', callbackUrl: '/' })
  later(300)
  expect(await role(mallory)).toBe('admin')
  expect(await role(browser)).toBe('member')
})

test('a session that the `claims` function has ended stays ended if a later call in a new process fails', async () => {
  const store = memoryStore()
  const claims = vi.fn<ClaimsRefresh['claims']>(async () => null)
  const first = await site(claims, 300, store)
  const copy = first.browser.jar.header
  first.later(300)
  expect(await first.role()).toBeUndefined()
  // Another process has nothing in memory, and its call fails.
  const second = await site(async () => Promise.reject(new Error('down')), 300, store)
  second.later(600)
  const response = await second.auth.handle(
    new Request('https://app.test/auth/session', { headers: { cookie: copy } }),
  )
  expect(await response.json()).toBeNull()
})

test('with `write: false`, a session that the `claims` function ends is not shown, and nothing is written', async () => {
  const store = memoryStore()
  const first = await site(async () => null, 300, store)
  const request = () => new Request('https://app.test/', { headers: { cookie: first.browser.jar.header } })
  const writes = [vi.spyOn(store, 'set'), vi.spyOn(store, 'compareAndSet')]
  first.later(300)
  expect(await first.auth.session(request(), { write: false })).toBeNull()
  for (const write of writes) expect(write).not.toHaveBeenCalled()
})
