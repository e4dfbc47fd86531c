import { describe, expect, test } from 'vitest'
import { storeConformance } from '../../src/stores/conformance.js'
import { memoryStore } from '../../src/stores/memory.js'

describe('the store in memory', () => {
  const store = memoryStore()
  for (const { name, run } of storeConformance({ store: () => store })) test(name, run)

  test('answers without promises', () => {
    const { get, set, consume, increment, compareAndSet } = memoryStore()
    expect(set('value:1', 'x', 60)).toBeUndefined()
    expect(get('value:1')).toBe('x')
    expect(compareAndSet('value:1', 'x', 'y', 60)).toBe(true)
    expect(consume('value:1')).toBe('y')
    expect(increment('count:1', 60)).toEqual({ count: 1, resetsIn: expect.any(Number) })
  })

  test('keeps at most 10,000 entries of a kind, and lets the oldest go', () => {
    const full = memoryStore()
    for (let entry = 0; entry < 10_001; entry++) full.set(`attempt:${entry}`, 'x', 60)
    expect(full.get('attempt:0')).toBeNull()
    expect(full.get('attempt:1')).toBe('x')
    expect(full.get('attempt:10000')).toBe('x')
  })

  test('entries of one kind push out none of another', () => {
    const small = memoryStore({ maxEntries: 2 })
    small.set('revoked:1', 'x', 60)
    for (let entry = 0; entry < 10; entry++) small.increment(`attempt:${entry}`, 60)
    expect(small.get('revoked:1')).toBe('x')
    expect(small.get('attempt:8')).toBe('1')
    expect(small.get('attempt:7')).toBeNull()
  })

  test('makes room by what has ended first', () => {
    let now = 0
    const small = memoryStore({ maxEntries: 2, now: () => now })
    small.set('a:1', 'x', 10)
    small.set('a:2', 'x', 60)
    now = 20_000
    small.set('a:3', 'x', 60)
    expect([small.get('a:1'), small.get('a:2'), small.get('a:3')]).toEqual([null, 'x', 'x'])
  })

  test('goes by the clock that it is given', () => {
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

  test.each([0, -1, 1.5, Number.NaN])('cannot hold %s entries', (maxEntries) => {
    expect(() => memoryStore({ maxEntries })).toThrow('`maxEntries` must be a whole number greater than 0.')
  })
})
