import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

const DAY = 86_400_000
const NAME = '__Host-authwright.session-token'
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const

interface Started {
  readonly auth: App
  readonly browser: Browser
  /** Advances the clock by days. */
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

  test('a session has the name, e-mail address and picture of the user, and no more', async () => {
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

  test('a session is extended after updateAge, and not before', async () => {
    const { browser, wait } = await begin()
    const first = await browser.session()
    wait(0.5)
    expect(await browser.session()).toEqual(first)
    wait(0.6)
    const extended = await browser.session()
    expect(Date.parse(extended.expires) - Date.parse(first.expires)).toBeGreaterThan(DAY)
  })

  test('a session ends if it is not used for maxAge', async () => {
    const { browser, wait } = await begin()
    wait(31)
    expect(await browser.session()).toBeNull()
    expect(browser.jar.get(NAME)).toBeUndefined()
  })

  test('a session is the result of callbacks.session', async () => {
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

  test('a session stays valid if callbacks.session throws, and the response is an error', async () => {
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

  test('the session is null for a changed cookie, and the cookie is deleted', async () => {
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

  test('the session is null if two cookies have its name', async () => {
    const { browser } = await begin()
    const cookie = `${browser.jar.header}; ${NAME}=${browser.jar.get(NAME)}`
    expect(await (await browser.send('/auth/session', { headers: { cookie } })).json()).toBeNull()
  })
})

test('a session token keeps changes by callbacks.jwt, except to its subject', async () => {
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

test('a session token ends with every copy of its cookie if callbacks.jwt returns null at the next sign-in', async () => {
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

test('a session token is rejected if its claims do not match their schema', async () => {
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

test('custom claims of a session token may have any name', async () => {
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

test('a sign-in is rejected if its claims cannot be stored as JSON', async () => {
  const auth = app({
    providers,
    jwt: { claims: v.object({ at: v.date() }) },
    callbacks: { jwt: ({ token }) => ({ ...token, at: new Date() }) },
  })
  const response = await new Browser(auth.handle).post('/auth/callback/credentials')
  expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
  expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining('.jwt({ claims })')])
})
