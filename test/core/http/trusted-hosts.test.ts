import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppOptions, app } from '../../support/app.js'
import { locationOf } from '../../support/browser.js'
import { runs } from '../../support/fuzz.js'
import { acme } from '../../support/providers.js'
import { ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const production = { NODE_ENV: 'production' }
const named: WorldOptions = { environment: { ...production, AUTH_URL: ORIGIN } }

/** The origin that the application assigns to a request, or an error. */
interface Outcome {
  readonly status: number
  readonly origin?: string
  /** Whether its cookies are sent only over HTTPS. */
  readonly secure?: boolean
}

/** An application in production, and the origin that it assigns to requests. */
function deployed(
  options: Partial<AppOptions['options']> & object = {},
  environment: Record<string, string> = {},
) {
  const made = app({ providers: [acme()], options, environment: { ...production, ...environment } })
  const outcome = async (url: string, headers: Record<string, string> = {}): Promise<Outcome> => {
    const response = await made.handle(new Request(`${url}/auth/providers`, { headers }))
    if (response.status !== 200) return { status: response.status }
    const providers = (await response.json()) as { acme: { signinUrl: string } }
    const { origin } = new URL(providers.acme.signinUrl)
    const form = await made.handle(new Request(`${url}/auth/csrf`, { headers }))
    return { status: 200, origin, secure: /^__Host-/.test(String(form.headers.getSetCookie())) }
  }
  return { outcome, logged: made.logged }
}

/** The outcome for a request with this origin. */
const of = (origin: string): Outcome => ({ status: 200, origin, secure: origin.startsWith('https:') })
const poison = {
  'x-forwarded-host': 'evil.com',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.com',
  host: 'evil.com',
}

/** Every URL in the responses of the routes to a request with these headers. */
async function addressesOf(world: World, at: string, headers: Record<string, string>): Promise<string[]> {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = world.browser.jar.header
    return world.handle(
      new Request(`${at}${path}`, { ...init, headers: { ...headers, ...(cookie && { cookie }) } }),
    )
  }
  const providers = (await (await ask('/auth/providers')).json()) as Record<
    string,
    { signinUrl: string; callbackUrl: string }
  >
  const addresses = Object.values(providers).flatMap(({ signinUrl, callbackUrl }) => [signinUrl, callbackUrl])
  const page = await (await ask('/auth/signin?callbackUrl=/x')).text()
  addresses.push(
    ...[...page.matchAll(/(?:action|href|value)="(https?:[^"]+)"/g)].map(([, address = '']) => address),
  )
  addresses.push(locationOf(await ask('/auth/signin/acme')).href)
  addresses.push(locationOf(await ask('/auth/callback/acme?code=x&state=y')).href)
  const csrfToken = await world.browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/x' })
  const started = locationOf(await ask('/auth/signin/acme', { method: 'POST', body }))
  addresses.push(started.searchParams.get('redirect_uri') ?? '')
  return addresses
}

const poisons: Record<string, string>[] = [
  { host: 'evil.com' },
  { 'x-forwarded-host': 'evil.com' },
  { 'x-forwarded-host': 'evil.com', 'x-forwarded-proto': 'http' },
  { forwarded: 'host=evil.com;proto=http' },
  { 'x-original-host': 'evil.com', 'x-host': 'evil.com', 'x-http-host-override': 'evil.com' },
  { 'x-original-url': '/evil', 'x-rewrite-url': 'https://evil.com/' },
]

describe('HH-1: the host in a header', () => {
  test.each(poisons)(
    'HH-1: a forged host header changes no URL of an application with a configured URL: %j',
    async (headers) => {
      const world = await start(named)
      const addresses = await addressesOf(world, ORIGIN, headers)
      expect(addresses.length).toBeGreaterThan(6)
      for (const address of addresses) expect(new URL(address).origin).toBe(ORIGIN)
    },
  )

  test.each(poisons)(
    'HH-1: a forged host header changes no URL if the request URL is trusted: %j',
    async (headers) => {
      const world = await start({ environment: { NODE_ENV: 'test' } })
      for (const address of await addressesOf(world, ORIGIN, headers))
        expect(new URL(address).origin).toBe(ORIGIN)
    },
  )

  test('HH-1: the host of the request URL is not trusted in production', async () => {
    const world = await start(named)
    for (const address of await addressesOf(world, 'https://evil.com', {}))
      expect(new URL(address).origin).toBe(ORIGIN)
    const unnamed = await start({ environment: production })
    const response = await unnamed.handle(new Request('https://evil.com/auth/providers'))
    expect(response.status).toBe(421)
    expect(await response.text()).not.toContain('evil.com')
  })

  test('HH-1: a forged host header does not change the origin that a form must come from', async () => {
    const world = await start(named)
    const body = new URLSearchParams({ csrfToken: await world.browser.csrfToken() })
    const headers = { origin: 'https://evil.com', host: 'evil.com', cookie: world.browser.jar.header }
    const response = await world.handle(
      new Request('https://evil.com/auth/signout', { method: 'POST', body, headers }),
    )
    expect(response.status).toBe(403)
  })
})

test.each(['', '[::1]:3000', 'bücher.example', 'x'.repeat(300), '..', '0'])(
  'HH-4: a request with the Host header %j is handled, and no URL has that host',
  async (host) => {
    const world = await start(named)
    const bytes = String.fromCharCode(...new TextEncoder().encode(host))
    for (const address of await addressesOf(world, ORIGIN, { host: bytes })) {
      expect(new URL(address).origin).toBe(ORIGIN)
    }
  },
)

test('HH-5: a request with another host does not affect the next request', async () => {
  const world = await start({ environment: { ...production, AUTH_TRUST_HOST: 'true' } })
  const evil = new Request(`${ORIGIN}/auth/providers`, { headers: { 'x-forwarded-host': 'evil.com' } })
  expect(JSON.stringify(await (await world.handle(evil)).json())).toContain('https://evil.com/')
  const clean = await world.handle(new Request(`${ORIGIN}/auth/providers`))
  expect(JSON.stringify(await clean.json())).not.toContain('evil.com')
  await world.enter()
  expect(await world.browser.session()).not.toBeNull()
})

describe('with a configured URL', () => {
  test.each(['https://other.test', 'http://127.0.0.1:3000', 'https://app.test:8443'])(
    'HH-7: with a configured URL, a request to %s has only URLs of the configured origin',
    async (at) => {
      const world = await start(named)
      for (const address of await addressesOf(world, at, {})) expect(new URL(address).origin).toBe(ORIGIN)
    },
  )

  test.each(['true', 'false', undefined])(
    'HH-7: with a configured URL, no header changes the origin, with AUTH_TRUST_HOST %s',
    async (trust) => {
      const { outcome } = deployed(
        {},
        { AUTH_URL: 'https://app.test/auth', ...(trust !== undefined && { AUTH_TRUST_HOST: trust }) },
      )
      for (const url of ['http://evil.com', 'https://other.test', 'http://localhost:3000']) {
        expect(await outcome(url, poison)).toEqual(of('https://app.test'))
      }
    },
  )

  test('HH-7: the configured URL may have HTTP and a port', async () => {
    const { outcome } = deployed({}, { AUTH_URL: 'http://app.test:8080' })
    expect(await outcome('https://x.test')).toEqual(of('http://app.test:8080'))
  })
})

describe('without a configured URL and without trust', () => {
  const { outcome, logged } = deployed()

  test('a rejected host is logged with the option to set', async () => {
    expect((await outcome('https://app.test')).status).toBe(421)
    expect(logged.at(-1)?.message).toMatch(/"app\.test".*AUTH_URL.*AUTH_TRUSTED_HOSTS/)
  })

  test.each<[string, Record<string, string>]>([
    ['app.test', { host: 'localhost:3000', 'x-forwarded-host': 'app.test' }],
    ['app.test', { 'x-forwarded-host': 'localhost, app.test' }],
    ['app.test:8443', { host: 'app.test:8443' }],
    ['user@app.test', { host: 'user@app.test' }],
  ])(
    'the log names the host %s of a header that causes a request to localhost to be rejected: %j',
    async (host, headers) => {
      const { outcome, logged } = deployed()
      expect((await outcome('http://localhost:3000', headers)).status).toBe(421)
      expect(logged[0]?.message).toContain(`The host "${host}" of the request is not trusted.`)
    },
  )

  test('a host of thousands of characters is truncated in the log', async () => {
    const { outcome, logged } = deployed()
    expect((await outcome(`https://b${'a'.repeat(8_000)}.test`)).status).toBe(421)
    expect(logged[0]?.message).toContain(`"b${'a'.repeat(259)}…"`)
  })

  test('a host of 260 characters is shown completely in the log', async () => {
    const { outcome, logged } = deployed()
    const host = `b${'a'.repeat(254)}.test`
    expect((await outcome(`https://${host}`)).status).toBe(421)
    expect(logged[0]?.message).toContain(`"${host}"`)
  })

  test.each(['ftp', 'xhttp', 'https.x'])(
    'a request whose URL has the scheme %s is refused',
    async (scheme) => {
      for (const host of ['localhost', 'app.test']) {
        expect(await deployed({ trustHost: true }).outcome(`${scheme}://${host}`)).toEqual({ status: 400 })
      }
    },
  )

  test.each(['localhost', 'app.localhost', 'a.b.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    'the loopback host %s is trusted',
    async (host) => {
      for (const url of [`http://${host}:3000`, `http://${host}`]) {
        expect(await outcome(url)).toEqual(of(url))
        expect(await outcome(url, { host: new URL(url).host })).toEqual(of(url))
      }
    },
  )

  test.each([
    ...['localhost.', 'localhost.evil.com', 'evillocalhost', '127.0.0.1.evil.com', '0.0.0.0', '[::]'],
    ...['[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1', '128.0.0.1', 'evil.com'],
  ])('%s is not a loopback host', async (host) => {
    expect((await outcome(`http://${host}:3000`)).status).toBe(421)
  })

  test.each<Record<string, string>>([
    { host: 'app.test' },
    { 'x-forwarded-host': 'app.test' },
    { host: '' },
    { host: 'localhost@evil.com' },
  ])('a request to a loopback host is rejected if a header names another host: %j', async (headers) => {
    expect((await outcome('http://localhost:3000', headers)).status).toBe(421)
  })
})

describe('in development', () => {
  const development = { NODE_ENV: 'development' }

  test('in development, the request URL is trusted, but no header is', async () => {
    const { outcome } = deployed({}, development)
    expect(await outcome('https://app.test', poison)).toEqual(of('https://app.test'))
  })

  test('in development, the request URL is rejected with AUTH_TRUST_HOST=false', async () => {
    const { outcome } = deployed({}, { ...development, AUTH_TRUST_HOST: 'false' })
    expect((await outcome('https://app.test')).status).toBe(421)
  })

  test('in development, loopback hosts are trusted without being listed', async () => {
    const { outcome } = deployed({ trustHost: ['app.test'] }, development)
    expect(await outcome('http://localhost:3000')).toEqual(of('http://localhost:3000'))
    expect((await outcome('http://192.168.0.2:3000')).status).toBe(421)
  })
})

describe('behind a trusted proxy', () => {
  const { outcome, logged } = deployed({}, { AUTH_TRUST_HOST: 'true' })

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
    // Two proxies: each appends a value.
    ['http://a.test', { 'x-forwarded-proto': 'https,http' }, 'https://a.test'],
    ['http://a', { 'x-forwarded-host': 'B.test, b.test' }, 'http://b.test'],
    ['http://a.test', { 'x-forwarded-proto': 'HTTPS, http' }, 'https://a.test'],
    ['http://a.test', { 'x-forwarded-host': 'app.test, app.test' }, 'http://app.test'],
  ])('a request to %s with %j counts as a request to %s', async (url, headers, origin) => {
    expect(await outcome(url, headers)).toEqual(of(origin))
  })

  test.each([
    ...[
      '',
      'a.com, b.com',
      'a.com,b.com',
      'a.com, ',
      'a.com, a.com/path',
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
    ...['x'.repeat(300), '<script>', '"'],
  ])('HH-2: the forwarded host %j is a malformed request', async (host) => {
    const { status } = await outcome('https://app.test', { 'x-forwarded-host': host })
    expect(status).toBe(400)
    expect(logged).toEqual([])
  })

  test.each(['', ' ', 'https,', ',https', 'https, ftp', 'ftp', 'javascript', 'https:', 'https://evil.com'])(
    'HH-2: the forwarded scheme %j is a malformed request',
    async (scheme) => {
      const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': scheme }
      expect((await outcome('https://app.test', headers)).status).toBe(400)
      expect((await outcome('https://app.test', { 'x-forwarded-proto': scheme })).status).toBe(400)
    },
  )

  test('HH-2: a forwarded host of 10,000 characters is a malformed request', async () => {
    const headers = { 'x-forwarded-host': 'x'.repeat(10_000) }
    expect((await outcome('https://app.test', headers)).status).toBe(400)
  })

  test('any header leads to an origin or a malformed request', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab.-_:/@#?[]%,0159 \\') })
    const property = fc.asyncProperty(text, text, async (host, scheme) => {
      const headers = { 'x-forwarded-host': host, ...(scheme.length > 3 && { 'x-forwarded-proto': scheme }) }
      const { status, origin } = await outcome('https://app.test', headers)
      if (origin === undefined) expect(status).toBe(400)
      else expect(new URL(origin).origin).toBe(origin)
    })
    await fc.assert(property, runs)
  })
})

describe('with a list of trusted hosts', () => {
  const listing = (...trustHost: string[]) => deployed({ trustHost })

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
    ['http://intra.test', 'https://intra.test', {}, 'http://intra.test'],
    ['localhost:3000', 'http://localhost:3000', {}, 'http://localhost:3000'],
    ['[2001:DB8::1]:3000', 'https://[2001:db8::1]:3000', {}, 'https://[2001:db8::1]:3000'],
    ['[2001:db8:0::1]', 'http://a', { 'x-forwarded-host': '[2001:db8::1]' }, 'https://[2001:db8::1]'],
    ['app.test', 'http://app.test', { 'x-forwarded-proto': 'https,http' }, 'https://app.test'],
    ['app.test', 'http://a', { 'x-forwarded-host': 'app.test,app.test' }, 'https://app.test'],
    ['app.test', 'http://a', { 'x-forwarded-host': 'app.test, proxy.internal' }, 'https://app.test'],
    ['bücher.test', 'https://xn--bcher-kva.test', {}, 'https://xn--bcher-kva.test'],
    ['*.preview.test', 'https://one.preview.test', {}, 'https://one.preview.test'],
    ['*.*.preview.test', 'https://a.b.preview.test', {}, 'https://a.b.preview.test'],
    ['*.preview.test:8443', 'https://one.preview.test:8443', {}, 'https://one.preview.test:8443'],
  ])(
    'with %s in the list, a request to %s with %j has the origin %s',
    async (entry, url, headers, origin) => {
      expect(await listing('other.test', entry).outcome(url, headers)).toEqual(of(origin))
    },
  )

  test.each<[entry: string, url: string, headers: Record<string, string>]>([
    ['app.test', 'https://app.test', { 'x-forwarded-host': 'evil.com' }],
    ['app.test', 'http://a', { 'x-forwarded-host': 'evil.com, app.test' }],
    ['app.test', 'http://a', { 'x-forwarded-host': 'evil.com, evil.com', 'x-forwarded-proto': 'https,http' }],
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
  ])('with %s in the list, a request to %s with %j is rejected', async (entry, url, headers) => {
    const { outcome, logged } = listing(entry)
    expect((await outcome(url, headers)).status).toBe(421)
    expect(String(logged)).toMatch(/is not listed\. Add it to `trustHost` or AUTH_TRUSTED_HOSTS/)
  })

  test('a forwarded scheme does not turn a listed HTTPS host into an HTTP host', async () => {
    const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'http' }
    for (const entry of ['app.test', 'https://app.test']) {
      expect(await listing(entry).outcome('http://10.0.0.1', headers)).toEqual(of('https://app.test'))
    }
    const both = listing('app.test', 'http://app.test')
    expect(await both.outcome('http://10.0.0.1', headers)).toEqual(of('http://app.test'))
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
  ])('%j is not a valid trusted host', (entry) => {
    expect(() => listing(entry)).toThrow(/trustHost/)
  })

  test('a host that is not listed is never an origin', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'ap.test*-_:[]@/%\\ 0438') })
    const host = fc
      .tuple(text, fc.constantFrom('app.test', 'x.preview.test'), text)
      .map((parts) => parts.join(''))
    const { outcome } = listing('app.test', '*.preview.test')
    const property = fc.asyncProperty(host, async (forwarded) => {
      const { status, origin } = await outcome('https://app.test', { 'x-forwarded-host': forwarded })
      if (origin === undefined) expect([400, 421]).toContain(status)
      else expect(origin).toMatch(/^https:\/\/(?:app\.test|[a-z0-9_-]+\.preview\.test)$/)
    })
    await fc.assert(property, runs)
  })
})

describe('trustHost, AUTH_TRUST_HOST and AUTH_TRUSTED_HOSTS', () => {
  const yes = { AUTH_TRUST_HOST: 'true' }
  const no = { AUTH_TRUST_HOST: 'false' }
  const list = { AUTH_TRUSTED_HOSTS: 'app.test' }
  const every = { 'app.test': 200, 'other.test': 200 }
  const listed = { 'app.test': 200, 'other.test': 421 }
  const none = { 'app.test': 421, 'other.test': 421 }

  test.each([
    [undefined, {}, none],
    [undefined, yes, every],
    [true, no, every],
    [undefined, { ...yes, ...list }, listed],
    [true, list, listed],
    [undefined, { ...no, ...list }, none],
    [false, list, none],
    [['app.test'], no, listed],
  ])('the option %j with %j leads to %j', async (trustHost, environment, expected) => {
    const { outcome } = deployed(trustHost === undefined ? {} : { trustHost }, environment)
    for (const [host, status] of Object.entries(expected)) {
      expect((await outcome('http://10.0.0.1', { 'x-forwarded-host': host })).status).toBe(status)
    }
  })
})

test.each(['/a.b', '/(x)', '/a+', '/[a]', '/$', '/a/b', '/a%2eb'] as const)(
  'HH-8: the base path %s is matched literally',
  async (basePath) => {
    const { handle } = await start({ options: { basePath } })
    const at = (path: string): Promise<Response> => handle(new Request(`${ORIGIN}${path}`))
    expect((await at(`${basePath}/session`)).status).toBe(200)
    for (const path of [
      '/axb/session',
      '/x/session',
      '/aa/session',
      '/a/session',
      '/auth/session',
      '//session',
    ]) {
      expect((await at(path)).status).toBe(404)
    }
  },
)

test('HH-8: the base path may end with a slash', async () => {
  const { handle } = await start({ options: { basePath: '/in/' } })
  expect((await handle(new Request(`${ORIGIN}/in/session`))).status).toBe(200)
  expect((await handle(new Request(`${ORIGIN}/in//session`))).status).toBe(404)
})

test('HH-8: the base path may be the root', async () => {
  const world = await start({ options: { basePath: '/' } })
  const at = (path: string): Promise<Response> => world.handle(new Request(`${ORIGIN}${path}`))
  expect((await at('/session')).status).toBe(200)
  expect((await at('/auth/session')).status).toBe(404)
  expect((await at('/')).status).toBe(404)
  expect(JSON.stringify(await (await at('/providers')).json())).toContain(`"${ORIGIN}/callback/acme"`)
  expect(await (await at('/signin')).text()).toContain(`action="${ORIGIN}/signin/acme"`)
})

test('HH-8: the base path is /auth if the configured URL has no path', async () => {
  const { handle } = await start({ environment: { ...production, AUTH_URL: `${ORIGIN}/` } })
  expect((await handle(new Request(`${ORIGIN}/auth/session`))).status).toBe(200)
})
