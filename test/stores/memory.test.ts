import { describe, expect, test } from 'vitest'
import { storeConformance } from '../../src/stores/conformance.js'
import { memoryStore } from '../../src/stores/memory.js'

describe('the store in memory', () => {
  const store = memoryStore()
  for (const { name, run } of storeConformance({ store: () => store })) test(name, run)

  test('the in-memory store returns values, not promises', () => {
    const { get, set, consume, increment, compareAndSet } = memoryStore()
    expect(set('value:1', 'x', 60)).toBeUndefined()
    expect(get('value:1')).toBe('x')
    expect(compareAndSet('value:1', 'x', 'y', 60)).toBe(true)
    expect(consume('value:1')).toBe('y')
    expect(increment('count:1', 60)).toEqual({ count: 1, resetsIn: expect.any(Number) })
  })

  describe('when 100,000 entries of a kind are stored', () => {
    const full = memoryStore()
    full.set('session:0', 'revoked', 60)
    for (let entry = 1; entry < 100_000; entry++) full.set(`session:${entry}`, 'x', 60)

    test('a full in-memory store keeps its entries, and refuses a new entry with a helpful error', () => {
      const refusal =
        "The memory store is full: it has 100000 entries of the kind 'session'. Raise `maxEntries` of memoryStore(), or set the option `store` to a store outside of this process."
      expect(() => full.set('session:new', 'x', 60)).toThrow(refusal)
      expect(() => full.compareAndSet('session:new', null, 'x', 60)).toThrow(refusal)
      expect(full.get('session:0')).toBe('revoked')
      expect(full.get('session:new')).toBeNull()
    })

    test('entries of a full in-memory store can be replaced and deleted', () => {
      full.set('session:1', 'y', 60)
      expect(full.compareAndSet('session:1', 'y', 'z', 60)).toBe(true)
      expect(full.consume('session:1')).toBe('z')
      full.set('session:new', 'x', 60)
      expect(full.get('session:new')).toBe('x')
    })

    test('a sign-out does not search all entries of a full in-memory store', () => {
      let steps = 0
      const iterator: Iterator<unknown> = Object.getPrototypeOf(new Map().entries())
      const { next } = iterator
      iterator.next = function step() {
        steps += 1
        return next.call(this)
      }
      try {
        for (let entry = 0; entry < 1_000; entry++) {
          expect(() => full.set(`session:more-${entry}`, 'x', 60)).toThrow()
        }
      } finally {
        iterator.next = next
      }
      // The store searches its 100,000 entries once a second, not for each sign-out.
      expect(steps).toBeLessThan(10_000_000)
    })
  })

  test('each kind of entry has its own space in the in-memory store', () => {
    const small = memoryStore({ maxEntries: 2 })
    small.set('revoked:1', 'x', 60)
    for (let entry = 0; entry < 10; entry++) small.increment(`attempt:${entry}`, 60)
    expect(small.get('revoked:1')).toBe('x')
  })

  describe('counts of a kind that is full', () => {
    test('a full in-memory store keeps counting a key while many other keys are counted', () => {
      const small = memoryStore({ maxEntries: 10 })
      for (let guess = 0; guess < 49; guess++) small.increment('attempts:victim', 3_600)
      for (let junk = 0; junk < 100_000; junk++) small.increment(`attempts:junk-${junk}`, 3_600)
      expect(small.increment('attempts:victim', 3_600).count).toBe(50)
    })

    test('the count of a new key in a full in-memory store is never too low', () => {
      const small = memoryStore({ maxEntries: 10 })
      for (let junk = 0; junk < 100_000; junk++) small.increment(`attempts:junk-${junk}`, 3_600)
      const before = small.increment('attempts:victim', 3_600, 0).count
      expect(before).toBeLessThan(5)
      for (let guess = 1; guess <= 50; guess++) {
        const { count, resetsIn } = small.increment('attempts:victim', 3_600)
        expect(count).toBeGreaterThanOrEqual(guess)
        expect(resetsIn).toBeGreaterThan(0)
        expect(resetsIn).toBeLessThanOrEqual(3_600)
      }
      expect(small.increment('attempts:victim', 3_600, -50).count).toBeLessThan(5)
    })

    test('an expired key does not reduce the counts of other keys in a full in-memory store', () => {
      let now = 0
      const small = memoryStore({ maxEntries: 1, now: () => now })
      small.increment('attempts:other', 3_600)
      // With so many keys, keys share counters. The windows of keys that are counted later end later.
      for (let junk = 0; junk < 60_000; junk++) small.increment(`attempts:early-${junk}`, 60)
      now = 30_000
      small.increment('attempts:victim', 3_600, 9)
      now = 61_000
      const before = small.increment('attempts:victim', 3_600, 1).count
      // The early keys have expired, and must not reduce the counts of later keys.
      for (let junk = 0; junk < 60_000; junk++) small.increment(`attempts:early-${junk}`, 60, -1)
      expect(small.increment('attempts:victim', 3_600, 0).count).toBe(before)
    })

    test('a count in a full in-memory store restarts only after its window, even if other entries expire', () => {
      let now = 0
      const small = memoryStore({ maxEntries: 1, now: () => now })
      small.increment('attempts:other', 10)
      expect(small.increment('attempts:victim', 60, 7).count).toBe(7)
      now = 20_000
      // There is space again, and earlier guesses still count.
      expect(small.increment('attempts:victim', 60).count).toBe(8)
      now = 90_000
      expect(small.increment('attempts:victim', 60).count).toBe(1)
      expect(small.increment('attempts:nobody', 60, 0)).toEqual({ count: 0, resetsIn: 60 })
    })
  })

  test('the in-memory store deletes expired entries first', () => {
    let now = 0
    const small = memoryStore({ maxEntries: 2, now: () => now })
    small.set('a:1', 'x', 10)
    small.set('a:2', 'x', 60)
    now = 20_000
    small.set('a:3', 'x', 60)
    expect([small.get('a:1'), small.get('a:2'), small.get('a:3')]).toEqual([null, 'x', 'x'])
  })

  test('the in-memory store uses the configured clock', () => {
    let now = 1_000
    const store = memoryStore({ now: () => now })
    store.set('value:1', 'x', 10)
    expect(store.increment('count:1', 10)).toEqual({ count: 1, resetsIn: 10 })
    now = 10_999
    expect(store.get('value:1')).toBe('x')
    expect(store.increment('count:1', 10)).toEqual({ count: 2, resetsIn: 0.001 })
    now = 11_000
    expect(store.get('value:1')).toBeNull()
    expect(store.increment('count:1', 10)).toEqual({ count: 1, resetsIn: 10 })
  })

  test.each([0, -1, 1.5, Number.NaN])('memoryStore() refuses a limit of %s entries', (maxEntries) => {
    expect(() => memoryStore({ maxEntries })).toThrow('`maxEntries` must be an integer greater than 0.')
  })
})
