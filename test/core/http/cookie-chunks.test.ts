import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AuthError } from '../../../src/errors.js'
import { cookiePolicy } from '../../../src/runtime/core/http/cookie-policy.js'
import {
  clearChunked,
  type RequestCookies,
  type ResponseCookie,
  readChunked,
  readCookies,
} from '../../../src/runtime/core/http/cookies.js'
import { serializeCookie } from '../../../src/runtime/core/http/serialize-cookie.js'
import { writeChunked } from '../../../src/runtime/core/http/write-chunked.js'
import { runs } from '../../support/fuzz.js'
import { inTime } from '../../support/in-time.js'

const base = cookiePolicy({ secure: true, cookies: {} }).sessionToken
const { name } = base
const lifetime = { expires: new Date(Date.UTC(2030, 0, 1)) }
const nothing = readCookies(null)

/** The cookies of a browser after a response. The browser reads only the `Set-Cookie` lines. */
function browserAfter(
  jar: ReadonlyMap<string, string>,
  response: readonly ResponseCookie[],
): Map<string, string> {
  const held = new Map(jar)
  for (const line of response.map(serializeCookie)) {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (line.includes('; Max-Age=0')) held.delete(key)
    else held.set(key, value)
  }
  return held
}

function requestOf(jar: ReadonlyMap<string, string>): RequestCookies {
  return readCookies([...jar].map(([key, value]) => `${key}=${value}`).join('; '))
}

function cookies(values: Record<string, string>): RequestCookies {
  return requestOf(new Map(Object.entries(values)))
}

function namesOf(response: readonly ResponseCookie[]): string[] {
  return response.map((cookie) => cookie.name)
}

describe('writing', () => {
  test('a value that fits into one cookie is not divided', () => {
    expect(writeChunked(base, 'token', lifetime, nothing)).toEqual([
      { name, value: 'token', options: { ...base.options, ...lifetime } },
    ])
  })

  test('a cookie without a lifetime ends with the browser', () => {
    const [cookie] = writeChunked(base, 'token', {}, nothing)
    expect(serializeCookie(cookie as ResponseCookie)).not.toMatch(/Expires|Max-Age/)
  })

  test('an undivided cookie has at most 4,096 bytes, and one byte more divides it', () => {
    const [empty] = writeChunked(base, '', lifetime, nothing)
    const room = 4_096 - serializeCookie(empty as ResponseCookie).length
    expect(writeChunked(base, 'x'.repeat(room), lifetime, nothing)).toHaveLength(1)
    expect(namesOf(writeChunked(base, 'x'.repeat(room + 1), lifetime, nothing))).toEqual([
      `${name}.0`,
      `${name}.1`,
    ])
  })

  test('a value that is too long for any server is refused with an error that names its cookie', () => {
    const write = (length: number) => (): unknown => writeChunked(base, 'x'.repeat(length), lifetime, nothing)
    expect(write(12_000)).not.toThrow()
    expect(write(12_001)).toThrow(AuthError)
    expect(write(12_001)).toThrow(`"${name}" takes more than 12000 bytes`)
  })

  test('a cookie name that leaves no room for a value throws an error', () => {
    const long = { name: 'n'.repeat(4_092), options: {} }
    expect(() => writeChunked(long, 'value', {}, nothing)).toThrow('leaves no room')
  })

  test('any value is divided into cookies of at most 4,096 bytes, which the browser sends back', () => {
    const value = fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 250 }))
      .map(([text, times]) => text.repeat(times))
      .filter((text) => encodeURIComponent(text).length <= 12_000)
    const property = fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      let jar: ReadonlyMap<string, string> = new Map([['other', '1']])
      for (const written of values) {
        const response = writeChunked(base, written, lifetime, requestOf(jar))
        expect(Math.max(...response.map((cookie) => serializeCookie(cookie).length))).toBeLessThanOrEqual(
          4_096,
        )
        expect(new Set(namesOf(response)).size).toBe(response.length)
        jar = browserAfter(jar, response)
        expect(readChunked(name, requestOf(jar))).toBe(written)
      }
      expect(jar.get('other')).toBe('1')
      expect([...browserAfter(jar, clearChunked(base, requestOf(jar))).keys()]).toEqual(['other'])
    })
    fc.assert(property, runs)
  })
})

describe('leftovers', () => {
  const chunks = { [`${name}.0`]: 'a', [`${name}.1`]: 'b', [`${name}.2`]: 'c', [`${name}.3`]: 'd' }

  test('shrinking a value from four cookies to one deletes the other parts', () => {
    const response = writeChunked(base, 'token', lifetime, cookies(chunks))
    expect([...browserAfter(new Map(Object.entries(chunks)), response)]).toEqual([[name, 'token']])
  })

  test('growing a value from one cookie to several parts deletes the undivided cookie', () => {
    const jar = browserAfter(
      new Map([[name, 'old']]),
      writeChunked(base, 'x'.repeat(9_000), lifetime, cookies({ [name]: 'old' })),
    )
    expect([...jar.keys()]).toEqual([`${name}.0`, `${name}.1`, `${name}.2`])
  })

  test('shrinking a value from four cookies to two sets or deletes each name once', () => {
    const response = writeChunked(base, 'x'.repeat(6_000), lifetime, cookies(chunks))
    expect(namesOf(response).sort()).toEqual([`${name}.0`, `${name}.1`, `${name}.2`, `${name}.3`])
    expect([...browserAfter(new Map(Object.entries(chunks)), response).keys()]).toEqual([
      `${name}.0`,
      `${name}.1`,
    ])
  })

  test('leftover parts are deleted even if they are unreadable or repeated', () => {
    const request = readCookies(`${name}=%; ${name}.0=a; ${name}.0=b; ${name}.5=c`)
    expect(namesOf(clearChunked(base, request))).toEqual([name, `${name}.0`, `${name}.5`])
  })

  test('a cookie that is not in the request is not deleted', () => {
    expect(clearChunked(base, cookies({ other: '1' }))).toEqual([])
  })

  test('a cookie in thousands of parts does not cause thousands of deletions', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `${name}.${index}`)
    const request: RequestCookies = {
      get: () => 'x',
      has: (key) => names.includes(key),
      names: () => names,
      pairs: () => [],
    }
    expect(await inTime(async () => clearChunked(base, request), 500)).toHaveLength(10)
  })
})

describe('reading', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['another name', {}, undefined],
    ['one cookie', { [name]: 'v' }, 'v'],
    ['parts in order', { [`${name}.0`]: 'a', [`${name}.1`]: 'b' }, 'ab'],
    ['parts in another order', { [`${name}.1`]: 'b', [`${name}.0`]: 'a' }, 'ab'],
    ['a single part', { [`${name}.0`]: 'a' }, 'a'],
    ['a gap', { [`${name}.0`]: 'a', [`${name}.2`]: 'c' }, undefined],
    ['no first part', { [`${name}.1`]: 'b' }, undefined],
    ['an unreadable part', { [`${name}.0`]: 'a', [`${name}.1`]: '%' }, undefined],
    ['a stale undivided cookie beside parts', { [name]: 'v', [`${name}.0`]: 'a' }, undefined],
    ['a stale part beside the undivided cookie', { [name]: 'v', [`${name}.7`]: 'a' }, undefined],
    ['another case', { [name.toUpperCase()]: 'v' }, undefined],
    ['a longer name', { [`${name}X`]: 'v', [`${name}-x`]: 'v' }, undefined],
  ])('readChunked reads cookies with %s', (_, values, expected) => {
    expect(readChunked(name, cookies(values))).toBe(expected)
  })

  test.each([
    '.007',
    '.00',
    '.x',
    '.-1',
    '.1e3',
    '.+1',
    '.1.0',
    '.',
    '. 1',
    '.evil',
    '.10',
    '.100',
    '.99999999',
    '.\u0661',
  ])('a cookie that ends in %j belongs to another application: it is neither read nor deleted', (ending) => {
    const names = [name, `${name}${ending}`]
    const request: RequestCookies = {
      get: (key) => (names.includes(key) ? 'v' : undefined),
      has: (key) => names.includes(key),
      names: () => names,
      pairs: () => [],
    }
    expect(readChunked(name, request)).toBe('v')
    expect(namesOf(clearChunked(base, request))).toEqual([name])
  })

  test('a chunk that occurs twice makes the cookie invalid', () => {
    expect(readChunked(name, readCookies(`${name}.0=a; ${name}.1=b; ${name}.1=b`))).toBeUndefined()
    expect(readChunked(name, readCookies(`${name}=a; ${name}=b`))).toBeUndefined()
  })

  test('a name with special characters of regular expressions is matched literally', () => {
    expect(readChunked('a.b', cookies({ 'axb.0': 'v' }))).toBeUndefined()
    expect(readChunked('a.b', cookies({ 'a.b.0': 'v' }))).toBe('v')
  })
})
