import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createStorage, type Driver, type Storage } from 'unstorage'
import files from 'unstorage/drivers/fs'
import inMemory from 'unstorage/drivers/memory'
import inRedis from 'unstorage/drivers/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type UnstorageAdapter, unstorage } from '../../../src/adapters/unstorage.js'
import { capabilities } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { availability } from '../../support/stores/available.js'

const url = process.env.AUTHWRIGHT_REDIS_URL ?? 'redis://127.0.0.1:6379'
const redis = await availability('Redis', 'AUTHWRIGHT_REDIS_URL', async () => {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  // The connection reports the error, so it is ignored here.
  client.on('error', () => undefined)
  await client.connect()
  await client.quit()
})

const user = {
  role: 'admin',
  born: new Date(-86_400_000),
  tags: ['a'],
  history: [{ at: new Date(86_400_000) }],
  raw: { $date: 'of the application', $object: { $date: 1 } },
}

function suite(driver: () => Promise<{ driver: Driver; remove(storage: Storage): Promise<unknown> }>): void {
  let storage: Storage
  let adapter: UnstorageAdapter
  let remove: () => Promise<unknown>
  beforeAll(async () => {
    const opened = await driver()
    storage = createStorage({ driver: opened.driver })
    remove = () => opened.remove(storage)
    adapter = unstorage(storage)
  })
  afterAll(async () => {
    await remove()
    await storage.dispose()
  })
  conformanceSuite({
    adapter: () => adapter,
    user,
    with: capabilities,
    faulty(call) {
      const uses = ['getItem', 'setItem', 'removeItem', 'getKeys']
      const { client, failed } = faulty(storage, call, { uses })
      return { adapter: unstorage(client), failed }
    },
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)

  it('unstorage() deletes all data of a deleted user, and stores no token in a key', async () => {
    const before = (await storage.getKeys()).length
    const { id } = await adapter.createUser({ email: `${randomUUID()}@example.com`, emailVerified: null })
    const sessionToken = randomUUID()
    await adapter.createSession({ sessionToken, userId: id, expires: new Date(Date.now() + 60_000) })
    const keys = await storage.getKeys()
    expect(keys.length).toBeGreaterThan(before)
    expect(keys.join()).not.toContain(sessionToken)
    await adapter.deleteUser(id)
    expect((await storage.getKeys()).length).toBe(before)
  })
}

describe('unstorage in memory', () => {
  suite(async () => ({ driver: inMemory(), remove: async () => undefined }))
})

describe('unstorage in files', () => {
  suite(async () => {
    const base = await mkdtemp(join(tmpdir(), 'authwright-'))
    return { driver: files({ base }), remove: () => rm(base, { recursive: true }) }
  })
})

describe.skipIf(!redis.available)(`unstorage in Redis${redis.note}`, () => {
  suite(async () => ({
    driver: inRedis({ url, base: `authwright-test-${randomUUID()}` }),
    remove: (storage) => storage.clear(),
  }))
})

describe('unstorage', () => {
  it('unstorage() gives new users the default values of the application', async () => {
    const adapter = unstorage<{ role: string }>(createStorage(), { user: { role: 'member' } })
    expect(await adapter.createUser({ email: null, emailVerified: null })).toMatchObject({ role: 'member' })
  })

  it('unstorage() refuses a `base` that contains a separator of keys', () => {
    expect(() => unstorage(createStorage(), { base: 'a:b' })).toThrow('The option base of unstorage()')
  })
})
