import { expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app, lazyApp, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

/** A store behind a network that may lose every request without an error. */
class DistantStore implements Store {
  readonly #store = memoryStore()
  isLost = false
  calls = 0

  #over<Result>(method: () => Result): Promise<Result> {
    this.calls += 1
    return this.isLost ? new Promise(() => {}) : Promise.resolve(method())
  }
  get = (key: string) => this.#over(() => this.#store.get(key))
  set = (key: string, value: string, ttl: number) => this.#over(() => this.#store.set(key, value, ttl))
  consume = (key: string) => this.#over(() => this.#store.consume(key))
  increment = (key: string, window: number, by?: number) =>
    this.#over(() => this.#store.increment(key, window, by))
  compareAndSet = (key: string, expected: string | null, value: string, ttl: number) =>
    this.#over(() => this.#store.compareAndSet(key, expected, value, ttl))
}

const provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

interface Timed {
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

const timed = async (browser: Browser): Promise<Timed> => {
  const start = performance.now()
  const { status, headers } = await browser.send('/auth/session')
  return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - start }
}

/** Whole seconds, plus a tenth of a second for calls before `start`. */
const secondsSince = (start: number): number => Math.floor((performance.now() - start + 100) / 1_000)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('a store that does not respond delays calls by one second, then not at all, until a call succeeds', async () => {
  const store = new DistantStore()
  const auth = app({ providers: [provider], options: { secret: SECRET, store } })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })

  store.isLost = true
  const first = await Promise.all([timed(browser), timed(browser)])
  for (const { status, retryAfter, ms } of first) {
    expect([status, retryAfter]).toEqual([503, '5'])
    expect(ms).toBeGreaterThan(900)
  }
  const before = store.calls
  let since = performance.now()
  const next = await Promise.all(Array.from({ length: 100 }, () => timed(browser)))
  for (const { status, retryAfter } of next) expect([status, retryAfter]).toEqual([503, '5'])
  // Within a second, the store is not called again, even if a slow machine delays the requests.
  expect(store.calls - before).toBeLessThanOrEqual(secondsSince(since))
  expect(auth.logged.at(-1)).toMatchObject({
    type: 'StoreError',
    cause: {
      err: {
        message:
          'The store did not respond to 3 calls within 1000 ms each. Calls fail at once until it responds to a probe, which is sent at most every 1000 ms.',
      },
    },
  })

  // One call per second tests the store, for any number of requests.
  await pause(1_100)
  const closed = store.calls
  since = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => timed(browser)))
  const probes = store.calls - closed
  expect(probes).toBeGreaterThan(0)
  expect(probes).toBeLessThanOrEqual(1 + secondsSince(since))

  store.isLost = false
  const lost = store.calls
  while (store.calls === lost) {
    await timed(browser)
    await pause(20)
  }
  expect((await timed(browser)).status).toBe(200)
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('a store that rejects at once is called again immediately', async () => {
  const store = new DistantStore()
  const auth = app({ providers: [provider], options: { secret: SECRET, store } })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  const { get } = store
  store.get = () => Promise.reject(new Error('ECONNREFUSED'))
  for (let times = 0; times < 10; times++) expect((await timed(browser)).status).toBe(503)
  store.get = get
  expect((await timed(browser)).status).toBe(200)
})

test('the requests of a lazy configuration share the state of its store', async () => {
  const store = new DistantStore()
  const options = { secret: SECRET, store, logger: { error: () => {}, warn: () => {} } }
  const { handle } = lazyApp(() => ({ providers: [provider], options }))
  const browser = new Browser(handle)
  await browser.post('/auth/callback/credentials')
  store.isLost = true
  await Promise.all([timed(browser), timed(browser)])
  const before = store.calls
  expect((await timed(browser)).status).toBe(503)
  expect(store.calls).toBe(before)
})

test('after a response to a probe, even an error, calls are sent to the store again', async () => {
  const store = new DistantStore()
  const auth = app({ providers: [provider], options: { secret: SECRET, store } })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  store.isLost = true
  await Promise.all([timed(browser), timed(browser), timed(browser)])
  const { get } = store
  store.isLost = false
  store.get = () => {
    store.calls += 1
    return Promise.reject(new Error('WRONGTYPE Operation against a key'))
  }
  const lost = store.calls
  while (store.calls === lost) {
    expect((await timed(browser)).status).toBe(503)
    await pause(20)
  }
  store.get = get
  expect((await timed(browser)).status).toBe(200)
})
