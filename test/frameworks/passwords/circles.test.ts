import { expect, test } from 'vitest'
import { type Circle, circles } from './circles.js'

const columns = ['framework', 'storage', 'strategy', 'tenants', 'javaScript'] as const
const pairs = columns.flatMap((one, index) => columns.slice(index + 1).map((other) => [one, other] as const))

const valuesOf = (column: keyof Circle): Set<unknown> => new Set(circles.map((circle) => circle[column]))

test('the password scenarios contain all values of each column', () => {
  expect(columns.map((column) => valuesOf(column).size)).toEqual([3, 3, 2, 2, 2])
})

test.each(pairs)('every pair of values of %s and %s occurs in a password scenario', (one, other) => {
  const together = new Set(circles.map((circle) => `${circle[one]} ${circle[other]}`))
  expect(together.size).toBe(valuesOf(one).size * valuesOf(other).size)
})
