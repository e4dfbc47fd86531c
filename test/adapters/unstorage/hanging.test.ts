import { setImmediate } from 'node:timers/promises'
import { createStorage } from 'unstorage'
import { afterEach, expect, it, vi } from 'vitest'
import type { KeyValueStorage } from '../../../src/adapters/unstorage/storage.js'
import { unstorage } from '../../../src/adapters/unstorage.js'

afterEach(() => vi.useRealTimers())

it('unstorage() waits at most four seconds for an earlier write that does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const storage = createStorage()
  let hangs = true
  const hanging: KeyValueStorage = {
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => (hangs ? new Promise(() => {}) : storage.setItem(key, value)),
    removeItem: (key) => storage.removeItem(key),
    getKeys: (base) => storage.getKeys(base),
  }
  const adapter = unstorage(hanging)
  const ada = { email: 'ada@example.com', emailVerified: null }
  void adapter.createUser(ada)
  await vi.advanceTimersByTimeAsync(1_000)
  hangs = false
  let stored: unknown
  const next = adapter.createUser({ ...ada, email: 'bob@example.com' }).then((user) => {
    stored = user
  })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(stored).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await next
  expect(stored).toMatchObject({ email: 'bob@example.com' })
  expect(vi.getTimerCount()).toBe(0)
  expect(await adapter.createUser({ ...ada, email: 'carol@example.com' })).toMatchObject({
    email: 'carol@example.com',
  })
})

it('of several requests that wait for a slow storage, only one can use a token', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const storage = createStorage()
  const adapter = unstorage(storage)
  const token = { identifier: 'ada@example.com', token: 'once', expires: new Date(Date.now() + 60_000) }
  await adapter.createVerificationToken(token)
  const hung = new Promise<void>((begun) => {
    vi.spyOn(storage, 'setItem').mockImplementationOnce(() => {
      begun()
      return new Promise(() => {})
    })
  })
  void adapter.createUser({ email: 'ada@example.com', emailVerified: null })
  await hung
  const { getItem } = storage
  vi.spyOn(storage, 'getItem').mockImplementation(async (key) => {
    const item = await getItem(key)
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
    return item
  })
  const uses = Promise.all([1, 2, 3].map(() => adapter.useVerificationToken(token)))
  await vi.advanceTimersByTimeAsync(4_100)
  expect((await uses).filter((used) => used !== null)).toHaveLength(1)
})

/** An adapter whose storage takes `delayMs` for each removal, or only for the first `slow` removals. */
function withSlowRemovals(delayMs = 5_000, slow = Number.POSITIVE_INFINITY) {
  const storage = createStorage()
  let removals = 0
  return unstorage({
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => storage.setItem(key, value),
    getKeys: (base) => storage.getKeys(base),
    async removeItem(key) {
      removals += 1
      if (removals <= slow) {
        await new Promise((resolve) => {
          if (Number.isFinite(delayMs)) setTimeout(resolve, delayMs)
        })
      }
      await storage.removeItem(key)
    },
  })
}

it('an e-mail address cannot be used by a new user while its former user is being deleted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const adapter = withSlowRemovals()
  const old = { email: 'old@example.com', emailVerified: null }
  const { id } = await adapter.createUser(old)
  const deletion = adapter.deleteUser(id)
  await vi.advanceTimersByTimeAsync(4_100)
  const attempts = [adapter.createUser(old), adapter.createUser(old)]
  for (const attempt of attempts) {
    await expect(attempt).rejects.toThrow('The user with this e-mail address is being deleted. Try again.')
  }
  await vi.advanceTimersByTimeAsync(10_000)
  await deletion
  const bob = await adapter.createUser(old)
  expect(await adapter.getUserByEmail('old@example.com')).toMatchObject({ id: bob.id })
  await expect(adapter.createUser(old)).rejects.toThrow('Another user has this e-mail address.')
})

it('repeating the deletion of a user does not remove the e-mail address from a new user', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const adapter = withSlowRemovals(5_000, 1)
  const old = { email: 'old@example.com', emailVerified: null }
  const { id } = await adapter.createUser(old)
  const first = adapter.deleteUser(id)
  await vi.advanceTimersByTimeAsync(4_100)
  await adapter.deleteUser(id)
  await expect(adapter.createUser(old)).rejects.toThrow('The user with this e-mail address is being deleted.')
  await vi.advanceTimersByTimeAsync(10_000)
  await first
  const bob = await adapter.createUser(old)
  expect(await adapter.getUserByEmail('old@example.com')).toMatchObject({ id: bob.id })
})

it('a deletion that never ends does not delay the creation of other users', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const adapter = withSlowRemovals(Number.POSITIVE_INFINITY)
  const old = { email: 'old@example.com', emailVerified: null }
  const { id } = await adapter.createUser(old)
  void adapter.deleteUser(id)
  await vi.advanceTimersByTimeAsync(4_100)
  const refused = expect(adapter.createUser(old)).rejects.toThrow('is being deleted')
  await expect(adapter.createUser({ ...old, email: 'bob@example.com' })).resolves.toBeDefined()
  await refused
})

it('a slow change of an e-mail address does not remove the old e-mail address from its new user', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const adapter = withSlowRemovals()
  const old = { email: 'old@example.com', emailVerified: null }
  const { id } = await adapter.createUser(old)
  const change = adapter.updateUser({ id, email: 'new@example.com' })
  while ((await adapter.getUser(id))?.email !== 'new@example.com') await setImmediate()
  const added = adapter.createUser(old)
  await vi.advanceTimersByTimeAsync(4_000)
  const bob = await added
  await vi.advanceTimersByTimeAsync(5_000)
  await change
  expect(await adapter.getUserByEmail('old@example.com')).toMatchObject({ id: bob.id })
  expect(await adapter.getUserByEmail('new@example.com')).toMatchObject({ id })
  await expect(adapter.createUser(old)).rejects.toThrow('Another user has this e-mail address.')
})

type TestedAdapter = ReturnType<typeof unstorage>

/** A change to a row, its removal, and a call that reads the row. */
type ChangeAndRemoval = Record<'change' | 'remove' | 'find', () => Promise<unknown>>

const key = { provider: 'github', providerAccountId: '1' }
const session = { sessionToken: 's', expires: new Date(Date.now() + 3_600_000) }

it.each<[string, (adapter: TestedAdapter, userId: string) => Promise<ChangeAndRemoval>]>([
  [
    'an account that is unlinked',
    async (adapter, userId) => {
      const account = { ...key, type: 'oauth', userId } as const
      await adapter.linkAccount(account)
      return {
        change: () => adapter.updateAccount({ ...account, access_token: 'new' }),
        remove: () => adapter.unlinkAccount(key),
        find: () => adapter.getUserByAccount(key),
      }
    },
  ],
  [
    'an unlinked account whose refresh token is replaced',
    async (adapter, userId) => {
      const account = { ...key, type: 'oauth', userId } as const
      await adapter.linkAccount({ ...account, refresh_token: 'old' })
      return {
        change: () => adapter.updateAccountIf({ ...account, refresh_token: 'new' }, 'old'),
        remove: () => adapter.unlinkAccount(key),
        find: () => adapter.getUserByAccount(key),
      }
    },
  ],
  [
    'a session that is deleted',
    async (adapter, userId) => {
      await adapter.createSession({ ...session, userId })
      return {
        change: () => adapter.updateSession(session),
        remove: () => adapter.deleteSession('s'),
        find: () => adapter.getSessionAndUser('s'),
      }
    },
  ],
  [
    'a session that is deleted with all sessions of its user',
    async (adapter, userId) => {
      await adapter.createSession({ ...session, userId })
      return {
        change: () => adapter.updateSession(session),
        remove: () => adapter.deleteSessionsByUserId(userId),
        find: () => adapter.getSessionAndUser('s'),
      }
    },
  ],
  [
    'a user who is deleted',
    async (adapter, id) => ({
      change: () => adapter.updateUser({ id, name: 'Ada' }),
      remove: () => adapter.deleteUser(id),
      find: () => adapter.getUser(id),
    }),
  ],
])('a slow write does not restore %s during the write', async (_, prepare) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const storage = createStorage()
  let isSlow = false
  const adapter = unstorage({
    getItem: (item) => storage.getItem(item),
    removeItem: (item) => storage.removeItem(item),
    getKeys: (base) => storage.getKeys(base),
    async setItem(item, value) {
      if (isSlow) {
        await new Promise((resolve) => {
          setTimeout(resolve, 5_000)
        })
      }
      await storage.setItem(item, value)
    },
  })
  const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified: null })
  const { change, remove, find } = await prepare(adapter, id)
  isSlow = true
  // A deleted user cannot be changed, so the promise rejects.
  const changed = change().catch(() => undefined)
  await setImmediate()
  const removed = remove()
  await vi.advanceTimersByTimeAsync(4_100)
  await removed
  await vi.advanceTimersByTimeAsync(20_000)
  await changed
  expect(await find()).toBeNull()
  expect((await storage.getKeys()).filter((item) => /:(?:accounts|sessions|owned):/.test(item))).toEqual([])
})
