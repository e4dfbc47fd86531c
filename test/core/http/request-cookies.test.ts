import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCookies } from '../../../src/runtime/core/http/cookies.js'
import { runs } from '../../support/fuzz.js'
import { inTime } from '../../support/in-time.js'

describe('readCookies', () => {
  test('readCookies() reads values by exact name', () => {
    const cookies = readCookies('a=1; b=2;c=3;  d = 4 ;')
    expect([...cookies.names()]).toEqual(['a', 'b', 'c', 'd'])
    expect(['a', 'b', 'c', 'd', 'A', 'e'].map((name) => cookies.get(name))).toEqual([
      ...['1', '2', '3', '4'],
      ...[undefined, undefined],
    ])
  })

  test.each([[null], [''], ['=;;;'], ['a'], [';'], ['=x'], [' = ']])(
    'readCookies() finds nothing in %j',
    (header) => {
      expect([...readCookies(header).names()]).toEqual([])
    },
  )

  test('readCookies() trims spaces and tabs around names and values, and no other characters', () => {
    const cookies = readCookies(' \ta \t= \t1 \t;\u00a0b=2;\u000cc=3; \u00a0 d=4; e=\u00a05\u00a0')
    expect([...cookies.names()]).toEqual(['a', '\u00a0b', '\u000cc', '\u00a0 d', 'e'])
    expect(cookies.get('a')).toBe('1')
    expect(cookies.get('e')).toBe('\u00a05\u00a0')
  })

  test('readCookies() decodes values but not names', () => {
    const cookies = readCookies('a=%C3%A9%7C%20; %61b=1')
    expect(cookies.get('a')).toBe('é| ')
    expect(cookies.get('ab')).toBeUndefined()
    expect(cookies.get('%61b')).toBe('1')
  })

  test('a cookie value may contain equals signs and quotes', () => {
    const cookies = readCookies('a=b=c==; q="x"')
    expect(cookies.get('a')).toBe('b=c==')
    expect(cookies.get('q')).toBe('"x"')
  })

  test('a cookie value that cannot be decoded is ignored, but the cookie can be deleted', () => {
    const cookies = readCookies('bad=%E0%A4%A; half=%; good=1')
    expect(cookies.get('bad')).toBeUndefined()
    expect(cookies.get('half')).toBeUndefined()
    expect(cookies.has('bad')).toBe(true)
    expect(cookies.get('good')).toBe('1')
  })

  test('a cookie name that occurs more than once has no value', () => {
    expect(readCookies('a=1; a=2').get('a')).toBeUndefined()
    expect(readCookies('a=1; a=1').get('a')).toBeUndefined()
    expect(readCookies('a=1; b=2; a=1; a=1').get('a')).toBeUndefined()
    expect(readCookies('a=1; a=2').has('a')).toBe(true)
    expect([...readCookies('a=1; a=2').names()]).toEqual(['a'])
  })

  test('cookies may be named like properties of Object.prototype', () => {
    const cookies = readCookies('__proto__=x; toString=y; constructor=z')
    expect(cookies.get('__proto__')).toBe('x')
    expect(cookies.get('toString')).toBe('y')
    expect(cookies.get('hasOwnProperty')).toBeUndefined()
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('cookie headers beyond the limits are ignored quickly', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `a.${index}=1`).join('; ')
    const headers = [
      many,
      `a=1; b=${'x'.repeat(65_536)}`,
      `a=1; b=${'x'.repeat(60_000)}`,
      ';'.repeat(1_000_000),
      `a=1;${' '.repeat(65_000)}x${' '.repeat(500)}`,
    ]
    const [parts, long, whole, empty] = await inTime(async () => headers.map(readCookies), 500)
    expect(parts?.has('a.0')).toBe(false)
    expect(long?.has('a')).toBe(false)
    expect(whole?.get('a')).toBe('1')
    expect(empty?.has('a')).toBe(false)
  })

  test('any cookie value that was written is read unchanged', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-'), minLength: 1 })
    const property = fc.property(
      fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'grapheme' })), { selector: ([key]) => key }),
      (pairs) => {
        const header = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ')
        const cookies = readCookies(header)
        expect(pairs.map(([key]) => cookies.get(key))).toEqual(pairs.map(([, value]) => value))
      },
    )
    fc.assert(property, runs)
  })

  test('readCookies() never throws for any header', () => {
    const property = fc.property(
      fc.string({ unit: fc.constantFrom(...'ab=;% "\\,\t\u00e9%E0') }),
      (header) => {
        const cookies = readCookies(header)
        for (const name of cookies.names()) {
          expect(cookies.has(name)).toBe(true)
          cookies.get(name)
        }
      },
    )
    fc.assert(property, runs)
  })
})
