import { afterAll, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { redisSessions } from '../../../src/adapters/redis-sessions.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createAuth } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import { github } from '../../../src/providers/github.js'
import { redisStore } from '../../../src/stores/redis.js'
import { Browser } from '../../support/browser.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../../support/stores/private-redis.js'

const reason = noPrivateRedis()
const secret = 'a secret of more than thirty-two characters'

test.each([
  [undefined, 'The `url` of redisSessions() is missing'],
  ['', 'The `url` of redisSessions() is missing'],
  ['https://:hunter2@redis.test', 'The `url` of redisSessions() must begin with redis://'],
])('a URL that is missing or wrong is refused: %s', (url, message) => {
  for (const make of [
    () => redisSessions({ url }),
    () => redisSessions(memory(), { url }),
    () => redisSessions(memory(), { url, client: undefined } as never),
  ]) {
    expect(make).toThrow(message)
    expect(make).not.toThrow('hunter2')
  }
})

test('redisSessions() with sqlite() logs the driver of the database', async () => {
  const lines: unknown[][] = []
  const client = { eval: async () => null }
  const auth = createAuth()
    .adapter(redisSessions(sqlite(':memory:'), { client }))
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .options({ secret, debug: true, logger: { debug: (...line) => void lines.push(line) } })
    .build()
  for (const _ of [1, 2]) await auth.health({ deep: true })
  expect(lines).toContainEqual([expect.stringContaining('adapter'), { driver: expect.any(String) }])
})

test('the message about a server that evicts keys names redisSessions(), and says that users would be signed out', async () => {
  const client = { eval: async () => 'maxmemory_policy:allkeys-lru' }
  const message =
    'its `maxmemory-policy` is "allkeys-lru", and users would be signed out. Set it to "noeviction", or pass `allowEviction: true` to redisSessions().'
  await expect(redisSessions({ client }).find('id')).rejects.toThrow(message)
  await expect(redisSessions(memory(), { client }).getSessionAndUser('token')).rejects.toThrow(message)
})

describe.skipIf(reason !== undefined)('sessions in Redis by URL', async () => {
  const server: PrivateRedis = reason === undefined ? await privateRedis() : (undefined as never)
  afterAll(() => server?.stop())
  const clients = async (): Promise<number> =>
    String(await server.command('CLIENT', 'LIST'))
      .trim()
      .split('\n').length
  const soon = { timeout: 10_000, interval: 100 }

  const claims = () =>
    createAuth()
      .provider(credentials({ input: { id: {} }, authorize: ({ id }) => ({ id: String(id) }) }))
      .session({ sessionStore: redisSessions({ url: server.url }) })
      .options({ secret, trustHost: true, store: redisStore({ url: server.url }) })
      .build()
  const beside = () =>
    createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(redisSessions(memory(), { url: server.url }))
      .options({ secret, trustHost: true, logger: { error: () => undefined, warn: () => undefined } })
      .build()

  test('a session stays valid while Redis does not respond, and later requests succeed', async () => {
    const auth = claims()
    const browser = new Browser(auth.handler)
    expect((await browser.post('/auth/callback/credentials', { id: 'ada' })).status).toBe(302)
    expect(await browser.session()).not.toBeNull()
    server.signal('SIGSTOP')
    const during = await browser.send('/auth/session')
    expect(during.status).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    server.signal('SIGCONT')
    await expect.poll(async () => (await browser.send('/auth/session')).status, soon).toBe(200)
    expect(await browser.session()).not.toBeNull()
    await auth.close()
  }, 30_000)

  test('`auth.close()` closes the connections of redisSessions(), with and without an adapter for users', async () => {
    const before = await clients()
    const auth = claims()
    const browser = new Browser(auth.handler)
    expect((await browser.post('/auth/callback/credentials', { id: 'ada' })).status).toBe(302)
    const other = beside()
    await other.health({ deep: true })
    const adapter = redisSessions(memory(), { url: server.url })
    const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
    await adapter.createSession({ sessionToken: 't', userId, expires: new Date(Date.now() + 60_000) })
    expect(await adapter.getSessionAndUser('t')).toMatchObject({ user: { id: userId } })
    expect(await clients()).toBeGreaterThan(before)
    await Promise.all([auth.close(), other.close(), adapter.close()])
    await adapter.close()
    await expect.poll(clients, soon).toBe(before)
  })

  test('redisSessions().close() also closes the adapter for users', async () => {
    const closed: string[] = []
    const users = { ...memory(), close: async () => void closed.push('users') }
    await redisSessions(users, { url: server.url }).close()
    expect(closed).toEqual(['users'])
  })

  test('redisSessions().close() closes the connection to Redis even if the adapter for users fails to close', async () => {
    const before = await clients()
    const users = { ...memory(), close: () => Promise.reject(new Error('busy')) }
    const adapter = redisSessions(users, { url: server.url })
    expect(await adapter.getSessionAndUser('token')).toBeNull()
    await expect(adapter.close()).rejects.toThrow('busy')
    await expect.poll(clients, soon).toBe(before)
  })
})
