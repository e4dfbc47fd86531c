import type { Store, StoreCount } from './contract.js'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The most entries of one kind; the oldest gives way. Default: 10,000. */
  maxEntries?: number
  /** A clock in milliseconds that is never set back. Default: `performance.now`. */
  now?: () => number
}

/** What {@link memoryStore} returns: a store that answers without promises. */
export interface MemoryStore extends Store {
  get(key: string): string | null
  set(key: string, value: string, ttl: number): void
  consume(key: string): string | null
  increment(key: string, window: number, by?: number): StoreCount
  compareAndSet(key: string, expected: string | null, value: string, ttl: number): boolean
}

interface Entry {
  value: string
  /** When it is gone, by the store's clock. */
  readonly ends: number
}

/**
 * A store in the memory of this process. It is gone when the process ends, and no other process sees it: where
 * several serve one application, give them a store that they share.
 *
 * The entries of each kind are bounded apart, so that many attempts to sign in cannot push out what was
 * revoked. What a key is for, up to its first `:`, is its kind.
 *
 * @throws RangeError when `maxEntries` is not a whole number greater than 0.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'authwright/stores/memory'
 *
 * export const store = memoryStore({ maxEntries: 100_000 })
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { maxEntries = 10_000, now = () => performance.now() } = options
  if (!Number.isInteger(maxEntries) || maxEntries < 1) {
    throw new RangeError('`maxEntries` must be a whole number greater than 0.')
  }
  /** The entries of each kind, oldest first. */
  const kinds = new Map<string, Map<string, Entry>>()

  const entriesOf = (key: string): Map<string, Entry> => {
    const end = key.indexOf(':')
    const kind = end === -1 ? key : key.slice(0, end)
    const entries = kinds.get(kind) ?? new Map<string, Entry>()
    kinds.set(kind, entries)
    return entries
  }

  const find = (key: string, entries = entriesOf(key)): Entry | undefined => {
    const entry = entries.get(key)
    if (!entry || entry.ends > now()) return entry
    entries.delete(key)
    return undefined
  }

  const write = (key: string, value: string, ttl: number): Entry => {
    const entries = entriesOf(key)
    const entry = { value, ends: now() + ttl * 1000 }
    // Deleted first, so that it becomes the newest.
    entries.delete(key)
    entries.set(key, entry)
    makeRoom(entries)
    return entry
  }

  const makeRoom = (entries: Map<string, Entry>): void => {
    for (const [key, { ends }] of entries) {
      if (entries.size <= maxEntries && ends > now()) return
      entries.delete(key)
    }
  }

  return {
    get: (key) => find(key)?.value ?? null,
    set(key, value, ttl) {
      write(key, value, ttl)
    },
    consume(key) {
      const entries = entriesOf(key)
      const entry = find(key, entries)
      entries.delete(key)
      return entry?.value ?? null
    },
    increment(key, window, by = 1) {
      const counted = find(key) ?? (by > 0 ? write(key, '0', window) : undefined)
      if (!counted) return { count: 0, resetsIn: window }
      const count = Math.max(0, Number(counted.value) + by)
      counted.value = String(count)
      return { count, resetsIn: (counted.ends - now()) / 1000 }
    },
    compareAndSet(key, expected, value, ttl) {
      if ((find(key)?.value ?? null) !== expected) return false
      write(key, value, ttl)
      return true
    },
  }
}
