import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthSpec, JwtContext } from '../../../src/builder/auth-spec.js'
import type { CallbacksInput } from '../../../src/builder/steps.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { patience, runs } from '../../support/fuzz.js'
import { mailbox } from '../../support/mailbox.js'
import { Postconditions } from '../../support/postconditions.js'
import { sessionsInMap } from '../../support/stores/session-map.js'
import { watching } from '../../support/watched.js'

const watch = watching()

const DAY = 86_400_000
const NAME = '__Host-authwright.session-token'
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const

const start = (parts: Partial<AppOptions> = {}): { auth: App; browser: Browser } => {
  const auth = app({ providers, ...parts })
  return { auth, browser: new Browser(watch(auth)) }
}

const signIn = async (browser: Browser): Promise<void> => {
  const response = await browser.post('/auth/callback/credentials', { callbackUrl: '/inside' })
  expect(locationOf(response).pathname).toBe('/inside')
}

const copyOf = ({ handle, origin, jar }: Browser): Browser => new Browser(handle, origin, jar.clone())

const withStore = (store: Store): Pick<AppOptions, 'options'> => ({
  options: { secret: SECRET, store },
})

const requestOf = ({ origin, jar }: Browser): Request =>
  new Request(origin, { headers: { cookie: jar.header } })

const otherSub = {
  jwt: ({ token, trigger }: JwtContext) =>
    trigger === 'signIn' || trigger === 'signUp' ? { ...token, sub: 'other' } : token,
  session: ({ session, token }: { session: object; token: { sub?: string } }) => ({
    ...session,
    sub: token.sub,
  }),
} as CallbacksInput

/** `signInByMail` returns the id of the stored user. */
const withMail = (
  parts: Partial<AppOptions>,
): { auth: App; browser: Browser; signInByMail(): Promise<string> } => {
  const box = mailbox()
  const adapter = memory()
  const options = { secret: SECRET, limits: { mailsPerRecipient: false, mailsPerClient: false } } as const
  const { auth, browser } = start({ providers: [box.provider], adapter, options, ...parts })
  return {
    auth,
    browser,
    async signInByMail() {
      await browser.post('/auth/signin/mail', { email: ada.email, callbackUrl: '/inside' })
      await browser.send(box.link)
      return (await adapter.getUserByEmail(ada.email))?.id ?? ''
    },
  }
}

/** Lets a test hold a callback and release it later. */
const gate = (): { readonly reached: Promise<void>; pass(): Promise<void>; open(): void } => {
  let open = (): void => {}
  let arrive = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const pass = (): Promise<void> => {
    arrive()
    return opened
  }
  return { reached, pass, open }
}

const strategies = ['jwt', 'database'] as const

const ofStrategy = async (strategy: (typeof strategies)[number]): Promise<Partial<AppOptions>> => {
  const adapter = memory()
  await adapter.createUser(ada)
  return { adapter, session: { strategy, updateAge: 0 } }
}

/** Callbacks that wait before a session is shown. */
const waiting = (strategy: AuthSpec['session']['strategy'], wait: () => Promise<unknown>) =>
  strategy === 'jwt'
    ? {
        jwt: async (context: { trigger: unknown; token: Record<string, unknown> }) => {
          if (context.trigger === undefined || context.trigger === 'update') await wait()
          return context.token
        },
      }
    : {
        session: async ({ session }: { session: Record<string, unknown> }) => {
          await wait()
          return session
        },
      }

describe.each(strategies)('with strategy %s', (strategy) => {
  test('DS-1, DS-2: a sign-in starts a new session, and the previous one ends', async () => {
    const { browser } = start(await ofStrategy(strategy))
    await signIn(browser)
    const before = copyOf(browser)
    await signIn(browser)
    expect(browser.jar.get(NAME)).not.toBe(before.jar.get(NAME))
    expect(await before.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  test('a cookie that was copied before a sign-out is not a valid session afterwards', async () => {
    const { browser, auth } = start(await ofStrategy(strategy))
    await signIn(browser)
    const copy = copyOf(browser)
    await browser.post('/auth/signout')
    const request = new Request('https://app.test/', { headers: { cookie: copy.jar.header } })
    expect(await auth.session(request)).toBeNull()
    expect(await copy.session()).toBeNull()
    expect(copy.jar.get(NAME)).toBeUndefined()
  })

  test.each(['GET', 'POST'])(
    'SO-5: a late response of %s /session does not sign a user in after a sign-out',
    async (method) => {
      const { reached, pass, open } = gate()
      let waits = false
      const { browser } = start({
        ...(await ofStrategy(strategy)),
        callbacks: waiting(strategy, async () => waits && pass()),
      })
      await signIn(browser)
      const csrfToken = await browser.csrfToken()
      const tab = copyOf(browser)
      waits = true
      const post = {
        method,
        body: JSON.stringify({ csrfToken, data: {} }),
        headers: { 'content-type': 'application/json' },
      }
      const late = tab.send('/auth/session', method === 'POST' ? post : {})
      await reached
      waits = false
      await browser.post('/auth/signout')
      open()
      browser.jar.take(await late, browser.origin)
      expect(browser.jar.get(NAME)).toBeUndefined()
      expect(await browser.session()).toBeNull()
      expect(await tab.session()).toBeNull()
    },
  )

  test('RC-10: concurrent sign-out, update and read leave no user signed in', {
    timeout: patience,
  }, async () => {
    // The application is created once, so each run must be selected in its callbacks.
    let turn = async (): Promise<void> => {}
    const kept = memoryStore()
    const store: Store = {
      ...kept,
      get: (key) => turn().then(() => kept.get(key)),
      set: (key, value, ttl) => turn().then(() => kept.set(key, value, ttl)),
    }
    const { auth } = start({
      ...(await ofStrategy(strategy)),
      callbacks: waiting(strategy, () => turn()),
      ...withStore(store),
    })
    const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      turn = async () => {}
      // Checked per run, so that the secrets of one run are not searched for in later runs.
      const conditions = new Postconditions({ app: auth, origin: 'https://app.test', providerOrigins: [] })
      const browser = new Browser((request) => conditions.handle(request))
      await signIn(browser)
      const csrfToken = await browser.csrfToken()
      const headers = { cookie: browser.jar.header, origin: browser.origin }
      const json = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ csrfToken, data: {} })
      turn = () => scheduler.schedule(Promise.resolve())
      // The browser stores the response to the sign-out first, so a later response with a session cookie would restore
      // the session.
      const answers = [
        browser.handle(new Request('https://app.test/auth/signout', { method: 'POST', headers: json, body })),
        browser.handle(new Request('https://app.test/auth/session', { headers })),
        browser.handle(new Request('https://app.test/auth/session', { method: 'POST', headers: json, body })),
      ]
      await scheduler.waitFor(Promise.all(answers))
      turn = async () => {}
      for (const answer of answers) browser.jar.take(await answer, browser.origin)
      expect(await browser.session()).toBeNull()
      conditions.checkRemains()
    })
    await fc.assert(property, runs)
  })
})

describe('a session of strategy jwt', () => {
  test('a jwt session that ends on one server ends on every server with the same store', async () => {
    const store = memoryStore()
    const [one, two] = [start(withStore(store)), start(withStore(store))]
    await signIn(one.browser)
    const copy = new Browser(two.browser.handle, one.browser.origin, one.browser.jar.clone())
    expect(await copy.session()).not.toBeNull()
    await one.browser.post('/auth/signout')
    expect(await copy.session()).toBeNull()
  })

  test.each(['a cookie', 'a store'])(
    'a session in %s ends with all sessions of a stored user, even if callbacks.jwt returned another `sub`',
    async (place) => {
      let now = Date.now()
      const sessionStore = place === 'a store' ? sessionsInMap(new Map()) : undefined
      const { auth, browser, signInByMail } = withMail({
        session: { strategy: 'jwt', updateAge: 0, ...(sessionStore && { sessionStore }) },
        callbacks: otherSub,
        clock: () => now,
      })
      for (const isRenewed of [false, true]) {
        const userId = await signInByMail()
        now += 60_000
        if (isRenewed) await browser.session()
        expect(await browser.session()).toMatchObject({ sub: 'other' })
        expect(await auth.sessions.current(requestOf(browser))).toMatchObject({ userId })
        if (sessionStore) expect(await auth.sessions.list(userId)).toHaveLength(1)
        await auth.sessions.revokeAll(userId)
        expect(await browser.session()).toBeNull()
      }
    },
  )

  test('if callbacks.jwt returned another `sub`, a session belongs to this `sub`, not to a stored user with the same id', async () => {
    const { adapter } = await ofStrategy('jwt')
    const { auth, browser } = start({ adapter, session: { strategy: 'jwt' }, callbacks: otherSub })
    await signIn(browser)
    expect(await auth.sessions.current(requestOf(browser))).toMatchObject({ userId: 'other' })
    await auth.sessions.revokeAll('u1')
    expect(await browser.session()).not.toBeNull()
    await auth.sessions.revokeAll('other')
    expect(await browser.session()).toBeNull()
  })

  test('after 100 sign-outs a day, a sign-out still ends the session if callbacks.jwt returned another `sub`', async () => {
    const { browser, signInByMail } = withMail({ session: { strategy: 'jwt' }, callbacks: otherSub })
    for (let count = 0; count < 102; count += 1) {
      await signInByMail()
      const copy = copyOf(browser)
      await browser.post('/auth/signout')
      expect(await copy.session()).toBeNull()
    }
  })

  test('a jwt session stays ended for as long as its token could be extended', async () => {
    let now = Date.now()
    const { browser } = start({ clock: () => now, session: { maxAge: 100 * 86_400 } })
    await signIn(browser)
    const copy = copyOf(browser)
    await browser.post('/auth/signout')
    for (const days of [1, 29, 30, 29]) {
      now += days * DAY
      expect(await copyOf(copy).session()).toBeNull()
    }
  })

  test('the store key of a revoked session is the same in every version, and cannot be guessed', async () => {
    const entries = new Map<string, [value: string, ttl: number]>()
    const { scope: _, ...shared } = memoryStore()
    const store: Store = {
      ...shared,
      set: (key, value, ttl) => {
        entries.set(key, [value, ttl])
        return shared.set(key, value, ttl)
      },
      compareAndSet: (key, expected, value, ttl) => {
        entries.set(key, [value, ttl])
        return shared.compareAndSet(key, expected, value, ttl)
      },
    }
    const { auth, browser } = start({ ...withStore(store), clock: () => Date.UTC(2040, 10, 1) })
    const user = 'user:FAqi9pLZHf0fd_UhOslqjL'
    const lasts = 90 * 86_400 + 60
    await signIn(browser)
    expect(entries.get(user)).toEqual([expect.stringMatching(/^s\.[\w-]{12}$/), lasts])
    await browser.post('/auth/signout')
    const revoked = [...entries].filter(([key]) => key.startsWith('session:'))
    expect(revoked).toEqual([[expect.any(String), ['revoked', 91 * 86_400 + 60]]])
    await auth.sessions.revokeAll('u1')
    expect(entries.get(user)).toEqual([expect.stringMatching(/^[\w-]{12}$/), lasts])
  })

  test('JW-16: a jwt session that is refreshed every 29 days ends at its absolute lifetime', async () => {
    let now = Date.now()
    const { browser } = start({ clock: () => now })
    await signIn(browser)
    const alive: number[] = []
    for (let day = 0; day < 730; day += 29) {
      if ((await browser.session()) !== null) alive.push(day)
      now += 29 * DAY
    }
    expect(alive).toEqual([0, 29, 58, 87])
  })
})

describe('a session of another library, whose token has no data that Authwright adds', () => {
  const OLD = 'the former secret of thirty-two characters'
  /** Tokens that any process can read, whatever its secret is. */
  const plain = {
    encode: ({ token }: { token?: object | undefined }): string => JSON.stringify(token),
    decode: ({ token }: { token?: string | undefined }) => JSON.parse(token ?? 'null'),
  }
  const startPlain = (store: Store, secret: string | string[] = SECRET) =>
    start({ jwt: plain, options: { secret, store } })

  const ofOtherLibrary = ({ handle, origin }: Browser, jti: string): Browser => {
    const browser = new Browser(handle, origin)
    const now = Math.floor(Date.now() / 1000)
    const claims = { sub: 'u1', name: 'Ada', jti, iat: now, exp: now + 3_600 }
    browser.jar.put(NAME, encodeURIComponent(JSON.stringify(claims)))
    return browser
  }

  test('a session created by another library ends with revokeAll(), even in a process without the newest secret', async () => {
    const store = memoryStore()
    const { browser } = startPlain(store, [SECRET, OLD])
    const former = startPlain(store, OLD)
    const other = ofOtherLibrary(browser, 'one')
    expect(await other.session()).toMatchObject({ user: { name: 'Ada' } })
    await former.auth.sessions.revokeAll('u2')
    expect(await other.session()).toMatchObject({ user: { name: 'Ada' } })
    await former.auth.sessions.revokeAll('u1')
    expect(await other.session()).toBeNull()
  })

  test('a session created by another library stays valid when its user signs in with Authwright', async () => {
    const { scope: _, ...store } = memoryStore()
    const { browser } = startPlain(store, [SECRET, OLD])
    const other = ofOtherLibrary(browser, 'one')
    await signIn(browser)
    expect(await other.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('revoking a session created by another library counts towards the 100 daily revocations of its user', async () => {
    const { browser } = startPlain(memoryStore())
    await signIn(browser)
    for (let time = 0; time < 50; time++) {
      const phone = new Browser(browser.handle)
      await signIn(phone)
      await phone.post('/auth/signout')
      await ofOtherLibrary(browser, `${time}`).post('/auth/signout')
    }
    expect(await browser.session()).not.toBeNull()
    await ofOtherLibrary(browser, 'last').post('/auth/signout')
    expect(await browser.session()).toBeNull()
  })
})

test('the 101st revoked session of a day stays revoked for the maximum lifetime of a session', async () => {
  const times: number[] = []
  const shared = memoryStore()
  const store: Store = {
    ...shared,
    compareAndSet(key, expected, value, ttl) {
      if (key.startsWith('session:')) times.push(ttl)
      return shared.compareAndSet(key, expected, value, ttl)
    },
  }
  const { auth, browser } = start(withStore(store))
  await signIn(browser)
  for (let other = 0; other < 101; other++) await auth.sessions.revoke(`other-${other}`)
  times.length = 0
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  await auth.sessions.revoke((await auth.sessions.current(request))?.id ?? '')
  expect(await browser.session()).toBeNull()
  expect(times).toEqual([90 * 86_400 + 60])
})

describe('while the store is down', () => {
  const down = { ...memoryStore(), isDown: false }
  const refuse = (): never => {
    throw new Error('connection refused')
  }
  const store: Store = {
    ...down,
    get: (key) => (down.isDown ? refuse() : down.get(key)),
    set: (key, value, ttl) => (down.isDown ? refuse() : down.set(key, value, ttl)),
  }

  test('while the store is down, reading a session gets 503 and keeps the cookie, and guards reject requests', async () => {
    const { browser, auth } = start(withStore(store))
    await signIn(browser)
    down.isDown = true
    const response = await browser.send('/auth/session')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.getSetCookie()).toEqual([])
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    await expect(auth.session(request)).rejects.toMatchObject({ type: 'StoreError' })
    down.isDown = false
    expect(await browser.session()).not.toBeNull()
  })

  test('while the store is down, a client without a session gets null', async () => {
    const { browser } = start(withStore(store))
    down.isDown = true
    expect(await browser.session()).toBeNull()
    down.isDown = false
  })

  test('while the store is down, a sign-out reports that it failed, and keeps the session', async () => {
    const { browser } = start(withStore(store))
    await signIn(browser)
    down.isDown = true
    const response = await browser.post('/auth/signout')
    expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
    down.isDown = false
    expect(await browser.session()).not.toBeNull()
    await browser.post('/auth/signout')
    expect(await browser.session()).toBeNull()
  })
})
