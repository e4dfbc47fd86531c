import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidRequest, UntrustedHost } from '../../../src/errors.js'
import { type AuthOptions, trustedHost } from '../../../src/options/auth-options.js'
import {
  type Addressed,
  type HostTrust,
  type HostTrustEnvironment,
  hostTrust,
  type OriginConfig,
  parsedUrl,
  requestOrigin,
} from '../../../src/runtime/core/http/origin.js'
import { runs } from '../../support/fuzz.js'

const unset: OriginConfig = { url: undefined, trustHost: undefined }
const trusting: OriginConfig = { url: undefined, trustHost: true }

function request(url: string, headers: Record<string, string> = {}): Addressed {
  const made = new Request(url, { headers })
  return { url: parsedUrl(made), headers: made.headers }
}

const poison = {
  'x-forwarded-host': 'evil.com',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.com',
  host: 'evil.com',
}

describe('with an address configured', () => {
  test('it holds for every request, whatever the request says', () => {
    for (const trustHost of [true, false, undefined]) {
      const config = { url: 'https://app.test/api/auth', trustHost }
      for (const url of ['http://evil.com/x', 'https://other.test/x', 'http://localhost:3000/x']) {
        expect(requestOrigin(request(url, poison), config)).toEqual({
          origin: 'https://app.test',
          secure: true,
        })
      }
    }
  })

  test('it may be an HTTP address with a port', () => {
    const config = { ...unset, url: 'http://app.test:8080' }
    expect(requestOrigin(request('https://x.test'), config)).toEqual({
      origin: 'http://app.test:8080',
      secure: false,
    })
  })
})

describe('without an address, and nothing said about trust', () => {
  test('a host is not trusted, and the message says what to set', () => {
    const decide = (): unknown => requestOrigin(request('https://app.test/x'), unset)
    expect(decide).toThrow(UntrustedHost)
    expect(decide).toThrow(/"app\.test".*AUTH_URL.*AUTH_TRUSTED_HOSTS/)
  })

  test('of a host of thousands of characters, the log has the first', () => {
    const decide = (): unknown => requestOrigin(request(`https://${'a'.repeat(8_000)}.test/x`), unset)
    expect(decide).toThrow(/"a{100}/)
    expect(decide).not.toThrow(/a{1000}/)
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://app.localhost'])(
    'the loopback host of %s is trusted',
    (url) => {
      expect(requestOrigin(request(`${url}/x`), unset)).toEqual({ origin: url, secure: false })
      expect(requestOrigin(request(`${url}/x`, { host: new URL(url).host }), unset).origin).toBe(url)
    },
  )

  test.each([
    { host: 'app.test' },
    { 'x-forwarded-host': 'app.test' },
    { host: '' },
    { host: 'localhost@evil.com' },
  ])('a loopback address is not trusted when the request came for another host: %j', (headers) => {
    const decide = (): unknown => requestOrigin(request('http://localhost:3000/x', { ...headers }), unset)
    expect(decide).toThrow(UntrustedHost)
  })

  test('in development the request address is trusted, and no header is', () => {
    const config = { ...unset, trustRequestUrl: true }
    expect(requestOrigin(request('https://app.test/x', poison), config)).toEqual({
      origin: 'https://app.test',
      secure: true,
    })
  })
})

test('trust that is denied is denied in development too', () => {
  const config = { url: undefined, trustHost: false, trustRequestUrl: true }
  expect(() => requestOrigin(request('https://app.test/x'), config)).toThrow(UntrustedHost)
})

describe('with the proxy trusted', () => {
  test.each<[string, Record<string, string>, string]>([
    ['http://10.0.0.1:3000', {}, 'http://10.0.0.1:3000'],
    ['http://10.0.0.1:3000', { 'x-forwarded-host': 'app.test' }, 'http://app.test'],
    ['http://10.0.0.1', { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }, 'https://app.test'],
    ['http://app.test', { 'x-forwarded-proto': 'HTTPS' }, 'https://app.test'],
    [
      'http://a.test',
      { 'x-forwarded-host': 'APP.test:8443', 'x-forwarded-proto': 'https' },
      'https://app.test:8443',
    ],
    [
      'http://a.test',
      { 'x-forwarded-host': 'app.test:443', 'x-forwarded-proto': 'https' },
      'https://app.test',
    ],
    ['http://a.test', { 'x-forwarded-host': '[2001:db8::1]:3000' }, 'http://[2001:db8::1]:3000'],
    ['http://a.test', { 'x-forwarded-host': 'my_service' }, 'http://my_service'],
    ['http://app.test', { forwarded: 'host=evil.com', host: 'evil.com' }, 'http://app.test'],
  ])('%s with %j is %s', (url, headers, origin) => {
    expect(requestOrigin(request(url, headers), trusting)).toEqual({
      origin,
      secure: origin.startsWith('https:'),
    })
  })

  test.each([
    ...[
      '',
      'a.com, b.com',
      'a.com,b.com',
      'a.com/path',
      'user@a.com',
      'a.com#x',
      'a.com?x',
      'a b.com',
      'a.com\\x',
    ],
    ...[
      'a.com:99999',
      'a.com:',
      'a.com:x',
      ':80',
      '[::1',
      '[zz]',
      'http://a.com',
      '%61.com',
      'a\u00e9.com',
      '1.2.3.999',
    ],
    ...['x'.repeat(10_000), '<script>', '"'],
  ])('the forwarded host %j is malformed', (host) => {
    const decide = (): unknown =>
      requestOrigin(request('https://app.test', { 'x-forwarded-host': host }), trusting)
    expect(decide).toThrow(InvalidRequest)
    expect(decide).toThrow('exactly one host name')
  })

  test.each(['', 'https,http', 'ftp', 'javascript', 'https:', 'https://evil.com'])(
    'the forwarded scheme %j is malformed',
    (scheme) => {
      const decide = (): unknown =>
        requestOrigin(request('https://app.test', { 'x-forwarded-proto': scheme }), trusting)
      expect(decide).toThrow(InvalidRequest)
    },
  )

  test('any header yields an origin or a refusal', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab.-_:/@#?[]%,0159 \\') })
    const property = fc.property(text, text, (host, scheme) => {
      const headers = { 'x-forwarded-host': host, ...(scheme.length > 3 && { 'x-forwarded-proto': scheme }) }
      try {
        const { origin } = requestOrigin(request('https://app.test', headers), trusting)
        expect(new URL(origin).origin).toBe(origin)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidRequest)
      }
    })
    fc.assert(property, runs)
  })
})

describe('with hosts listed', () => {
  const listing = (...entries: string[]): OriginConfig => ({
    url: undefined,
    trustHost: hostTrust(entries, {}),
  })

  test.each<[entry: string, url: string, headers: Record<string, string>, origin: string]>([
    ['app.test', 'http://10.0.0.1:3000', { 'x-forwarded-host': 'app.test' }, 'https://app.test'],
    ['app.test', 'https://APP.test', {}, 'https://app.test'],
    ['App.Test', 'https://app.test', {}, 'https://app.test'],
    ['app.test:443', 'https://app.test', {}, 'https://app.test'],
    ['app.test', 'http://a', { 'x-forwarded-host': 'app.test:443' }, 'https://app.test'],
    ['app.test:8443', 'http://a', { 'x-forwarded-host': 'app.test:8443' }, 'https://app.test:8443'],
    ['https://app.test', 'https://app.test', {}, 'https://app.test'],
    ['http://intra.test:8080', 'http://intra.test:8080', {}, 'http://intra.test:8080'],
    ['http://intra.test', 'http://intra.test', { 'x-forwarded-proto': 'http' }, 'http://intra.test'],
    ['localhost:3000', 'http://localhost:3000', {}, 'http://localhost:3000'],
    ['[2001:DB8::1]:3000', 'https://[2001:db8::1]:3000', {}, 'https://[2001:db8::1]:3000'],
    ['[2001:db8:0::1]', 'http://a', { 'x-forwarded-host': '[2001:db8::1]' }, 'https://[2001:db8::1]'],
    ['bücher.test', 'https://xn--bcher-kva.test', {}, 'https://xn--bcher-kva.test'],
    ['*.preview.test', 'https://one.preview.test', {}, 'https://one.preview.test'],
    ['*.*.preview.test', 'https://a.b.preview.test', {}, 'https://a.b.preview.test'],
    ['*.preview.test:8443', 'https://one.preview.test:8443', {}, 'https://one.preview.test:8443'],
  ])('%s lists %s with %j as %s', (entry, url, headers, origin) => {
    expect(requestOrigin(request(url, headers), listing('other.test', entry))).toEqual({
      origin,
      secure: origin.startsWith('https:'),
    })
  })

  test.each<[entry: string, url: string, headers: Record<string, string>]>([
    ['app.test', 'https://app.test', { 'x-forwarded-host': 'evil.com' }],
    ['app.test', 'https://evil.com', {}],
    ['app.test', 'https://app.test.', {}],
    ['app.test', 'https://app.test:8443', {}],
    ['app.test', 'https://app.test.evil.com', {}],
    ['app.test', 'https://evilapp.test', {}],
    ['app.test', 'https://sub.app.test', {}],
    ['app.test:8443', 'https://app.test', {}],
    ['http://app.test', 'https://app.test:8443', {}],
    ['*.preview.test', 'https://preview.test', {}],
    ['*.preview.test', 'https://a.b.preview.test', {}],
    ['*.preview.test', 'https://.preview.test', {}],
    ['*.preview.test', 'https://a.previewxtest', {}],
    ['1.2.3.4', 'https://1.2.3.40', {}],
    ['app.test', 'http://localhost:3000', {}],
    ['app.test', 'http://127.0.0.1:3000', { 'x-forwarded-host': 'localhost', host: 'localhost' }],
  ])('%s does not list %s with %j', (entry, url, headers) => {
    const decide = (): unknown => requestOrigin(request(url, headers), listing(entry))
    expect(decide).toThrow(UntrustedHost)
    expect(decide).toThrow(/is not listed\. Add it to `trustHost` or AUTH_TRUSTED_HOSTS/)
  })

  test('a forwarded scheme takes nothing from a site of HTTPS', () => {
    const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'http' }
    const listed = { origin: 'https://app.test', secure: true }
    expect(requestOrigin(request('http://10.0.0.1', headers), listing('app.test'))).toEqual(listed)
    expect(requestOrigin(request('http://10.0.0.1', headers), listing('https://app.test'))).toEqual(listed)
    const both = listing('app.test', 'http://app.test')
    expect(requestOrigin(request('http://10.0.0.1', headers), both).origin).toBe('http://app.test')
  })

  test('loopback needs no entry in development', () => {
    const config = { ...listing('app.test'), trustRequestUrl: true }
    expect(requestOrigin(request('http://localhost:3000'), config).origin).toBe('http://localhost:3000')
    expect(() => requestOrigin(request('http://192.168.0.2:3000'), config)).toThrow(UntrustedHost)
  })

  test.each([
    '',
    '*',
    '*.test',
    '*.1.2.3.4',
    '*.[::1]',
    'a.*.test',
    '*a.app.test',
    'app.test.',
    'app.test/path',
    'app.test:99999',
    'user@app.test',
    'ftp://app.test',
    'a b.test',
    '::1',
    'app.test?x',
    'app.test\\x',
    '%61pp.test',
    'app.test,other.test',
  ])('%j is no entry', (entry) => {
    expect(trustedHost(entry)).toBeUndefined()
  })

  test('no host but the listed ones is ever an origin', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ap.test*-_:[]@/%\\ 0438') })
    const host = fc
      .tuple(text, fc.constantFrom('app.test', 'x.preview.test'), text)
      .map((parts) => parts.join(''))
    const config = listing('app.test', '*.preview.test')
    const property = fc.property(host, (named) => {
      try {
        const { origin } = requestOrigin(request('https://app.test', { 'x-forwarded-host': named }), config)
        expect(origin).toMatch(/^https:\/\/(?:app\.test|[a-z0-9_-]+\.preview\.test)$/)
      } catch (error) {
        expect(error).toSatisfy(
          (thrown) => thrown instanceof InvalidRequest || thrown instanceof UntrustedHost,
        )
      }
    })
    fc.assert(property, runs)
  })
})

describe('what is said of trust', () => {
  const list = ['app.test']
  test.each<[AuthOptions['trustHost'], HostTrustEnvironment, HostTrust | 'list']>([
    [undefined, {}, undefined],
    [undefined, { trustHost: true }, true],
    [true, { trustHost: false }, true],
    [undefined, { trustHost: true, trustedHosts: list }, 'list'],
    [true, { trustedHosts: list }, 'list'],
    [undefined, { trustHost: false, trustedHosts: list }, false],
    [false, { trustedHosts: list }, false],
    [list, { trustHost: false }, 'list'],
  ])('the option %j with %j', (option, environment, expected) => {
    const trust = hostTrust(option, environment)
    expect(typeof trust === 'object' ? 'list' : trust).toBe(expected)
  })
})

test('a poisoned request leaves nothing behind', () => {
  expect(() => requestOrigin(request('https://evil.com', poison), unset)).toThrow(UntrustedHost)
  expect(
    requestOrigin(request('https://app.test', poison), { ...unset, url: 'https://app.test' }).origin,
  ).toBe('https://app.test')
  expect(requestOrigin(request('https://a.test', { 'x-forwarded-host': 'b.test' }), trusting).origin).toBe(
    'https://b.test',
  )
  expect(requestOrigin(request('https://a.test'), trusting).origin).toBe('https://a.test')
})
