import { createCluster } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { redisSessions } from '../../src/adapters/redis-sessions.js'
import { storeConformance } from '../../src/stores/conformance.js'
import { redisStore } from '../../src/stores/redis.js'
import { conformanceSuite } from '../support/conformance-suite.js'
import { noPrivateRedis, type PrivateRedis } from '../support/stores/private-redis.js'
import { clusterReady, redisCluster } from './support/redis-cluster.js'

/*
 * Sessions in a cluster of three nodes, of which one is killed while users sign in, read, extend and end sessions.
 */

const DAY = 86_400_000
const SIGN_INS = 2_000
const AT_ONCE = 16

const missing = noPrivateRedis()

describe.skipIf(missing)(`sessions in Redis Cluster${missing ? ` (${missing})` : ''}`, () => {
  let nodes: readonly PrivateRedis[] = []
  let client: ReturnType<typeof createCluster>
  const users = memory()
  let adapter: ReturnType<typeof redisSessions<typeof users>>

  beforeAll(async () => {
    nodes = await redisCluster()
    client = createCluster({
      rootNodes: nodes.map(({ url }) => ({ url })),
      defaults: {
        disableOfflineQueue: true,
        socket: { connectTimeout: 500, reconnectStrategy: (retries) => Math.min(50 * retries, 500) },
      },
    }) as never
    client.on('error', () => {})
    client.on('node-error', () => {})
    await client.connect()
    adapter = redisSessions(users, { client: client as never })
  }, 60_000)

  afterAll(async () => {
    client?.destroy()
    for (const node of nodes) await node.stop()
  })

  conformanceSuite({
    adapter: () => adapter,
    without: ['expiry'],
    with: ['sessionFacts', 'sessionManagement'],
    many: 500,
  })
  for (const { name, run } of storeConformance({ store: () => redisStore({ client: client as never }) })) {
    test(`the store: ${name}`, run, 60_000)
  }

  /** The actions of users that the cluster has confirmed. */
  interface Known {
    readonly live: Set<string>
    readonly ended: Set<string>
    failures: number
  }

  /** Retries a call until it succeeds, like a user who signs out again after an error. */
  async function confirmed<Result>(known: Known, call: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        known.failures++
        if (attempt === 400) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  test(`no revocation and no session is lost if a node is killed during ${SIGN_INS} sign-ins`, async () => {
    const known: Known = { live: new Set(), ended: new Set(), failures: 0 }
    let done = 0
    const one = async (index: number): Promise<void> => {
      const { id: userId } = await users.createUser({ email: null, emailVerified: null })
      let token = ''
      await confirmed(known, async () => {
        token = crypto.randomUUID()
        await adapter.createSession({ sessionToken: token, userId, expires: new Date(Date.now() + DAY) })
      })
      expect((await confirmed(known, () => adapter.getSessionAndUser(token)))?.user.id).toBe(userId)
      await confirmed(known, () =>
        adapter.updateSession({ sessionToken: token, expires: new Date(Date.now() + 2 * DAY) }),
      )
      if (index % 3 === 0) {
        await confirmed(known, () => adapter.deleteSession(token))
        known.ended.add(token)
      } else if (index % 3 === 1) {
        // A failed call may have stopped in the middle. `confirmed` repeats the call until it succeeds.
        await confirmed(known, () => adapter.deleteSessionsByUserId(userId))
        known.ended.add(token)
      } else known.live.add(token)
      done++
    }
    let next = 0
    const workers = Array.from({ length: AT_ONCE }, async () => {
      while (next < SIGN_INS) await one(next++)
    })
    const killing = (async () => {
      for (const [index, node] of nodes.entries()) {
        while (done < (SIGN_INS * (index + 1)) / 5) await new Promise((resolve) => setTimeout(resolve, 5))
        await node.kill()
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        await node.start()
        await clusterReady(node)
      }
    })()
    await Promise.all([...workers, killing])
    let [back, lost] = [0, 0]
    for (const token of known.ended) if (await adapter.getSessionAndUser(token)) back++
    for (const token of known.live) if (!(await adapter.getSessionAndUser(token))) lost++
    console.info(
      `${done} sign-ins, 3 kills: ${known.failures} failed calls, ${known.ended.size} revoked and ${back} came back, ${known.live.size} live and ${lost} lost`,
    )
    expect(known.failures).toBeGreaterThan(0)
    expect({ back, lost }).toEqual({ back: 0, lost: 0 })
  }, 180_000)

  test('after a node has lost all its data, revoked sessions stay revoked and the sessions on the node end', async () => {
    const made: { token: string; userId: string }[] = []
    for (let index = 0; index < 200; index++) {
      const { id: userId } = await users.createUser({ email: null, emailVerified: null })
      const token = crypto.randomUUID()
      await adapter.createSession({ sessionToken: token, userId, expires: new Date(Date.now() + DAY) })
      made.push({ token, userId })
    }
    const [revoked, kept] = [made.slice(0, 100), made.slice(100)]
    for (const { token } of revoked) await adapter.deleteSession(token)
    const [node] = nodes as [PrivateRedis]
    await node.command('FLUSHALL')
    const live = async (): Promise<string[]> => {
      const found: string[] = []
      for (const { token } of made) if (await adapter.getSessionAndUser(token)) found.push(token)
      return found
    }
    const before = await live()
    const known = new Set(kept.map(({ token }) => token))
    expect(before.every((token) => known.has(token))).toBe(true)
    expect(before.length).toBeLessThan(100)
    // A lost session does not become valid again when the user signs in again, or when another session is extended.
    for (const { token, userId } of made) {
      await adapter.updateSession({ sessionToken: token, expires: new Date(Date.now() + 3 * DAY) })
      await adapter.createSession({
        sessionToken: crypto.randomUUID(),
        userId,
        expires: new Date(Date.now() + DAY),
      })
    }
    expect(await live()).toEqual(before)
  }, 60_000)
})
