import { expect, test } from 'vitest'
import {
  isAnything,
  isArrayOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isOptional,
  isRecordOf,
  isString,
} from '../../../src/runtime/core/base/type-guards.js'

interface Sealed {
  readonly id: string
  readonly kind: 'one' | 'other'
  readonly end?: number | undefined
  readonly data?: unknown
}

const isSealed = isObjectOf<Sealed>({
  id: isString,
  kind: isOneOf('one', 'other'),
  end: isOptional(isNumber),
  data: isAnything,
})

test.each([
  { id: '1', kind: 'one' },
  { id: '', kind: 'other', end: 0, data: null },
  { id: '1', kind: 'one', end: undefined, more: true },
])('a guard for objects accepts %j', (value) => {
  expect(isSealed(value)).toBe(true)
})

test.each([
  null,
  undefined,
  'text',
  {},
  [],
  { id: 1, kind: 'one' },
  { kind: 'one' },
  { id: '1', kind: 'neither' },
  { id: '1', kind: 'one', end: Number.NaN },
  { id: '1', kind: 'one', end: null },
])('a guard for objects rejects %j', (value) => {
  expect(isSealed(value)).toBe(false)
})

test('type guards for arrays and records check every member', () => {
  expect(isArrayOf(isString)(['a', 'b'])).toBe(true)
  expect(isArrayOf(isString)(['a', 1])).toBe(false)
  expect(isArrayOf(isString)({ 0: 'a', length: 1 })).toBe(false)
  expect(isRecordOf(isString)({ a: 'b' })).toBe(true)
  expect(isRecordOf(isString)({ a: 1 })).toBe(false)
  expect(isRecordOf(isString)(null)).toBe(false)
})
