import { type MemoryStore, memoryStore } from '../../src/stores/memory.js'

/**
 * A store in which the first key with a prefix starts with a count, so that a test of a high limit does not
 * send all requests.
 */
export function countingStore(prefix: string, before: number): MemoryStore {
  const store = memoryStore()
  let isCounted = false
  return {
    ...store,
    increment(key, window, by) {
      if (!isCounted && key.startsWith(prefix)) {
        isCounted = true
        store.increment(key, window, before)
      }
      return store.increment(key, window, by)
    },
  }
}
