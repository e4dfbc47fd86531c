import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrastRatio,
  type HexColor,
  parseHexColor,
  readableOn,
} from '../../../src/runtime/features/pages/colors.js'
import { runs } from '../../support/fuzz.js'

describe('parseHexColor', () => {
  it.each([
    ['#abc', '#aabbcc'],
    ['#ABCD', '#aabbcc'],
    ['#A1b2C3', '#a1b2c3'],
    ['#a1b2c3d4', '#a1b2c3'],
  ])('parseHexColor reads %s as %s', (value, color) => {
    expect(parseHexColor(value)).toBe(color)
  })

  it.each([
    'red',
    'abc',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    '#fff\n',
    ' #fff',
    '#fff;}',
    'red}</style><script>',
    'url(//evil.example)',
    'var(--x)',
    '',
    undefined,
    null,
    7,
    ['#fff'],
  ])('parseHexColor ignores %j', (value) => {
    expect(parseHexColor(value)).toBeUndefined()
  })

  it('parseHexColor accepts six digits only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'#0fA;}<') })), (value) => {
        expect(parseHexColor(value) ?? '#000000').toMatch(/^#[\da-f]{6}$/)
      }),
      runs,
    )
  })
})

it.each<[HexColor, HexColor, number]>([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#777777', 1],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('contrastRatio of %s and %s is %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1)
})

describe('readableOn', () => {
  it('readableOn returns white for dark colours and black for light colours', () => {
    expect(readableOn('#6d28d9')).toBe('#ffffff')
    expect(readableOn('#ffd400')).toBe('#000000')
  })

  it('readableOn reaches a contrast of 4.5 to 1 on every colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const color: HexColor = `#${number.toString(16).padStart(6, '0')}`
        expect(contrastRatio(readableOn(color), color)).toBeGreaterThanOrEqual(4.5)
      }),
      runs,
    )
  })
})
