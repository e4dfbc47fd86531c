import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/*
 * Sessions that end with the one at the provider at the latest.
 */

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
  ['database, with copies', () => ({ adapter: memory(), session: { cookieCache: 600 } })],
  [
    'database, with a mark',
    () => ({ adapter: memory(), providers: [{ ...acme(), backchannelLogout: true }] }),
  ],
])('strategy %s', (_, parts) => {
  test('a session ends at `session_expiry`, however much it is used', async () => {
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

  test('a session that is shorter stays as short, and is extended up to `session_expiry`', async () => {
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

  test('without the claim, a session ends as configured', async () => {
    const site = await signedIn({}, parts())
    expect(await site.endsAt()).toBe(START + 30 * 24 * HOUR)
  })

  test.each(['tomorrow', -1, 0, null, 1.5, [1]])('%j is no such claim', async (session_expiry) => {
    const site = await signedIn({ session_expiry }, parts())
    expect(await site.endsAt()).toBe(START + 30 * 24 * HOUR)
  })

  test('no session starts where the one at the provider has ended', async () => {
    const site = await signedIn({ session_expiry: at(-1000) }, parts())
    expect(await site.endsAt()).toBeUndefined()
    expect(locationOf(site.response).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(site.auth.logged.map(({ message }) => message)).toEqual([
      expect.stringContaining('session_expiry'),
    ])
  })

  test('`endWithIdToken` ends a session with its ID token, where there is no claim', async () => {
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

  test('`endWithIdToken` ends a session with an ID token whose `exp` has a fraction of a second', async () => {
    const given = parts()
    const ending = { ...given, session: { ...given.session, endWithIdToken: true } }
    const site = await signedIn({ exp: at(HOUR) + 0.75 }, ending)
    expect(await site.endsAt()).toBe(START + HOUR)
  })

  test('a session without the box of `remember` ends with the one at the provider, too', async () => {
    const given = parts()
    const session = { ...given.session, remember: true }
    const site = await signedIn({ session_expiry: at(HOUR), sid: 's' }, { ...given, session })
    expect(await site.endsAt()).toBe(START + HOUR)
    site.later(HOUR)
    expect(await site.endsAt()).toBeUndefined()
  })
})

test.each<['jwt' | 'database']>([['jwt'], ['database']])(
  'an account that is linked does not make a session of strategy %s last longer',
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

test('a token of an encoder that sets another end is no session after the one at the provider', async () => {
  const site = await signedIn(
    { session_expiry: at(HOUR) },
    {
      jwt: {
        encode: ({ token }) => JSON.stringify({ ...token, exp: at(30 * 24 * HOUR) }),
        decode: ({ token }) => JSON.parse(String(token)),
      },
    },
  )
  site.later(HOUR - 1000)
  expect(await site.endsAt()).toBeDefined()
  site.later(1000)
  expect(await site.endsAt()).toBeUndefined()
})

test('a row whose end another program has put off is no session after the one at the provider', async () => {
  const adapter = memory()
  const site = await signedIn({ session_expiry: at(HOUR) }, { adapter })
  const [token = ''] = [...site.browser.jar.header.matchAll(/session-token=([^;]+)/g)].map(([, each]) => each)
  await adapter.updateSession?.({ sessionToken: token, expires: new Date(START + 30 * 24 * HOUR) })
  site.later(HOUR - 1000)
  expect(await site.endsAt()).toBeDefined()
  site.later(1000)
  expect(await site.endsAt()).toBeUndefined()
})
