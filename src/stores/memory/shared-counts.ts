import type { StoreCount } from '../contract.js'

/** Rows of counters, and counters in a row. Four rows of 65,536 take 2.5 MB. */
const ROWS = 4
const WIDTH = 65_536

/** Counts many keys in a fixed amount of memory. */
export interface SharedCounts {
  increment(key: string, window: number, by: number): StoreCount
}

/**
 * A count-min sketch: each key has one counter in each row, which it shares with other keys, and its count is the
 * lowest of them. Other keys never lower a count; they raise it where far more keys are counted than there are
 * counters. The window of a counter starts with the first of its keys, so that a key may reach twice its limit within
 * one separate window. The count of a key begins again when the first of its counters does; what was counted before is then
 * not taken back from the others.
 *
 * @param now - Milliseconds.
 * @see https://doi.org/10.1016/j.jalgor.2003.12.001
 */
export function sharedCounts(now: () => number): SharedCounts {
  const counts = new Uint16Array(ROWS * WIDTH)
  const ends = new Float64Array(ROWS * WIDTH)
  return {
    increment(key, window, by) {
      const time = now()
      const cells = Array.from({ length: ROWS }, (_, row) => row * WIDTH + (hash(key, row) % WIDTH))
      const over = cells.filter((cell) => !((ends[cell] as number) > time))
      if (over.length > 0 && by <= 0) return { count: 0, resetsIn: window }
      for (const cell of over) {
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

/** FNV-1a with a seed and a final mix. Keys are MACs, so that an attacker cannot choose keys that collide. */
function hash(key: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1)
  for (let index = 0; index < key.length; index++) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
