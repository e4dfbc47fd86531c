import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import { faults } from '../../../src/testing.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

let idp: IdentityProvider
let adapter: MemoryAdapter
beforeEach(async () => {
  idp = await IdentityProvider.start()
  adapter = memory()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = (changes: Partial<Adapter> = {}, options: Partial<AppOptions> = {}): Browser =>
  new Browser(
    app({ providers: [acme()], fetch: idp.fetch, adapter: { ...adapter, ...changes }, ...options }).handle,
  )

const signIn = async (browser: Browser, id = 'acme'): Promise<URL> => {
  const started = await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  const response = await browser.send(pathname + search)
  return response.status === 503 ? new URL('/unavailable', browser.origin) : locationOf(response)
}

describe.each([
  ['with an e-mail address', { sub: 'ada', email: 'ada@example.com', email_verified: true }],
  ['without an e-mail address', { sub: 'ada' }],
])('a first sign-in of a user %s', (_, person) => {
  beforeEach(() => {
    idp.user = person
  })

  test.each([
    ['createUser', 'fails before'],
    ['createUser', 'fails after'],
    ['linkAccount', 'fails before'],
    ['linkAccount', 'fails after'],
    ['createSession', 'fails before'],
    ['createSession', 'fails after'],
  ] as const)(
    'the second attempt of a first sign-in succeeds if %s %s its effect during the first attempt',
    async (name, kind) => {
      const database = faults(adapter)
      database.add(name, { kind })
      const browser = start(database.target)
      const first = await signIn(browser)
      expect(['/inside', '/unavailable']).toContain(first.pathname)
      expect(database.failed).toBeGreaterThan(0)
      database.clear()
      expect((await signIn(browser)).pathname).toBe('/inside')
      expect(await browser.session()).not.toBeNull()
      const account = await adapter.getAccount('ada', 'acme')
      expect(await adapter.getUser(account?.userId ?? '')).not.toBeNull()
    },
  )

  test('if the user of a failed first sign-in could not be removed, the second attempt signs in this user', async () => {
    const told: string[] = []
    const database = faults(adapter)
    for (const name of ['linkAccount', 'deleteUser'] as const) database.add(name, { kind: 'fails before' })
    const browser = start(database.target, {
      events: { createUser: ({ user }) => void told.push(user.id) },
    })
    expect((await signIn(browser)).pathname).toBe('/unavailable')
    database.clear()
    database.add('deleteUser', { kind: 'fails before' })
    expect((await signIn(browser)).pathname).toBe('/inside')
    expect(told).toEqual([(await adapter.getAccount('ada', 'acme'))?.userId])
  })
})

test.each([
  ['is kept', 'was verified in the meantime', true],
  ['is removed', 'was not verified', false],
])(
  'the user of a first sign-in whose session cannot be created %s if the e-mail address %s',
  async (_, __, isProven) => {
    idp.user = { sub: 'ada', email: 'ada@example.com' }
    const browser = start({
      async createSession({ userId: id }) {
        if (isProven) await adapter.updateUser({ id, emailVerified: new Date() })
        throw new Error('connection lost')
      },
    })
    expect((await signIn(browser)).pathname).toBe('/unavailable')
    const user = await adapter.getUserByEmail('ada@example.com')
    expect(user !== null).toBe(isProven)
    expect((await adapter.getAccount('ada', 'acme')) !== null).toBe(isProven)
  },
)

test('two concurrent first sign-ins both succeed with linking by e-mail address', async () => {
  let linking: (() => void) | undefined
  const isLinking = new Promise<void>((resolve) => {
    linking = resolve
  })
  let proceed: (() => void) | undefined
  const mayProceed = new Promise<void>((resolve) => {
    proceed = resolve
  })
  let calls = 0
  const linkAccount: Adapter['linkAccount'] = async (account) => {
    if (++calls === 1) {
      linking?.()
      await mayProceed
    }
    return adapter.linkAccount(account)
  }
  const providers = [acme({ allowDangerousEmailAccountLinking: true })]
  const [one, two] = [start({ linkAccount }, { providers }), start({ linkAccount }, { providers })]
  const first = signIn(one)
  await isLinking
  expect((await signIn(two)).pathname).toBe('/inside')
  proceed?.()
  expect((await first).pathname).toBe('/inside')
  expect(await one.session()).not.toBeNull()
  expect(await two.session()).not.toBeNull()
})

test('a request gets 503 after five seconds if the database does not respond', async () => {
  const browser = start()
  await signIn(browser)
  const hanging = start({ getSessionAndUser: () => new Promise(() => {}) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = new Browser(hanging.handle, browser.origin, browser.jar).send('/auth/session')
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await answer).status).toBe(503)
})

test('a failed sign-out shows an error and keeps the session', async () => {
  const database = faults(adapter)
  database.add('deleteSession', { kind: 'fails before' })
  const browser = start(database.target)
  await signIn(browser)
  const response = await browser.post('/auth/signout')
  expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
  expect(response.headers.get('retry-after')).toBeNull()
  const page = await browser.send(locationOf(response).pathname + locationOf(response).search)
  expect(await page.text()).toContain('still signed in')
  expect(await browser.session()).not.toBeNull()
  database.clear()
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
})

test.each([
  ['an invalid date', (found: any) => ({ ...found, session: { ...found.session, expires: 'soon' } })],
  ['no user', (found: any) => ({ ...found, user: null })],
  [
    'the session of another token',
    (found: any) => ({ ...found, session: { ...found.session, sessionToken: 'x' } }),
  ],
])('a row with %s is not a session', async (_, change) => {
  const browser = start()
  await signIn(browser)
  const getSessionAndUser = async (token: string): Promise<any> =>
    change(await adapter.getSessionAndUser(token))
  const odd = start({ getSessionAndUser })
  expect(await new Browser(odd.handle, browser.origin, browser.jar).session()).toBeNull()
})

test('reading a session sets no cookie that could replace the cookie of a newer sign-in', async () => {
  const browser = start()
  await signIn(browser)
  const response = await browser.send('/auth/session')
  expect(response.headers.getSetCookie()).toEqual([])
})

describe('a signed-in user who links an account in each of two tabs', () => {
  /** Signs in with `acme`, begins to link an account of each provider at the same time, and finishes them one second apart. */
  const endings = async (...ids: string[]): Promise<(string | null)[]> => {
    let ahead = 0
    const providers = ['acme', 'second', 'third'].map((id) => acme({ id }))
    const browser = start({}, { providers, clock: () => Date.now() + ahead })
    await signIn(browser)
    const tabs = await Promise.all(ids.map((id) => browser.post(`/auth/signin/${id}`, { link: 'true' })))
    const errors: (string | null)[] = []
    for (const tab of tabs) {
      ahead += 1_000
      const { pathname, search } = idp.authorize(locationOf(tab))
      errors.push(locationOf(await browser.send(pathname + search)).searchParams.get('error'))
    }
    return errors
  }

  test('a signed-in user can link accounts in two tabs at the same time', async () => {
    expect(await endings('second', 'third')).toEqual([null, null])
    expect(await adapter.getAccount('ada', 'second')).not.toBeNull()
    expect(await adapter.getAccount('ada', 'third')).not.toBeNull()
  })

  test('linking an account in one tab is refused after a new sign-in in another tab', async () => {
    expect(await endings('acme', 'second')).toEqual([null, 'InvalidCheck'])
    expect(await adapter.getAccount('ada', 'second')).toBeNull()
  })
})

test.each([
  ['false', false],
  ['"false"', 'false'],
  ['null', null],
])(
  'an e-mail address with email_verified %s does not link an account, even if linking is allowed',
  async (_, email_verified) => {
    await adapter.createUser({ id: 'x', email: 'ada@example.com', emailVerified: new Date() })
    idp.user = { sub: 'mallory', email: 'ada@example.com', email_verified }
    const browser = start({}, { providers: [acme({ allowDangerousEmailAccountLinking: true })] })
    expect((await signIn(browser)).searchParams.get('error')).toBe('OAuthAccountNotLinked')
  },
)

test('an account is not linked by a similar e-mail address with another Unicode letter', async () => {
  await adapter.createUser({ id: 'x', email: 'kate@example.com', emailVerified: new Date() })
  idp.user = { sub: 'mallory', email: '\u212aate@example.com', email_verified: true }
  const browser = start({}, { providers: [acme({ allowDangerousEmailAccountLinking: true })] })
  await signIn(browser)
  expect((await adapter.getAccount('mallory', 'acme'))?.userId).not.toBe('x')
})

describe('a database that compares e-mail addresses loosely', () => {
  /** Signs in with linking by e-mail address. The database returns the user 'x' for every e-mail address. */
  const signInAs = async (email: string): Promise<URL> => {
    idp.user = { sub: 'mallory', email, email_verified: true }
    const found = { getUserByEmail: () => adapter.getUser('x') }
    return signIn(start(found, { providers: [acme({ allowDangerousEmailAccountLinking: true })] }))
  }

  test.each([
    ['a similar e-mail address', 'kate@example.com'],
    ['no e-mail address', null],
  ])('an account is not linked to a user with %s', async (_, email) => {
    await adapter.createUser({ id: 'x', email, emailVerified: new Date() })
    const { searchParams } = await signInAs('\u212aate@example.com')
    expect(searchParams.get('error')).toBe('OAuthAccountNotLinked')
    expect(await adapter.getAccount('mallory', 'acme')).toBeNull()
  })

  test('an account is linked to a user whose e-mail address was stored with capital letters', async () => {
    await adapter.createUser({ id: 'x', email: 'Kate@Example.com', emailVerified: new Date() })
    expect((await signInAs('kate@example.com')).pathname).toBe('/inside')
    expect(await adapter.getAccount('mallory', 'acme')).toMatchObject({ userId: 'x' })
  })
})

test('forged cookies of sign-ins in progress are ignored', async () => {
  const browser = start()
  const junk = Array.from({ length: 50 }, (_, index) => `__Host-authwright.flow.!${index} x=1`).join('; ')
  const csrfToken = await browser.csrfToken()
  const response = await browser.send('/auth/signin/acme', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken }),
    headers: { cookie: `${browser.jar.header}; ${junk}` },
  })
  expect(locationOf(response).origin).toBe('https://idp.test')
  expect(response.headers.getSetCookie()).toHaveLength(1)
})

test('the cookies of many unfinished sign-ins do not exceed the header limits of servers', async () => {
  const browser = start()
  const callbackUrl = `/inside?${'x'.repeat(1_900)}`
  for (let tab = 0; tab < 6; tab++) await browser.post('/auth/signin/acme', { callbackUrl })
  expect(browser.jar.header.length).toBeLessThan(10_000)
  const longest = await browser.post('/auth/signin/acme', { callbackUrl: `/?${'\\'.repeat(2_000)}` })
  const { pathname, search } = idp.authorize(locationOf(longest))
  expect(locationOf(await browser.send(pathname + search)).searchParams.get('error')).toBeNull()
  expect(await browser.session()).not.toBeNull()
})

test('a redirect callback that throws allows no redirect, but the page is shown', async () => {
  const redirect = ({ url }: { url: string }): string => new URL(url).href
  const browser = start({}, { callbacks: { redirect } })
  const page = await browser.send('/auth/signin?callbackUrl=inside')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('value="https://app.test/"')
})

test.each([
  [
    'throws',
    () => {
      throw new Error('the log is full')
    },
  ],
  // An unhandled rejection would end the process, and with it this test run.
  ['rejects', async () => Promise.reject(new Error('the log is full'))],
])('a logger that %s does not change the response', async (_, log) => {
  const lines: unknown[] = []
  const spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...said) => void lines.push(...said)),
  )
  const logger = { error: log, warn: log }
  const browser = start({}, { options: { secret: 's'.repeat(32), logger } })
  expect((await browser.send('/auth/callback/nobody')).status).toBe(302)
  const written = lines.join('\n')
  expect(written).toContain('the log is full')
  expect(written).toContain("There is no provider 'nobody'")
  for (const spy of spies) spy.mockRestore()
})

test.each([
  ['the token endpoint', '/token'],
  ['the keys', '/jwks'],
])(
  'a provider whose endpoint for %s does not respond is reported as unavailable, not as a refusal',
  async (_, path) => {
    idp.misbehave({
      respond: ({ url }) => {
        if (url.pathname === path) throw new TypeError('fetch failed')
        return undefined
      },
    })
    const browser = start()
    const location = await signIn(browser)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'OAuthUnavailable',
      callbackUrl: 'https://app.test/inside',
      reference: expect.stringMatching(/^[\w-]{8}$/),
    })
    expect(await browser.session()).toBeNull()
  },
)
