import { afterEach, describe, expect, test, vi } from 'vitest'
import { dev as devInBundle } from '../../src/dev/production-stub.js'
import { dev } from '../../src/dev.js'
import { createAuth } from '../../src/index.js'
import type { ServedProvider } from '../../src/providers/kinds/local-server.js'
import { oidc } from '../../src/providers/oidc.js'
import { withPeerAddress } from '../../src/runtime/core/http/incoming.js'
import { memoryStore } from '../../src/stores/memory.js'
import { app, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

const ORIGIN = 'http://localhost:3000'

afterEach(() => vi.unstubAllEnvs())

/** Requests the page of test users. Unlike a browser, the client can send any header. */
async function pageFor(
  headers: Record<string, string> = {},
  {
    origin = ORIGIN,
    peer,
    env,
  }: { origin?: string; peer?: string; env?: Record<string, string | undefined> } = {},
): Promise<Response> {
  // .build() refuses dev() in production, so the variables change after `.build()`.
  const auth = app({ providers: [dev()], environment: { NODE_ENV: 'test', ...(env as object) } })
  for (const [name, value] of Object.entries(env ?? {})) vi.stubEnv(name, value)
  const browser = new Browser(auth.handle, origin)
  const { pathname, search } = locationOf(await browser.post('/auth/signin/dev'))
  const request = new Request(`${origin}${pathname}${search}`, { headers })
  return auth.handle(peer === undefined ? request : withPeerAddress(request, peer))
}

describe('dev() cannot be built for production', () => {
  const sentences = (build: () => unknown): string => {
    try {
      build()
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  test('dev() cannot be built if NODE_ENV is production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(sentences(() => createAuth().provider(dev()).build())).toBe(
      "The provider 'dev' signs in without a password, and NODE_ENV is 'production': add the provider by process.env.NODE_ENV !== 'production' && dev(). See authwright/docs/rules/devInProduction.md",
    )
  })

  test('dev() cannot be built in a production bundle, even if NODE_ENV is not set at run time', () => {
    vi.stubEnv('NODE_ENV', undefined)
    expect(
      sentences(() =>
        createAuth()
          .provider((devInBundle as typeof dev)())
          .build(),
      ),
    ).toBe(
      "The provider 'dev' is not part of a production build: add the provider by process.env.NODE_ENV !== 'production' && dev(). See authwright/docs/rules/devInBundle.md",
    )
  })

  test.each(['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_REDIRECT_PROXY_URL'])(
    'dev() cannot be built if NODE_ENV is not set and %s names another machine',
    (name) => {
      vi.stubEnv('NODE_ENV', undefined)
      vi.stubEnv(name, 'https://app.example.com')
      expect(sentences(() => createAuth().provider(dev()).build())).toBe(
        `The provider 'dev' signs in without a password, and ${name} names another machine: remove the variable, or the provider. See authwright/docs/rules/devNeedsLoopback.md`,
      )
    },
  )

  test('dev() cannot be built for production in plain JavaScript and in an object', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(sentences(() => createAuth({ providers: [dev()] }).build())).toContain('devInProduction')
  })

  test('dev() cannot be built for production in a configuration per request', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_SECRET', SECRET)
    const logged: Error[] = []
    const logger = { error: (error: Error) => void logged.push(error) }
    const auth = createAuth(() => createAuth().options({ logger }).provider(dev())).build()
    const response = await auth.handler(new Request(`${ORIGIN}/auth/providers`))
    expect(response.status).toBe(500)
  })
})

describe('the page of users', () => {
  test('the page of test users of dev() responds to requests from this machine', async () => {
    expect((await pageFor()).status).toBe(200)
    expect((await pageFor({ host: 'localhost:3000' }, { peer: '127.0.0.1' })).status).toBe(200)
    expect((await pageFor({ 'x-forwarded-for': '::ffff:127.0.0.1' }, { peer: '::1' })).status).toBe(200)
    expect((await pageFor({}, { origin: 'http://[::1]:3000' })).status).toBe(200)
    expect((await pageFor({}, { origin: 'http://app.localhost:3000' })).status).toBe(200)
  })

  const others: [string, Record<string, string>, Parameters<typeof pageFor>[1]][] = [
    ['DNS rebinding', { host: 'evil.example:3000' }, {}],
    ['a host that looks like this machine', { host: 'localhost.evil.example' }, {}],
    ['a host with a user name before it', { host: 'localhost@evil.example' }, {}],
    ['an IP address that is not loopback', { host: '192.168.1.5:3000' }, {}],
    ['the IP address 0.0.0.0', { host: '0.0.0.0:3000' }, {}],
    ['a tunnel that keeps the host', { 'x-forwarded-host': 'abc.tunnel.example' }, {}],
    ['a tunnel that replaces the host', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' }, {}],
    ['a client behind this machine', { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, {}],
    ['a client that pretends to be this machine', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }, {}],
    ['a tunnel with the header cf-connecting-ip', { 'cf-connecting-ip': '203.0.113.7' }, {}],
    ['a proxy with the standard header Forwarded', { forwarded: 'for=203.0.113.7;host=localhost' }, {}],
    ['another machine with the host localhost', { host: 'localhost:3000' }, { peer: '192.168.1.9' }],
    ['another machine over IPv6', { host: 'localhost:3000' }, { peer: '::ffff:10.0.0.4' }],
    ['an application at an IP address of the local network', {}, { origin: 'http://192.168.1.5:3000' }],
    ['an unset NODE_ENV, and an unknown connection', {}, { env: { NODE_ENV: undefined } }],
    ['an unset NODE_ENV, and a remote connection', {}, { env: { NODE_ENV: undefined }, peer: '203.0.113.7' }],
    [
      'AUTH_URL of a developer, copied to a server',
      { host: 'app.example.com' },
      { env: { NODE_ENV: undefined, AUTH_URL: ORIGIN }, peer: '127.0.0.1' },
    ],
  ]
  test.each(others)('the page of test users of dev() refuses %s', async (_, headers, from) => {
    const response = await pageFor(headers, from)
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('responds to requests from this machine only')
    expect(html).not.toContain('Alice')
  })

  test('the page of test users of dev() is not loaded in production', async () => {
    const env = { NODE_ENV: 'production', AUTH_URL: ORIGIN }
    const response = await pageFor({}, { env, peer: '127.0.0.1' })
    expect(locationOf(response).pathname).toBe('/auth/error')
  })

  test('the page of test users of dev() accepts a connection from this machine if NODE_ENV is not set', async () => {
    const env = { NODE_ENV: undefined, AUTH_URL: ORIGIN }
    expect((await pageFor({}, { env, peer: '127.0.0.1' })).status).toBe(200)
  })

  test("the page of test users of dev() redirects only to this application's callback, and only with PKCE", async () => {
    const auth = app({ providers: [dev()] })
    const browser = new Browser(auth.handle, ORIGIN)
    const url = locationOf(await browser.post('/auth/signin/dev'))
    const changes: Record<string, string>[] = [
      { redirect_uri: 'http://localhost:4000/auth/callback/dev' },
      { redirect_uri: `${ORIGIN}/auth/callback/dev/` },
      { client_id: 'other' },
      { response_type: 'token' },
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { state: '' },
    ]
    for (const change of changes) {
      const changed = new URL(url)
      for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value)
      const response = await browser.post(changed.pathname + changed.search, { user: '0' })
      expect([response.status, response.headers.get('location')], JSON.stringify(change)).toEqual([400, null])
    }
  })

  test('another site cannot submit the forms of dev()', async () => {
    const auth = app({ providers: [dev()] })
    const browser = new Browser(auth.handle, ORIGIN)
    const { pathname, search } = locationOf(await browser.post('/auth/signin/dev'))
    const csrfToken = await browser.csrfToken()
    for (const [fields, origin] of [
      [{ user: '0' }, ORIGIN],
      [{ user: '0', csrfToken }, 'http://evil.example'],
      [{ user: '0', csrfToken }, 'http://localhost:4000'],
    ] as const) {
      const response = await browser.send(pathname + search, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin },
      })
      expect([response.status, response.headers.get('location')]).toEqual([403, null])
    }
  })

  test('the page of test users of dev() escapes claims', async () => {
    const auth = app({ providers: [dev({ users: [{ sub: '1', name: '<img src=x onerror=alert(1)>' }] })] })
    const browser = new Browser(auth.handle, ORIGIN)
    const { pathname, search } = locationOf(await browser.post('/auth/signin/dev'))
    const html = await (await browser.send(pathname + search)).text()
    expect(html).not.toContain('<img')
  })

  test('an application without dev() has no page of test users', async () => {
    const auth = app({
      providers: [oidc({ id: 'dev', issuer: 'https://idp.test', clientId: 'client', clientSecret: 's' })],
    })
    const response = await new Browser(auth.handle, ORIGIN).send('/auth/dev/dev')
    expect(response.status).toBe(404)
  })
})

describe('the token endpoint', () => {
  const verifier = 'v'.repeat(43)
  const redirectUri = `${ORIGIN}/auth/callback/dev`

  async function server(id: string) {
    const { '~server': local } = dev({ id }) as ServedProvider
    const open = must(local).open({
      secrets: [SECRET],
      clock: Date.now,
      store: memoryStore(),
    })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    const query = {
      response_type: 'code',
      client_id: 'development',
      redirect_uri: redirectUri,
      state: 's',
      code_challenge: Buffer.from(digest).toString('base64url'),
      code_challenge_method: 'S256',
    }
    const page = await open.authorize({
      query,
      form: { user: '0' },
      action: `${ORIGIN}/auth/dev/dev`,
      redirectUri,
      request: new Request(`${ORIGIN}/auth/dev/dev`),
      origin: ORIGIN,
      csrfToken: '',
      host: 'localhost:3000',
      theme: {},
    })
    const code = new URL((page as { location: string }).location).searchParams.get('code') ?? ''
    const redeem = async (changes: Record<string, string> = {}) => {
      const fields = {
        grant_type: 'authorization_code',
        client_id: 'development',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changes,
      }
      const response = await open.fetch(`http://dev.localhost/${id}/token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      })
      return (await response.json()) as { error?: string; access_token?: string }
    }
    return { redeem, code, open }
  }

  test('the token endpoint of dev() accepts each code once', async () => {
    const { redeem } = await server('dev')
    expect(await redeem()).toMatchObject({ token_type: 'Bearer' })
    expect(await redeem()).toEqual({ error: 'invalid_grant' })
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect URI', { redirect_uri: 'http://localhost:4000/auth/callback/dev' }],
    ['the id of another client', { client_id: 'other' }],
    ['a made-up code', { code: 'made.up' }],
    ['another grant type', { grant_type: 'password' }],
  ])(
    'the token endpoint of dev() rejects a request with %s without using up the code',
    async (_, changes) => {
      const { redeem } = await server('dev')
      expect((await redeem(changes)).error).toMatch(/^(invalid_grant|invalid_client|unsupported_grant_type)$/)
      expect((await redeem()).error).toBeUndefined()
    },
  )

  test('the token endpoint of dev() rejects codes of another provider, and access tokens', async () => {
    const [one, other] = [await server('one'), await server('other')]
    expect(await one.redeem({ code: other.code })).toEqual({ error: 'invalid_grant' })
    const { access_token = '' } = await one.redeem()
    expect(await one.redeem({ code: access_token })).toEqual({ error: 'invalid_grant' })
    const headers = { authorization: `Bearer ${other.code}` }
    expect((await other.open.fetch('http://dev.localhost/other/userinfo', { headers })).status).toBe(401)
  })
})

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is none.')
  return value
}
