import { expect, test } from 'vitest'
import { setNewest } from '../../../src/runtime/core/base/set-newest.js'

test('setNewest drops the oldest entry of a full map, and moves an existing entry to the end', () => {
  const map = new Map<string, number>()
  const set = (key: string, value: number): unknown => {
    setNewest(map, 2, key, value)
    return [...map]
  }
  expect(set('a', 1)).toEqual([['a', 1]])
  expect(set('b', 2)).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect(set('a', 3)).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  expect(set('c', 4)).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
