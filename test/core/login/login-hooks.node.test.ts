import { describe, expect, test } from 'vitest'
import { AccessDenied, AccountNotLinked, Verification } from '../../../src/errors.js'
import type { Feature } from '../../../src/runtime/core/feature.js'
import { redirect } from '../../../src/runtime/core/http/route-result.js'
import { endSignIns } from '../../../src/runtime/core/login/ended-sign-ins.js'
import type { LoginHook, PendingLogin } from '../../../src/runtime/core/login/hooks.js'
import { destination, login } from '../../../src/runtime/core/login/login.js'
import type { App } from '../../../src/runtime/core/object-lifetimes.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, PASSWORD, type World, type WorldOptions, worlds } from '../../support/world.js'

/* Stored rows and sessions after a login hook of a feature has stopped a login. */

const start = worlds()
type Admit = NonNullable<LoginHook['admit']>

interface Hooked {
  /** The decision of the hook. Default: the login continues. */
  admit: Admit
  /** Called after the session has started. */
  after: () => Promise<void>
  /** The pending login, as a feature would store it. */
  kept: string | undefined
  /** Redirect target of a login that is finished later. Default: the target from its beginning. */
  finishAt: string | undefined
  app: App | undefined
}

/** A feature with the hook that the test chooses, and a route that finishes a pending login. */
function hooked(name = 'second-step'): { state: Hooked; feature: Feature } {
  const state: Hooked = {
    admit: async () => ({ kind: 'continue' }),
    after: async () => undefined,
    kept: undefined,
    finishAt: '/inside',
    app: undefined,
  }
  const feature: Feature = {
    name,
    version: 1,
    login: {
      admit(pending, app, exchange) {
        state.app = app
        return state.admit(pending, app, exchange)
      },
      after: () => state.after(),
    },
    routes: {
      [name]: {
        provider: 'none',
        async GET({ app, exchange }) {
          const { identity, options } = JSON.parse(state.kept ?? '') as PendingLogin
          const outcome = await login(identity, options, app, exchange)
          const target = state.finishAt ? exchange.origin + state.finishAt : (options.callbackUrl ?? '')
          return redirect(destination(outcome, target, app, exchange))
        },
      },
    },
  }
  return { state, feature }
}

const toSecondStep = async (): Promise<{ kind: 'redirect'; location: string }> => ({
  kind: 'redirect',
  location: '/second-step',
})

const refuse = async (): Promise<never> => {
  throw new AccessDenied('Not today.')
}

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  const begin = async ({
    hasPasswords = true,
    ...options
  }: WorldOptions & { hasPasswords?: boolean } = {}): Promise<{
    world: World
    state: Hooked
    third: Hooked
    box: ReturnType<typeof mailbox>
    events: unknown[]
  }> => {
    const events: unknown[] = []
    const { state, feature } = hooked()
    const box = mailbox()
    const { state: third, feature: thirdFeature } = hooked('third-step')
    /** A provider that exists only for its feature. */
    const carrier = (id: string, feature: Feature) => {
      const carried = acme({ id })
      const { flow } = carried['~feature'] as Feature
      return { ...carried, '~feature': { ...feature, flow } as Feature }
    }
    const passwords = hasPasswords ? [credentials(GRACE)] : []
    const world = await start({
      strategy,
      providers: frozen([
        acme(),
        ...passwords,
        box.provider,
        carrier('carrier', feature),
        carrier('other', thirdFeature),
      ]),
      pages: { newUser: '/welcome' },
      events: { signIn: (message) => void events.push(message) },
      options: { limits: { account: { max: 5, window: 60 } } },
      ...options,
    })
    return { world, state, third, box, events }
  }
  const rowsOf = ({ adapter: { rows } }: World): unknown => structuredClone(rows)
  const linkAcme = (world: World): unknown =>
    world.adapter.linkAccount({
      provider: 'acme',
      providerAccountId: 'ada',
      type: 'oidc',
      userId: 'grace',
    })

  test('a known user whom a login hook redirects has no session, and nothing is stored', async () => {
    const { world, state } = await begin()
    await linkAcme(world)
    const before = rowsOf(world)
    state.admit = toSecondStep
    expect(locationOf(await world.signIn()).pathname).toBe('/second-step')
    expect(await world.browser.session()).toBeNull()
    expect(rowsOf(world)).toEqual(before)
    state.admit = async () => ({ kind: 'continue' })
    await world.signIn()
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('a user with a password whom a login hook redirects has no session', async () => {
    const { world, state } = await begin()
    state.admit = toSecondStep
    expect(locationOf(await world.enter()).pathname).toBe('/second-step')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.sessions).toEqual([])
  })

  test('a new user whom a login hook redirects is not stored, so the next attempt is a sign-up again', async () => {
    const { world, state } = await begin()
    const before = rowsOf(world)
    const intents: string[] = []
    state.admit = ({ intent }) => {
      intents.push(intent)
      return toSecondStep()
    }
    expect(locationOf(await world.signIn()).pathname).toBe('/second-step')
    expect(await world.browser.session()).toBeNull()
    expect(rowsOf(world)).toEqual(before)
    await world.signIn()
    expect(intents).toEqual(['signUp', 'signUp'])
    state.admit = async () => ({ kind: 'continue' })
    await world.signIn()
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(world.adapter.rows.users).toHaveLength(2)
  })

  test('a login hook is called once, with the user and the intent', async () => {
    const { world, state } = await begin()
    const calls: unknown[] = []
    state.admit = async ({ user, intent }) => {
      calls.push([user.id, intent])
      return { kind: 'continue' }
    }
    await world.signIn()
    const [, ada] = world.adapter.rows.users
    await world.signIn()
    await world.enter(world.anotherBrowser())
    expect(calls).toEqual([
      [ada?.id, 'signUp'],
      [ada?.id, 'signIn'],
      ['grace', 'signIn'],
    ])
  })

  test('an account is not stored if a hook stops the linking, and the session stays', async () => {
    const { world, state } = await begin()
    await world.enter()
    state.admit = toSecondStep
    expect(locationOf(await world.link()).pathname).toBe('/second-step')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('an e-mail address that is verified for the first time stays unverified if the login is stopped', async () => {
    const { world, state, box } = await begin()
    await linkAcme(world)
    await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
    const before = rowsOf(world)
    state.admit = toSecondStep
    expect(locationOf(await claim(world, box.link)).pathname).toBe('/second-step')
    expect(await world.browser.session()).toBeNull()
    expect((await world.adapter.getUser('grace'))?.emailVerified).toBeNull()
    expect(rowsOf(world)).toEqual(before)
  })

  test.each(['known', 'new'] as const)(
    'a login hook that throws refuses a %s user and stores nothing',
    async (who) => {
      const { world, state } = await begin()
      if (who === 'known') await linkAcme(world)
      const before = rowsOf(world)
      state.admit = refuse
      expect(errorOf(await world.signIn())).toBe('AccessDenied')
      expect(await world.browser.session()).toBeNull()
      expect(rowsOf(world)).toEqual(before)
    },
  )

  test.each(['admit', 'after'] as const)(
    'the error of the login hook `%s` is reported even if the new user cannot be deleted',
    async (hook) => {
      const deleteUser = async (): Promise<never> => {
        throw new Error('connection lost')
      }
      const { world, state } = await begin({ through: (adapter) => ({ ...adapter, deleteUser }) })
      state[hook] = refuse
      expect(errorOf(await world.signIn())).toBe('AccessDenied')
      expect(world.errors.map(String).join()).toContain("'deleteUser' failed")
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('a redirect of a login hook to another site is refused, and no session starts', async () => {
    const { world, state } = await begin()
    state.admit = async () => ({ kind: 'redirect', location: 'https://elsewhere.test/' })
    const response = await world.signIn()
    expect(errorOf(response)).toBe('Configuration')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.users).toHaveLength(1)
  })

  const keepPending = (state: Hooked): void => {
    state.admit = async (pending) => {
      state.kept = JSON.stringify(pending)
      return { kind: 'pending', location: '/auth/second-step' }
    }
  }
  const finish = (browser: Browser): Promise<Response> => browser.send('/auth/second-step')

  test.each([
    ['a provider', (world: World) => world.signIn()],
    ['a password', (world: World) => world.enter()],
  ])('a pending login with %s is finished by a later request', async (_, signIn) => {
    const { world, state } = await begin()
    await linkAcme(world)
    keepPending(state)
    expect(locationOf(await signIn(world)).pathname).toBe('/auth/second-step')
    expect(await world.browser.session()).toBeNull()
    expect(locationOf(await finish(world.browser)).pathname).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('finishing a pending login starts no session if all sessions of the user were ended in the meantime', async () => {
    const { world, state } = await begin()
    keepPending(state)
    await world.enter()
    if (state.app) await endSignIns('grace', state.app)
    await finish(world.browser)
    expect(await world.browser.session()).toBeNull()
  })

  test('a pending login does not sign a user in after its account was removed', async () => {
    const { world, state } = await begin()
    await linkAcme(world)
    keepPending(state)
    await world.signIn()
    await world.adapter.unlinkAccount({ provider: 'acme', providerAccountId: 'ada' })
    await world.adapter.deleteUser('grace')
    expect(locationOf(await finish(world.browser)).pathname).toBe('/auth/second-step')
    expect(await world.browser.session()).toBeNull()
  })

  test('a login hook is called again if the account of a pending link was linked in the meantime', async () => {
    const { world, state } = await begin()
    const intents: string[] = []
    await world.enter()
    state.admit = async (pending) => {
      intents.push(pending.intent)
      state.kept = JSON.stringify(pending)
      return { kind: 'pending', location: '/auth/second-step' }
    }
    await world.link()
    await linkAcme(world)
    expect(locationOf(await finish(world.browser)).pathname).toBe('/auth/second-step')
    expect(intents).toEqual(['link', 'signIn'])
  })

  test('a new user with a pending login is stored, and still counts as new when it is finished', async () => {
    const { world, state, events } = await begin()
    keepPending(state)
    await world.signIn()
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows).toMatchObject({
      users: [{ id: 'grace' }, { name: 'Ada Lovelace' }],
      accounts: [{ providerAccountId: 'ada' }],
      sessions: [],
    })
    expect(locationOf(await finish(world.browser)).pathname).toBe('/welcome')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(events).toMatchObject([{ isNewUser: true }])
  })

  test('a pending login redirects to its callback URL when it is finished', async () => {
    const { world, state } = await begin()
    await linkAcme(world)
    keepPending(state)
    await world.signIn(world.browser, '/deep/inside')
    state.finishAt = undefined
    expect(locationOf(await finish(world.browser)).pathname).toBe('/deep/inside')
  })

  test('a pending login by mail signs in the current owner of the e-mail address when it is finished', async () => {
    const { world, state, box } = await begin()
    await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
    keepPending(state)
    await claim(world, box.link)
    await world.adapter.updateUser({ id: 'grace', email: 'grace@elsewhere.example' })
    await world.adapter.seed({ id: 'eve', name: 'Eve', email: GRACE.email, emailVerified: new Date() })
    state.admit = async () => ({ kind: 'continue' })
    await finish(world.browser)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Eve' } })
  })

  test.each<[string, Record<string, string>]>([
    ['remove', {}],
    ['keep', { password: PASSWORD }],
  ])(
    'the choice to %s earlier logins is not applied to a user who took the e-mail address while the login was pending',
    async (earlierLogins, typed) => {
      const { world, state, box } = await begin()
      await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
      keepPending(state)
      await claim(world, box.link, { earlierLogins, ...typed })
      await world.adapter.updateUser({ id: 'grace', email: 'grace@elsewhere.example' })
      await world.adapter.seed({ id: 'eve', name: 'Eve', email: GRACE.email })
      state.admit = async () => ({ kind: 'continue' })
      expect(errorOf(await finish(world.browser))).toBe('AccountNotLinked')
      expect(await world.browser.session()).toBeNull()
      expect((await world.adapter.getUser('eve'))?.emailVerified).toBeNull()
    },
  )

  const proveByMail = async ({ world, state, box }: Awaited<ReturnType<typeof begin>>): Promise<void> => {
    await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
    keepPending(state)
    await claim(world, box.link, { earlierLogins: 'remove' })
  }

  test('finishing a pending login that first verifies an e-mail address ends earlier sessions of the user', async () => {
    const begun = await begin()
    const { world } = begun
    const squatter = world.anotherBrowser()
    await world.enter(squatter)
    await proveByMail(begun)
    expect(await squatter.session()).not.toBeNull()
    expect(locationOf(await finish(world.browser)).pathname).toBe('/inside')
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    expect((await world.adapter.getUser('grace'))?.emailVerified).not.toBeNull()
    expect(await squatter.session()).toBeNull()
  })

  test('a pending login that first verifies an e-mail address is refused after all sign-ins of the user were ended', async () => {
    const begun = await begin()
    const { world, state } = begun
    await proveByMail(begun)
    if (state.app) await endSignIns('grace', state.app)
    await finish(world.browser)
    expect(await world.browser.session()).toBeNull()
    expect((await world.adapter.getUser('grace'))?.emailVerified).toBeNull()
  })

  test('a login hook is called again if the account of a pending login now belongs to another user', async () => {
    const { world, state } = await begin()
    await linkAcme(world)
    keepPending(state)
    await world.signIn()
    await world.adapter.unlinkAccount({ provider: 'acme', providerAccountId: 'ada' })
    await world.adapter.seed({ id: 'eve', name: 'Eve', email: 'eve@example.com' })
    await world.adapter.linkAccount({
      provider: 'acme',
      providerAccountId: 'ada',
      type: 'oidc',
      userId: 'eve',
    })
    expect(locationOf(await finish(world.browser)).pathname).toBe('/auth/second-step')
    expect(await world.browser.session()).toBeNull()
  })

  test('pending logins with the right password are not counted as guesses', async () => {
    const { world, state } = await begin()
    keepPending(state)
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(locationOf(await world.enter()).pathname).toBe('/auth/second-step')
    }
  })

  test('a pending login does not sign a user in after all sessions of the user were ended', async () => {
    const { world, state } = await begin()
    await linkAcme(world)
    keepPending(state)
    await world.signIn()
    if (state.app) await endSignIns('grace', state.app)
    await finish(world.browser)
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.sessions).toEqual([])
  })

  test('without a password provider, a pending login ends when all sessions of the user are ended', async () => {
    const { world, state } = await begin({ hasPasswords: false })
    await linkAcme(world)
    keepPending(state)
    await world.signIn()
    if (state.app) await endSignIns('grace', state.app)
    await finish(world.browser)
    expect(await world.browser.session()).toBeNull()
  })

  test.each([
    [3_599_999, '/inside'],
    [3_600_000, '/auth/signin'],
  ])('a login that is finished after %i ms redirects to %s', async (milliseconds, path) => {
    let now = Math.floor(Date.now() / 1000) * 1000
    const { world, state } = await begin({ clock: () => now })
    keepPending(state)
    await world.enter()
    now += milliseconds
    const response = await finish(world.browser)
    expect(locationOf(response).pathname).toBe(path)
    if (path === '/inside') return expect(await world.browser.session()).not.toBeNull()
    expect(errorOf(response)).toBe('InvalidCheck')
    expect(await world.browser.session()).toBeNull()
  })

  test('a pending login expires an hour after a login hook first stopped it, even if another login hook stops it again', async () => {
    let now = Math.floor(Date.now() / 1000) * 1000
    const { world, state, third } = await begin({ clock: () => now })
    keepPending(state)
    third.admit = async (pending) => {
      state.kept = JSON.stringify(pending)
      return { kind: 'pending', location: '/auth/second-step' }
    }
    await world.enter()
    now += 3_000_000
    expect(locationOf(await finish(world.browser)).pathname).toBe('/auth/second-step')
    now += 600_000
    expect(errorOf(await finish(world.browser))).toBe('InvalidCheck')
  })

  test('a login that one login hook has allowed is passed to the next login hook', async () => {
    const { world, state, third } = await begin()
    keepPending(state)
    await world.enter()
    third.admit = toSecondStep
    expect(locationOf(await finish(world.browser)).pathname).toBe('/second-step')
    expect(await world.browser.session()).toBeNull()
  })

  test('a pending login does not sign a user in if the store has lost the record of ended sign-ins', async () => {
    const store = memoryStore()
    const { world, state } = await begin({ options: { store } })
    await world.enter(world.anotherBrowser())
    if (state.app) await endSignIns('someone', state.app)
    keepPending(state)
    await world.enter()
    await store.consume('ended-sign-ins:last')
    await finish(world.browser)
    expect(await world.browser.session()).toBeNull()
  })

  test('a pending login is not ended with the sessions of another user', async () => {
    const { world, state } = await begin()
    keepPending(state)
    await world.enter()
    if (state.app) await endSignIns('someone', state.app)
    expect(locationOf(await finish(world.browser)).pathname).toBe('/inside')
  })

  test.each([
    [{}, false],
    [{ remember: 'on' }, true],
  ])('a pending login keeps the choice %j of the "Stay signed in" checkbox', async (choice, lasts) => {
    const { world, state } = await begin({ session: { remember: true } })
    keepPending(state)
    await world.enter(world.browser, choice)
    const response = await finish(world.browser)
    const cookie = response.headers.getSetCookie().find((each) => each.includes('session-token='))
    expect(cookie?.includes('Expires=')).toBe(lasts)
  })

  test.each(['known', 'new'] as const)(
    'if a login hook fails after the session of a %s user has started, no session and no new rows remain',
    async (who) => {
      const { world, state } = await begin({ failsItself: true })
      if (who === 'known') await linkAcme(world)
      const before = rowsOf(world)
      state.after = refuse
      expect(errorOf(await world.signIn())).toBe('AccessDenied')
      expect(await world.browser.session()).toBeNull()
      expect(rowsOf(world)).toEqual(before)
    },
  )

  test.each([new AccountNotLinked('Linked elsewhere.'), new Verification('Proven elsewhere.')])(
    'a failed login hook does not delete a new user whom another request has signed in: %s',
    async (error) => {
      const { world, state } = await begin({ failsItself: true })
      state.after = () => Promise.reject(error)
      expect(locationOf(await world.signIn()).pathname).not.toBe('/inside')
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.users).toHaveLength(2)
    },
  )
})

test('login hooks are not called if `callbacks.jwt` starts no session', async () => {
  const { state, feature } = hooked()
  let calls = 0
  state.after = async () => {
    calls++
  }
  const carried = acme()
  const { flow } = carried['~feature'] as Feature
  const jwt = { startsSession: true }
  const world = await start({
    strategy: 'jwt',
    providers: [{ ...carried, '~feature': { ...feature, flow } as Feature }],
    callbacks: { jwt: ({ token }) => (jwt.startsSession ? token : null) },
  })
  await world.signIn()
  expect(calls).toBe(1)
  jwt.startsSession = false
  await world.signIn(world.anotherBrowser())
  expect(calls).toBe(1)
})

/** Uses the link of a mail, and chooses to keep or remove earlier logins. */
function claim(
  world: World,
  link: string,
  fields: Record<string, string> = { earlierLogins: 'remove' },
): Promise<Response> {
  const params = Object.fromEntries(new URL(link, world.origin).searchParams)
  return world.browser.post('/auth/callback/mail', { ...params, ...fields })
}
