import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { redisSessions } from '../../../src/adapters/redis-sessions.js'
import type { RedisClient } from '../../../src/stores/redis.js'
import { connectRedis } from '../../stores/redis-server.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { signInSuite } from '../../support/sign-in-suite.js'

const client = await connectRedis()
const prefix = `authwright-test-${crypto.randomUUID()}:`
const DAY = 86_400_000

const keys = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const some of client?.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 }) ?? [])
    found.push(...some)
  return found
}

afterAll(async () => {
  if (!client) return
  const all = await keys()
  for (let index = 0; index < all.length; index += 1000) await client.del(all.slice(index, index + 1000))
  await client.close()
})

describe.skipIf(!client)('sessions in Redis', () => {
  const users = memory<{ role: string }>({ user: { role: 'member' } })
  const adapter = redisSessions(users, { client: client as RedisClient, prefix })
  const nobody = { email: null, emailVerified: null }
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY)
  const newSession = async (expires = inDays(1)) => {
    const { id: userId } = await adapter.createUser(nobody)
    return adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires })
  }

  conformanceSuite({
    adapter: () => adapter,
    with: ['accountLeases', 'accountListing', 'loginRemoval', 'sessionFacts', 'sessionManagement'],
    user: { role: 'admin' },
    // Redis deletes expired keys, and the adapter cannot list keys.
    without: ['expiry'],
    many: 2000,
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)

  test('the type of the user in a session is that of the adapter for users', async () => {
    const { sessionToken } = await newSession()
    const found = await adapter.getSessionAndUser(sessionToken)
    expectTypeOf(found?.user.role).toEqualTypeOf<string | undefined>()
    expect(found?.user.role).toBe('member')
    expect(await users.getSessionAndUser(sessionToken)).toBeNull()
  })

  test('redisSessions() stores no plain token, and deletes a session a day after it has expired', async () => {
    const { sessionToken } = await newSession(inDays(3))
    const all = await keys()
    expect(all.join()).not.toContain(sessionToken)
    for (const key of all) expect(await client?.pTTL(key)).toBeGreaterThan(0)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionToken)))
    const ttl = await client?.pTTL(`${prefix}session:{${Buffer.from(hash).toString('hex')}}`)
    expect(Math.abs((ttl ?? 0) - 4 * DAY)).toBeLessThan(60_000)
  })

  test('a session that expired before 1970 does not break later sign-ins of its user', async () => {
    const { userId } = await newSession()
    await adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: new Date(-1) })
    const next = await adapter.createSession({
      sessionToken: crypto.randomUUID(),
      userId,
      expires: inDays(1),
    })
    expect(await adapter.getSessionAndUser(next.sessionToken)).not.toBeNull()
  })

  test('an extension at the same time as a revocation does not restore the session', async () => {
    for (let round = 0; round < 20; round++) {
      const { sessionToken, userId } = await newSession()
      await Promise.all([
        ...Array.from({ length: 5 }, (_, index) =>
          adapter.updateSession({ sessionToken, expires: inDays(index + 2) }),
        ),
        round % 2 === 0 ? adapter.deleteSession(sessionToken) : adapter.deleteSessionsByUserId(userId),
      ])
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
      expect(await adapter.updateSession({ sessionToken, expires: inDays(9) })).toBeNull()
      expect(await adapter.listSessionsByUserId(userId)).toEqual([])
    }
  })

  test('only one of several concurrent deletions returns the session', async () => {
    const { sessionToken } = await newSession()
    const removed = await Promise.all(Array.from({ length: 8 }, () => adapter.deleteSession(sessionToken)))
    expect(removed.filter(Boolean)).toHaveLength(1)
  })

  test.each(['session:', 'sessions:'])(
    'a session stays signed out after one of its two Redis entries was lost: %s',
    async (place) => {
      const { sessionToken, userId } = await newSession()
      const all = await keys()
      const { id = '' } = (await adapter.listSessionsByUserId(userId))[0] ?? {}
      const owner = await client?.get(`${prefix}session:{${id}}`)
      const lost = place === 'session:' ? `${prefix}session:{${id}}` : `${prefix}sessions:{${owner}}`
      expect(all).toContain(lost)
      await client?.del(lost)
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
      expect(await adapter.updateSession({ sessionToken, expires: inDays(9) })).toBeNull()
      await adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: inDays(1) })
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
    },
  )

  test.each(['session:', 'sessions:'])(
    'a revoked session stays revoked if a crash of one shard restores one of its keys: %s',
    async (place) => {
      const { sessionToken, userId } = await newSession()
      const { id = '' } = (await adapter.listSessionsByUserId(userId))[0] ?? {}
      const pointer = `${prefix}session:{${id}}`
      const owner = `${prefix}sessions:{${await client?.get(pointer)}}`
      const key = place === 'session:' ? pointer : owner
      const dump = await client?.sendCommand(['DUMP', key], { typeMapping: { 36: Buffer } } as never)
      await adapter.deleteSession(sessionToken)
      await client?.sendCommand(['RESTORE', key, '60000', dump as never, 'REPLACE'])
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
      expect(await adapter.updateSession({ sessionToken, expires: inDays(9) })).toBeNull()
    },
  )

  test('the session of a user who was deleted from the adapter is not valid', async () => {
    const { sessionToken, userId } = await newSession()
    await users.deleteUser(userId)
    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
  })

  test('if the deletion of all sessions of a user fails halfway, none of these sessions is valid', async () => {
    const redis = client as RedisClient
    let isDown = false
    const failing: RedisClient = {
      async eval(script, options) {
        if (isDown) throw new Error('The connection was lost.')
        const reply = await redis.eval(script, options)
        isDown = /RENAME|HDEL/.test(script)
        return reply
      },
    }
    const { id: userId } = await adapter.createUser(nobody)
    const tokens = Array.from({ length: 1_300 }, () => crypto.randomUUID())
    await Promise.all(
      tokens.map(async (sessionToken) => adapter.createSession({ sessionToken, userId, expires: inDays(1) })),
    )
    const other = redisSessions(users, { client: failing, prefix })
    await expect(other.deleteSessionsByUserId(userId)).rejects.toThrow('lost')
    expect(await adapter.listSessionsByUserId(userId)).toEqual([])
    const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)))
    expect(found.filter(Boolean)).toEqual([])
  })

  test('redisSessions() accepts a client that returns Buffers', async () => {
    const redis = client as NonNullable<typeof client>
    const binary = redis.withTypeMapping({ 36: Buffer }) as unknown as RedisClient
    const sessions = redisSessions(users, { client: binary, prefix })
    const { id: userId } = await users.createUser(nobody)
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const sessionToken of [first, second])
      await sessions.createSession({ sessionToken, userId, expires: inDays(1) })
    expect(await sessions.getSessionAndUser(first)).toMatchObject({ session: { userId } })
    expect(await sessions.updateSession({ sessionToken: first, expires: inDays(2) })).toMatchObject({
      userId,
    })
    expect(await sessions.listSessionsByUserId(userId)).toHaveLength(2)
    expect(await sessions.deleteSession(first)).toMatchObject({ userId })
    expect(await sessions.deleteSessionsByUserId(userId)).toBe(1)
    expect(await sessions.getSessionAndUser(second)).toBeNull()
  })

  test('an update of a session does not change its user', async () => {
    const { sessionToken, userId } = await newSession()
    const changed = await adapter.updateSession({ sessionToken, userId: 'eve', expires: inDays(2) })
    expect(changed).toMatchObject({ userId })
    expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ session: { userId } })
  })

  test('redisSessions() rejects a prefix with braces, which would put all keys into one slot of a cluster', () => {
    expect(() => redisSessions(users, { client: client as RedisClient, prefix: 'a{b}' })).toThrow('braces')
  })
})

test.skipIf(!client)('no Redis script reads all sessions of a user', async () => {
  const redis = client as NonNullable<typeof client>
  const scripts: string[] = []
  const counted: RedisClient = {
    eval: async (script, options) => {
      scripts.push(script)
      return redis.eval(script, options)
    },
  }
  const adapter = redisSessions(memory(), { client: counted, prefix })
  const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
  const expires = new Date(Date.now() + DAY)
  const tokens = Array.from({ length: 1_300 }, () => crypto.randomUUID())
  await Promise.all(
    tokens.map(async (sessionToken) => adapter.createSession({ sessionToken, userId, expires })),
  )
  expect(await adapter.listSessionsByUserId(userId)).toHaveLength(tokens.length)
  expect(await adapter.deleteSessionsByUserId(userId)).toBe(tokens.length)
  expect(await adapter.listSessionsByUserId(userId)).toEqual([])
  expect(await adapter.getSessionAndUser(tokens[0] as string)).toBeNull()
  expect(scripts.filter((script) => /HGETALL|HKEYS|HVALS/.test(script))).toEqual([])
})
