import { describe, expect, test } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const production = { NODE_ENV: 'production' }
const named: WorldOptions = { environment: { ...production, AUTH_URL: ORIGIN } }

/** Every address that the routes name for a request with these headers and this address. */
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

describe('HH-1: a header that names another host', () => {
  test.each(poisons)('%j changes no address of a site whose own is configured', async (headers) => {
    const world = await start(named)
    const addresses = await addressesOf(world, ORIGIN, headers)
    expect(addresses.length).toBeGreaterThan(6)
    for (const address of addresses) expect(new URL(address).origin).toBe(ORIGIN)
  })

  test.each(poisons)('%j changes no address of a site whose requests are believed', async (headers) => {
    const world = await start({ environment: { NODE_ENV: 'test' } })
    for (const address of await addressesOf(world, ORIGIN, headers))
      expect(new URL(address).origin).toBe(ORIGIN)
  })

  test('an address in the request line is believed as little as a header', async () => {
    const world = await start(named)
    for (const address of await addressesOf(world, 'https://evil.com', {}))
      expect(new URL(address).origin).toBe(ORIGIN)
    const unnamed = await start({ environment: production })
    const response = await unnamed.handle(new Request('https://evil.com/auth/providers'))
    expect(response.status).toBe(421)
    expect(await response.text()).not.toContain('evil.com')
  })

  test('a form is still compared with the configured origin', async () => {
    const world = await start(named)
    const body = new URLSearchParams({ csrfToken: await world.browser.csrfToken() })
    const headers = { origin: 'https://evil.com', host: 'evil.com', cookie: world.browser.jar.header }
    const response = await world.handle(
      new Request('https://evil.com/auth/signout', { method: 'POST', body, headers }),
    )
    expect(response.status).toBe(403)
  })
})

describe('HH-2: behind a proxy that is believed, a header that is malformed', () => {
  test.each([
    'a.com, b.com',
    'a.com,b.com',
    'a.com/path',
    'user@a.com',
    'a.com#x',
    'a.com?x',
    'a com',
    'a.com:99999',
    'a.com:x',
    'a.com:',
    '',
    'a.com\\b',
    '[::1',
    'x'.repeat(10_000),
    '<script>',
  ])('%j is a malformed request', async (host) => {
    const world = await start({ environment: { ...production, AUTH_TRUST_HOST: 'true' } })
    const headers = { 'x-forwarded-host': host }
    const response = await world.handle(new Request(`${ORIGIN}/auth/providers`, { headers }))
    expect(response.status).toBe(400)
    expect(world.errors).toEqual([])
  })

  test.each(['https, http', 'ftp', 'javascript', 'https:', ' '])(
    'and so is the scheme %j',
    async (scheme) => {
      const world = await start({ environment: { ...production, AUTH_TRUST_HOST: 'true' } })
      const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': scheme }
      expect((await world.handle(new Request(`${ORIGIN}/auth/providers`, { headers }))).status).toBe(400)
    },
  )
})

test.each(['', '[::1]:3000', 'bücher.example', 'x'.repeat(10_000), '..', '0'])(
  'HH-4: the host %j is answered, and named nowhere',
  async (host) => {
    const world = await start(named)
    const bytes = Buffer.from(host, 'utf8').toString('latin1')
    for (const address of await addressesOf(world, ORIGIN, { host: bytes })) {
      expect(new URL(address).origin).toBe(ORIGIN)
    }
  },
)

test('HH-5: a request from another host changes nothing for the next one', async () => {
  const world = await start({ environment: { ...production, AUTH_TRUST_HOST: 'true' } })
  const evil = new Request(`${ORIGIN}/auth/providers`, { headers: { 'x-forwarded-host': 'evil.com' } })
  expect(JSON.stringify(await (await world.handle(evil)).json())).toContain('https://evil.com/')
  const clean = await world.handle(new Request(`${ORIGIN}/auth/providers`))
  expect(JSON.stringify(await clean.json())).not.toContain('evil.com')
  await world.enter()
  expect(await world.browser.session()).not.toBeNull()
})

test('HH-7: with an address configured, every request is of that address', async () => {
  const world = await start(named)
  for (const at of ['https://other.test', 'http://127.0.0.1:3000', 'https://app.test:8443']) {
    for (const address of await addressesOf(world, at, {})) expect(new URL(address).origin).toBe(ORIGIN)
  }
})

describe('HH-8: the base path', () => {
  test.each(['/a.b', '/(x)', '/a+', '/[a]', '/$', '/a/b', '/a%2eb'] as const)(
    '%s is text',
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

  test('may end with a slash', async () => {
    const { handle } = await start({ options: { basePath: '/in/' } })
    expect((await handle(new Request(`${ORIGIN}/in/session`))).status).toBe(200)
    expect((await handle(new Request(`${ORIGIN}/in//session`))).status).toBe(404)
  })

  test('may be the root', async () => {
    const world = await start({ options: { basePath: '/' } })
    const at = (path: string): Promise<Response> => world.handle(new Request(`${ORIGIN}${path}`))
    expect((await at('/session')).status).toBe(200)
    expect((await at('/auth/session')).status).toBe(404)
    expect((await at('/')).status).toBe(404)
    expect(JSON.stringify(await (await at('/providers')).json())).toContain(`"${ORIGIN}/callback/acme"`)
    expect(await (await at('/signin')).text()).toContain(`action="${ORIGIN}/signin/acme"`)
  })

  test('is /auth where the configured address has no path', async () => {
    const { handle } = await start({ environment: { ...production, AUTH_URL: `${ORIGIN}/` } })
    expect((await handle(new Request(`${ORIGIN}/auth/session`))).status).toBe(200)
  })
})
