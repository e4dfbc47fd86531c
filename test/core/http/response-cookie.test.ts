import { type SetCookie, stringifySetCookie } from 'cookie'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clearCookie } from '../../../src/runtime/core/http/cookies.js'
import { serializeCookie } from '../../../src/runtime/core/http/serialize-cookie.js'
import { runs } from '../../support/fuzz.js'

test('serializeCookie writes every attribute', () => {
  const header = serializeCookie({
    name: '__Host-a',
    value: 'x|y é',
    options: {
      maxAge: 900,
      expires: new Date(0),
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'none',
      partitioned: true,
      priority: 'high',
    },
  })
  const [pair, ...attributes] = header.split('; ')
  expect(pair).toBe('__Host-a=x%7Cy%20%C3%A9')
  expect(new Set(attributes)).toEqual(
    new Set([
      'Max-Age=900',
      'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'Path=/',
      'Secure',
      'HttpOnly',
      'SameSite=None',
      'Partitioned',
      'Priority=High',
    ]),
  )
})

test('a cookie value cannot add an attribute or a header', () => {
  const value = 'x; Domain=evil.com\r\nSet-Cookie: a=b, c'
  expect(serializeCookie({ name: 'a', value, options: {} })).toMatch(/^a=[\w%-]+\.com[\w%-]*$/)
})

test.each(['a b', 'a;b', 'a=b', 'a\r\nb', ''])('the cookie name %j is refused', (name) => {
  expect(() => serializeCookie({ name, value: '', options: {} })).toThrow(TypeError)
})

test('a deleted cookie keeps the attributes that browsers need to find it', () => {
  const options = { domain: 'app.test', path: '/app', partitioned: true, secure: true } as const
  const cleared = clearCookie('a', options)
  expect(serializeCookie(cleared)).toBe('a=; Max-Age=0; Domain=app.test; Path=/app; Secure; Partitioned')
})

test('serializeCookie writes and refuses the same cookies as the cookie package', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('a', '/', 'app.test', '.app.test'),
  )
  const options = fc.record(
    {
      maxAge: fc.oneof(fc.integer(), fc.double()),
      expires: fc.date({ noInvalidDate: false }),
      domain: fc.oneof(text, fc.domain()),
      path: text,
      secure: fc.boolean(),
      httpOnly: fc.boolean(),
      partitioned: fc.boolean(),
      sameSite: fc.constantFrom('lax', 'Strict', 'NONE', true, 'true', 'high', 'constructor', ''),
      priority: fc.constantFrom('low', 'Medium', 'HIGH', true, 'lax', 'constructor', ''),
    },
    { requiredKeys: [] },
  )
  const property = fc.property(text, text, options, (name, value, attributes) => {
    const cookie = { ...attributes, name, value } as unknown as SetCookie
    const [theirs, ours] = [
      () => sorted(stringifySetCookie(cookie)),
      () => sorted(serializeCookie({ name, value, options: attributes as never })),
    ].map(outcome)
    expect(ours).toEqual(theirs)
  })
  fc.assert(property, runs)
})

/** Browsers do not look at the order of attributes. */
function sorted(header: string): string[] {
  const [pair = '', ...attributes] = header.split('; ')
  return [pair, ...attributes.sort()]
}

function outcome(write: () => string[]): unknown {
  try {
    return write()
  } catch {
    return 'refused'
  }
}
