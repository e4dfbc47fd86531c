import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NAME = '__Host-authwright.session-token'
const MAX_AGE = 1_800
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const

/** Two processes of one application with different clocks, behind one URL. */
async function twoProcesses(
  /** Milliseconds by which the clock of `other` is ahead. Negative if it is behind. */
  skew: number,
  parts: Partial<AppOptions> = {},
): Promise<{
  right: App
  other: App
  browser: Browser
  at: (process: App, of?: Browser) => Browser
  pass: (ms: number) => void
}> {
  let now = Date.now()
  const store = memoryStore({ now: () => now })
  const make = (clock: () => number): App => {
    const { options, session, ...rest } = parts
    const logger = {
      error: (error: Error) => void logged.push(error),
      warn: (code: string, message: string) => void warned.push(`${code}: ${message}`),
    }
    const logged: Error[] = []
    const warned: string[] = []
    const site = app({
      providers,
      clock,
      ...rest,
      session: { strategy: 'jwt', maxAge: MAX_AGE, ...session },
      options: { secret: SECRET, store, logger, ...options },
    })
    return { ...site, logged, warned }
  }
  const [right, other] = [make(() => now), make(() => now + skew)]
  const browser = new Browser(right.handle)
  const at = (process: App, of = browser): Browser => new Browser(process.handle, of.origin, of.jar)
  const pass = (ms: number): void => {
    now += ms
  }
  const response = await browser.post('/auth/callback/credentials', { callbackUrl: '/inside' })
  expect(locationOf(response).pathname).toBe('/inside')
  return { right, other, browser, at, pass }
}

const copyOf = ({ handle, origin, jar }: Browser): Browser => new Browser(handle, origin, jar.clone())

describe('strategy jwt: a process whose clock is behind', () => {
  test.each([
    ['30 seconds', 30 * SECOND],
    ['a minute', MINUTE],
  ])('strategy jwt: a process whose clock is behind by %s reads the session', async (_, behind) => {
    const { other, at, browser } = await twoProcesses(-behind)
    expect(await at(other).session()).toMatchObject({ user: { name: 'Ada' } })
    expect(browser.jar.get(NAME)).toBeDefined()
    expect(other.warned).toEqual([])
  })

  test('strategy jwt: a process whose clock is further behind keeps the cookie without reading it, and warns once a minute', async () => {
    const { right, other, at, pass } = await twoProcesses(-10 * MINUTE)
    for (let read = 0; read < 5; read++) expect(await at(other).session()).toBeNull()
    expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
    expect(other.warned).toHaveLength(1)
    expect(other.warned[0]).toMatch(
      /^clock: The clock of this process is behind .*says \d{4}-\d\d-\d\dT\S+Z, .*sealed at \d{4}-\d\d-\d\dT\S+Z\./,
    )
    pass(MINUTE)
    await at(other).session()
    expect(other.warned).toHaveLength(2)
    expect(right.warned).toEqual([])
  })

  test.each([
    ['a minute and a second', MINUTE + SECOND],
    ['ten minutes', 10 * MINUTE],
    ['a day', DAY],
  ])(
    'strategy jwt: a process whose clock is behind by %s revokes the session at sign-out',
    async (_, behind) => {
      const ended: unknown[] = []
      const events = { signOut: (message: unknown) => void ended.push(message) }
      const { right, other, browser, at } = await twoProcesses(-behind, { events })
      const copy = copyOf(browser)
      const response = await at(other).post('/auth/signout', { callbackUrl: '/bye' })
      expect(locationOf(response).pathname).toBe('/bye')
      expect(browser.jar.get(NAME)).toBeUndefined()
      expect(await at(right, copy).session()).toBeNull()
      expect(ended).toHaveLength(1)
    },
  )

  test('strategy jwt: a process whose clock is behind reports a sign-out if an old session cookie is also sent', async () => {
    const ended: unknown[] = []
    const { other, at } = await twoProcesses(-10 * MINUTE, {
      cookies: { sessionToken: { name: 'sid' } },
      events: { signOut: (message: unknown) => void ended.push(message) },
    })
    const browser = at(other)
    await browser.csrfToken()
    browser.headers = { cookie: `sid=old; ${browser.jar.header}` }
    await browser.post('/auth/signout')
    expect(ended).toHaveLength(1)
  })

  test('strategy jwt: a process whose clock is behind reports a failed sign-out if the store fails, and keeps the session', async () => {
    const store = memoryStore()
    let fails = false
    const requireUp = (): void => {
      if (fails) throw new Error('The store is down.')
    }
    const failing = {
      ...store,
      set: (...args: Parameters<typeof store.set>) => {
        requireUp()
        return store.set(...args)
      },
      compareAndSet: (...args: Parameters<typeof store.compareAndSet>) => {
        requireUp()
        return store.compareAndSet(...args)
      },
    }
    const { right, other, at } = await twoProcesses(-10 * MINUTE, {
      options: { secret: SECRET, store: failing },
    })
    const browser = at(other)
    await browser.csrfToken()
    fails = true
    const response = await browser.post('/auth/signout', { callbackUrl: '/bye' })
    expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
    fails = false
    expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('strategy jwt: a process whose clock is behind revokes the session that a sign-in replaces', async () => {
    const { right, other, browser, at } = await twoProcesses(-10 * MINUTE)
    const copy = copyOf(browser)
    await at(other).post('/auth/callback/credentials', { callbackUrl: '/inside' })
    expect(await at(right, copy).session()).toBeNull()
  })

  test('strategy jwt: a process whose clock is behind revokes the replaced session despite other session cookies', async () => {
    const { right, other, browser, at } = await twoProcesses(-10 * MINUTE, {
      cookies: { sessionToken: { name: 'sid' } },
    })
    const copy = copyOf(browser)
    const behind = at(other)
    const fresh = at(other, new Browser(other.handle))
    await fresh.post('/auth/callback/credentials')
    const second = fresh.jar.get('sid')
    const send = (path: string, init: RequestInit = {}): Promise<Response> => {
      behind.headers = { cookie: `sid=${second}; ${behind.jar.header}`, origin: behind.origin }
      return behind.send(path, init)
    }
    const { csrfToken } = (await (await send('/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, callbackUrl: '/inside' })
    const response = await send('/auth/callback/credentials', { method: 'POST', body })
    expect(locationOf(response).pathname).toBe('/inside')
    expect(await at(right, copy).session()).toBeNull()
    expect(await fresh.session()).toBeNull()
  })

  test('strategy jwt: a process whose clock is behind keeps the cookie of a session with a custom encoder', async () => {
    const jwt: AppOptions['jwt'] = {
      encode: ({ token }) => btoa(encodeURIComponent(JSON.stringify(token))),
      decode: ({ token = '' }) => JSON.parse(decodeURIComponent(atob(token))),
    }
    const { right, other, browser, at } = await twoProcesses(-10 * MINUTE, { jwt })
    expect(await at(other).session()).toBeNull()
    expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
    const copy = copyOf(browser)
    await at(other).post('/auth/signout')
    expect(await at(right, copy).session()).toBeNull()
  })

  test('strategy jwt: a process whose clock is behind keeps the cookie of a session in the format of Auth.js', async () => {
    const { right, other, browser, at } = await twoProcesses(-10 * MINUTE, {
      options: { secret: SECRET, compat: 'authjs' },
    })
    expect(await at(other).session()).toBeNull()
    expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
    expect(browser.jar.names.some((name) => name.includes('session-token'))).toBe(true)
  })
})

test('strategy jwt: a process whose clock is an hour ahead does not read a short session, and keeps its cookie', async () => {
  const { right, other, at } = await twoProcesses(HOUR)
  expect(await at(other).session()).toBeNull()
  expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
})

test('strategy jwt: a process whose clock is an hour ahead revokes a short session until it ends on other clocks', async () => {
  const { right, other, browser, at, pass } = await twoProcesses(HOUR, {
    session: { strategy: 'jwt', maxAge: MAX_AGE, absoluteMaxAge: MAX_AGE },
  })
  const copy = copyOf(browser)
  await at(other).post('/auth/signout')
  for (let minute = 0; minute < 30; minute++) {
    expect(await at(right, copy).session()).toBeNull()
    pass(MINUTE)
  }
})

test('strategy jwt: a process whose clock is an hour ahead revokes a longer session until it ends on other clocks', async () => {
  const { right, other, browser, at, pass } = await twoProcesses(HOUR, {
    session: { strategy: 'jwt', maxAge: 3 * 3_600, absoluteMaxAge: 3 * 3_600 },
  })
  const copy = copyOf(browser)
  await at(other).post('/auth/signout')
  pass(3 * HOUR - SECOND)
  expect(await at(right, copy).session()).toBeNull()
})

test('strategy database: a process whose clock is an hour ahead deletes neither a short session nor its cookie', async () => {
  const adapter = memory()
  await adapter.createUser(ada)
  const { right, other, at } = await twoProcesses(HOUR, {
    adapter,
    session: { strategy: 'database', maxAge: MAX_AGE },
  })
  expect(await at(other).session()).toBeNull()
  expect(await at(right).session()).toMatchObject({ user: { name: 'Ada' } })
})

test('strategy database: a process whose clock is an hour ahead deletes a short session at sign-out', async () => {
  const adapter = memory()
  await adapter.createUser(ada)
  const { other, at } = await twoProcesses(HOUR, {
    adapter,
    session: { strategy: 'database', maxAge: MAX_AGE },
  })
  await at(other).post('/auth/signout')
  expect(await adapter.listSessionsByUserId('ada')).toEqual([])
})
