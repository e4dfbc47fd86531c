import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { type FaultyAdapter, faultyAdapter } from '../../support/faults.js'
import { frozen } from '../../support/frozen.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme, acmeOAuth } from '../../support/providers.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { credentials, GRACE, type World, type WorldOptions, worlds } from '../../support/world.js'

/*
 * A removed account gives no access if rows are missing in the database, during the removal, or after a
 * sign-in that was interrupted.
 */

const start = worlds()
const ACME = { provider: 'acme', providerAccountId: 'ada' }
const MINUTE = 60_000

/** The error in the redirect of a response, or `503` if the response is a page. */
const errorOf = (response: Response): string | null =>
  response.status === 503 ? '503' : locationOf(response).searchParams.get('error')

/** Providers including one that sends mails, and its mailbox. */
function withMail(): { box: ReturnType<typeof mailbox>; providers: readonly Provider[] } {
  const box = mailbox()
  return { box, providers: [acme(), credentials(GRACE), box.provider] }
}

/** Signs in by mail, up to the form on the page of the link. */
async function byMail(world: World, box: ReturnType<typeof mailbox>, email: string): Promise<Response> {
  const browser = world.anotherBrowser()
  await browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
  const params = Object.fromEntries(new URL(box.link, world.origin).searchParams)
  return browser.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
}

async function founder({ adapter }: World): Promise<string> {
  return (await adapter.getUserByAccount(ACME))?.id ?? ''
}

/** The adapter of the world, with replaced methods. */
const through =
  (change: (real: RecordedAdapter) => Partial<Adapter>) =>
  (real: RecordedAdapter): Adapter => ({ ...real, ...change(real) })

/** An adapter with `inTransaction`, but without a rollback. */
const transactional = through((real) => ({
  inTransaction: async (work) => work(real),
}))

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  describe.each([
    ['without transactions', {}],
    ['with transactions', { through: transactional }],
    [
      'with a provider of plain OAuth 2',
      { providers: frozen([acmeOAuth({ issuer: 'https://idp.test' }), credentials(GRACE)]) },
    ],
  ] as const)('%s', (_, options: WorldOptions) => {
    const begin = (given: WorldOptions = {}): Promise<World> => start({ strategy, ...options, ...given })

    test('an unlinked account signs in as a new user, even if the user signed up with it', async () => {
      const world = await begin()
      await world.signIn()
      const id = await founder(world)
      await world.adapter.unlinkAccount(ACME)
      await world.adapter.updateUser({ id, email: 'owner@example.com', emailVerified: new Date() })
      const thief = world.anotherBrowser()
      expect(locationOf(await world.signIn(thief)).pathname).toBe('/inside')
      expect((await thief.session()).user.email).toBe('ada@example.com')
      expect(await founder(world)).not.toBe(id)
    })

    test('an unlinked account does not sign in by the e-mail address of the user', async () => {
      const world = await begin()
      await world.signIn()
      const id = await founder(world)
      await world.adapter.linkAccount({
        userId: id,
        type: 'oidc',
        provider: 'globex',
        providerAccountId: 'owner',
      })
      await world.adapter.unlinkAccount(ACME)
      const thief = world.anotherBrowser()
      expect(errorOf(await world.signIn(thief))).toBe('OAuthAccountNotLinked')
      expect(await thief.session()).toBeNull()
      expect(world.adapter.rows.accounts).toMatchObject([{ userId: id, provider: 'globex' }])
    })

    test('a sign-in fails if its account is unlinked meanwhile', async () => {
      let unlinks = false
      const world = await begin({
        through: (real) => {
          const known = options.through?.(real) ?? real
          const getUserByAccount: Adapter['getUserByAccount'] = async (key) => {
            const user = await real.getUserByAccount(key)
            // The account is unlinked right after the sign-in has read it.
            if (user && unlinks) await real.unlinkAccount(key)
            return user
          }
          return { ...known, getUserByAccount } as Adapter
        },
      })
      await world.signIn()
      await world.browser.post('/auth/signout')
      const another = { type: 'oidc', provider: 'globex', providerAccountId: 'owner' } as const
      await world.adapter.linkAccount({ ...another, userId: await founder(world) })
      unlinks = true
      expect(errorOf(await world.signIn())).toBe('AccountNotLinked')
      expect(world.logged).toContainEqual([
        'AccountNotLinked',
        'The account or the e-mail address was removed from its user during the sign-in.',
      ])
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.sessions).toEqual([])
      expect(world.browser.jar.names.filter((name) => name.includes('session-token'))).toEqual([])
    })
  })

  test('ids of users are random', async () => {
    const { box, providers } = withMail()
    const ids = new Set<string>()
    for (let time = 0; time < 2; time++) {
      const world = await start({ strategy, providers })
      await world.signIn()
      await byMail(world, box, 'somebody@example.com')
      for (const { id } of world.adapter.rows.users) if (id !== 'grace') ids.add(id)
    }
    expect(ids.size).toBe(4)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test("the new owner of a user's former e-mail address signs in as a new user", async () => {
    const { box, providers } = withMail()
    const world = await start({ strategy, providers })
    await byMail(world, box, 'somebody@example.com')
    const before = await world.adapter.getUserByEmail('somebody@example.com')
    const moved = { email: 'moved@example.com', emailVerified: new Date() }
    await world.adapter.updateUser({ id: before?.id ?? '', ...moved })
    expect(locationOf(await byMail(world, box, 'somebody@example.com')).pathname).toBe('/inside')
    const after = await world.adapter.getUserByEmail('somebody@example.com')
    expect(after?.id).not.toBe(before?.id)
  })

  test('a sign-in link is rejected if the e-mail address of the user changes before it is used', async () => {
    const { box, providers } = withMail()
    const world = await start({
      strategy,
      providers,
      through: through((real) => ({
        async updateUser(user) {
          const updated = await real.updateUser(user)
          if (user.emailVerified) await real.updateUser({ id: user.id, email: 'moved@example.com' })
          return updated
        },
      })),
    })
    await world.adapter.seed({ id: 'first', email: 'first@example.com', emailVerified: new Date() })
    expect(errorOf(await byMail(world, box, 'first@example.com'))).toBe('AccountNotLinked')
    expect(world.adapter.rows.sessions).toEqual([])
  })

  test('an e-mail address stays unverified if it changes before the verification is stored', async () => {
    const { box, providers } = withMail()
    const world = await start({
      strategy,
      providers,
      through: through((real) => ({
        async updateUser(user) {
          if (user.emailVerified) await real.updateUser({ id: user.id, email: 'victim@example.com' })
          return real.updateUser(user)
        },
      })),
    })
    await world.adapter.seed({ id: 'first', email: 'first@example.com', emailVerified: new Date() })
    expect(errorOf(await byMail(world, box, 'first@example.com'))).toBe('AccountNotLinked')
    expect(await world.adapter.getUser('first')).toMatchObject({
      email: 'victim@example.com',
      emailVerified: null,
    })
    expect(world.adapter.rows.sessions).toEqual([])
  })
})

test('with transactions, a changed e-mail address stays unverified if the process ends during the verification', async () => {
  const { box, providers } = withMail()
  let hasEnded = false
  const world = await start({
    providers,
    failsItself: true,
    through: through((real) => {
      const updateUser: RecordedAdapter['updateUser'] = async (user) => {
        if (hasEnded) throw new Error('the process has ended')
        if (user.emailVerified) {
          await real.updateUser({ id: user.id, email: 'victim@example.com' })
          hasEnded = true
        }
        return real.updateUser(user)
      }
      return {
        updateUser,
        async inTransaction(work) {
          try {
            return await work({ ...real, updateUser })
          } catch (error) {
            // The database undoes the write of the transaction, but not the earlier change of the e-mail address.
            await real.updateUser({ id: 'first', emailVerified: null })
            throw error
          }
        },
      }
    }),
  })
  await world.adapter.seed({ id: 'first', email: 'first@example.com', emailVerified: new Date() })
  await byMail(world, box, 'first@example.com')
  expect(await world.adapter.getUser('first')).toMatchObject({
    email: 'victim@example.com',
    emailVerified: null,
  })
})

test('a first sign-in does not take over another user if the store returns undefined for a missing key', async () => {
  const values = new Map<string, string>()
  const store = {
    ...memoryStore(),
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => void values.set(key, value),
    consume(key: string) {
      const value = values.get(key)
      values.delete(key)
      return value
    },
  } as unknown as Store
  const world = await start({ options: { secret: SECRET, store } })
  await world.adapter.seed({ id: 'victim', email: 'ada@example.com' })
  expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
  expect(world.adapter.rows.accounts).toEqual([])
})

describe('an interrupted first sign-in', () => {
  interface Interrupted {
    readonly world: World
    readonly adapter: FaultyAdapter
    readonly left: string
    wait(milliseconds: number): void
  }

  /** Leaves a user without an account, and the record with which a later sign-in finishes the first one. */
  async function interrupted(options: WorldOptions = {}): Promise<Interrupted> {
    let now = Date.now()
    let adapter: FaultyAdapter | undefined
    const made = options.through ?? ((real: RecordedAdapter): Adapter => real)
    const world = await start({
      clock: () => now,
      ...options,
      through: (real) => {
        adapter = faultyAdapter(made(real))
        return adapter.adapter
      },
    })
    const faulty = adapter as unknown as FaultyAdapter
    faulty.break('linkAccount', 'throws before its effect')
    faulty.break('deleteUser', 'throws before its effect')
    expect(errorOf(await world.signIn())).toBe('503')
    faulty.mend()
    const [left] = world.adapter.rows.users.filter(({ id }) => id !== 'grace')
    return {
      world,
      adapter: faulty,
      left: left?.id ?? '',
      wait: (milliseconds) => {
        now += milliseconds
      },
    }
  }

  const records = [
    ['of an adapter with verification tokens', {}],
    [
      'of an adapter without verification tokens',
      {
        through: through(() => ({
          createVerificationToken: undefined as never,
          useVerificationToken: undefined as never,
        })),
      },
    ],
    [
      'of a database without the table of verification tokens',
      {
        through: through(() => ({
          createVerificationToken: () => Promise.reject(new Error('no such table')),
          useVerificationToken: () => Promise.reject(new Error('no such table')),
        })),
      },
    ],
  ] as const

  test.each(records)(
    'the next sign-in finishes an interrupted first sign-in %s, but only once',
    async (_, options) => {
      const { world, left } = await interrupted(options)
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      expect(await founder(world)).toBe(left)
      // The record was deleted when the sign-in finished.
      await world.adapter.unlinkAccount(ACME)
      expect(errorOf(await world.signIn(world.anotherBrowser()))).toBe('OAuthAccountNotLinked')
      await world.adapter.deleteUser(left)
    },
  )

  test('an interrupted first sign-in is finished by another process with a separate store', async () => {
    const first = await interrupted()
    const { world, left } = first
    const second = await start({ through: () => world.adapter, idp: world.idp })
    expect(locationOf(await second.signIn()).pathname).toBe('/inside')
    expect(await founder(world)).toBe(left)
  })

  test('an interrupted first sign-in cannot be finished after 15 minutes', async () => {
    const { world, left, wait } = await interrupted()
    wait(15 * MINUTE)
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
    await world.adapter.deleteUser(left)
  })

  test.each(records)(
    'an interrupted first sign-in %s cannot be finished by another account with the same e-mail address',
    async (_, options) => {
      const { world, left } = await interrupted(options)
      world.idp.user = { ...world.idp.user, sub: 'mallory' }
      expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
      expect(world.adapter.rows.accounts).toEqual([])
      world.idp.user = { ...world.idp.user, sub: 'ada' }
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      expect(await founder(world)).toBe(left)
    },
  )

  test('a repeated first sign-in does not link its account to another user who now has the e-mail address', async () => {
    const { world, left } = await interrupted()
    await world.adapter.updateUser({ id: left, email: 'moved@example.com' })
    await world.adapter.seed({ id: 'victim', email: 'ada@example.com' })
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
    await world.adapter.deleteUser(left)
  })

  test('an interrupted first sign-in that callbacks.signIn refuses can be finished later', async () => {
    let allows = true
    const { world, left } = await interrupted({ callbacks: { signIn: () => allows } })
    allows = false
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    allows = true
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(await founder(world)).toBe(left)
  })

  test('an interrupted first sign-in cannot be finished after the owner of the e-mail address has signed in by e-mail', async () => {
    const { box, providers } = withMail()
    const { world, left } = await interrupted({ providers })
    await world.adapter.updateUser({ id: left, emailVerified: null })
    world.idp.user = { ...world.idp.user, email_verified: false }
    expect(locationOf(await byMail(world, box, 'ada@example.com')).pathname).toBe('/inside')
    expect(await world.adapter.getUserByEmail('ada@example.com')).toMatchObject({ id: left })
    expect(errorOf(await world.signIn(world.anotherBrowser()))).toBe('OAuthAccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
  })
})

describe('an attacker who signed up with the e-mail address of another user', () => {
  const unproven = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: false }

  /** An attacker signs in with the account. Right after this sign-in calls the method, the owner signs in by mail. */
  async function raced(method: 'createUser' | 'linkAccount' | 'createSession'): Promise<void> {
    const { box, providers } = withMail()
    let arrives = true
    const made: { world?: World } = {}
    const world = await start({
      strategy: 'database',
      providers,
      through: through((real) => ({
        async [method](given: never) {
          const answer: unknown = await (real[method] as (given: never) => Promise<unknown>)(given)
          if (arrives) {
            arrives = false
            expect(locationOf(await byMail(made.world as World, box, 'ada@example.com')).pathname).toBe(
              '/inside',
            )
          }
          return answer
        },
      })),
    })
    made.world = world
    world.idp.user = unproven
    await world.signIn()
    expect(arrives).toBe(false)
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.accounts).toEqual([])
    const owner = await world.adapter.getUserByEmail('ada@example.com')
    expect(world.adapter.rows.sessions).toMatchObject([{ userId: owner?.id }])
    expect(errorOf(await world.signIn(world.anotherBrowser()))).toBe('OAuthAccountNotLinked')
  }

  test.each(['createUser', 'linkAccount', 'createSession'] as const)(
    'an attacker is signed out when the owner verifies the e-mail address after %s',
    (method) => raced(method),
  )

  test.each(['jwt', 'database'] as const)(
    'the owner of an e-mail address is not signed in as a user whom an attacker stores during the sign-in (sessions: %s)',
    async (strategy) => {
      const { box, providers } = withMail()
      let arrives = true
      const world = await start({
        strategy,
        providers,
        through: through((real) => ({
          async createUser(user) {
            if (arrives) {
              arrives = false
              await real.createUser({ id: 'mallory', email: 'ada@example.com', emailVerified: null })
              await real.linkAccount({ userId: 'mallory', type: 'oidc', ...ACME })
            }
            return real.createUser(user)
          },
        })),
      })
      expect(errorOf(await byMail(world, box, 'ada@example.com'))).toBe('AccountNotLinked')
      const stored = await world.adapter.getUserByEmail('ada@example.com')
      expect(stored).toMatchObject({ id: 'mallory', emailVerified: null })
      expect(world.adapter.rows.sessions).toEqual([])
    },
  )

  test('an attacker who signs in while the owner verifies the e-mail address is signed out', async () => {
    const { box, providers } = withMail()
    const made: { world?: World } = {}
    let arrives = false
    const world = await start({
      strategy: 'database',
      providers,
      through: through((real) => ({
        async deleteLoginsByUserId(id) {
          await real.deleteLoginsByUserId(id)
          if (!arrives) return
          arrives = false
          // A concurrent sign-in links the account, because it read the user before the deletion.
          await real.linkAccount({ userId: id, type: 'oidc', ...ACME })
          await made.world?.signIn(made.world.browser)
        },
      })),
    })
    made.world = world
    world.idp.user = unproven
    await world.signIn()
    await world.browser.post('/auth/signout')
    arrives = true
    expect(locationOf(await byMail(world, box, 'ada@example.com')).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.browser.session()).toBeNull()
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
  })
})

test("the owner's sign-in ends an attacker's session even if the attacker's provider is no longer configured", async () => {
  const adapter = memory()
  const idp = await IdentityProvider.start()
  idp.misbehave({ claims: (usual) => ({ ...usual, email_verified: false }) })
  const attacker = new Browser(app({ providers: [acme()], adapter, fetch: idp.fetch }).handle)
  const callback = idp.authorize(locationOf(await attacker.post('/auth/signin/acme')))
  await attacker.send(callback.pathname + callback.search)
  const box = mailbox()
  const { handle } = app({ providers: [box.provider], adapter })
  const stolen = async (): Promise<unknown> => {
    const request = new Request('https://app.test/auth/session', { headers: { cookie: attacker.jar.header } })
    return (await handle(request)).json()
  }
  expect(await stolen()).not.toBeNull()
  const owner = new Browser(handle)
  await owner.post('/auth/signin/mail', { email: String(idp.user['email']) })
  const { searchParams } = new URL(box.link, 'https://app.test')
  await owner.post('/auth/callback/mail', { ...Object.fromEntries(searchParams), earlierLogins: 'remove' })
  expect(await owner.session()).not.toBeNull()
  expect(await stolen()).toBeNull()
})
