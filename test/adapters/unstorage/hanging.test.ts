import { createStorage } from 'unstorage'
import { afterEach, expect, it, vi } from 'vitest'
import type { KeyValueStorage } from '../../../src/adapters/unstorage/storage.js'
import { unstorage } from '../../../src/adapters/unstorage.js'

afterEach(() => vi.useRealTimers())

it('a storage that has not answered once holds up what is stored next for four seconds, and no longer', async () => {
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
  await vi.advanceTimersByTimeAsync(3_999)
  expect(stored).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await next
  expect(stored).toMatchObject({ email: 'bob@example.com' })
  expect(vi.getTimerCount()).toBe(0)
  expect(await adapter.createUser({ ...ada, email: 'carol@example.com' })).toMatchObject({
    email: 'carol@example.com',
  })
})
