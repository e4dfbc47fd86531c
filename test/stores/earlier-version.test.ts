import { afterAll, describe, expect, test } from 'vitest'
import type { Store } from '../../src/stores/contract.js'
import { memoryStore } from '../../src/stores/memory.js'
import { type RedisClient, redisStore } from '../../src/stores/redis.js'
import { SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { frozen } from '../support/frozen.js'
import { acme } from '../support/providers.js'
import { credentials, GRACE, type World, worlds } from '../support/world.js'
import before from './fixtures/jwt-sessions.json' with { type: 'json' }
import { connectRedis } from './redis-server.js'

/*
 * Redis entries and browser cookies from an earlier version, with strategy 'jwt'. Sessions must stay valid, revoked
 * sessions must stay ended, and counts of guesses must continue.
 */

const client = await connectRedis()
const prefix = `test-${crypto.randomUUID()}:`
afterAll(async () => {
  if (!client) return
  for (const key of Object.keys(before.entries)) await client.del(prefix + key)
  await client.quit()
})

async function redisOfBefore(): Promise<Store> {
  for (const [key, { value, ttl }] of Object.entries(before.entries)) {
    await client?.set(prefix + key, value, { EX: ttl })
  }
  return redisStore({ client: client as RedisClient, prefix })
}

async function memoryOfBefore(): Promise<Store> {
  const store = memoryStore()
  for (const [key, { value, ttl }] of Object.entries(before.entries)) store.set(key, value, ttl)
  return store
}

const start = worlds()

async function upgraded(store: Promise<Store>): Promise<World> {
  return start({
    strategy: 'jwt',
    clock: () => before.at + 60_000,
    providers: frozen([acme(), credentials(GRACE)]),
    options: {
      secret: SECRET,
      store: await store,
      limits: { account: { max: 3, window: 3_600 }, global: false },
      logger: { error: () => {}, warn: () => {} },
    },
  })
}

/** A browser with the cookies of that version. */
function browserOf({ handle, origin }: World, cookies: string): Browser {
  const browser = new Browser(handle, origin)
  for (const cookie of cookies.split('; ')) {
    const equals = cookie.indexOf('=')
    browser.jar.put(cookie.slice(0, equals), cookie.slice(equals + 1))
  }
  return browser
}

describe.each([
  ['Redis', redisOfBefore],
  ['memory', memoryOfBefore],
] as const)('entries of an earlier version, in %s', (name, storeOfBefore) => {
  test.skipIf(name === 'Redis' && !client)(
    'sessions, revocations and counts in Redis stay valid after an upgrade',
    async () => {
      const world = await upgraded(storeOfBefore())
      const live = browserOf(world, before.cookies.live)
      expect(await live.session()).toMatchObject({ user: { name: 'Grace' } })
      for (const cookies of [before.cookies.signedOut, before.cookies.revoked]) {
        expect(await browserOf(world, cookies).session()).toBeNull()
      }
      // The earlier version counted two guesses, so one more is allowed.
      const stranger = world.anotherBrowser()
      const guesses = [await world.enter(stranger, { password: 'wrong' }), await world.enter(stranger)]
      expect(guesses.map(({ status }) => status)).toEqual([302, 429])
      // The earlier version's cookies contain a normalized account name, so they do not make a browser known.
      expect((await world.enter(live)).status).toBe(429)
      // The session stays valid until a sign-out.
      expect(await live.session()).toMatchObject({ user: { name: 'Grace' } })
      const cookies = live.jar.header
      expect(locationOf(await live.post('/auth/signout')).searchParams.get('error')).toBeNull()
      expect(await browserOf(world, cookies).session()).toBeNull()
      expect(await browserOf(world, before.cookies.live).session()).toBeNull()
    },
  )
})
