import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/* A session must not outlive the session at the provider. */

const START = Date.UTC(2040, 10, 1, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function signedIn(claims: Record<string, unknown>, parts: Partial<AppOptions>) {
  let now = START
  const clock = (): number => now
  const idp = await IdentityProvider.start()
  idp.clock = clock
  idp.misbehave({ claims: (all) => ({ ...all, ...claims }) })
  const auth = app({
    providers: [acme()],
    fetch: idp.fetch,
    clock,
    ...parts,
    options: { store: memoryStore({ now: clock }), ...parts.options },
  })
  const browser = new Browser(auth.handle)
  const begun = await browser.post('/auth/signin/acme', { callbackUrl: '/' })
  const callback = idp.authorize(locationOf(begun))
  const response = await browser.send(callback.pathname + callback.search)
  return {
    auth,
    idp,
    browser,
    response,
    async endsAt(): Promise<number | undefined> {
      const session = await browser.session()
      return session ? Date.parse(session.expires) : undefined
    },
    later(milliseconds: number) {
      now += milliseconds
    },
  }
}

const at = (milliseconds: number): number => (START + milliseconds) / 1000

describe.each<[string, () => Partial<AppOptions>]>([
  ['jwt', () => ({})],
  ['jwt, with an adapter', () => ({ adapter: memory(), session: { strategy: 'jwt' } })],
  ['database', () => ({ adapter: memory() })],
  ['database, with cookieCache', () => ({ adapter: memory(), session: { cookieCache: 600 } })],
  [
    'database, with backchannelLogout',
    () => ({ adapter: memory(), providers: [{ ...acme(), backchannelLogout: true }] }),
  ],
])('strategy %s', (_, parts) => {
  test('a session ends at `session_expiry`, even if it is in use', async () => {
    const site = await signedIn({ session_expiry: at(8 * HOUR), sid: 's' }, parts())
    expect(await site.endsAt()).toBe(START + 8 * HOUR)
    for (let hour = 1; hour < 8; hour++) {
      site.later(HOUR)
      expect(await site.endsAt()).toBe(START + 8 * HOUR)
    }
    site.later(HOUR - 1000)
    expect(await site.endsAt()).toBe(START + 8 * HOUR)
    site.later(1000)
    expect(await site.endsAt()).toBeUndefined()
  })

  test('extending a session does not move its end beyond `session_expiry`', async () => {
    const given = parts()
    const session = { ...given.session, maxAge: 3600, updateAge: 60 }
    const site = await signedIn({ session_expiry: at(2 * HOUR) }, { ...given, session })
    expect(await site.endsAt()).toBe(START + HOUR)
    site.later(30 * MINUTE)
    expect(await site.endsAt()).toBe(START + 90 * MINUTE)
    site.later(45 * MINUTE)
    expect(await site.endsAt()).toBe(START + 2 * HOUR)
    site.later(45 * MINUTE)
    expect(await site.endsAt()).toBeUndefined()
  })

  test('without the claim `session_expiry`, a session ends as configured', async () => {
    const site = await signedIn({}, parts())
    expect(await site.endsAt()).toBe(START + 30 * 24 * HOUR)
  })

  test.each(['tomorrow', -1, 0, null, 1.5, [1]])(
    'the value %j of `session_expiry` is ignored',
    async (session_expiry) => {
      const site = await signedIn({ session_expiry }, parts())
      expect(await site.endsAt()).toBe(START + 30 * 24 * HOUR)
    },
  )

  test('no session starts if the session at the provider has ended', async () => {
    const site = await signedIn({ session_expiry: at(-1000) }, parts())
    expect(await site.endsAt()).toBeUndefined()
    expect(locationOf(site.response).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(site.auth.logged.map(({ message }) => message)).toEqual([
      expect.stringContaining('session_expiry'),
    ])
  })

  test('`endWithIdToken` ends a session when the ID token expires, without a `session_expiry` claim', async () => {
    const given = parts()
    const ending = { ...given, session: { ...given.session, endWithIdToken: true } }
    const site = await signedIn({ exp: at(HOUR) }, ending)
    site.later(59 * MINUTE)
    expect(await site.endsAt()).toBe(START + HOUR)
    site.later(MINUTE)
    expect(await site.endsAt()).toBeUndefined()
    const other = await signedIn({ exp: at(HOUR), session_expiry: at(8 * HOUR) }, ending)
    expect(await other.endsAt()).toBe(START + 8 * HOUR)
  })

  test('`endWithIdToken` supports an ID token with a fractional `exp`', async () => {
    const given = parts()
    const ending = { ...given, session: { ...given.session, endWithIdToken: true } }
    const site = await signedIn({ exp: at(HOUR) + 0.75 }, ending)
    expect(await site.endsAt()).toBe(START + HOUR)
  })

  test('a session without the `remember` checkbox also ends with the session at the provider', async () => {
    const given = parts()
    const session = { ...given.session, remember: true }
    const site = await signedIn({ session_expiry: at(HOUR), sid: 's' }, { ...given, session })
    expect(await site.endsAt()).toBe(START + HOUR)
    site.later(HOUR)
    expect(await site.endsAt()).toBeUndefined()
  })
})

const DAY = 24 * HOUR
const SECOND = 1000

describe.each<['jwt' | 'database', () => Partial<AppOptions>]>([
  ['jwt', () => ({})],
  ['database', () => ({ adapter: memory() })],
])('the end of a session to the second, strategy %s', (strategy, parts) => {
  const withSession = (session: NonNullable<AppOptions['session']>): Partial<AppOptions> => ({
    ...parts(),
    session: { strategy, ...session },
  })

  test('an unused session ends after 30 days', async () => {
    const { endsAt, later } = await signedIn({}, parts())
    expect(await endsAt()).toBe(START + 30 * DAY)
    later(30 * DAY - SECOND)
    expect(await endsAt()).toBe(START + 60 * DAY - SECOND)
    later(30 * DAY)
    expect(await endsAt()).toBeUndefined()
  })

  test('a session is extended once a day', async () => {
    const { endsAt, later } = await signedIn({}, parts())
    later(DAY - SECOND)
    expect(await endsAt()).toBe(START + 30 * DAY)
    later(SECOND)
    expect(await endsAt()).toBe(START + 31 * DAY)
  })

  test('a used session ends after 90 days', async () => {
    const { endsAt, later } = await signedIn({}, parts())
    for (let week = 0; week < 12; week++) {
      later(7 * DAY)
      expect(await endsAt()).toBe(START + Math.min((week + 1) * 7 + 30, 90) * DAY)
    }
    later(6 * DAY - SECOND)
    expect(await endsAt()).toBe(START + 90 * DAY)
    later(SECOND)
    expect(await endsAt()).toBeUndefined()
  })

  test('`absoluteMaxAge` and `updateAge` replace the defaults of 90 days and one day', async () => {
    const { endsAt, later } = await signedIn({}, withSession({ absoluteMaxAge: 40 * 86_400, updateAge: 60 }))
    later(59 * SECOND)
    expect(await endsAt()).toBe(START + 30 * DAY)
    later(SECOND)
    expect(await endsAt()).toBe(START + 30 * DAY + 60 * SECOND)
    later(20 * DAY)
    expect(await endsAt()).toBe(START + 40 * DAY)
  })

  test('a session with a lifetime of less than two days is extended after half of its lifetime', async () => {
    const { endsAt, later } = await signedIn({}, withSession({ maxAge: 3_601 }))
    later(1_799 * SECOND)
    expect(await endsAt()).toBe(START + 3_601 * SECOND)
    later(SECOND)
    expect(await endsAt()).toBe(START + 5_401 * SECOND)
  })

  test('without the `remember` checkbox, a session ends after 12 hours, and is extended after 6 hours', async () => {
    const { endsAt, later } = await signedIn({}, withSession({ remember: true }))
    expect(await endsAt()).toBe(START + 12 * HOUR)
    later(6 * HOUR - SECOND)
    expect(await endsAt()).toBe(START + 12 * HOUR)
    later(SECOND)
    expect(await endsAt()).toBe(START + 18 * HOUR)
    later(12 * HOUR - SECOND)
    expect(await endsAt()).toBe(START + 30 * HOUR - SECOND)
    later(12 * HOUR)
    expect(await endsAt()).toBeUndefined()
  })

  test('without the `remember` checkbox, shorter configured lifetimes apply', async () => {
    const session = { remember: true, maxAge: 7_200, updateAge: 60 } as const
    const { endsAt, later } = await signedIn({}, withSession(session))
    expect(await endsAt()).toBe(START + 2 * HOUR)
    later(MINUTE - SECOND)
    expect(await endsAt()).toBe(START + 2 * HOUR)
    later(SECOND)
    expect(await endsAt()).toBe(START + 2 * HOUR + MINUTE)
  })

  test('the cookie of a session of 500 days ends after 400 days', async () => {
    const days = 500 * 86_400
    const { response } = await signedIn({}, withSession({ maxAge: days, absoluteMaxAge: days }))
    const cookie = response.headers.getSetCookie().find((each) => each.includes('session-token='))
    expect(cookie).toContain(`Expires=${new Date(START + 400 * DAY).toUTCString()}`)
  })

  test('the cookie of a session of 399 days ends together with the session', async () => {
    const days = 399 * 86_400
    const { response } = await signedIn({}, withSession({ maxAge: days, absoluteMaxAge: days }))
    const cookie = response.headers.getSetCookie().find((each) => each.includes('session-token='))
    expect(cookie).toContain(`Expires=${new Date(START + 399 * DAY).toUTCString()}`)
  })
})

test.each([
  [3_600, 7_200, HOUR],
  [7_200, 3_600, HOUR],
  [undefined, 3_600, HOUR],
  [3_600, undefined, HOUR],
])('the shorter of `session.maxAge` %s and `jwt.maxAge` %s applies', async (session, jwt, expected) => {
  const { endsAt } = await signedIn(
    {},
    {
      session: { strategy: 'jwt', ...(session && { maxAge: session }) },
      jwt: { ...(jwt && { maxAge: jwt }) },
    },
  )
  expect(await endsAt()).toBe(START + expected)
})

test.each<['jwt' | 'database']>([['jwt'], ['database']])(
  'linking an account does not make a session of strategy %s last longer',
  async (strategy) => {
    const providers = [acme(), { ...acme(), id: 'other' }]
    const site = await signedIn(
      { session_expiry: at(HOUR) },
      { adapter: memory(), providers, session: { strategy } },
    )
    site.idp.misbehave({ claims: (all) => ({ ...all, sub: 'ada-at-work', session_expiry: at(8 * HOUR) }) })
    const begun = await site.browser.post('/auth/signin/other', { callbackUrl: '/', link: 'true' })
    const callback = site.idp.authorize(locationOf(begun))
    await site.browser.send(callback.pathname + callback.search)
    expect(
      await site.auth.accounts.list(
        new Request('https://app.test/', { headers: { cookie: site.browser.jar.header } }),
      ),
    ).toHaveLength(2)
    expect(await site.endsAt()).toBe(START + HOUR)
  },
)

describe('a token of a custom encoder with a later expiry', () => {
  const jwt: AppOptions['jwt'] = {
    encode: ({ token }) => JSON.stringify({ ...token, exp: at(30 * 24 * HOUR) }),
    decode: ({ token }) => JSON.parse(String(token)),
  }

  test('a token of a custom encoder ends with the session at the provider, even if its `exp` is later', async () => {
    const site = await signedIn({ session_expiry: at(HOUR) }, { jwt })
    site.later(HOUR - 1000)
    expect(await site.endsAt()).toBeDefined()
    site.later(1000)
    expect(await site.endsAt()).toBeUndefined()
  })

  test('the cookie of a custom encoder is deleted a day after the session at the provider has ended', async () => {
    const site = await signedIn({ session_expiry: at(HOUR) }, { jwt })
    site.later(HOUR + DAY - SECOND)
    expect(await site.endsAt()).toBeUndefined()
    expect(site.browser.jar.header).toContain('session-token=')
    site.later(SECOND)
    expect(await site.endsAt()).toBeUndefined()
    expect(site.browser.jar.header).not.toContain('session-token=')
  })

  test('no `signOut` event is emitted for a custom token after the session at the provider has ended', async () => {
    const signedOut: unknown[] = []
    const events = { signOut: (message: unknown) => void signedOut.push(message) }
    const site = await signedIn({ session_expiry: at(HOUR) }, { jwt, events })
    site.later(HOUR)
    await site.browser.post('/auth/signout', { callbackUrl: '/' })
    expect(signedOut).toEqual([])
  })
})

test('a database session ends with the session at the provider, even if another program changed its expiry', async () => {
  const adapter = memory()
  const site = await signedIn({ session_expiry: at(HOUR) }, { adapter })
  const [token = ''] = [...site.browser.jar.header.matchAll(/session-token=([^;]+)/g)].map(([, each]) => each)
  await adapter.updateSession?.({ sessionToken: token, expires: new Date(START + 30 * 24 * HOUR) })
  site.later(HOUR - 1000)
  expect(await site.endsAt()).toBeDefined()
  site.later(1000)
  expect(await site.endsAt()).toBeUndefined()
})
