import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from '../../../src/runtime/core/http/strict-json.js'
import { runs } from '../../support/fuzz.js'

const parse = (text: string): unknown => parseStrictJson(new TextEncoder().encode(text))

test('parseStrictJson reads any output of JSON.stringify', () => {
  const names = fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('value')),
      fc.dictionary(names, tie('value'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (data, indent) => {
      const text = JSON.stringify(data, null, indent)
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
    runs,
  )
})

test.each([
  ['the same name in two objects', '[{"a":1},{"a":2}]'],
  ['the same name at two depths', '{"a":{"a":1}}'],
  ['a name that is also a value', '{"a":"a","b":"a"}'],
  ['brackets in strings', '{"a":"}{[","b":"]"}'],
  ['quotes and colons in strings', '{"a":"\\":\\\\","b":"\\"a\\":1"}'],
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`],
])('parseStrictJson reads %s', (_, text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
})

describe('refuses', () => {
  test.each([
    ['a repeated name', '{"a":1,"a":1}'],
    ['a repeated name, once escaped', '{"a":1,"\\u0061":1}'],
    ['a repeated name in a nested object', '[{"b":{"a":1, "c":[], "a" :2}}]'],
    ['a repeated empty name', '{"":1,"":2}'],
    ['the name __proto__', '{"__proto__":{}}'],
    ['the name __proto__, escaped', '{"\\u005f_proto__":{}}'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['a byte order mark', '\u{feff}{}'],
    ['a name without quotes', '{a:1}'],
    ['an empty string', ''],
  ])('parseStrictJson refuses %s', (_, text) => {
    expect(() => parse(text)).toThrow()
  })

  test('parseStrictJson refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('UTF-8')
  })

  test('a parse error does not quote the input', () => {
    expect(() => parse('access_token=secret')).toThrow(/^(?!.*(?:access|secret))/)
  })

  test('parseStrictJson handles a string of a megabyte without a stack overflow', () => {
    const text = `{"a":"${'\\"x'.repeat(350_000)}"}`
    expect(parse(text)).toEqual(JSON.parse(text))
    expect(() => parse(text.replace('}', ',"a":1}'))).toThrow()
  })
})
