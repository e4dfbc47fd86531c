import { expectEqual, expectNothing } from '../../adapters/conformance/expect.js'
import type { StoreCases } from './cases.js'
import { until } from './until.js'

/** A time in which no case ends, and one that soon has passed, in seconds. */
const LONG = 600
const SHORT = 0.05

/** Values that a careless store changes. */
const awkward: readonly string[] = ['', '0', 'null', 'false', 'größe 中 😀', 'a\r\nb\0c', 'x'.repeat(4_000)]

/** Values under keys: `get`, `set`, `consume` and `compareAndSet`. */
export const values: StoreCases = {
  async 'what was never set is null'(store, key) {
    expectNothing(await store.get(key), 'get')
    expectNothing(await store.consume(key), 'consume')
  },
  async 'get gives exactly what was set'(store, key) {
    for (const value of awkward) {
      await store.set(key, value, LONG)
      expectEqual(await store.get(key), value, 'get')
    }
  },
  async 'set replaces the value and its time'(store, key) {
    await store.set(key, 'first', SHORT)
    await store.set(key, 'second', LONG)
    await store.set(`${key}.other`, 'other', SHORT)
    await until(async () => (await store.get(`${key}.other`)) === null, 'the end of a value')
    expectEqual(await store.get(key), 'second', 'get')
  },
  async 'keys are compared exactly'(store, key) {
    await store.set(`${key}.a`, 'lower case', LONG)
    for (const other of [`${key}.A`, `${key}.`, `${key}.a `, `${key}.aa`, `${key}.*`]) {
      expectNothing(await store.get(other), `get(${JSON.stringify(other)})`)
    }
  },
  async 'a value is gone after its time'(store, key) {
    await store.set(key, 'value', SHORT)
    await until(async () => (await store.get(key)) === null, 'the end of a value')
    expectNothing(await store.consume(key), 'consume')
    expectEqual(await store.compareAndSet(key, null, 'next', LONG), true, 'compareAndSet')
  },
  async 'consume gives the value and deletes it'(store, key) {
    await store.set(key, 'value', LONG)
    expectEqual(await store.consume(key), 'value', 'consume')
    expectNothing(await store.get(key), 'get')
    expectNothing(await store.consume(key), 'consume')
  },
  async 'of several consumers at once, one gets the value'(store, key) {
    await store.set(key, 'value', LONG)
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.consume(key)))
    expectEqual(
      answers.filter((answer) => answer !== null),
      ['value'],
      'consume, 20 times at once',
    )
  },
  async 'compareAndSet sets where nothing is, once'(store, key) {
    expectEqual(await store.compareAndSet(key, null, 'first', LONG), true, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, null, 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.get(key), 'first', 'get')
  },
  async 'compareAndSet replaces what is expected, and nothing else'(store, key) {
    expectEqual(await store.compareAndSet(key, 'first', 'second', LONG), false, 'compareAndSet')
    await store.set(key, 'first', LONG)
    expectEqual(await store.compareAndSet(key, 'other', 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, '', 'second', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, 'first', 'second', LONG), true, 'compareAndSet')
    expectEqual(await store.get(key), 'second', 'get')
  },
  async 'compareAndSet distinguishes an empty value from none'(store, key) {
    await store.set(key, '', LONG)
    expectEqual(await store.compareAndSet(key, null, 'value', LONG), false, 'compareAndSet')
    expectEqual(await store.compareAndSet(key, '', 'value', LONG), true, 'compareAndSet')
  },
  async 'what compareAndSet sets is gone after its time'(store, key) {
    await store.compareAndSet(key, null, 'value', SHORT)
    await until(async () => (await store.get(key)) === null, 'the end of a value')
  },
  async 'of several calls of compareAndSet at once, one sets'(store, key) {
    const calls = Array.from({ length: 20 }, (_, index) =>
      store.compareAndSet(key, null, String(index), LONG),
    )
    const answers = await Promise.all(calls)
    const winners = answers.flatMap((won, index) => (won ? [String(index)] : []))
    expectEqual(winners.length, 1, 'compareAndSet, 20 times at once: how many set')
    expectEqual(await store.get(key), winners[0], 'get')
  },
}
