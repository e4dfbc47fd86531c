import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { watching } from '../../support/watched.js'

const watch = watching()

let idp: IdentityProvider
let adapter: MemoryAdapter
beforeEach(async () => {
  idp = await IdentityProvider.start()
  idp.accessToken = 'access-token-that-nobody-may-see'
  adapter = memory()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = (store?: Store, parts: Partial<AppOptions> = {}): { auth: App; browser: Browser } => {
  const auth = app({
    providers: [acme()],
    adapter,
    fetch: idp.fetch,
    ...parts,
    ...(store && withStore(store)),
  })
  const { origin } = new URL(idp.issuer)
  return { auth, browser: new Browser(watch(auth, { idp, providerOrigins: [origin] })) }
}

const withStore = (store: Store): Pick<AppOptions, 'options'> => ({
  options: { secret: SECRET, store },
})

/** The path of the callback that ends a sign-in that `browser` began. */
const begin = async (browser: Browser): Promise<string> => {
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  return pathname + search
}

const copyOf = (browser: Browser): Browser => new Browser(browser.handle, browser.origin, browser.jar.clone())

const failing = (): Store & { down: boolean } => {
  const store = memoryStore()
  const down = { down: true }
  const compareAndSet: Store['compareAndSet'] = (...args) => {
    if (down.down) throw new Error('connection refused')
    return store.compareAndSet(...args)
  }
  return Object.assign(down, { ...store, compareAndSet })
}

test('RC-1: of two concurrent callbacks, only one sends a token request and signs in', async () => {
  const { browser } = start()
  const callback = await begin(browser)
  const copies = [browser, copyOf(browser), copyOf(browser)]
  const targets = (await Promise.all(copies.map((each) => each.send(callback)))).map(locationOf)
  expect(idp.requestCount('/token')).toBe(1)
  expect(targets.map(({ pathname }) => pathname).sort()).toEqual(['/auth/signin', '/auth/signin', '/inside'])
  const sessions = await Promise.all(copies.map((each) => each.session()))
  expect(sessions.filter((session) => session !== null)).toHaveLength(1)
})

test('ST-8: saved cookies cannot be used again after a failed sign-in', async () => {
  const { browser } = start()
  const callback = await begin(browser)
  const saved = copyOf(browser)
  idp.misbehave({ claims: (claims) => ({ ...claims, aud: 'somebody else' }) })
  expect(locationOf(await browser.send(callback)).searchParams.get('error')).toBe('OAuthCallbackError')
  idp.misbehave({})
  expect(locationOf(await saved.send(callback)).searchParams.get('error')).toBe('InvalidCheck')
  expect(idp.requestCount('/token')).toBe(1)
  expect(await saved.session()).toBeNull()
})

test('a used callback is remembered for twenty minutes, longer than its cookie is valid', async () => {
  const store = memoryStore()
  const seconds: number[] = []
  const { browser } = start({
    ...store,
    compareAndSet(key, expected, value, ttl) {
      // Ignores the second key, the lock of the user's first sign-in.
      if (!key.includes('first-sign-in-running')) seconds.push(ttl)
      return store.compareAndSet(key, expected, value, ttl)
    },
  })
  await browser.send(await begin(browser))
  expect(seconds).toEqual([1_200])
})

test('a callback without a code leaves no entry in the store', async () => {
  const store = memoryStore()
  const marks = new Set<string>()
  const { browser } = start({
    ...store,
    compareAndSet(key, ...args) {
      marks.add(key)
      return store.compareAndSet(key, ...args)
    },
    consume(key) {
      marks.delete(key)
      return store.consume(key)
    },
  })
  const { searchParams } = new URL(await begin(browser), browser.origin)
  const query = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' })
  query.set('iss', idp.issuer)
  const response = await browser.send(`/auth/callback/acme?${query}`)
  expect(locationOf(response).searchParams.get('error')).toBe('OAuthCallbackError')
  expect([...marks]).toEqual([])
})

test('a successful sign-in at the first attempt sets no cookie for failed attempts', async () => {
  const { browser } = start()
  const response = await browser.send(await begin(browser))
  expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('attempts'))).toEqual([])
})

describe('the number of failed attempts', () => {
  const ATTEMPTS = '__Host-authwright.flow.attempts'

  /** A store that fails after or before it has stored the value. */
  const losing = () => {
    const store = memoryStore()
    const state: { fault?: 'response' | 'request' | undefined } = { fault: 'response' }
    const compareAndSet: Store['compareAndSet'] = async (...args) => {
      if (state.fault === 'request') throw new Error('connection refused')
      const isSet = await store.compareAndSet(...args)
      if (state.fault) throw new Error('socket closed')
      return isSet
    }
    return Object.assign(state, { store: { ...store, compareAndSet } })
  }

  test.each([
    [10, '/inside'],
    [11, '/auth/signin'],
  ])('after %i failed attempts, the callback redirects to %s', async (times, expected) => {
    const state = losing()
    const { browser } = start(state.store)
    const callback = await begin(browser)
    for (let failed = 0; failed < times; failed++) expect((await browser.send(callback)).status).toBe(503)
    state.fault = undefined
    expect(locationOf(await browser.send(callback)).pathname).toBe(expected)
  })

  test('a callback can be repeated after two failed attempts, even if the store recorded only the second', async () => {
    const state = losing()
    const { browser } = start(state.store)
    const callback = await begin(browser)
    state.fault = 'request'
    await browser.send(callback)
    state.fault = 'response'
    await browser.send(callback)
    state.fault = undefined
    expect(locationOf(await browser.send(callback)).pathname).toBe('/inside')
  })

  test('cookies of failed attempts of other sign-ins are kept for an hour', async () => {
    const state = losing()
    const { browser } = start(state.store)
    const callbacks = [await begin(browser), await begin(browser), await begin(browser)]
    for (const callback of callbacks) {
      const [attempts] = (await browser.send(callback)).headers.getSetCookie()
      expect(attempts).toContain(ATTEMPTS)
      expect(attempts).toContain('Max-Age=3600')
    }
    state.fault = undefined
    for (const [index, callback] of callbacks.entries()) {
      const response = await browser.send(callback)
      expect(locationOf(response).pathname).toBe('/inside')
      const [attempts] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith(ATTEMPTS))
      expect(attempts).toContain(index === 2 ? 'Max-Age=0' : 'Max-Age=3600')
    }
    expect(browser.jar.names).not.toContain(ATTEMPTS)
  })

  test.each(['a'.repeat(300), `${'a'.repeat(21)}.${'b'.repeat(16)}`, `${'a'.repeat(20)}.${'b'.repeat(17)}`])(
    'a malformed cookie of a failed attempt is deleted: %s',
    async (malformed) => {
      const { browser } = start(failing())
      const callback = await begin(browser)
      browser.jar.put(ATTEMPTS, malformed)
      await browser.send(callback)
      const kept = browser.jar.get(ATTEMPTS) ?? ''
      expect(kept).toMatch(/^[\w-]{20}[.][\w-]{16}$/)
    },
  )
})

describe('the link of a mail whose token could not be read', () => {
  const world = async (consume: (store: Store, key: string) => ReturnType<Store['consume']>) => {
    const box = mailbox()
    const store = memoryStore()
    const stored = memory()
    const state = { fails: true }
    const { browser } = start(
      { ...store, consume: (key) => (state.fails ? consume(store, key) : store.consume(key)) },
      {
        providers: [box.provider],
        session: { strategy: 'jwt' },
        adapter: {
          ...stored,
          useVerificationToken(token) {
            if (state.fails) throw new Error('connection refused')
            return stored.useVerificationToken(token)
          },
        },
      },
    )
    await browser.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: '/inside' })
    const saved = copyOf(browser)
    await browser.send(box.link)
    expect(await browser.session()).toBeNull()
    state.fails = false
    return { browser, saved, link: box.link }
  }

  test('a mail link whose token could not be read works in any browser once the database is up', async () => {
    const { saved, link } = await world((store, key) => store.consume(key))
    expect(locationOf(await saved.send(link)).pathname).toBe('/inside')
  })

  test('a mail link whose token could not be read works only in the same browser if the store also failed', async () => {
    const { browser, saved, link } = await world(() => Promise.reject(new Error('connection refused')))
    expect(locationOf(await saved.send(link)).searchParams.get('error')).toBe('Verification')
    expect(locationOf(await browser.send(link)).pathname).toBe('/inside')
  })
})

test('a flow that one server has finished cannot be used on another server with the same store', async () => {
  const store = memoryStore()
  const [one, two] = [start(store), start(store)]
  const callback = await begin(one.browser)
  const saved = new Browser(two.browser.handle, one.browser.origin, one.browser.jar.clone())
  expect(locationOf(await one.browser.send(callback)).pathname).toBe('/inside')
  expect(locationOf(await saved.send(callback)).searchParams.get('error')).toBe('InvalidCheck')
})

describe('while the store is down', () => {
  test('while the store is down, a callback gets a page with status 503, and no token request is sent', async () => {
    const store = failing()
    const { browser } = start(store)
    const callback = await begin(browser)
    const response = await browser.send(callback, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await response.text()
    expect(page).toContain('Please try again in a moment')
    expect(page).not.toContain('connection refused')
    // An empty link target leads to the page itself, so the page does not have to repeat the code.
    const [, href] = /<a class="button primary" href="([^"]*)"/.exec(page) ?? []
    expect(href).toBe('')
    expect(idp.requestCount('/token')).toBe(0)
  })

  test('a callback that failed because the store is down works once the store is back', async () => {
    const store = failing()
    const { browser } = start(store)
    const callback = await begin(browser)
    await browser.send(callback)
    store.down = false
    expect(locationOf(await browser.send(callback)).pathname).toBe('/inside')
    expect(await browser.session()).not.toBeNull()
  })

  test('while the store is down, the log contains the failed method of the store and the reason', async () => {
    const logged: Error[] = []
    const { browser } = start(undefined, {
      options: { secret: SECRET, store: failing(), logger: { error: (error) => void logged.push(error) } },
    })
    await browser.send(await begin(browser))
    expect(logged).toMatchObject([
      {
        type: 'StoreError',
        message: expect.stringContaining("failed in 'compareAndSet'. Until it responds, sessions"),
        cause: { err: { message: 'connection refused' } },
      },
    ])
  })

  test('a store that does not respond within a second is treated as down', async () => {
    let asked = (): void => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const { browser } = start({
      ...memoryStore(),
      compareAndSet() {
        asked()
        return new Promise(() => {})
      },
    })
    const callback = await begin(browser)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = browser.send(callback)
    await isAsked
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await answer).status).toBe(503)
  })
})
