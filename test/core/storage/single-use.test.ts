import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
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

test('RC-1: of two callbacks at once, one asks the token endpoint and signs in', async () => {
  const { browser } = start()
  const callback = await begin(browser)
  const copies = [browser, copyOf(browser), copyOf(browser)]
  const targets = (await Promise.all(copies.map((each) => each.send(callback)))).map(locationOf)
  expect(idp.requestCount('/token')).toBe(1)
  expect(targets.map(({ pathname }) => pathname).sort()).toEqual(['/auth/signin', '/auth/signin', '/inside'])
  const sessions = await Promise.all(copies.map((each) => each.session()))
  expect(sessions.filter((session) => session !== null)).toHaveLength(1)
})

test('ST-8: a jar that was saved before is of no use after the sign-in has failed, either', async () => {
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

test('a flow that one server has finished is spent for every server with the same store', async () => {
  const store = memoryStore()
  const [one, two] = [start(store), start(store)]
  const callback = await begin(one.browser)
  const saved = new Browser(two.browser.handle, one.browser.origin, one.browser.jar.clone())
  expect(locationOf(await one.browser.send(callback)).pathname).toBe('/inside')
  expect(locationOf(await saved.send(callback)).searchParams.get('error')).toBe('InvalidCheck')
})

describe('while the store is down', () => {
  test('a callback answers 503 with a page that says so, and asks no token endpoint', async () => {
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
    // A link without an address leads to the page itself, which so need not repeat the code.
    const [, href] = /<a class="button primary" href="([^"]*)"/.exec(page) ?? []
    expect(href).toBe('')
    expect(idp.requestCount('/token')).toBe(0)
  })

  test('nothing is spent: the same callback works once the store is back', async () => {
    const store = failing()
    const { browser } = start(store)
    const callback = await begin(browser)
    await browser.send(callback)
    store.down = false
    expect(locationOf(await browser.send(callback)).pathname).toBe('/inside')
    expect(await browser.session()).not.toBeNull()
  })

  test('the log says which method of the store failed, and why', async () => {
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

  test('one that does not answer at all is down after a second', async () => {
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
