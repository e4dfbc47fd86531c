import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { clientAddress, networkAddress } from '../../../src/runtime/core/limits/client-address.js'
import { withPeerAddress } from '../../../src/runtime/port.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['64:ff9b:1:2:3:4:5:6', '64:ff9b:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['2001:0:0:3:4:5:6:7', '2001:0:0:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('the IP address %s is counted as %s', (address, counted) => {
  expect(networkAddress(address)).toBe(counted)
})

test.each([
  '',
  'unknown',
  'localhost',
  '1234',
  '256.0.0.1',
  '1.2.3',
  '203.0.113.7/24',
  '2001:db8',
  ':::1',
  '[::1',
  'x[::1]',
  '[::1]x',
  '::1%eth0\n2',
  'a@::1',
  '::1#x',
  '_hidden',
  '1]@evil.com/[',
  '::1]/x[',
  '::1]@[::2',
  '203.0.113.7, 198.51.100.1',
])('%j is not an IP address', (text) => {
  expect(networkAddress(text)).toBeUndefined()
})

/** Defines `cf`, which Workers set on requests and which cannot be assigned there. */
function withCf(request: Request, cf: unknown): Request {
  return Object.defineProperty(request, 'cf', { value: cf, configurable: true })
}

describe('the IP address of a client', () => {
  const direct = (request: Request) =>
    clientAddress({ option: undefined, header: undefined, behindProxy: false })(request)
  const proxied = (request: Request) =>
    clientAddress({ option: undefined, header: undefined, behindProxy: true })(request)
  const from = (peer: string | undefined, headers: Record<string, string> = {}): string | undefined =>
    direct(withPeerAddress(new Request('https://app.test/', { headers }), peer))

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ])('the IP address of a client is that of its connection: %s', (peer, expected) => {
    expect(from(peer)).toBe(expected)
  })

  test.each([
    ['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.16.0.1', '172.31.0.1', '100.64.0.1', '169.254.1.1'],
    ['172.19.255.255', '172.20.0.1', '172.29.0.1', '172.30.0.1', '0.0.0.1', '::', 'febf::1', 'fdff::1'],
    ['100.69.0.1', '100.70.0.1', '100.99.0.1', '100.100.0.1', '100.119.0.1', '100.120.0.1', '100.127.0.1'],
    ['::1', '::ffff:127.0.0.1', 'fd00::1', 'fe80::1%eth0', 'fc00:1::1', '0.0.0.0', 'nonsense', ''],
  ])(
    'the IP address of a client is unknown if the connection comes from a private network: %s',
    (...peers) => {
      for (const peer of peers) expect(from(peer)).toBeUndefined()
    },
  )

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])(
    'the header %s does not change the IP address of a client',
    (name) => {
      expect(from('203.0.113.7', { [name]: '198.51.100.1' })).toBe('203.0.113.7')
      // If forwarded headers are trusted for the host, the connection may come from a proxy.
      const request = new Request('https://app.test/', { headers: { [name]: '198.51.100.1' } })
      expect(proxied(withPeerAddress(request, '203.0.113.7'))).toBeUndefined()
    },
  )

  test('cf-connecting-ip is trusted on Cloudflare Workers and nowhere else', () => {
    const request = (): Request =>
      new Request('https://app.test/', { headers: { 'cf-connecting-ip': '203.0.113.7' } })
    expect(direct(request())).toBeUndefined()
    expect(direct(withCf(request(), { colo: 'FRA' }))).toBe('203.0.113.7')
    expect(proxied(withCf(request(), { colo: 'FRA' }))).toBe('203.0.113.7')
    expect(direct(withCf(request(), null))).toBeUndefined()
    expect(direct(withCf(request(), 'FRA'))).toBeUndefined()
    const throwing = Object.defineProperty(request(), 'cf', {
      get() {
        throw new Error('Not on this platform.')
      },
    })
    expect(direct(throwing)).toBeUndefined()
  })

  test('the result of the option `clientAddress` takes precedence over header and connection', () => {
    const from = (result: unknown): string | undefined =>
      clientAddress({ option: () => result as string, header: 'x-real-ip', behindProxy: true })(
        withPeerAddress(
          new Request('https://app.test/', { headers: { 'x-real-ip': '198.51.100.1' } }),
          '198.51.100.2',
        ),
      )
    expect(from('[2001:db8:1:2::7]:443')).toBe('2001:db8:1:2::/64')
    for (const result of ['unknown', '', undefined, null, 7]) expect(from(result)).toBeUndefined()
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1,198.51.100.2, unknown', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the last entry of the configured header is the IP address of the client: %j', (value, expected) => {
    const fromHeader = clientAddress({ option: undefined, header: 'x-real-ip', behindProxy: false })
    const request = new Request(
      'https://app.test/',
      value === undefined ? {} : { headers: { 'x-real-ip': value } },
    )
    expect(fromHeader(withPeerAddress(request, '198.51.100.3'))).toBe(expected)
  })

  test.each([
    ['1.0.0.1', '11.0.0.1', '101.0.0.1', '126.0.0.1', '128.0.0.1', '210.0.0.1', '227.0.0.1'],
    ['172.15.0.1', '172.32.0.1', '172.160.0.1', '192.167.0.1', '192.169.0.1', '169.253.0.1', '169.255.0.1'],
    ['100.63.0.1', '100.128.0.1', '100.130.0.1', '100.200.0.1', '100.6.0.1', '8.10.0.1', '8.127.0.1'],
    ['2a00::1', '0:0:0:1::1', 'fb00::1', 'fe00::1', 'fe7f::1', 'fec0::1', 'a:fc00::1', '2001:fe80::1'],
  ])('a public IP address of a connection is used: %s', (...peers) => {
    for (const peer of peers) expect(from(peer)).toBeDefined()
  })

  test('a `Via` header does not disable the rate limit of a client that connects directly', async () => {
    const auth = app({
      providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
      options: { secret: SECRET, limits: { address: { max: 2, window: 60 } } },
    })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const browser = new Browser((request) => {
        request.headers.set('via', '1.1 nowhere')
        return auth.handle(withPeerAddress(request, '203.0.113.7'))
      })
      statuses.push((await browser.post('/auth/callback/credentials', { name: `user${attempt}` })).status)
    }
    expect(statuses).toEqual([302, 302, 429, 429])
    expect(auth.warned.filter((line) => line.startsWith('proxy-address'))).toHaveLength(1)
  })

  test.each<[string, Partial<AuthOptions>, Record<string, string>, number]>([
    ['with `trustHost: true`', { trustHost: true }, {}, 302],
    ['with a list of trusted hosts', { trustHost: ['app.test'] }, {}, 302],
    ['with the URL of the request', {}, {}, 429],
    ['with AUTH_URL', { trustHost: true }, { AUTH_URL: 'https://app.test' }, 429],
  ])(
    'requests through a proxy are counted by the IP address of the connection, unless a header can set the host: %s',
    async (_, options, environment, third) => {
      const auth = app({
        providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
        environment: { NODE_ENV: 'test', ...environment },
        options: { secret: SECRET, limits: { address: { max: 2, window: 60 } }, ...options },
      })
      const statuses: number[] = []
      for (let attempt = 0; attempt < 3; attempt++) {
        const browser = new Browser((request) => {
          request.headers.set('x-forwarded-for', `198.51.100.${attempt}`)
          return auth.handle(withPeerAddress(request, '203.0.113.7'))
        })
        statuses.push((await browser.post('/auth/callback/credentials', { name: `user${attempt}` })).status)
      }
      expect(statuses).toEqual([302, 302, third])
    },
  )

  test('a client IP address causes no warning without a proxy header', async () => {
    const auth = app({
      providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
    })
    const browser = new Browser((request) => auth.handle(withPeerAddress(request, '203.0.113.7')))
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect(auth.warned.filter((line) => /^(?:proxy|no-client)-address/.test(line))).toEqual([])
  })

  test.each<[string, Partial<AuthOptions>, Record<string, string>]>([
    ['in development', {}, { NODE_ENV: 'development' }],
    ['with the option `clientAddress`', { clientAddress: () => '203.0.113.7' }, {}],
    ['with AUTH_CLIENT_ADDRESS_HEADER', {}, { AUTH_CLIENT_ADDRESS_HEADER: 'x-forwarded-for' }],
  ])('a request with a proxy header causes no warning %s', async (_, options, environment) => {
    const auth = app({
      providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test', ...environment },
      options: { secret: SECRET, ...options },
    })
    const browser = new Browser((request) => {
      request.headers.set('x-forwarded-for', '203.0.113.7')
      return auth.handle(withPeerAddress(request, '203.0.113.8'))
    })
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect(auth.warned.filter((line) => /^(?:proxy|no-client)-address/.test(line))).toEqual([])
  })

  test('an unknown client IP address causes no warning in development', async () => {
    const auth = app({
      providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
      environment: { NODE_ENV: 'development', AUTH_URL: 'https://app.test' },
    })
    await new Browser(auth.handle).post('/auth/callback/credentials', { name: 'ada' })
    expect(auth.warned.filter((line) => line.startsWith('no-client-address'))).toEqual([])
  })

  test('a client IP address from Cloudflare causes no warning', async () => {
    const auth = app({
      providers: [credentialsWith({ input: { name: {}, password: {} }, authorize: () => null })],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
    })
    const browser = new Browser((request) => {
      request.headers.set('cf-connecting-ip', '203.0.113.7')
      return auth.handle(withCf(request, {}))
    })
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect(auth.warned.filter((line) => /^(?:proxy|no-client)-address/.test(line))).toEqual([])
  })
})
