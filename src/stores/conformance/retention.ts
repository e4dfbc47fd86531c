import { expectEqual } from '../../adapters/conformance/expect.js'
import type { Store } from '../contract.js'
import type { StoreCases } from './cases.js'

/** Seconds in which no case ends, and for which what fills the store is stored. */
const LONG = 600
const JUNK = 30

/** Entries that another client writes, and how many at once. */
const OTHERS = 20_000
const AT_ONCE = 1_000

/** Entries that stay, whatever others are written. */
export const retention: StoreCases = {
  async 'a value is not evicted by 20,000 others of its kind'(store, key) {
    await store.set(key, 'revoked', LONG)
    await write((other) => store.set(`${key}.${other}`, 'x', JUNK))
    expectEqual(await store.get(key), 'revoked', 'get')
    expectEqual(await store.compareAndSet(key, null, 'x', LONG), false, 'compareAndSet')
  },
  async 'a count is not lowered by 20,000 others of its kind'(store, key) {
    await store.increment(key, LONG, 7)
    await write((other) => store.increment(`${key}.${other}`, JUNK))
    expectEqual(await isAtLeast(store, key, 8), true, 'increment counts on')
  },
}

/** A store that has no room for more may say so. */
async function write(one: (other: number) => unknown): Promise<void> {
  for (let start = 0; start < OTHERS; start += AT_ONCE) {
    await Promise.allSettled(Array.from({ length: AT_ONCE }, async (_, index) => one(start + index)))
  }
}

async function isAtLeast(store: Store, key: string, count: number): Promise<boolean> {
  return (await store.increment(key, LONG)).count >= count
}
