import { expectEqual, expectNothing, fail } from '../adapters/conformance/expect.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Store } from './contract.js'

/** Options of {@link storeConformance}. */
export interface StoreConformanceOptions {
  /** Returns the store of a case. It may return the same store each time, because every case uses its own keys. */
  store(): Awaitable<Store>
}

/** One requirement of a store. */
export interface StoreConformanceCase {
  /** The part of the contract, and the requirement. */
  readonly name: string
  /** Rejects with the reason if the store does not meet the requirement. */
  run(): Promise<void>
}

/**
 * The requirements of a store, as test cases for any test runner. Some cases wait for an entry to expire. Two cases
 * write 20,000 entries that expire within 30 seconds.
 *
 * @example
 * ```ts
 * import { storeConformance } from 'authwright/stores/conformance'
 * import { memoryStore } from 'authwright/stores/memory'
 * import { test } from 'node:test'
 *
 * for (const { name, run } of storeConformance({ store: () => memoryStore() })) test(name, run)
 * ```
 */
export function storeConformance(options: StoreConformanceOptions): readonly StoreConformanceCase[] {
  return Object.entries({ values, counts, retention }).flatMap(([part, cases]) =>
    Object.entries(cases).map(([requirement, run]) => ({
      name: `${part}: ${requirement}`,
      run: async () => run(await options.store(), `conformance:${crypto.randomUUID()}`),
    })),
  )
}

type StoreCases = Readonly<Record<string, (store: Store, key: string) => Promise<void>>>

const POLL_PAUSE_MS = 10
const POLL_LIMIT_MS = 10_000

/** Polls, because a store does not report that an entry has expired. */
async function until(isMet: () => Promise<boolean>, event: string): Promise<void> {
  for (let waited = 0; !(await isMet()); waited += POLL_PAUSE_MS) {
    if (waited >= POLL_LIMIT_MS) throw new Error(`${event} did not happen within ${POLL_LIMIT_MS} ms.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE_MS))
  }
}

/** In seconds. `LONG` is longer than any case takes. */
const LONG = 600
const SHORT = 0.05

const awkward: readonly string[] = ['', '0', 'null', 'false', 'größe 中 😀', 'a\r\nb\0c', 'x'.repeat(4_000)]

const values: StoreCases = {
  async 'get returns null for a key that was never set'(store, key) {
    expectNothing(await store.get(key), 'get')
    expectNothing(await store.consume(key), 'consume')
  },
  async 'get returns the exact value that was set'(store, key) {
    for (const value of awkward) {
      await store.set(key, value, LONG)
      expectEqual(await store.get(key), value, 'get')
    }
  },
  async 'set replaces the value and its time to live'(store, key) {
    await store.set(key, 'first', SHORT)
    await store.set(key, 'second', LONG)
    await store.set(`${key}.other`, 'other', SHORT)
    await until(async () => (await store.get(`${key}.other`)) === null, 'The expiry of a value')
    expectEqual(await store.get(key), 'second', 'get')
  },
  async 'keys are compared exactly'(store, key) {
    await store.set(`${key}.a`, 'lower case', LONG)
    for (const other of [`${key}.A`, `${key}.`, `${key}.aa`, `${key}.*`]) {
      expectNothing(await store.get(other), `get(${JSON.stringify(other)})`)
    }
  },
  async 'a value expires'(store, key) {
    await store.set(key, 'value', SHORT)
    await until(async () => (await store.get(key)) === null, 'The expiry of a value')
    expectNothing(await store.consume(key), 'consume')
    expectEqual(await store.compareAndSet(key, null, 'next', LONG), true, 'compareAndSet')
  },
  async 'consume returns the value and deletes it'(store, key) {
    await store.set(key, 'value', LONG)
    expectEqual(await store.consume(key), 'value', 'consume')
    expectNothing(await store.get(key), 'get')
    expectNothing(await store.consume(key), 'consume')
  },
  async 'exactly one of several concurrent consume calls gets the value'(store, key) {
    await store.set(key, 'value', LONG)
    const results = await Promise.all(Array.from({ length: 20 }, () => store.consume(key)))
    expectEqual(
      results.filter((value) => value !== null),
      ['value'],
      'consume, 20 times at once',
    )
  },
  async 'compareAndSet with null sets a key only if it is missing'(store, key) {
    expectEqual(await store.compareAndSet(key, null, 'first', LONG), true, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, null, 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.get(key), 'first', 'get')
  },
  async 'compareAndSet replaces a value only if it is the expected value'(store, key) {
    expectEqual(await store.compareAndSet(key, 'first', 'second', LONG), false, 'compareAndSet')
    await store.set(key, 'first', LONG)
    expectEqual(await store.compareAndSet(key, 'other', 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, '', 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, 'first', 'second', LONG), true, 'compareAndSet')
    expectEqual(await store.get(key), 'second', 'get')
  },
  async 'compareAndSet distinguishes an empty value from a missing key'(store, key) {
    await store.set(key, '', LONG)
    expectEqual(await store.compareAndSet(key, null, 'value', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, '', 'value', LONG), true, 'compareAndSet')
  },
  async 'a value of compareAndSet expires'(store, key) {
    await store.compareAndSet(key, null, 'value', SHORT)
    await until(async () => (await store.get(key)) === null, 'The expiry of a value')
  },
  async 'exactly one of several concurrent compareAndSet calls succeeds'(store, key) {
    const calls = Array.from({ length: 20 }, (_, index) =>
      store.compareAndSet(key, null, String(index), LONG),
    )
    const results = await Promise.all(calls)
    const winners = results.flatMap((isSet, index) => (isSet ? [String(index)] : []))
    expectEqual(winners.length, 1, 'the number of compareAndSet calls that set the value')
    expectEqual(await store.get(key), winners[0], 'get')
  },
}

const counts: StoreCases = {
  async 'increment counts from 1'(store, key) {
    const results = []
    for (let times = 0; times < 3; times++) results.push((await store.increment(key, LONG)).count)
    expectEqual(results, [1, 2, 3], 'increment')
  },
  async 'increment adds its amount'(store, key) {
    await store.increment(key, LONG, 5)
    expectEqual((await store.increment(key, LONG, 37)).count, 42, 'increment')
  },
  async 'increment returns the seconds until the count resets'(store, key) {
    const { resetsIn } = await store.increment(key, LONG)
    expectWithin(resetsIn, LONG)
    expectWithin((await store.increment(key, LONG)).resetsIn, resetsIn)
  },
  async 'a later increment does not extend the window'(store, key) {
    const { resetsIn } = await store.increment(key, 60)
    expectWithin((await store.increment(key, LONG)).resetsIn, resetsIn)
  },
  async 'a count resets when its window has passed'(store, key) {
    await store.increment(key, SHORT, 7)
    await until(async () => (await store.increment(key, SHORT, 0)).count === 0, 'The end of a window')
    expectEqual((await store.increment(key, LONG)).count, 1, 'increment')
  },
  async 'increment by 0 reads the count and starts no window'(store, key) {
    expectEqual((await store.increment(key, LONG, 0)).count, 0, 'increment by 0')
    expectNothing(await store.get(key), 'get')
    await store.increment(key, LONG, 3)
    expectEqual((await store.increment(key, LONG, 0)).count, 3, 'increment by 0')
  },
  async 'increment with a negative amount subtracts, but never below 0'(store, key) {
    expectEqual((await store.increment(key, LONG, -1)).count, 0, 'increment by -1')
    expectNothing(await store.get(key), 'get')
    await store.increment(key, LONG, 3)
    expectEqual((await store.increment(key, LONG, -2)).count, 1, 'increment by -2')
    expectEqual((await store.increment(key, LONG, -2)).count, 0, 'increment by -2')
    expectEqual((await store.increment(key, LONG)).count, 1, 'increment')
  },
  async 'concurrent increments are all counted, and each returns a different count'(store, key) {
    const results = await Promise.all(Array.from({ length: 50 }, () => store.increment(key, LONG)))
    const sorted = results.map(({ count }) => count).sort((a, b) => a - b)
    const expected = Array.from({ length: 50 }, (_, index) => index + 1)
    expectEqual(sorted, expected, 'increment, 50 times at once')
  },
  async 'incrementAll, an optional method, increments every count or none'(store, key) {
    if (!store.incrementAll) return
    const [one, other] = [`${key}.one`, `${key}.other`]
    await store.increment(other, LONG)
    const both = [
      { key: one, window: LONG, max: 5 },
      { key: other, window: LONG, max: 3 },
    ]
    const results = await Promise.all(Array.from({ length: 10 }, () => store.incrementAll?.(both)))
    if (results.includes(undefined)) return
    expectEqual(results.filter((result) => result?.added).length, 2, 'the number of calls that added 1')
    const last = await store.incrementAll(both)
    expectEqual(
      last?.counts.map(({ count }) => count),
      [2, 3],
      'incrementAll',
    )
    for (const { resetsIn } of last?.counts ?? []) expectWithin(resetsIn, LONG)
    expectEqual((await store.increment(one, LONG, 0)).count, 2, 'increment')
  },
  async 'get and consume return a count as a string'(store, key) {
    await store.increment(key, LONG, 12)
    expectEqual(await store.get(key), '12', 'get')
    expectEqual(await store.consume(key), '12', 'consume')
    expectEqual((await store.increment(key, LONG)).count, 1, 'increment')
  },
}

function expectWithin(resetsIn: number, limit: number): void {
  if (!(resetsIn > 0 && resetsIn <= limit)) {
    fail('increment', `"resetsIn" must be more than 0 and at most ${limit}, and is ${resetsIn}`)
  }
}

/** In seconds. */
const JUNK = 30

const OTHERS = 20_000
const AT_ONCE = 1_000

const retention: StoreCases = {
  async 'a value is not evicted by 20,000 other values of the same kind'(store, key) {
    await store.set(key, 'revoked', LONG)
    await write((other) => store.set(`${key}.${other}`, 'x', JUNK))
    expectEqual(await store.get(key), 'revoked', 'get')
    expectEqual(await store.compareAndSet(key, null, 'x', LONG), false, 'compareAndSet')
  },
  async 'a count is not lowered by 20,000 other counts of the same kind'(store, key) {
    await store.increment(key, LONG, 7)
    await write((other) => store.increment(`${key}.${other}`, JUNK))
    const { count } = await store.increment(key, LONG)
    expectEqual(count >= 8, true, 'increment continues from 7')
  },
}

async function write(writeOne: (other: number) => unknown): Promise<void> {
  for (let start = 0; start < OTHERS; start += AT_ONCE) {
    await Promise.allSettled(Array.from({ length: AT_ONCE }, async (_, index) => writeOne(start + index)))
  }
}
