import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { changed } from '../../support/oidc/callback.js'
import { relyingParties } from '../../support/oidc/relying-party.js'
import { passkeyWorlds } from '../../support/passkeys.js'
// Imported in advance, because the first import may take longer than the test waits for a warning.
import '../../../src/runtime/core/config/warnings.js'
import { watching } from '../../support/watched.js'

const watch = watching()
const relyingParty = relyingParties()
const passkeyWorld = passkeyWorlds()

const byName: CredentialsProvider = credentials({
  input: { name: {}, password: { type: 'password' } },
  authorize: ({ name, password }) => (password === 'right' ? { id: name, name } : null),
})

const site = (options: AuthSpec['options'] = {}): { auth: App; browser: () => Browser } => {
  const auth = app({
    providers: [byName],
    options: { secret: SECRET, limits: { global: false, account: false }, ...options },
  })
  return { auth, browser: () => new Browser(watch(auth)) }
}

const signIn = (browser: Browser, name: string, password = 'right'): Promise<Response> =>
  browser.post('/auth/callback/credentials', { name, password })

/** A copy of the browser from before the sign-out. */
const signedOut = async (browser: Browser, name = 'ada'): Promise<Browser> => {
  await signIn(browser, name)
  const copy = new Browser(browser.handle, browser.origin, browser.jar.clone())
  expect(await copy.session()).not.toBeNull()
  await browser.post('/auth/signout')
  return copy
}

describe('a session that was signed out of', () => {
  test('a revoked session stays revoked even if another user signs in and out many times', async () => {
    const { browser } = site({ store: memoryStore({ maxEntries: 50 }) })
    const copy = await signedOut(browser())
    const attacker = browser()
    for (let times = 0; times < 120; times++) {
      await signIn(attacker, 'mallory')
      await attacker.post('/auth/signout')
    }
    expect(await copy.session()).toBeNull()
  })

  test('at most 100 revoked sessions of a user are stored a day; further sign-outs end all sessions of the user', async () => {
    const store = memoryStore({ maxEntries: 102 })
    const { browser } = site({ store })
    const [bob, elsewhere, phone, attacker] = [browser(), browser(), browser(), browser()]
    await signIn(bob, 'bob')
    await signIn(elsewhere, 'bob')
    await signIn(phone, 'mallory')
    const copies: Browser[] = []
    for (let times = 0; times < 100; times++) copies.push(await signedOut(attacker, 'mallory'))
    expect(await phone.session()).not.toBeNull()
    // Sessions of other users do not count towards this user's limit.
    await elsewhere.post('/auth/signout')
    expect(await bob.session()).not.toBeNull()
    for (let times = 0; times < 5; times++) {
      copies.push(await signedOut(attacker, 'mallory'))
      expect(await phone.session()).toBeNull()
      await signIn(phone, 'mallory')
    }
    for (const copy of copies) expect(await copy.session()).toBeNull()
    // Other users are not affected, and the store still has space for them.
    expect(await bob.session()).not.toBeNull()
    await bob.post('/auth/signout')
    expect(await bob.session()).toBeNull()
  })

  test('a user who signs in and out in a loop stores at most 100 revoked sessions a day', async () => {
    const sessions = new Set<string>()
    const kept = memoryStore()
    const store: Store = {
      ...kept,
      compareAndSet(key, ...rest) {
        if (key.startsWith('session:')) sessions.add(key)
        return kept.compareAndSet(key, ...rest)
      },
    }
    const { browser } = site({ store })
    const attacker = browser()
    for (let times = 0; times < 310; times++) await signedOut(attacker, 'mallory')
    expect(sessions.size).toBe(100)
  })

  test('a day after 100 sign-outs, a sign-out ends only its own session again', async () => {
    const store = memoryStore()
    const { browser } = site({ store })
    const [phone, laptop] = [browser(), browser()]
    for (let times = 0; times < 101; times++) await signedOut(laptop)
    store['~moveTime'](86_400_000)
    await signIn(phone, 'ada')
    await signedOut(laptop)
    expect(await phone.session()).not.toBeNull()
  })

  test('if the store has no space for a revoked session, all sessions of the user end, and an error is logged', async () => {
    const { auth, browser } = site({ store: memoryStore({ maxEntries: 3 }) })
    const copies: Browser[] = []
    for (const name of ['a', 'b', 'c']) copies.push(await signedOut(browser(), name))
    expect(auth.warned).toEqual([])
    const [ada, copy] = [browser(), browser()]
    await signIn(copy, 'ada')
    copies.push(await signedOut(ada), copy)
    for (const each of copies) expect(await each.session()).toBeNull()
    expect(auth.warned).toEqual([
      'store-full: The store in memory has no room for more revoked sessions: a sign-out now revokes all sessions of its user. Raise `maxEntries` of memoryStore(), or set the option `store`.',
    ])
  })

  test('a user can sign in again even if the store has no space to revoke the previous session', async () => {
    const { browser } = site({ store: memoryStore({ maxEntries: 3 }) })
    for (const name of ['a', 'b', 'c']) await signedOut(browser(), name)
    const ada = browser()
    await signIn(ada, 'ada')
    const before = new Browser(ada.handle, ada.origin, ada.jar.clone())
    await signIn(ada, 'ada')
    expect(await ada.session()).toMatchObject({ user: { name: 'ada' } })
    expect(await before.session()).toBeNull()
  })

  test('sessions.revoke() rejects if the store has no space for the revocation', async () => {
    const { auth, browser } = site({ store: memoryStore({ maxEntries: 3 }) })
    for (const name of ['a', 'b', 'c']) await signedOut(browser(), name)
    await expect(auth.sessions.revoke('another')).rejects.toMatchObject({ type: 'StoreError' })
  })

  test('a sign-out that a shared store refuses ends no other session of the user', async () => {
    const { scope: _, ...store } = memoryStore()
    const refusing: Store = {
      ...store,
      compareAndSet(key, ...rest) {
        if (key.startsWith('session:')) throw new Error('No space is left.')
        return store.compareAndSet(key, ...rest)
      },
    }
    const { browser } = site({ store: refusing })
    const [ada, phone] = [browser(), browser()]
    await signIn(ada, 'ada')
    await signIn(phone, 'ada')
    const response = await ada.post('/auth/signout')
    expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
    expect(await phone.session()).not.toBeNull()
  })

  test('a sign-out fails with an error if no store has space for the revocation', async () => {
    const { auth, browser } = site({ store: memoryStore({ maxEntries: 3 }) })
    for (const name of 'abcdef') await signedOut(browser(), name)
    const late = browser()
    await signIn(late, 'ada')
    const response = await late.post('/auth/signout')
    expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
    expect(await late.session()).not.toBeNull()
    expect(auth.logged.map(({ message }) => message)).toEqual([
      'The session could not be revoked and is still valid.',
    ])
  })
})

describe('guesses at a password', () => {
  test('the count of guesses for an account is kept, even after guesses for many other accounts', async () => {
    const { browser } = site({
      store: memoryStore({ maxEntries: 20 }),
      limits: { global: false, account: { max: 3, window: 3_600 } },
    })
    const attacker = browser()
    for (let guess = 0; guess < 3; guess++) {
      await signIn(attacker, 'ada', 'wrong')
      for (let junk = 0; junk < 20; junk++) await signIn(attacker, `junk-${guess}-${junk}`, 'wrong')
    }
    expect((await signIn(attacker, 'ada', 'wrong')).status).toBe(429)
  })
})

describe('a client without an account that starts many sign-ins does not fill the store', () => {
  test.each<[string, (params: URLSearchParams) => void]>([
    ['error responses', (params) => params.set('error', 'access_denied')],
    ['made-up codes', (params) => params.set('code', 'made-up')],
    ['the state of another sign-in', (params) => params.set('state', `${params.get('state')}x`)],
  ])(
    'a client without an account that finishes many sign-ins with %s does not fill the store',
    async (_, change) => {
      const party = await relyingParty({ options: { store: memoryStore({ maxEntries: 3 }) } })
      for (let times = 0; times < 5; times++) {
        const attacker = party.anotherBrowser()
        const response = await party.finish(changed(await party.flow(attacker), change), attacker)
        expect(response.status).toBe(302)
      }
      await party.expectSignedIn(await party.signIn())
    },
  )

  test.each([
    'an unknown passkey',
    'a wrong signature',
    'a new passkey for the e-mail address of a user',
  ] as const)(
    'a client without an account that finishes many passkey sign-ins with %s does not fill the store',
    async (response) => {
      const world = await passkeyWorld({ options: { store: memoryStore({ maxEntries: 3 }) } })
      await world.register()
      await world.browser.post('/auth/signout')
      const [own] = world.authenticator.keys
      for (let times = 0; times < 5; times++) {
        const attacker = world.anotherBrowser()
        if (response === 'a new passkey for the e-mail address of a user') {
          await world.register('ada@example.com', attacker)
        } else {
          const id = response === 'an unknown passkey' ? 'AAAA' : own?.id
          const options = await world.options({ action: 'authenticate' }, attacker)
          const data = await world.authenticator.get(options, { signature: 'wrong' }, own)
          await world.answer('authenticate', { ...data, id, rawId: id }, attacker)
        }
        expect(await attacker.session()).toBeNull()
      }
      await world.use(world.browser, {}, own)
      expect((await world.browser.session()).user.email).toBe('ada@example.com')
    },
  )
})

test('new users whom callbacks.signIn redirects do not fill the store', async () => {
  const world = await passkeyWorld({
    options: { store: memoryStore({ maxEntries: 3 }) },
    callbacks: { signIn: () => '/invitation' },
  })
  for (let times = 0; times < 5; times++) {
    const response = await world.register(`user${times}@example.com`, world.anotherBrowser())
    expect(locationOf(response).pathname).toBe('/invitation')
  }
})

describe('a store in the memory of one process', () => {
  const start = async (environment: Record<string, string>, store?: AuthSpec['options']['store']) => {
    const auth = app({
      providers: [byName],
      environment: { AUTH_URL: 'https://app.test', ...environment },
      options: {
        secret: SECRET,
        ...(store && { store }),
      },
    })
    for (let times = 0; times < 2; times++) await auth.handle(new Request('https://app.test/auth/session'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    return auth.warned
  }

  test.each([
    'VERCEL',
    'NETLIFY',
    'CF_PAGES',
    'AWS_LAMBDA_FUNCTION_NAME',
    'FUNCTIONS_WORKER_RUNTIME',
    'K_SERVICE',
    'DENO_DEPLOYMENT_ID',
    'NODE_UNIQUE_ID',
    'NODE_APP_INSTANCE',
  ])(
    'an in-memory store in production causes one warning if %s shows that there are several processes',
    async (variable) => {
      const warned = await start({ NODE_ENV: 'production', [variable]: '1' })
      expect(warned).toEqual([
        `store-in-memory: The store is in memory, but ${variable} shows that several processes serve this application. A session in a cookie that one process revokes stays valid in the others, and each process counts sign-in attempts separately. Set the option \`store\` to a shared store, such as redisStore().`,
      ])
    },
  )

  test('an in-memory store causes a warning in Netlify Functions, which define the global object `Netlify`', async () => {
    vi.stubGlobal('Netlify', { context: null })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect((await start({ NODE_ENV: 'production' })).join()).toContain(
      'NETLIFY shows that several processes serve',
    )
  })

  test('memoryStore() as an option causes the same warning as the default', async () => {
    expect(await start({ NODE_ENV: 'production', WEB_CONCURRENCY: '4' }, memoryStore())).toHaveLength(1)
  })

  test('an in-memory store causes no warning in development, in one process, or if processes share the store', async () => {
    expect(await start({ NODE_ENV: 'development', VERCEL: '1' })).toEqual([])
    expect(await start({ NODE_ENV: 'production' })).toEqual([])
    expect(await start({ NODE_ENV: 'production', NODE_APP_INSTANCE: '0', WEB_CONCURRENCY: '1' })).toEqual([])
    const { scope: _, ...shared } = memoryStore()
    expect(await start({ NODE_ENV: 'production', VERCEL: '1' }, shared)).toEqual([])
  })
})
