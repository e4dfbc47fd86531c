import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { recordedUpdates } from '../../support/recorded-updates.js'

const DAY = 86_400_000
const NAME = '__Host-authwright.session-token'
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const

interface Started {
  readonly auth: App
  readonly browser: Browser
  /** Lets days go by. */
  wait(days: number): void
}

const signedIn = async (options: Partial<AppOptions> = {}): Promise<Started> => {
  let now = Date.now()
  const auth = app({ providers, clock: () => now, ...options })
  const browser = new Browser(auth.handle)
  const response = await browser.post('/auth/callback/credentials', { callbackUrl: '/inside' })
  expect(locationOf(response).pathname).toBe('/inside')
  const wait = (days: number): void => {
    now += days * DAY
  }
  return { auth, browser, wait }
}

describe.each(['jwt', 'database'] as const)('a session of strategy %s', (strategy) => {
  const begin = async (options: Partial<AppOptions> = {}): Promise<Started> => {
    const adapter = memory()
    const { id } = await adapter.createUser({ ...ada, emailVerified: null })
    return signedIn({
      adapter,
      providers: [{ ...providers[0], authorize: () => ({ ...ada, id }) }],
      ...options,
      session: { strategy, ...options.session },
    })
  }

  test('is shown with name, address and picture, and with nothing else', async () => {
    const { browser } = await begin()
    const session = await browser.session()
    expect(session).toEqual({
      user: { name: 'Ada', email: 'ada@example.com', image: null },
      expires: expect.any(String),
    })
    const days = (Date.parse(session.expires) - Date.now()) / DAY
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is not re-issued before it is due, and is extended when it is', async () => {
    const { browser, wait } = await begin()
    const first = await browser.session()
    wait(0.5)
    expect(await browser.session()).toEqual(first)
    wait(0.6)
    const extended = await browser.session()
    expect(Date.parse(extended.expires) - Date.parse(first.expires)).toBeGreaterThan(DAY)
  })

  test('ends when it is not used for its time', async () => {
    const { browser, wait } = await begin()
    wait(31)
    expect(await browser.session()).toBeNull()
    expect(browser.jar.get(NAME)).toBeUndefined()
  })

  test('ends at its absolute lifetime however much it is used', async () => {
    const { browser, wait } = await begin()
    let days = 0
    while (days < 120 && (await browser.session()) !== null) {
      wait(10)
      days += 10
    }
    expect(days).toBe(90)
  })

  test('what callbacks.session returns is what is shown', async () => {
    const { browser, auth } = await begin({
      callbacks: [
        { session: ({ session }) => ({ ...session, one: 1 }) },
        { session: ({ session }) => ({ ...session, two: 2 }) },
      ],
    })
    expect(await browser.session()).toMatchObject({ one: 1, two: 2, user: { name: 'Ada' } })
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    expect(await auth.session(request)).toMatchObject({ one: 1, two: 2 })
  })

  test('is kept when a callback throws, and the answer is not that one is signed out', async () => {
    let broken = false
    const { browser, auth } = await begin({
      callbacks: {
        session: ({ session }) => {
          if (broken) throw new Error('ECONNRESET')
          return session
        },
      },
    })
    broken = true
    const response = await browser.send('/auth/session')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('ECONNRESET')
    expect(auth.logged.map(({ message }) => message)).toEqual(['ECONNRESET'])
    broken = false
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('signing out ends it', async () => {
    const ended: unknown[] = []
    const { browser } = await begin({ events: { signOut: (message) => void ended.push(message) } })
    const copy = browser.jar.clone()
    expect(locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye' })).pathname).toBe('/bye')
    expect(browser.jar.get(NAME)).toBeUndefined()
    expect(await browser.session()).toBeNull()
    expect(ended).toHaveLength(1)
    expect(await new Browser(browser.handle, browser.origin, copy).session()).toBeNull()
  })

  test('an update reaches the callbacks as its schema makes it', async () => {
    const { updates, callbacks } = recordedUpdates(strategy)
    const update = v.object({ theme: v.picklist(['light', 'dark']) })
    const { browser } = await begin({
      session: { update },
      callbacks,
    })
    const send = async (data: unknown): Promise<Response> => {
      const body = JSON.stringify({ csrfToken: await browser.csrfToken(), data })
      return browser.send('/auth/session', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    }
    expect((await send({ theme: 'dark', role: 'admin' })).status).toBe(200)
    expect((await send({ theme: 'pink' })).status).toBe(400)
    expect(updates).toEqual([{ theme: 'dark' }])
  })

  test('an update without a session is refused', async () => {
    const { browser } = await begin()
    await browser.post('/auth/signout')
    const body = JSON.stringify({ csrfToken: await browser.csrfToken(), data: {} })
    const headers = { 'content-type': 'application/json' }
    expect((await browser.send('/auth/session', { method: 'POST', body, headers })).status).toBe(401)
  })

  test('a changed cookie is no session, and is cleared', async () => {
    const { browser } = await begin()
    const value = browser.jar.get(NAME) ?? ''
    const other = (value.startsWith('X') ? 'Y' : 'X') + value.slice(1)
    for (const changed of [`${value}x`, value.slice(0, -1), other, '', 'x'.repeat(3000)]) {
      browser.jar.put(NAME, changed)
      const response = await browser.send('/auth/session')
      expect([response.status, await response.json()]).toEqual([200, null])
      expect(browser.jar.get(NAME)).toBeUndefined()
    }
  })

  test('two cookies of its name are no session', async () => {
    const { browser } = await begin()
    const cookie = `${browser.jar.header}; ${NAME}=${browser.jar.get(NAME)}`
    expect(await (await browser.send('/auth/session', { headers: { cookie } })).json()).toBeNull()
  })
})

describe('a session token', () => {
  test('that is too long for one cookie is split, and joined again', async () => {
    const long = 'x'.repeat(7_000)
    const { browser } = await signedIn({
      callbacks: {
        jwt: ({ token }) => ({ ...token, long }),
        session: (context) => ({ ...context.session, long: 'token' in context && context.token['long'] }),
      },
    })
    expect(browser.jar.names.filter((name) => name.startsWith(NAME)).length).toBeGreaterThan(2)
    expect((await browser.session()).long).toBe(long)
    await browser.post('/auth/signout')
    expect(browser.jar.names.filter((name) => name.startsWith(NAME))).toEqual([])
  })

  test('that no server would take is refused, and the log says what to do', async () => {
    const auth = app({
      providers,
      callbacks: { jwt: ({ token }) => ({ ...token, long: 'x'.repeat(10_000) }) },
    })
    const browser = new Browser(auth.handle)
    const response = await browser.post('/auth/callback/credentials')
    expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
    expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining('Put less into it')])
    expect(browser.jar.header.length).toBeLessThan(8_000)
  })

  test('is kept when callbacks.jwt changed it, and its subject cannot be changed', async () => {
    const { browser } = await signedIn({
      callbacks: {
        jwt: (context) =>
          context.trigger === undefined
            ? { ...context.token, visits: Number(context.token['visits'] ?? 0) + 1, sub: 'mallory' }
            : context.token,
        session: (context) => ({
          ...context.session,
          ...('token' in context && { visits: context.token['visits'], sub: context.token['sub'] }),
        }),
      },
    })
    expect(await browser.session()).toMatchObject({ visits: 1, sub: 'u1' })
    expect(await browser.session()).toMatchObject({ visits: 2, sub: 'u1' })
  })

  test('ends the session when callbacks.jwt returns null', async () => {
    let ends = false
    const { browser } = await signedIn({ callbacks: { jwt: ({ token }) => (ends ? null : token) } })
    ends = true
    expect(await browser.session()).toBeNull()
    expect(browser.jar.get(NAME)).toBeUndefined()
  })

  test('ends, with every copy of its cookie, when callbacks.jwt returns null at the next sign-in', async () => {
    let ends = false
    const { browser } = await signedIn({
      callbacks: { jwt: ({ token, trigger }) => (ends && trigger ? null : token) },
    })
    const copy = new Browser(browser.handle, browser.origin, browser.jar.clone())
    ends = true
    await browser.post('/auth/callback/credentials')
    expect(await browser.session()).toBeNull()
    expect(await copy.session()).toBeNull()
  })

  test('that does not match the schema of its claims is no session, nor does one begin', async () => {
    let schema: v.GenericSchema = v.object({ role: v.picklist(['admin', 'member']) })
    const claims = {
      '~standard': {
        ...schema['~standard'],
        validate: (value: unknown) => schema['~standard'].validate(value),
      },
    }
    const { browser, auth } = await signedIn({
      jwt: { claims },
      callbacks: { jwt: ({ token }) => ({ role: 'admin', ...token }) },
    })
    expect(await browser.session()).not.toBeNull()
    schema = v.object({ role: v.literal('owner') })
    expect(await browser.session()).toBeNull()
    const refused = await browser.post('/auth/callback/credentials')
    expect(locationOf(refused).searchParams.get('error')).toBe('Configuration')
    expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining('.jwt({ claims })')])
    expect(browser.jar.get(NAME)).toBeUndefined()
  })

  test('of one application is nothing to another', async () => {
    const { browser } = await signedIn()
    const other = app({ providers, options: { secret: 'another secret of more than thirty-two characters' } })
    expect(await new Browser(other.handle, browser.origin, browser.jar).session()).toBeNull()
  })

  test('outlives a rotation of the secret, and is sealed anew', async () => {
    const { browser } = await signedIn()
    const old = browser.jar.clone()
    const newer = 'a newer secret of more than thirty-two characters'
    const session = { updateAge: 0 }
    const both = app({
      providers,
      session,
      options: { secret: [newer, 'a secret of more than thirty-two characters'] },
    })
    const rotated = new Browser(both.handle, browser.origin, browser.jar)
    expect(await rotated.session()).not.toBeNull()
    const only = app({ providers, options: { secret: newer } })
    expect(await new Browser(only.handle, browser.origin, rotated.jar).session()).not.toBeNull()
    expect(await new Browser(only.handle, browser.origin, old).session()).toBeNull()
  })
})

describe('a session in the database', () => {
  test('answers 503 and keeps its cookie while the database is down', async () => {
    const adapter = memory()
    const user = await adapter.createUser({ ...ada, emailVerified: null })
    let down = false
    const getSessionAndUser: typeof adapter.getSessionAndUser = async (token) => {
      if (down) throw new Error('connection refused')
      return adapter.getSessionAndUser(token)
    }
    const { browser } = await signedIn({
      adapter: { ...adapter, getSessionAndUser },
      providers: [{ ...providers[0], authorize: () => user }],
    })
    down = true
    const response = await browser.send('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.getSetCookie()).toEqual([])
    down = false
    expect(await browser.session()).not.toBeNull()
  })
})

test('claims of the application are its own, whatever they are called', async () => {
  const { browser } = await signedIn({
    callbacks: {
      jwt: ({ token }) => ({ sid: 'from the provider', auth_time: 5, ...token }),
      session: (context) => ({ ...context.session, ...('token' in context && { token: context.token }) }),
    },
  })
  const { token } = await browser.session()
  expect(token).toMatchObject({ sid: 'from the provider', auth_time: 5, sub: 'u1' })
  expect(Object.keys(token).sort()).toEqual([
    'auth_time',
    'email',
    'exp',
    'iat',
    'jti',
    'name',
    'picture',
    'sid',
    'sub',
  ])
})

test('claims that do not survive being stored are refused at sign-in', async () => {
  const auth = app({
    providers,
    jwt: { claims: v.object({ at: v.date() }) },
    callbacks: { jwt: ({ token }) => ({ ...token, at: new Date() }) },
  })
  const response = await new Browser(auth.handle).post('/auth/callback/credentials')
  expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
  expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining('.jwt({ claims })')])
})
