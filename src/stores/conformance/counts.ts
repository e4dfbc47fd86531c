import { expectEqual, expectNothing, fail } from '../../adapters/conformance/expect.js'
import type { StoreCases } from './cases.js'
import { until } from './until.js'

/** Windows in seconds: one in which no case ends, and one that soon has passed. */
const LONG = 600
const SHORT = 0.05

/** Counts under keys: `increment`. */
export const counts: StoreCases = {
  async 'increment counts from 1'(store, key) {
    const counted = []
    for (let times = 0; times < 3; times++) counted.push((await store.increment(key, LONG)).count)
    expectEqual(counted, [1, 2, 3], 'increment')
  },
  async 'increment adds what it is given'(store, key) {
    await store.increment(key, LONG, 5)
    expectEqual((await store.increment(key, LONG, 37)).count, 42, 'increment')
  },
  async 'increment says in how many seconds the count begins again'(store, key) {
    const { resetsIn } = await store.increment(key, LONG)
    expectWithin(resetsIn, LONG)
    expectWithin((await store.increment(key, LONG)).resetsIn, resetsIn)
  },
  async 'a later increment does not extend the window'(store, key) {
    const { resetsIn } = await store.increment(key, 60)
    expectWithin((await store.increment(key, LONG)).resetsIn, resetsIn)
  },
  async 'a count begins again when its window has passed'(store, key) {
    await store.increment(key, SHORT, 7)
    await until(async () => (await store.increment(key, SHORT, 0)).count === 0, 'the end of a window')
    expectEqual((await store.increment(key, LONG)).count, 1, 'increment')
  },
  async 'an amount of 0 reads and starts nothing'(store, key) {
    expectEqual((await store.increment(key, LONG, 0)).count, 0, 'increment by 0')
    expectNothing(await store.get(key), 'get')
    await store.increment(key, LONG, 3)
    expectEqual((await store.increment(key, LONG, 0)).count, 3, 'increment by 0')
  },
  async 'a negative amount takes back, and never below 0'(store, key) {
    expectEqual((await store.increment(key, LONG, -1)).count, 0, 'increment by -1')
    expectNothing(await store.get(key), 'get')
    await store.increment(key, LONG, 3)
    expectEqual((await store.increment(key, LONG, -2)).count, 1, 'increment by -2')
    expectEqual((await store.increment(key, LONG, -2)).count, 0, 'increment by -2')
    expectEqual((await store.increment(key, LONG)).count, 1, 'increment')
  },
  async 'concurrent increments are all counted, each with a different number'(store, key) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => store.increment(key, LONG)))
    const counted = answers.map(({ count }) => count).sort((a, b) => a - b)
    const expected = Array.from({ length: 50 }, (_, index) => index + 1)
    expectEqual(counted, expected, 'increment, 50 times at once')
  },
  async 'a count is text to the other methods, and can be consumed'(store, key) {
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
