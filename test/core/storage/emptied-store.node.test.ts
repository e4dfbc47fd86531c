import type { createClient } from 'redis'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { redisStore } from '../../../src/stores/redis.js'
import { connectRedis } from '../../stores/redis-server.js'
import { type App, app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const client = await connectRedis()
const prefix = `authwright-test-${crypto.randomUUID()}:`
afterAll(async () => {
  await client?.close()
})

/** A store from which the test can remove all entries. */
interface Emptied {
  readonly store: Store
  empty(): Promise<void>
}

const inMemory = (): Emptied => {
  let current = memoryStore()
  return {
    store: {
      get: (key) => current.get(key),
      set: (key, value, ttl) => current.set(key, value, ttl),
      consume: (key) => current.consume(key),
      increment: (key, window, by) => current.increment(key, window, by),
      compareAndSet: (...args) => current.compareAndSet(...args),
    },
    empty: async () => {
      current = memoryStore()
    },
  }
}

const inRedis = (): Emptied => {
  const own = `${prefix}${crypto.randomUUID()}:`
  const redis = client as unknown as ReturnType<typeof createClient>
  return {
    store: redisStore({ client: redis, prefix: own }),
    async empty() {
      for await (const keys of redis.scanIterator({ MATCH: `${own}*` }))
        if (keys.length > 0) await redis.del(keys)
    },
  }
}

const start = (options: AuthSpec['options']): App =>
  app({
    providers: [
      credentials({
        input: { name: {} },
        authorize: ({ name }) => ({ id: name, name }),
      }),
    ],
    options: { secret: SECRET, ...options },
  })

const signedIn = async (auth: App, name = 'ada'): Promise<Browser> => {
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials', { name })
  expect(await browser.session()).not.toBeNull()
  return browser
}

const copyOf = ({ handle, origin, jar }: Browser): Browser => new Browser(handle, origin, jar.clone())

describe.each([
  ['a store outside of the process', inMemory],
  ...(client ? [['Redis', inRedis] as const] : []),
] as const)('emptying %s', (_, make) => {
  test('when the store is emptied, a signed-out session stays ended', async () => {
    const { store, empty } = make()
    const auth = start({ store })
    const browser = await signedIn(auth)
    const copies = [copyOf(browser), copyOf(browser)]
    await browser.post('/auth/signout')
    await empty()
    expect(await copies[0]?.session()).toBeNull()
    await signedIn(auth)
    expect(await copies[1]?.session()).toBeNull()
  })

  test('when the store is emptied, sessions that were ended together stay ended', async () => {
    const { store, empty } = make()
    const auth = start({ store })
    const browser = await signedIn(auth)
    const copy = copyOf(browser)
    await auth.sessions.revokeAll('ada')
    await empty()
    expect(await browser.session()).toBeNull()
    await signedIn(auth)
    expect(await copy.session()).toBeNull()
  })

  test('when the store is emptied, all earlier sessions end, and new sign-ins are not affected', async () => {
    const { store, empty } = make()
    const auth = start({ store })
    const [phone, laptop] = [await signedIn(auth), await signedIn(auth)]
    await empty()
    expect([await phone.session(), await laptop.session()]).toEqual([null, null])
    const again = await signedIn(auth)
    const other = await signedIn(auth)
    expect([await again.session(), await other.session()]).toMatchObject([{ user: {} }, { user: {} }])
  })

  test('when the store is emptied, sessions stay valid with `endSessionsWithStore: false`', async () => {
    const { store, empty } = make()
    const auth = start({ store, endSessionsWithStore: false })
    const browser = await signedIn(auth)
    await empty()
    expect(await browser.session()).not.toBeNull()
  })
})

describe('sessions from before the store was set', () => {
  test('sessions from before the option `store` was set stay valid when the user signs in elsewhere', async () => {
    const before = await signedIn(start({}))
    const { store } = inMemory()
    const after = start({ store })
    const browser = new Browser(after.handle, before.origin, before.jar.clone())
    expect(await browser.session()).not.toBeNull()
    await signedIn(after)
    expect(await browser.session()).not.toBeNull()
  })

  test('sessions from before the option `store` was set end with revokeAll()', async () => {
    const before = await signedIn(start({}))
    const after = start({ store: inMemory().store })
    const browser = new Browser(after.handle, before.origin, before.jar.clone())
    await signedIn(after)
    await after.sessions.revokeAll('ada')
    expect(await browser.session()).toBeNull()
  })
})

test('a restart of a process with its store in memory signs no user out', async () => {
  const store = { one: memoryStore(), other: memoryStore() }
  const before = await signedIn(start({ store: store.one }))
  const browser = new Browser(start({ store: store.other }).handle, before.origin, before.jar.clone())
  expect(await browser.session()).not.toBeNull()
})

test('the record of revokeAll() is stored for as long as the newest session of the user', async () => {
  const times: number[] = []
  const { store } = inMemory()
  const auth = start({
    store: {
      ...store,
      compareAndSet: (key, expected, value, ttl) => {
        if (key.startsWith('user:')) times.push(ttl)
        return store.compareAndSet(key, expected, value, ttl)
      },
    },
  })
  await signedIn(auth)
  await signedIn(auth)
  expect(times).toEqual([90 * 86_400 + 60, 90 * 86_400 + 60])
})
