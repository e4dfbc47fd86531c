import { expect, test } from 'vitest'
import { storeConformance } from '../../src/stores/conformance.js'
import type { Store } from '../../src/stores/contract.js'
import { memoryStore } from '../../src/stores/memory.js'

/** The conformance case with this name, for an in-memory store with these changes. */
function caseOf(name: string, change: (store: Store) => Partial<Store>): () => Promise<void> {
  const base = memoryStore()
  const store = { ...base, ...change(base) }
  const found = storeConformance({ store: () => store }).find((each) => each.name === name)
  if (!found) throw new Error(`There is no case "${name}".`)
  return found.run
}

const later = (): Promise<void> => Promise.resolve()

test('the cases of storeConformance have different names', () => {
  const names = storeConformance({ store: () => memoryStore() }).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('the cases of storeConformance use only keys of visible ASCII characters', async () => {
  const base = memoryStore()
  const keys = new Set<string>()
  const store: Store = {
    ...base,
    get(key) {
      keys.add(key)
      return base.get(key)
    },
    set(key, value, ttl) {
      keys.add(key)
      base.set(key, value, ttl)
    },
  }
  const compared = 'values: keys are compared exactly'
  await storeConformance({ store: () => store })
    .find(({ name }) => name === compared)
    ?.run()
  expect([...keys].filter((key) => !/^[\x21-\x7e]+$/.test(key))).toEqual([])
  expect(keys.size).toBeGreaterThan(1)
})

test.each<[string, (store: Store) => Partial<Store>, string]>([
  [
    'a value that is read before it is deleted',
    (store) => ({
      async consume(key) {
        const value = await store.get(key)
        await later()
        await store.consume(key)
        return value
      },
    }),
    'values: exactly one of several concurrent consume calls gets the value',
  ],
  [
    'a comparison before the value is set',
    (store) => ({
      async compareAndSet(key, expected, value, ttl) {
        if ((await store.get(key)) !== expected) return false
        await later()
        await store.set(key, value, ttl)
        return true
      },
    }),
    'values: exactly one of several concurrent compareAndSet calls succeeds',
  ],
  [
    'counts that are read before they are written',
    (store) => ({
      async increment(key, window, by = 1) {
        const count = Number(await store.get(key)) + by
        await later()
        await store.set(key, String(count), window)
        return { count, resetsIn: window }
      },
    }),
    'counts: concurrent increments are all counted, and each returns a different count',
  ],
  [
    'a window that every increment extends',
    (store) => ({
      async increment(key, window, by) {
        const { count } = await store.increment(key, window, by)
        if (count > 0) await store.set(key, String(count), window)
        return { count, resetsIn: window }
      },
    }),
    'counts: a later increment does not extend the window',
  ],
  [
    'an empty value that counts as missing',
    (store) => ({ get: async (key) => (await store.get(key)) || null }),
    'values: get returns the exact value that was set',
  ],
  [
    'keys that are compared without their letter case',
    (store) => ({ get: (key) => store.get(key.toLowerCase()) }),
    'values: keys are compared exactly',
  ],
  [
    'values that other values evict',
    (store) => {
      const written: string[] = []
      return {
        async set(key, value, ttl) {
          written.push(key)
          if (written.length > 10_000) await store.consume(written.shift() as string)
          await store.set(key, value, ttl)
        },
      }
    },
    'retention: a value is not evicted by 20,000 other values of the same kind',
  ],
  [
    'counts that other counts lower',
    (store) => {
      const counted = new Set<string>()
      return {
        async increment(key, window, by) {
          counted.add(key)
          const [oldest = ''] = counted
          if (counted.size > 10_000) await store.consume(oldest)
          if (counted.size > 10_000) counted.delete(oldest)
          return store.increment(key, window, by)
        },
      }
    },
    'retention: a count is not lowered by 20,000 other counts of the same kind',
  ],
])('storeConformance finds %s', async (_, change, expected) => {
  await expect(caseOf(expected, change)()).rejects.toThrow()
  await expect(caseOf(expected, () => ({}))()).resolves.toBeUndefined()
})
