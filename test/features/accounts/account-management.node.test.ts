import { NextRequest } from 'next/server.js'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import type { EventMessages } from '../../../src/builder/auth-spec.js'
import { StoreError } from '../../../src/errors.js'
import { linkResult } from '../../../src/model/account.js'
import { github } from '../../../src/providers/github.js'
import { passkey } from '../../../src/providers/passkey.js'
import { password } from '../../../src/providers/password.js'
import { resend } from '../../../src/providers/resend.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app, SECRET } from '../../support/app.js'
import type { Browser } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { credentials, GRACE, type World, worlds } from '../../support/world.js'

/*
 * Changes by the signed-in user to their accounts and passkeys. They affect no other user, and the last
 * sign-in method cannot be removed.
 */

const start = worlds()
const startPasskeys = passkeyWorlds()
const MINUTE = 60_000
const ACME = { provider: 'acme', providerAccountId: 'ada' }
const OTHER = { provider: 'acme', providerAccountId: 'ada-at-work' }

const requestOf = ({ jar }: Browser, headers: Record<string, string> = {}): Request =>
  new Request('https://app.test/', { method: 'POST', headers: { cookie: jar.header, ...headers } })

/** The user, with two accounts at Acme. */
async function withTwo(world: World): Promise<string> {
  await world.signIn()
  const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
  await world.adapter.linkAccount({ ...OTHER, type: 'oidc', userId: id, refresh_token: 'plain' })
  return id
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('the list of accounts contains those of the signed-in user, without tokens', async () => {
    const world = await start({ strategy })
    const { accounts } = world.app
    expect(await accounts.list(requestOf(world.browser))).toBeNull()
    await world.signIn()
    expect(await accounts.list(requestOf(world.browser))).toEqual([
      { ...ACME, type: 'oidc', scopes: expect.any(Array), removable: false },
    ])
    const grace = world.anotherBrowser()
    await world.enter(grace)
    expect(await accounts.list(requestOf(grace))).toEqual([])
  })

  test('unlinking an account notifies listeners, revokes its tokens and keeps the other account', async () => {
    const heard: EventMessages['unlinkAccount'][] = []
    const world = await start({
      strategy,
      provider: { revocation: 'https://idp.test/revoke' },
      events: { unlinkAccount: (message) => void heard.push(message) },
    })
    const revoked: string[] = []
    world.idp.misbehave({
      async respond({ url, init }) {
        if (url.pathname !== '/revoke') return undefined
        revoked.push(new URLSearchParams(String(init.body)).get('token') ?? '')
        return new Response(null, { status: 200 })
      },
    })
    const userId = await withTwo(world)
    const request = requestOf(world.browser)
    const listed = await world.app.accounts.list(request)
    expect(listed?.map(({ removable }) => removable)).toEqual([true, true])
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(world.adapter.rows.accounts).toMatchObject([OTHER])
    expect(heard).toEqual([{ ...ACME, userId }])
    expect(revoked).toEqual([world.idp.accessToken])
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: false, reason: 'notFound' })
    expect(await world.app.accounts.unlink(OTHER, { request })).toEqual({
      ok: false,
      reason: 'lastSignInMethod',
    })
  })

  test('unlinking waits at most a second for the token revocation at the provider', async () => {
    const world = await start({ strategy, provider: { revocation: 'https://idp.test/revoke' } })
    world.idp.misbehave({
      respond: ({ url }: { url: URL }) =>
        url.pathname === '/revoke' ? new Promise<Response>(() => undefined) : undefined,
    } as never)
    await withTwo(world)
    const began = performance.now()
    const request = requestOf(world.browser)
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(performance.now() - began).toBeLessThan(1_900)
  })

  test('no user can unlink an account of another user', async () => {
    const world = await start({ strategy })
    await world.signIn()
    const grace = world.anotherBrowser()
    await world.enter(grace)
    for (const account of [ACME, { ...ACME, provider: 'ACME' }, { ...ACME, userId: 'grace' }]) {
      const result = await world.app.accounts.unlink(account, { request: requestOf(grace) })
      expect(result).toEqual({ ok: false, reason: 'notFound' })
    }
    expect(world.adapter.rows.accounts).toHaveLength(1)
  })

  test('unlinking removes only the account of the chosen provider if another provider has the same account id', async () => {
    const world = await start({
      strategy,
      providers: frozen([acme(), acme({ id: 'again' }), credentials(GRACE)]),
    })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    const same = { provider: 'again', providerAccountId: 'ada' }
    await world.adapter.linkAccount({ ...same, type: 'oidc', userId: 'grace' })
    await world.adapter.linkAccount({ ...OTHER, type: 'oidc', userId: id })
    const request = requestOf(world.browser)
    expect(await world.app.accounts.unlink(same, { request })).toMatchObject({ reason: 'notFound' })
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(world.adapter.rows.accounts).toMatchObject([same, OTHER])
  })

  test('unlinking an account requires a recent sign-in', async () => {
    let now = Date.now()
    const world = await start({ strategy, clock: () => now })
    await withTwo(world)
    const { unlink } = world.app.accounts
    const none = await unlink(ACME, { request: requestOf(world.anotherBrowser()) })
    expect(none).toEqual({ ok: false, reason: 'signedOut' })
    now += 11 * MINUTE
    await world.browser.session()
    const late = await unlink(ACME, { request: requestOf(world.browser) })
    expect(late).toEqual({ ok: false, reason: 'reauthenticate' })
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('`linkWithin` sets how recent a sign-in must be to unlink an account', async () => {
    let now = Date.now()
    const world = await start({ strategy, clock: () => now, provider: { linkWithin: 60 } })
    await withTwo(world)
    now += 61_000
    const result = await world.app.accounts.unlink(ACME, { request: requestOf(world.browser) })
    expect(result).toMatchObject({ reason: 'reauthenticate' })
  })

  test.each<[string, string, Record<string, string>]>([
    ['another site', 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', 'POST', { 'sec-fetch-site': 'same-site' }],
    ['another origin', 'POST', { origin: 'https://evil.test' }],
    ['a link in a mail', 'GET', { 'sec-fetch-site': 'none' }],
    ['a link in a mail, in a browser without fetch metadata', 'GET', {}],
    ['a link of another site', 'HEAD', { 'sec-fetch-site': 'cross-site' }],
  ])('accounts cannot be unlinked or linked by a request from %s', async (_, method, headers) => {
    const world = await start({ strategy })
    await withTwo(world)
    const request = new Request(requestOf(world.browser, headers as never), { method })
    const refused = { type: 'MissingCSRF' }
    await expect(world.app.accounts.unlink(ACME, { request })).rejects.toMatchObject(refused)
    await expect(world.app.accounts.link('acme', { request })).rejects.toMatchObject(refused)
    await expect(world.app.signIn('acme', { request, link: true })).rejects.toMatchObject(refused)
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('one of two accounts stays linked if two concurrent requests unlink one account each', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const request = requestOf(world.browser)
    const results = await Promise.all(
      [ACME, OTHER].map((account) => world.app.accounts.unlink(account, { request })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(world.adapter.rows.accounts).toHaveLength(1)
  })

  test('one of two accounts stays linked if two processes without a shared store unlink one account each', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const world = await start({ strategy: 'database', provider: { revocation: undefined } as never })
      await withTwo(world)
      // Every call takes a different time, so that the two requests overlap at every step.
      const slow = new Proxy(world.adapter as Adapter, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as ((...args: unknown[]) => Promise<unknown>) | undefined
          if (typeof method !== 'function') return method
          return async (...args: unknown[]) => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
            return method(...args)
          }
        },
      })
      const processes = [1, 2].map(() =>
        app({
          providers: [acme()],
          adapter: slow,
          session: { strategy: 'database' },
          options: { secret: SECRET, store: memoryStore() },
        }),
      )
      const request = requestOf(world.browser)
      const results = await Promise.all(
        [ACME, OTHER].map((account, index) => processes[index]?.accounts.unlink(account, { request })),
      )
      const left = world.adapter.rows.accounts
      expect(left.length).toBeGreaterThanOrEqual(1)
      expect(left).toHaveLength(2 - results.filter((result) => result?.ok).length)
    }
  })

  test.each(['a shared store', 'the database alone'])(
    'if a process crashes after removing one of two accounts, another process cannot remove the last account (%s)',
    async (shared) => {
      const shares = shared === 'a shared store'
      const world = await start({ strategy: 'database' })
      await withTwo(world)
      const common = Object.assign(memoryStore(), { scope: undefined })
      const processOf = (adapter: Adapter): ReturnType<typeof app> =>
        app({
          providers: [acme()],
          adapter,
          session: { strategy: 'database' },
          options: { secret: SECRET, store: shares ? common : memoryStore() },
        })
      const request = requestOf(world.browser)
      const survivor = processOf(world.adapter)
      let other: unknown
      const dying = processOf({
        ...world.adapter,
        // This process has counted two sign-in methods. The other process removes one, or tries to. Then this
        // process removes the other method, and crashes.
        async unlinkAccount(key) {
          other = await survivor.accounts.unlink(OTHER, { request }).catch((error: unknown) => error)
          await world.adapter.unlinkAccount(key)
          throw new Error('The process dies.')
        },
        linkAccount: () => Promise.reject(new Error('The process is dead.')),
      })
      await expect(dying.accounts.unlink(ACME, { request })).rejects.toThrow('unlinkAccount')
      expect(other).toBeInstanceOf(StoreError)
      expect(world.adapter.rows.accounts).toMatchObject([OTHER])
      // The lock of the crashed process still prevents a removal.
      await expect(survivor.accounts.unlink(OTHER, { request })).rejects.toThrow('Retry')
    },
  )

  test('a request that has lost its lock cannot unlink an account', async () => {
    const store = memoryStore()
    const world = await start({ strategy, options: { secret: SECRET, store } })
    await withTwo(world)
    const { compareAndSet } = store
    Object.assign(store, {
      compareAndSet: (key: string, expected: string | null, ...rest: [string, number]) =>
        key.startsWith('account-removal:') && expected !== null
          ? false
          : compareAndSet(key, expected, ...rest),
    })
    const request = requestOf(world.browser)
    await expect(world.app.accounts.unlink(ACME, { request })).rejects.toThrow('Retry')
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('a request whose lock has expired does not release the lock of another request', async () => {
    const store = memoryStore()
    const real = { ...store }
    let hasRemoved = false
    let key = ''
    const world = await start({
      strategy,
      options: { secret: SECRET, store },
      through: (adapter) => ({
        ...adapter,
        unlinkAccount(account) {
          hasRemoved = true
          return adapter.unlinkAccount(account)
        },
      }),
    })
    await withTwo(world)
    for (const name of ['get', 'compareAndSet', 'consume'] as const) {
      const method = real[name] as (...args: unknown[]) => unknown
      Object.assign(store, {
        [name]: async (...args: unknown[]) => {
          const result = await method(...args)
          // The lock expires after the first call that releases it. Another request then takes the lock.
          if (hasRemoved && key === '' && String(args[0]).startsWith('account-removal:')) {
            key = String(args[0])
            await real.set(key, 'of another request', 30)
          }
          return result
        },
      })
    }
    const request = requestOf(world.browser)
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(await real.get(key)).toBe('of another request')
  })

  test('if the lock cannot be stored, the error names the identifier of its verification token', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('violates check constraint "an address"'))
    const world = await start({
      strategy,
      through: (real) => ({ ...real, createVerificationToken: refuse }),
      failsItself: true,
    })
    await withTwo(world)
    const request = requestOf(world.browser)
    await expect(world.app.accounts.unlink(ACME, { request })).rejects.toThrow("identifier 'account-removal'")
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('without an e-mail provider, unlinking works without a table of verification tokens', async () => {
    const lacks = (): Promise<never> => Promise.reject(new Error('no such table'))
    const world = await start({
      strategy,
      through: (real) => ({ ...real, createVerificationToken: lacks, useVerificationToken: lacks }),
      failsItself: true,
    })
    await withTwo(world)
    const request = requestOf(world.browser)
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(await world.app.accounts.unlink(OTHER, { request })).toMatchObject({ reason: 'lastSignInMethod' })
  })

  test('if unlinking is refused after the row was deleted, the account is restored with its tokens', async () => {
    const world = await start({
      strategy,
      // Another process removes the other account at the same moment.
      through: (real: RecordedAdapter) => ({
        ...real,
        async unlinkAccount(key) {
          const row = await real.unlinkAccount(key)
          await real.unlinkAccount(OTHER)
          return row
        },
      }),
    })
    await withTwo(world)
    const request = requestOf(world.browser)
    const before = await world.app.tokens(request, 'acme', { providerAccountId: 'ada' })
    const result = await world.app.accounts.unlink(ACME, { request })
    expect(result).toEqual({ ok: false, reason: 'lastSignInMethod' })
    expect(await world.app.tokens(request, 'acme', { providerAccountId: 'ada' })).toEqual(before)
    expect(before).toMatchObject({ ok: true, accessToken: world.idp.accessToken })
  })

  test('unlinking keeps an account that another user has linked meanwhile', async () => {
    let isMoved = false
    const heard: unknown[] = []
    const world = await start({
      strategy,
      events: { unlinkAccount: (message) => void heard.push(message) },
      through: (real) => ({
        ...real,
        async unlinkAccount(account) {
          if (!isMoved) {
            isMoved = true
            await real.unlinkAccount(account)
            await real.linkAccount({ ...ACME, type: 'oidc', userId: 'grace' })
          }
          return real.unlinkAccount(account)
        },
      }),
    })
    await withTwo(world)
    const result = await world.app.accounts.unlink(ACME, { request: requestOf(world.browser) })
    expect(result).toEqual({ ok: false, reason: 'notFound' })
    expect(await world.adapter.getUserByAccount(ACME)).toMatchObject({ id: 'grace' })
    expect(heard).toEqual([])
  })

  test('with .tenant(), unlinking keeps an account that another user has linked meanwhile, and its tokens', async () => {
    let isMoved = false
    const world = await start({
      strategy,
      tenant: () => 'customer',
      through: (real) => ({
        ...real,
        async unlinkAccount(key) {
          if (!isMoved) {
            isMoved = true
            const row = real.rows.accounts.find((each) => each.providerAccountId === key.providerAccountId)
            await real.unlinkAccount(key)
            await real.linkAccount({ ...row, ...key, type: 'oidc', userId: 'grace' })
          }
          return real.unlinkAccount(key)
        },
      }),
    })
    await world.signIn()
    const [row] = world.adapter.rows.accounts
    const { provider = '', userId = '' } = row as { provider?: string; userId?: string }
    await world.adapter.linkAccount({ ...OTHER, provider, type: 'oidc', userId })
    const result = await world.app.accounts.unlink(ACME, { request: requestOf(world.browser) })
    expect(result).toEqual({ ok: false, reason: 'notFound' })
    expect(await world.adapter.getUserByAccount({ ...ACME, provider })).toMatchObject({ id: 'grace' })
    await world.enter()
    expect(await world.app.tokens(requestOf(world.browser), 'acme')).toMatchObject({
      ok: true,
      accessToken: world.idp.accessToken,
    })
  })

  test('with transactions, unlinking keeps an account that another user has linked meanwhile', async () => {
    const removed: unknown[] = []
    const world = await start({
      strategy,
      through: (real) => {
        const moved: Adapter = {
          ...real,
          // Another user has linked the account after the list of accounts was read.
          getUserByAccount: async (key) =>
            removed.length === 0 && key.providerAccountId === 'ada' && isAsked
              ? real.getUser('grace')
              : real.getUserByAccount(key),
          unlinkAccount: async (key) => {
            removed.push(key)
            // Some adapters return nothing.
            await real.unlinkAccount(key)
          },
        }
        return { ...moved, inTransaction: async (work) => work(moved as never) } as Adapter
      },
    })
    let isAsked = false
    await withTwo(world)
    isAsked = true
    const result = await world.app.accounts.unlink(ACME, { request: requestOf(world.browser) })
    expect(result).toEqual({ ok: false, reason: 'notFound' })
    expect(removed).toEqual([])
  })

  test('a request to unlink an account takes no lock if the sign-in is too old', async () => {
    let now = Date.now()
    const store = memoryStore({ now: () => now })
    const world = await start({ strategy, clock: () => now, options: { secret: SECRET, store } })
    await withTwo(world)
    const turns: string[] = []
    const { compareAndSet } = store
    Object.assign(store, {
      compareAndSet: (key: string, ...rest: [string | null, string, number]) => {
        if (key.startsWith('account-removal:')) turns.push(key)
        return compareAndSet(key, ...rest)
      },
    })
    const request = requestOf(world.browser)
    expect(await world.app.accounts.unlink({ ...ACME, providerAccountId: '-' }, { request })).toMatchObject({
      reason: 'notFound',
    })
    now += 11 * MINUTE
    expect(await world.app.accounts.unlink(ACME, { request })).toMatchObject({ reason: 'reauthenticate' })
    expect(turns).toEqual([])
  })

  test('the lock of a crashed process blocks other processes until the lock expires', async () => {
    let now = 0
    const store = memoryStore({ now: () => now })
    const world = await start({ strategy, options: { secret: SECRET, store } })
    await withTwo(world)
    const { compareAndSet } = store
    const dead: string[] = []
    Object.assign(store, {
      compareAndSet: (key: string, ...rest: [string | null, string, number]) => {
        if (key.startsWith('account-removal:') && dead.push(key) === 1) compareAndSet(key, ...rest)
        return compareAndSet(key, ...rest)
      },
    })
    const request = requestOf(world.browser)
    await expect(world.app.accounts.unlink(ACME, { request })).rejects.toThrow('Retry')
    now += 31_000
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
  })

  test('an account of a provider that is no longer configured can be unlinked, and does not count as a sign-in method', async () => {
    const world = await start({ strategy })
    const userId = await withTwo(world)
    const old = { provider: 'old', providerAccountId: '1' }
    await world.adapter.linkAccount({ ...old, type: 'oauth', userId })
    const request = requestOf(world.browser)
    const { unlink, list } = world.app.accounts
    expect(await unlink(OTHER, { request })).toEqual({ ok: true })
    expect(await list(request)).toMatchObject([
      { ...ACME, removable: false },
      { ...old, removable: true },
    ])
    expect(await unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
    expect(await unlink(old, { request })).toEqual({ ok: true })
  })

  test('a verified e-mail address is a sign-in method if an e-mail provider is configured', async () => {
    const world = await start({ strategy, providers: frozen([acme(), mailbox().provider]) })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    await world.adapter.updateUser({ id, emailVerified: null })
    const request = requestOf(world.browser)
    const { unlink } = world.app.accounts
    expect(await unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
    await world.adapter.updateUser({ id, emailVerified: new Date() })
    expect(await unlink(ACME, { request })).toEqual({ ok: true })
  })

  test('an e-mail provider without its API key does not count as a sign-in method', async () => {
    const withoutKey = resend({ from: 'shop@example.com' })
    const world = await start({ strategy, providers: frozen([acme(), withoutKey]) })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    await world.adapter.updateUser({ id, emailVerified: new Date() })
    const request = requestOf(world.browser)
    expect(await world.app.accounts.list(request)).toMatchObject([{ ...ACME, removable: false }])
    expect(await world.app.accounts.unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
  })

  test('an OAuth provider without its client id does not count as a sign-in method', async () => {
    const world = await start({ strategy, providers: frozen([acme(), github()]) })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    const octocat = { provider: 'github', providerAccountId: '1' }
    await world.adapter.linkAccount({ ...octocat, type: 'oauth', userId: id })
    const request = requestOf(world.browser)
    const { unlink, list } = world.app.accounts
    expect(await list(request)).toMatchObject([
      { ...ACME, removable: false },
      { ...octocat, removable: true },
    ])
    expect(await unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
    expect(await unlink(octocat, { request })).toEqual({ ok: true })
  })

  test('if an adapter also returns accounts of other users, these are neither listed nor counted', async () => {
    const world = await start({
      strategy,
      through: (real) => ({
        ...real,
        listAccountsByUserId: async (userId: string) => [
          { ...OTHER, type: 'oidc' as const, userId: 'another user' },
          ...(await real.listAccountsByUserId(userId)),
        ],
      }),
    })
    await world.signIn()
    const request = requestOf(world.browser)
    expect(await world.app.accounts.list(request)).toMatchObject([{ ...ACME, removable: false }])
    expect(await world.app.accounts.unlink(OTHER, { request })).toMatchObject({ reason: 'notFound' })
    expect(await world.app.accounts.unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
  })

  test('with password(), a password counts as a sign-in method only once it is set', async () => {
    const send = async (): Promise<void> => {}
    const world = await start({ strategy, providers: frozen([acme(), password({ send })]) })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    const request = requestOf(world.browser)
    const { unlink } = world.app.accounts
    expect(await unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
    const stored = { userId: id, hash: 'hash', epoch: 'epoch', changedAt: new Date() }
    await world.adapter.setPasswordIf({ ...stored, tenant: 'another' }, null)
    expect(await unlink(ACME, { request })).toMatchObject({ reason: 'lastSignInMethod' })
    await world.adapter.setPasswordIf({ ...stored, tenant: '' }, null)
    expect(await unlink(ACME, { request })).toEqual({ ok: true })
  })

  test('with credentials(), a password counts as a sign-in method only if `hasCredentials` returns true', async () => {
    const asked: unknown[] = []
    let answer: unknown = 'yes'
    const hasCredentials = ({ id }: { id: string }): boolean => {
      asked.push(id)
      if (answer === 'throws') throw new Error('The database is down.')
      return answer as boolean
    }
    const world = await start({ strategy, password: { hasCredentials }, failsItself: true })
    await world.signIn()
    const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
    const request = requestOf(world.browser)
    for (answer of ['yes', false, 'throws']) {
      const result = await world.app.accounts.unlink(ACME, { request })
      expect(result).toMatchObject({ reason: 'lastSignInMethod' })
    }
    answer = true
    expect(await world.app.accounts.unlink(ACME, { request })).toEqual({ ok: true })
    expect(new Set(asked)).toEqual(new Set([id]))
    await world.adapter.deleteUser(id)
  })

  describe('linking', () => {
    /** Links an account with `auth.accounts.link`, and returns the result. */
    async function link(world: World, at: Browser): Promise<unknown> {
      const request = requestOf(at)
      const started = await world.app.accounts.link('acme', { request, redirectTo: '/settings?tab=1' })
      if (!started.ok) return started
      at.jar.take(new Response(null, { headers: started.headers }), world.origin)
      const back = await world.finish(world.idp.authorize(new URL(started.url)), at)
      const target = new URL(back.headers.get('location') ?? '')
      expect([target.origin, target.pathname, target.searchParams.get('tab')]).toEqual([
        world.origin,
        '/settings',
        '1',
      ])
      return linkResult(target)
    }

    test('linking reports the result: linked, already linked, or the account of another user', async () => {
      const world = await start({ strategy })
      await world.enter()
      expect(await link(world, world.browser)).toEqual({ provider: 'acme', result: 'linked' })
      expect(await link(world, world.browser)).toEqual({ provider: 'acme', result: 'alreadyLinked' })
      world.idp.user = { ...world.idp.user, sub: 'eve', email: 'eve@example.com' }
      const eve = world.anotherBrowser()
      await world.signIn(eve)
      world.idp.user = { ...world.idp.user, sub: 'ada' }
      expect(await link(world, eve)).toEqual({ provider: 'acme', result: 'otherUser' })
      expect(await eve.session()).toMatchObject({ user: { email: 'eve@example.com' } })
      expect(world.adapter.rows.accounts).toHaveLength(2)
    })

    test('linking requires a session with a recent sign-in, and an OAuth provider', async () => {
      let now = Date.now()
      const world = await start({ strategy, clock: () => now })
      expect(await link(world, world.browser)).toEqual({ ok: false, reason: 'signedOut' })
      await world.enter()
      now += 11 * MINUTE
      expect(await link(world, world.browser)).toEqual({ ok: false, reason: 'reauthenticate' })
      const request = requestOf(world.browser)
      await expect(world.app.accounts.link('credentials', { request })).rejects.toThrow("'credentials'")
      await expect(world.app.accounts.link('nowhere', { request })).rejects.toThrow("'nowhere'")
    })

    test('linkResult() reads the nextUrl of a request in Next.js', () => {
      const { nextUrl } = new NextRequest('https://app.test/?linkProvider=acme&linkResult=linked')
      const linked = { provider: 'acme', result: 'linked' }
      expect(linkResult(nextUrl)).toEqual(linked)
      expect(linkResult(nextUrl.searchParams)).toEqual(linked)
    })

    test('linkResult() accepts query parameters that are named like members of `URL`', () => {
      const query = { linkProvider: 'acme', linkResult: 'linked', searchParams: ['a', 'b'], get: 'c' }
      expect(linkResult(query)).toEqual({ provider: 'acme', result: 'linked' })
    })

    test.each([
      'https://app.test/?linkResult=linked',
      'https://app.test/?linkProvider=acme&linkResult=yes',
      'https://app.test/',
    ])('linkResult() returns null for %s', (url) => {
      expect(linkResult(new URL(url))).toBeNull()
      expect(linkResult(new URL(url).searchParams)).toBeNull()
      expect(linkResult(Object.fromEntries(new URL(url).searchParams))).toBeNull()
    })
  })
})

describe.each(['jwt', 'database'] as const)('passkeys, sessions: %s', (strategy) => {
  test('passkeys can be listed, renamed and removed, except the last sign-in method', async () => {
    const heard: unknown[] = []
    const events = { removePasskey: (message: unknown) => void heard.push(message) }
    const world = await startPasskeys({ strategy, events })
    const { passkeys } = world.app
    expect(await passkeys.list(requestOf(world.browser))).toBeNull()
    await world.register()
    await world.register('', world.browser)
    const request = requestOf(world.browser)
    const [first, second] = (await passkeys.list(request)) ?? []
    expect(first).toEqual({
      id: expect.stringMatching(/^[\w-]+$/),
      provider: 'passkey',
      name: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      synced: expect.any(Boolean),
      transports: expect.any(Array),
      removable: true,
    })
    const id = first?.id ?? ''
    expect(await passkeys.rename(id, '  Ada’s\u0000 phone\u202e ', { request })).toEqual({ ok: true })
    expect((await passkeys.list(request))?.find((each) => each.id === id)?.name).toBe('Ada’s  phone')
    await passkeys.rename(id, 'x'.repeat(200), { request })
    expect((await passkeys.list(request))?.find((each) => each.id === id)?.name).toBe('x'.repeat(100))
    // Zero-width joiners are kept, because emoji and Persian words contain them.
    await passkeys.rename(id, '👩‍💻 نامه\u200cها', { request })
    expect((await passkeys.list(request))?.find((each) => each.id === id)?.name).toBe('👩‍💻 نامه\u200cها')
    await passkeys.rename(id, ' ', { request })
    expect((await passkeys.list(request))?.find((each) => each.id === id)?.name).toBeNull()
    expect(await passkeys.remove(id, { request })).toEqual({ ok: true })
    expect(heard).toMatchObject([{ id, provider: 'passkey' }])
    expect(await passkeys.remove(id, { request })).toMatchObject({ reason: 'notFound' })
    expect(await passkeys.remove(second?.id ?? '', { request })).toMatchObject({ reason: 'lastSignInMethod' })
    expect(await passkeys.list(request)).toMatchObject([{ removable: false }])
    const removed = world.authenticator.keys[0]
    const refused = await world.use(world.anotherBrowser(), {}, removed)
    expect(refused.headers.get('location')).toContain('error=')
    const kept = await world.use(world.anotherBrowser())
    expect(kept.headers.get('location')).toMatch(/\/inside$/)
  })

  test('no user can rename or remove a passkey of another user', async () => {
    const world = await startPasskeys({ strategy })
    await world.register('ada@example.com')
    const [own] = (await world.app.passkeys.list(requestOf(world.browser))) ?? []
    const eve = world.anotherBrowser()
    await world.register('eve@example.com', eve)
    const request = requestOf(eve)
    for (const id of [own?.id ?? '', '', '__proto__', 'a'.repeat(5_000)]) {
      expect(await world.app.passkeys.rename(id, 'Eve', { request })).toMatchObject({ reason: 'notFound' })
      expect(await world.app.passkeys.remove(id, { request })).toMatchObject({ reason: 'notFound' })
    }
    expect(await world.app.passkeys.list(requestOf(world.browser))).toEqual([own])
  })

  test('two concurrent requests cannot remove both remaining sign-in methods', async () => {
    const world = await startPasskeys({ strategy })
    await world.register()
    await world.register('', world.browser)
    const request = requestOf(world.browser)
    const listed = (await world.app.passkeys.list(request)) ?? []
    const results = await Promise.all(listed.map(({ id }) => world.app.passkeys.remove(id, { request })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await world.link()
    const again = requestOf(world.browser)
    const [left] = (await world.app.passkeys.list(again)) ?? []
    const both = await Promise.all([
      world.app.passkeys.remove(left?.id ?? '', { request: again }),
      world.app.accounts.unlink(ACME, { request: again }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a passkey does not sign a user in after an interrupted removal', async () => {
    let fails = false
    const world = await startPasskeys({
      strategy,
      failsItself: true,
      through: (real: RecordedAdapter) => ({
        ...real,
        async deleteAuthenticator(id) {
          if (fails) throw new Error('The process ends.')
          return real.deleteAuthenticator(id)
        },
      }),
    })
    await world.register()
    await world.register('', world.browser)
    const request = requestOf(world.browser)
    const [first] = (await world.app.passkeys.list(request)) ?? []
    fails = true
    await expect(world.app.passkeys.remove(first?.id ?? '', { request })).rejects.toThrow(
      'deleteAuthenticator',
    )
    expect(await world.app.passkeys.list(request)).toHaveLength(1)
    const refused = await world.use(world.anotherBrowser(), {}, world.authenticator.keys[0])
    expect(refused.headers.get('location')).toContain('error=')
  })

  test('removing a passkey requires a recent sign-in, but renaming does not', async () => {
    let now = Date.now()
    const world = await startPasskeys({ strategy, clock: () => now, key: passkey({ within: 60 }) })
    await world.register()
    await world.register('', world.browser)
    now += 61_000
    const request = requestOf(world.browser)
    const [first] = (await world.app.passkeys.list(request)) ?? []
    const id = first?.id ?? ''
    expect(await world.app.passkeys.remove(id, { request })).toMatchObject({ reason: 'reauthenticate' })
    expect(await world.app.passkeys.rename(id, 'Phone', { request })).toEqual({ ok: true })
  })
})
