/** Sessions in the database: rows DS-1 to DS-11 of the security cases, each named by its id. DS-5 is with `sessions`. */

import { beforeEach, describe, expect, test } from 'vitest'
import type { AdapterSession } from '../../../src/adapters/contract.js'
import { credentials } from '../../../src/providers/credentials.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { type RecordedAdapter, recordedAdapter } from '../../support/recorded-adapter.js'
import { type WatchedHandle, watching } from '../../support/watched.js'

const NAME = '__Host-authwright.session-token'
const HOUR = 3_600_000
const DAY = 24 * HOUR

const form = credentials({
  input: { name: {} },
  authorize: ({ name }: { name: string }) => ({ id: name }),
})

const watch = watching()

let now: number
let idp: IdentityProvider
let adapter: RecordedAdapter
let written: Partial<AdapterSession>[]
let auth: App
let handle: WatchedHandle
beforeEach(async () => {
  now = Date.now()
  idp = await IdentityProvider.start()
  const rows = recordedAdapter()
  written = []
  adapter = {
    ...rows,
    updateSession: (session) => {
      written.push(session)
      return rows.updateSession(session)
    },
  }
  for (const id of ['ada', 'mallory']) {
    await adapter.seed({ id, email: `${id}@example.com` })
  }
  auth = app({ providers: [form, acme()], adapter, fetch: idp.fetch, clock: () => now })
  handle = watch(auth, { idp, adapter: rows, providerOrigins: [idp.issuer] })
})

const browserOf = (): Browser => new Browser(handle)
const tokenOf = ({ jar }: Browser): string => decodeURIComponent(jar.get(NAME) ?? '')

const signIn = async (browser: Browser, name = 'ada'): Promise<void> => {
  const response = await browser.post('/auth/callback/credentials', { name, callbackUrl: '/inside' })
  expect(locationOf(response).pathname).toBe('/inside')
}

/** Lets the row expire, and keeps the cookie. */
const expire = async (browser: Browser): Promise<void> => {
  const sessionToken = tokenOf(browser)
  // Clocks of servers differ, so rows that expired less than a day ago are kept. clocks.test.ts covers this.
  await adapter.updateSession({ sessionToken, expires: new Date(now - DAY) })
}

test('DS-1: a session that an attacker planted before a sign-in is replaced and ended', async () => {
  const [attacker, victim] = [browserOf(), browserOf()]
  await signIn(attacker, 'mallory')
  const planted = tokenOf(attacker)
  victim.jar.put(NAME, encodeURIComponent(planted))
  await signIn(victim)
  expect(tokenOf(victim)).not.toBe(planted)
  expect(await adapter.getSessionAndUser(planted)).toBeNull()
  expect(await attacker.session()).toBeNull()
  expect((await adapter.getSessionAndUser(tokenOf(victim)))?.user.id).toBe('ada')
})

test('DS-1: a made-up session token is not accepted', async () => {
  const victim = browserOf()
  victim.jar.put(NAME, 'chosen-by-somebody-else')
  await signIn(victim)
  expect(tokenOf(victim)).not.toBe('chosen-by-somebody-else')
  expect(await adapter.getSessionAndUser('chosen-by-somebody-else')).toBeNull()
})

test('DS-2: a second sign-in creates a new token, and the old row is deleted', async () => {
  const browser = browserOf()
  await signIn(browser)
  const before = tokenOf(browser)
  await signIn(browser)
  expect(tokenOf(browser)).not.toBe(before)
  expect(await adapter.getSessionAndUser(before)).toBeNull()
  expect(await adapter.listSessionsByUserId('ada')).toHaveLength(1)
})

test('DS-4: a session row that has expired is not read as a session, and its cookie is deleted', async () => {
  const browser = browserOf()
  await signIn(browser)
  await expire(browser)
  expect(await browser.session()).toBeNull()
  expect(browser.jar.get(NAME)).toBeUndefined()
})

test('DS-4: session() and sessions.current() return null for an expired row', async () => {
  const browser = browserOf()
  await signIn(browser)
  await expire(browser)
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  expect(await auth.session(request)).toBeNull()
  expect(await auth.sessions.current(request)).toBeNull()
})

test('DS-4: a session row that has expired cannot be used to link an account to its user', async () => {
  const browser = browserOf()
  await signIn(browser)
  const started = await browser.post('/auth/signin/acme', { link: 'true' })
  await expire(browser)
  const { pathname, search } = idp.authorize(locationOf(started))
  const answer = locationOf(await browser.send(pathname + search))
  expect(answer.searchParams.get('error')).toBe('InvalidCheck')
  expect(await adapter.getAccount('ada', 'acme')).toBeNull()
})

test('DS-4: a session row that has expired cannot be updated', async () => {
  const browser = browserOf()
  await signIn(browser)
  const csrfToken = await browser.csrfToken()
  await expire(browser)
  const response = await browser.send('/auth/session', {
    method: 'POST',
    body: JSON.stringify({ csrfToken, data: {} }),
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([401, null])
  expect(await adapter.listSessionsByUserId('ada')).toEqual([])
})

test('DS-4: a sign-out deletes a session row that has expired, and its cookie', async () => {
  const browser = browserOf()
  await signIn(browser)
  const csrfToken = await browser.csrfToken()
  await expire(browser)
  const body = new URLSearchParams({ csrfToken })
  const response = await browser.send('/auth/signout', { method: 'POST', body })
  expect(locationOf(response).searchParams.get('error')).toBeNull()
  expect(browser.jar.get(NAME)).toBeUndefined()
  expect(await adapter.listSessionsByUserId('ada')).toEqual([])
})

test('DS-7: a session that is used every day ends at its absolute lifetime', async () => {
  const browser = browserOf()
  await signIn(browser)
  let days = 0
  for (; days < 365 && (await browser.session()) !== null; days++) now += DAY
  expect(days).toBe(90)
  now += DAY
  expect(await browser.session()).toBeNull()
  expect(await adapter.listSessionsByUserId('ada')).toEqual([])
})

test.each(['opaque.abcdef', 'opaque.0000000', 'opaque.zzzzzzzz'])(
  'DS-7: a session token of another library is valid even if it ends like a token of Authwright: %s',
  async (sessionToken) => {
    const browser = browserOf()
    await adapter.createSession({ sessionToken, userId: 'ada', expires: new Date(now + DAY) })
    browser.jar.put(NAME, sessionToken)
    expect((await browser.session()).user.email).toBe('ada@example.com')
    expect(await adapter.listSessionsByUserId('ada')).toHaveLength(1)
  },
)

describe('DS-8: a session in use', () => {
  test('DS-8: a session in use is extended when its extension is due, and not a second earlier', async () => {
    const browser = browserOf()
    await signIn(browser)
    now += DAY - 1000
    await browser.session()
    // The time of the last use is written once an hour, and does not extend the session.
    expect(written.filter(({ expires }) => expires)).toEqual([])
    now += 1000
    for (let read = 0; read < 5; read++) await browser.session()
    expect(written.filter(({ expires }) => expires)).toHaveLength(1)
  })

  test('DS-8: concurrent reads that extend a session return the same expiry', async () => {
    const browser = browserOf()
    await signIn(browser)
    now += DAY
    const sessions = await Promise.all(Array.from({ length: 20 }, () => browser.session()))
    expect(new Set(sessions.map(({ expires }) => expires)).size).toBe(1)
  })

  test('DS-8: after the clock was set back an hour, a session in use stays valid and is not written at each read', async () => {
    const browser = browserOf()
    await signIn(browser)
    now -= HOUR
    for (let minute = 0; minute < 120; minute++) {
      expect(await browser.session()).not.toBeNull()
      now += 60_000
    }
    expect(written).toEqual([])
  })
})

describe('DS-10: the cookies of two users in one request', () => {
  const cookieOf = (...tokens: readonly string[]): string =>
    tokens.map((token) => `${NAME}=${encodeURIComponent(token)}`).join('; ')

  test('DS-10: a request with the session cookies of two users has no session, and ends neither', async () => {
    const [ada, mallory] = [browserOf(), browserOf()]
    await signIn(ada)
    await signIn(mallory, 'mallory')
    const tokens = [tokenOf(ada), tokenOf(mallory)] as const
    for (const cookie of [cookieOf(...tokens), cookieOf(tokens[1], tokens[0])]) {
      const request = new Request('https://app.test/auth/session', { headers: { cookie } })
      const response = await handle(request)
      expect([response.status, await response.json()]).toEqual([200, null])
      expect(await auth.session(request)).toBeNull()
      expect(await auth.sessions.current(request)).toBeNull()
    }
    expect((await ada.session()).user.email).toBe('ada@example.com')
    expect((await mallory.session()).user.email).toBe('mallory@example.com')
  })

  test('DS-10: a sign-out with the session cookies of two users ends neither session', async () => {
    const [ada, mallory] = [browserOf(), browserOf()]
    await signIn(ada)
    await signIn(mallory, 'mallory')
    const csrf = await handle(new Request('https://app.test/auth/csrf'))
    const { csrfToken } = await csrf.json()
    const [pair] = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const response = await handle(
      new Request('https://app.test/auth/signout', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken }),
        headers: { cookie: `${pair}; ${cookieOf(tokenOf(ada), tokenOf(mallory))}` },
      }),
    )
    expect(response.headers.getSetCookie().join()).toContain(`${NAME}=;`)
    expect(await adapter.listSessionsByUserId('ada')).toHaveLength(1)
    expect(await adapter.listSessionsByUserId('mallory')).toHaveLength(1)
  })
})

describe('DS-11: after a change from sessions in several cookies to database sessions', () => {
  /** Signs in with a previous configuration, whose sessions are too long for one cookie. */
  const signInBefore = async (): Promise<Browser> => {
    const jwt = ({ token }: { token: Record<string, unknown> }): Record<string, unknown> => ({
      ...token,
      about: 'x'.repeat(8_000),
    })
    const before = app({ providers: [form], callbacks: { jwt }, clock: () => now })
    const browser = new Browser(before.handle)
    await signIn(browser)
    expect(browser.jar.names.filter((name) => name.startsWith(NAME)).length).toBeGreaterThan(1)
    return new Browser(handle, browser.origin, browser.jar)
  }

  test('DS-11: after a change from split session cookies to database sessions, the user is signed out', async () => {
    const browser = await signInBefore()
    expect(await browser.session()).toBeNull()
  })

  test.each(['before', 'after'])(
    'DS-11: after a change from split session cookies to database sessions, a sign-in works %s the session is read',
    async (when) => {
      const browser = await signInBefore()
      if (when === 'after') await browser.session()
      await signIn(browser)
      expect(browser.jar.names.filter((name) => name.startsWith(NAME))).toEqual([NAME])
      expect((await browser.session()).user.email).toBe('ada@example.com')
      expect(await adapter.listSessionsByUserId('ada')).toHaveLength(1)
    },
  )
})
