import type { Store, StoreCount } from './contract.js'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum number of entries of one kind: keys with the same part before the first `:`. Default: 100,000. */
  maxEntries?: number
  /** Returns the time in milliseconds, from a clock that never goes back. Default: `performance.now`. */
  now?: () => number
}

/** Result of {@link memoryStore}. */
export interface MemoryStore extends Store {
  /** Other processes do not see the entries. */
  readonly scope: 'process'
  /** Like `get` of {@link Store}, but synchronous. */
  get(key: string): string | null
  /** Sets a value. Throws for a new key if the store has `maxEntries` entries of the same kind. */
  set(key: string, value: string, ttl: number): void
  /** Like `consume` of {@link Store}, but synchronous. */
  consume(key: string): string | null
  /** Like `increment` of {@link Store}, but synchronous. */
  increment(key: string, window: number, by?: number): StoreCount
  /** Like `compareAndSet` of {@link Store}, but synchronous. Throws like `set`. */
  compareAndSet(key: string, expected: string | null, value: string, ttl: number): boolean
  /** Moves the clock of the store forward by milliseconds. Only for tests. */
  '~moveTime'(milliseconds: number): void
}

interface Entry {
  value: string
  readonly ends: number
}

interface Kind {
  /** Oldest first. */
  readonly entries: Map<string, Entry>
  /** When a kind that is full may be searched for expired entries again. */
  nextSweep: number
  /** Counts of keys for which there was no room. */
  shared?: SharedCounts
}

const SWEEP_PAUSE_MS = 1_000

/**
 * A store in the memory of this process. Use a shared store if several processes serve an application.
 *
 * No entry is evicted before it expires. If a kind has `maxEntries` entries, `set` and `compareAndSet` throw for a new key, and `increment`
 * estimates the count of a new key. The estimate may be too high or too low.
 *
 * @throws RangeError if `maxEntries` is not an integer greater than 0.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'authwright/stores/memory'
 *
 * export const store = memoryStore({ maxEntries: 1_000_000 })
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { maxEntries = 100_000, now: clock = () => performance.now() } = options
  if (!Number.isInteger(maxEntries) || maxEntries < 1) {
    throw new RangeError('`maxEntries` must be an integer greater than 0.')
  }
  let clockOffset = 0
  const now = (): number => clock() + clockOffset
  const kinds = new Map<string, Kind>()

  const kindOf = (key: string): Kind => {
    const name = kindName(key)
    const existing = kinds.get(name)
    if (existing) return existing
    const kind: Kind = { entries: new Map(), nextSweep: Number.NEGATIVE_INFINITY }
    kinds.set(name, kind)
    return kind
  }

  const find = (key: string, { entries } = kindOf(key)): Entry | undefined => {
    const entry = entries.get(key)
    if (!entry || entry.ends > now()) return entry
    entries.delete(key)
    return undefined
  }

  const makeRoom = (kind: Kind): boolean => {
    const { entries } = kind
    const time = now()
    for (const [key, { ends }] of entries) {
      if (ends > time) break
      entries.delete(key)
    }
    if (entries.size >= maxEntries && time >= kind.nextSweep) {
      kind.nextSweep = time + SWEEP_PAUSE_MS
      for (const [key, { ends }] of entries) if (ends <= time) entries.delete(key)
    }
    return entries.size < maxEntries
  }

  const write = (key: string, value: string, ttl: number, kind = kindOf(key)): Entry => {
    const { entries } = kind
    if (!entries.has(key) && !makeRoom(kind)) throw new RangeError(fullMessage(kindName(key), maxEntries))
    const entry = { value, ends: now() + ttl * 1000 }
    // The deletion moves an existing key to the end of the map, so that the keys stay in the order of their last
    // writes.
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  const countEntry = (key: string, window: number, by: number, kind: Kind): Entry | undefined => {
    const found = find(key, kind)
    if (found || by <= 0 || !makeRoom(kind)) return found
    return write(key, String(kind.shared?.increment(key, window, 0).count ?? 0), window, kind)
  }

  return {
    scope: 'process',
    get: (key) => find(key)?.value ?? null,
    set(key, value, ttl) {
      write(key, value, ttl)
    },
    consume(key) {
      const kind = kindOf(key)
      const entry = find(key, kind)
      kind.entries.delete(key)
      return entry?.value ?? null
    },
    increment(key, window, by = 1) {
      const kind = kindOf(key)
      const counted = countEntry(key, window, by, kind)
      if (!counted) {
        if (by > 0) kind.shared ??= sharedCounts(now)
        return kind.shared?.increment(key, window, by) ?? { count: 0, resetsIn: window }
      }
      const count = Math.max(0, Number(counted.value) + by)
      counted.value = String(count)
      return { count, resetsIn: (counted.ends - now()) / 1000 }
    },
    compareAndSet(key, expected, value, ttl) {
      if ((find(key)?.value ?? null) !== expected) return false
      write(key, value, ttl)
      return true
    },
    '~moveTime'(milliseconds) {
      clockOffset += milliseconds
    },
  }
}

function kindName(key: string): string {
  const end = key.indexOf(':')
  return end === -1 ? key : key.slice(0, end)
}

function fullMessage(kind: string, maxEntries: number): string {
  return (
    `The memory store is full: it has ${maxEntries} entries of the kind '${kind}'. ` +
    'Raise `maxEntries` of memoryStore(), or set the option `store` to a store outside of this process.'
  )
}

/** Four rows of 65,536 counters take 2.5 MB. */
const ROWS = 4
const WIDTH = 65_536

interface SharedCounts {
  increment(key: string, window: number, by: number): StoreCount
}

/**
 * A count-min sketch: each key shares one counter in each row with other keys, and its count is the lowest of its counters. Other keys can
 * raise the count, or lower it by subtracting.
 *
 * The window of a counter starts with the first key that uses it. So the counter can restart in the middle of another key's window, and this
 * key may reach twice its limit within one window.
 *
 * @see https://doi.org/10.1016/j.jalgor.2003.12.001
 */
function sharedCounts(now: () => number): SharedCounts {
  const counts = new Uint16Array(ROWS * WIDTH)
  const ends = new Float64Array(ROWS * WIDTH)
  return {
    increment(key, window, by) {
      const time = now()
      const cells = Array.from({ length: ROWS }, (_, row) => row * WIDTH + (hash(key, row) % WIDTH))
      const expired = cells.filter((cell) => (ends[cell] as number) <= time)
      if (expired.length > 0 && by <= 0) return { count: 0, resetsIn: window }
      for (const cell of expired) {
        counts[cell] = 0
        ends[cell] = time + window * 1000
      }
      for (const cell of cells) {
        counts[cell] = Math.min(0xffff, Math.max(0, (counts[cell] as number) + by))
      }
      const count = Math.min(...cells.map((cell) => counts[cell] as number))
      const end = Math.min(...cells.map((cell) => ends[cell] as number))
      return { count, resetsIn: (end - time) / 1000 }
    },
  }
}

/** FNV-1a with a final mix. Keys contain MACs or random ids, so an attacker cannot choose keys that collide. */
function hash(key: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1)
  for (let index = 0; index < key.length; index++) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
