import { describe, expect, test } from 'vitest'
import type { Feature } from '../../../src/runtime/core/feature.js'
import { redirect } from '../../../src/runtime/core/http/route-result.js'
import type { Claim } from '../../../src/runtime/core/login/identity.js'
import { login } from '../../../src/runtime/core/login/login.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()

describe('the page for new users', () => {
  test('the page for new users receives the target of the sign-in', async () => {
    const world = await start({ pages: { newUser: '/welcome' } })
    const expected = `${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Finside`
    expect(locationOf(await world.signIn()).href).toBe(expected)
    expect(locationOf(await world.signIn()).href).toBe(`${ORIGIN}/inside`)
  })

  test('the page for new users is not shown if no users are stored', async () => {
    const world = await start({ stored: false, pages: { newUser: '/welcome' } })
    expect(locationOf(await world.signIn()).href).toBe(`${ORIGIN}/inside`)
  })
})

describe('without an adapter, `sub` of a session', () => {
  const subAfter = async (signIn: 'signIn' | 'enter', id = 'grace') => {
    const subs: unknown[] = []
    const world = await start({
      stored: false,
      providers: [acme(), credentials({ ...GRACE, id })],
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === 'signIn') subs.push(token.sub)
          return token
        },
      },
    })
    expect(locationOf(await world[signIn]()).pathname).toBe('/inside')
    return subs
  }

  test('without an adapter, `sub` of a session is the provider and the id of the account', async () => {
    expect(await subAfter('signIn')).toEqual(['acme|ada'])
  })

  test.each(['grace', 'credentials|grace'])(
    'without an adapter, `sub` of a session is the id that `authorize` returned, such as %s',
    async (id) => {
      expect(await subAfter('enter', id)).toEqual([id])
    },
  )
})

test('a sign-in by mail of a known user has the intent `signIn`', async () => {
  const intents: string[] = []
  const box = mailbox()
  const world = await start({
    providers: frozen([credentials(GRACE), box.provider]),
    callbacks: { signIn: ({ intent }) => intents.push(intent) > 0 },
  })
  await world.adapter.updateUser({ id: 'grace', emailVerified: new Date() })
  await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
  await world.browser.send(box.link)
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  expect(intents).toEqual(['signIn', 'signIn'])
})

test('the redirect after linking says whether the account was just linked, or was linked before', async () => {
  const world = await start()
  await world.enter()
  const link = async () =>
    locationOf(await world.finish(await world.begin(world.browser, '/inside', { link: 'report' })))
  expect((await link()).searchParams.get('linkResult')).toBe('linked')
  expect((await link()).searchParams.get('linkResult')).toBe('alreadyLinked')
})

test('the redirect after a sign-in contains no result of linking', async () => {
  const world = await start()
  expect(locationOf(await world.signIn()).href).toBe(`${ORIGIN}/inside`)
})

test('linking an account to a user who was deleted in the meantime is refused, and the session ends', async () => {
  const world = await start({ strategy: 'jwt' })
  await world.enter()
  const callback = await world.begin(world.browser, '/inside', { link: 'true' })
  await world.adapter.deleteUser('grace')
  expect(locationOf(await world.finish(callback)).searchParams.get('error')).toBe('InvalidCheck')
  expect(await world.browser.session()).toBeNull()
})

test('an interrupted sign-up that `callbacks.signIn` redirects can be finished later', async () => {
  let fails = true
  let redirects = false
  const world = await start({
    callbacks: { signIn: () => (redirects ? '/wait' : true) },
    failsItself: true,
    through: (real) => ({
      ...real,
      linkAccount: async (account) => {
        if (fails) throw new Error('The process ends.')
        return real.linkAccount(account)
      },
      deleteUser: async (id) => {
        if (fails) throw new Error('The process ends.')
        return real.deleteUser(id)
      },
    }),
  })
  await world.signIn()
  fails = false
  redirects = true
  expect(locationOf(await world.signIn()).pathname).toBe('/wait')
  redirects = false
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(world.adapter.rows.users).toHaveLength(2)
})

test('the stored record of revokeAll() has the same format as in earlier versions', async () => {
  const entries: [key: string, value: string, ttl: number][] = []
  const stored = memoryStore()
  const store: Store = {
    ...stored,
    set: (...entry) => {
      entries.push(entry)
      return stored.set(...entry)
    },
    compareAndSet: (key, expected, value, ttl) => {
      entries.push([key, value, ttl])
      return stored.compareAndSet(key, expected, value, ttl)
    },
  }
  const world = await start({ options: { store } })
  await world.app.sessions.revokeAll('grace')
  await world.app.sessions.revokeAll('ada')
  expect(entries.filter(([key]) => key.startsWith('ended-sign-ins:'))).toEqual([
    ['ended-sign-ins:last', '1', 360 * 86_400 + 120],
    ['ended-sign-ins:e010fd1ce1acc173e3b4835b7635f8d4', '1', 180 * 86_400 + 60],
    ['ended-sign-ins:last', '2', 360 * 86_400 + 120],
    ['ended-sign-ins:fdee430d40bd57deeac186cd9790033d', '2', 180 * 86_400 + 60],
  ])
})

test('concurrent calls of revokeAll() store different numbers', async () => {
  const stored = memoryStore()
  let isFirst = true
  const store: Store = {
    ...stored,
    async compareAndSet(key, expected, value, ttl) {
      if (isFirst && key === 'ended-sign-ins:last') {
        isFirst = false
        await stored.set(key, '7', 60)
      }
      return stored.compareAndSet(key, expected, value, ttl)
    },
  }
  const world = await start({ options: { store } })
  await world.app.sessions.revokeAll('grace')
  expect(await stored.get('ended-sign-ins:e010fd1ce1acc173e3b4835b7635f8d4')).toBe('8')
})

test('without an adapter, each sign-in has the intent `signIn`', async () => {
  const intents: string[] = []
  const world = await start({
    stored: false,
    callbacks: { signIn: ({ intent }) => intents.push(intent) > 0 },
  })
  await world.signIn()
  await world.enter()
  expect(intents).toEqual(['signIn', 'signIn'])
})

/** An application with the route `/auth/claims`, which signs in with the given claim like a feature. */
async function claimWorld(claim: Claim, options: WorldOptions = {}): Promise<World> {
  const carrier = acme({ id: 'carrier' })
  const { flow } = carrier['~feature'] as Required<Feature>
  const feature: Feature = {
    name: 'claims',
    version: 1,
    flow,
    routes: {
      claims: {
        provider: 'none',
        async GET({ app, exchange }) {
          const account = { provider: 'carrier', type: 'oidc', providerAccountId: 'a' } as const
          const user = { id: 'a', email: GRACE.email }
          const identity = { provider: 'carrier', user, account, claim, verifiedEmail: null }
          await login(identity, { linkTo: undefined }, app, exchange)
          return redirect(exchange.origin)
        },
      },
    },
  }
  const providers = frozen([acme(), { ...carrier, '~feature': feature }])
  return start({ failsItself: true, providers, ...options })
}

test.each<Claim>([
  { kind: 'address' },
  { kind: 'newUser', passwordHash: 'a hash', columns: {} },
  {
    kind: 'passkey',
    link: { provider: 'passkey', type: 'webauthn', providerAccountId: 'a' },
    credential: { kind: 'used', credentialID: 'a', userId: 'grace', count: undefined },
  },
  { kind: 'password', epoch: 'one' },
])('without an adapter, a feature cannot sign in with a claim of kind $kind', async (claim) => {
  const world = await claimWorld(claim, { stored: false })
  expect((await world.browser.send('/auth/claims')).status).toBe(302)
  expect(world.errors).toMatchObject([{ type: 'MissingAdapter' }])
  expect(await world.browser.session()).toBeNull()
})

test('the log names the missing `earlierLogins` of a feature for a user with an unverified e-mail address', async () => {
  const world = await claimWorld({ kind: 'address' })
  expect((await world.browser.send('/auth/claims')).status).toBe(302)
  expect(world.logged).toContainEqual([
    'AccountNotLinked',
    'The stored user has not verified the e-mail address, and the login contains no decision about earlier logins of this user. Repeat the sign-in. A feature must set `earlierLogins` in the claim.',
  ])
  expect(await world.browser.session()).toBeNull()
})
