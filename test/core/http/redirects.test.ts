import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeRedirect } from '../../../src/runtime/core/http/redirects.js'
import { runs } from '../../support/fuzz.js'

const origin = 'https://app.test'

describe('same-origin targets', () => {
  test.each([
    ['/', `${origin}/`],
    ['/a?b=c#d', `${origin}/a?b=c#d`],
    [`${origin}/a?b=c#d`, `${origin}/a?b=c#d`],
    [origin, `${origin}/`],
    ['HTTPS://APP.TEST/x', `${origin}/x`],
    [`${origin}:443/x`, `${origin}/x`],
    ['/日本語?q=é', `${origin}/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%C3%A9`],
    ['/\ud800', `${origin}/%EF%BF%BD`],
    ['/%ff', `${origin}/%ff`],
    ['/a b', `${origin}/a%20b`],
    ['/a/../b', `${origin}/b`],
    ['/search?q=C:\\x&line=1%0d%0a2', `${origin}/search?q=C:\\x&line=1%0d%0a2`],
    ['/@evil.com', `${origin}/@evil.com`],
    ['/x?next=https://evil.com', `${origin}/x?next=https://evil.com`],
    ['/auth/error', `${origin}/auth/error`],
  ])('%j is %j', (target, expected) => {
    expect(safeRedirect(target, origin)).toBe(expected)
  })

  test('an origin with a port is compared with its port', () => {
    expect(safeRedirect('http://localhost:3000/x', 'http://localhost:3000')).toBe('http://localhost:3000/x')
    expect(safeRedirect('http://localhost:3001/x', 'http://localhost:3000')).toBeUndefined()
    expect(safeRedirect('/x', 'http://[::1]:3000')).toBe('http://[::1]:3000/x')
  })
})

describe('refused targets', () => {
  test.each([
    ['another site', 'https://evil.com/x'],
    ['another site without a scheme', '//evil.com'],
    ['three slashes', '///evil.com'],
    ['backslashes', '/\\evil.com'],
    ['backslashes', '\\\\evil.com'],
    ['backslashes', '/\\/evil.com'],
    ['backslashes', '\\/\\/evil.com'],
    ['backslashes', 'https:\\\\evil.com'],
    ['backslashes', '/a\\..\\..\\evil.com'],
    ['an encoded tab', '/%09/evil.com'],
    ['a tab', '/\t/evil.com'],
    ['a tab', 'https://app.test\t.evil.com'],
    ['a line feed', '/\n/evil.com'],
    ['a leading space', ' /x'],
    ['a leading tab', '\t/x'],
    ['a leading byte-order mark', '\ufeff/x'],
    ['a trailing space', '/x '],
    ['NUL', '/x\0'],
    ['C1 control characters', '/x\u0085'],
    ['CR LF', '/x\r\nSet-Cookie: a=b'],
    ['an encoded CR LF in the path', '/x%0d%0aSet-Cookie:a=b'],
    ['an encoded slash at the start', '/%2fevil.com'],
    ['an encoded backslash at the start', '/%5Cevil.com'],
    ['two slashes once dots are resolved', '/..//evil.com'],
    ['two slashes once dots are resolved', '/%2e%2e//evil.com'],
    ['two slashes on our own origin', 'https://app.test//evil.com/..;/'],
    ['a user name', 'https://app.test@evil.com'],
    ['a user name', 'https://evil.com\\@app.test'],
    ['a user name and password', 'https://user:pw@app.test/'],
    ['a user name and password', 'https://app.test:443@evil.com'],
    ['a host that starts like ours', 'https://app.test.evil.com'],
    ['a host that ends like ours', 'https://evilapp.test'],
    ['an encoded dot', 'https://app.test%2eevil.com'],
    ['a trailing dot', 'https://app.test./'],
    ['javascript:', 'javascript:alert(1)'],
    ['javascript: in mixed case', 'JaVaScRiPt://app.test/%0aalert(1)'],
    ['data:', 'data:text/html,x'],
    ['vbscript:', 'vbscript:x'],
    ['blob:', 'blob:https://app.test/x'],
    ['filesystem:', 'filesystem:https://app.test/x'],
    ['about:', 'about:blank'],
    ['a scheme of an app', 'myapp://app.test/x'],
    ['HTTP on an HTTPS application', 'http://app.test/'],
    ['another port', 'https://app.test:8443/'],
    ['a port that is none', 'https://app.test:99999/'],
    ['a scheme without slashes', 'https:evil.com'],
    ['a scheme without slashes', 'https:/app.test/x'],
    ['a relative path', 'x/y'],
    ['a query', '?x=1'],
    ['a fragment', '#x'],
    ['nothing', ''],
    ['a text too long', `/${'x'.repeat(2_048)}`],
    ['a text too long once encoded', `/${'é'.repeat(1_000)}`],
  ])('%s: %j', (_, target) => {
    expect(safeRedirect(target, origin)).toBeUndefined()
  })

  const values: unknown[] = [
    undefined,
    null,
    1,
    true,
    ['/x'],
    { href: '/x' },
    { toString: () => '/x' },
    Symbol('/x'),
  ]
  test.each(values.map((target) => ({ target })))('what is no text is refused: $target', ({ target }) => {
    expect(safeRedirect(target, origin)).toBeUndefined()
  })
})

describe('any text', () => {
  const pieces = [
    ...[
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%09',
      '%0d%0a',
      '%',
      '%ff',
      '@',
      ':',
      '?',
      '#',
      ';',
      '&',
      '=',
    ],
    ...[
      '\t',
      '\n',
      '\r',
      ' ',
      '\0',
      '\u0085',
      '\u2028',
      '\ufeff',
      '\ud800',
      '\u3002',
      '\uff0f',
      '[',
      ']',
      '|',
      '<',
      '"',
    ],
    ...['http:', 'https:', 'HTTPS:', 'javascript:', 'data:', 'blob:', 'https://', 'https://app.test', 'x'],
    ...['app.test', 'evil.com', 'user', ':443', ':80', ':99999', 'é', '日本', '127.0.0.1', '[::1]'],
  ]
  const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), {
    maxLength: 8,
  })
  const target = fc.oneof(
    hostile.map((parts) => parts.join('')),
    hostile.map((parts) => `/${parts.join('')}`),
    hostile.map((parts) => `${origin}${parts.join('')}`),
    fc.webUrl(),
    fc.webPath(),
  )

  test('leads to our own origin, in visible ASCII, or nowhere', () => {
    const property = fc.property(target, (text) => {
      const result = safeRedirect(text, origin)
      if (result === undefined) return
      expect(new URL(result).origin).toBe(origin)
      expect(new URL(result, 'https://evil.com').origin).toBe(origin)
      expect(result).toMatch(/^[!-~]+$/)
      // The path alone, and the path decoded once more, stay here as well.
      const { pathname } = new URL(result)
      expect(new URL(pathname, origin).origin).toBe(origin)
      const decoded = pathname.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)
      expect(new URL(decoded, origin).origin).toBe(origin)
      expect(decoded).not.toMatch(/\p{Cc}/u)
      expect(safeRedirect(result, origin)).toBe(result)
      expect(() => new Headers({ location: result })).not.toThrow()
    })
    fc.assert(property, runs)
  })

  test('every plain path is accepted', () => {
    const segment = fc.string({ unit: fc.constantFrom(...'abcXYZ019_~-'), minLength: 1 })
    const property = fc.property(
      fc.array(segment, { maxLength: 5 }),
      fc.webQueryParameters().map((text) => text.replaceAll("'", '')),
      (parts, query) => {
        const path = `/${parts.join('/')}?${query}`
        expect(safeRedirect(path, origin)).toBe(origin + path)
      },
    )
    fc.assert(property, runs)
  })
})
