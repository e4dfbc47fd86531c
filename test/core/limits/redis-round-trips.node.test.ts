import { afterAll, describe, expect, test } from 'vitest'
import { type RedisClient, redisStore } from '../../../src/stores/redis.js'
import { connectRedis } from '../../stores/redis-server.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import {
  countedHash,
  passwordApp,
  RIGHT,
  signIn as signInWithPassword,
  storeUser,
} from '../../support/passwords.js'
import { credentialsWith } from '../../support/providers.js'

const client = await connectRedis()
const prefix = `authwright-test-${crypto.randomUUID()}:`

afterAll(async () => {
  if (!client) return
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*` })) {
    if (keys.length > 0) await client.del(keys)
  }
  await client.close()
})

/**
 * Milliseconds by which each reply is delayed, so that commands that are sent together count as one round
 * trip.
 */
const HELD_MS = 200

/**
 * Counts round trips: the longest chain of replies in which each reply was received before the next command
 * was sent.
 */
function counted({ heldMs = 0, refuses = (_keys: readonly string[]): boolean => false } = {}) {
  const seen = { roundTrips: 0, commands: 0 }
  const counting: RedisClient = {
    async eval(script, options) {
      if (refuses(options.keys)) throw new Error("CROSSSLOT Keys in request don't hash to the same slot")
      const depth = seen.roundTrips + 1
      seen.commands += 1
      const reply = await (client as unknown as RedisClient).eval(script, options)
      await new Promise((resolve) => setTimeout(resolve, heldMs))
      seen.roundTrips = Math.max(seen.roundTrips, depth)
      return reply
    },
  }
  return { seen, client: counting }
}

const site = (redis: RedisClient, name: string, limits = {}) => {
  const auth = app({
    providers: [
      credentialsWith({
        input: { name: {}, password: { type: 'password' } },
        authorize: (fields) => (fields['password'] === 'right' ? { id: 'ada', name: 'Ada' } : null),
      }),
    ],
    options: {
      secret: SECRET,
      clientAddress: (request) => request.headers.get('x-address') ?? '203.0.113.7',
      store: redisStore({ client: redis, prefix: `${prefix}${name}:` }),
      logger: { error: () => {}, warn: () => {} },
      limits,
    },
  })
  return {
    browser: () => new Browser((request) => auth.handle(request)),
    signIn: async (browser: Browser, { name = 'ada', password = 'right', address = '203.0.113.7' } = {}) =>
      browser.send('/auth/callback/credentials', {
        method: 'POST',
        headers: { 'x-address': address },
        body: new URLSearchParams({
          csrfToken: await browser.csrfToken(),
          name,
          password,
          callbackUrl: '/in',
        }),
      }),
  }
}

describe.skipIf(!client)('a sign-in with credentials and a store in Redis', () => {
  test('a sign-in with credentials waits for at most four round trips to Redis', async () => {
    const { client, seen } = counted({ heldMs: HELD_MS })
    const { browser, signIn } = site(client, 'trips')
    // The first requests also check the store and compare secrets.
    expect(locationOf(await signIn(browser())).pathname).toBe('/in')
    const mine = browser()
    await mine.csrfToken()
    await new Promise((resolve) => setTimeout(resolve, 4 * HELD_MS))
    Object.assign(seen, { roundTrips: 0, commands: 0 })
    expect(locationOf(await signIn(mine)).pathname).toBe('/in')
    expect(seen.roundTrips).toBeLessThanOrEqual(4)
    expect(seen.commands).toBeLessThanOrEqual(8)
  })
  test('concurrent sign-ins with credentials cannot exceed the limit', async () => {
    const { client } = counted()
    const { browser, signIn } = site(client, 'at-once', { addressAndAccount: { max: 3, window: 600 } })
    const browsers = Array.from({ length: 12 }, browser)
    await Promise.all(browsers.map((each) => each.csrfToken()))
    const responses = await Promise.all(browsers.map((each) => signIn(each, { password: 'wrong' })))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(9)
  })

  test.each([
    ['one server', () => false],
    [
      'a cluster, which refuses a script with keys of several nodes',
      (keys: readonly string[]) => keys.length > 1,
    ],
  ])('a refused sign-in does not increase other counts (%s)', async (name, refuses) => {
    const { client } = counted({ refuses })
    const limits = { addressAndAccount: { max: 2, window: 600 }, account: { max: 4, window: 600 } }
    const { browser, signIn } = site(client, name, limits)
    const attacker = browser()
    for (let times = 0; times < 2; times++) {
      expect((await signIn(attacker, { password: 'wrong' })).status).toBe(302)
    }
    for (let times = 0; times < 4; times++) {
      expect((await signIn(attacker, { password: 'wrong' })).status).toBe(429)
    }
    expect(locationOf(await signIn(browser(), { address: '203.0.113.8' })).pathname).toBe('/in')
  })
})

describe.skipIf(!client)('a sign-in with password() and a store in Redis', () => {
  test.each(['jwt', 'database'] as const)(
    'a sign-in with password() waits for at most four round trips to Redis (%s)',
    async (strategy) => {
      const { client, seen } = counted({ heldMs: HELD_MS })
      const store = redisStore({ client, prefix: `${prefix}password-${strategy}:` })
      const { adapter, browser } = passwordApp({
        strategy,
        store: store as never,
        provider: { hash: countedHash() },
      })
      await storeUser(adapter, `plain:${RIGHT}`)
      // The first requests also check the store and compare secrets.
      expect(locationOf(await signInWithPassword(browser())).pathname).toBe('/inside')
      const again = browser()
      await again.csrfToken()
      await new Promise((resolve) => setTimeout(resolve, 4 * HELD_MS))
      Object.assign(seen, { roundTrips: 0, commands: 0 })
      expect(locationOf(await signInWithPassword(again)).pathname).toBe('/inside')
      expect(seen.roundTrips).toBeLessThanOrEqual(4)
    },
  )
})
