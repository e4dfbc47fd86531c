/**
 * Public reports of twelve months, December 2025 to November 2026, tested here. The name of a test is the id
 * of the report and the expected behaviour.
 * docs/contributing/public-reports.md lists them.
 */

import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { slack } from '../../src/providers/slack.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { mailbox } from '../support/mailbox.js'
import { acme, acmeOAuth, credentialsWith } from '../support/providers.js'
import { credentials, GRACE, ORIGIN, type World, worlds } from '../support/world.js'

const start = worlds()

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')
const pathOf = (response: Response): string => locationOf(response).pathname
const requestOf = ({ jar }: Browser, url = `${ORIGIN}/`): Request =>
  new Request(url, { headers: { cookie: jar.header } })
const sessionCookies = ({ jar }: Browser): string[] =>
  jar.names.filter((name) => name.includes('session-token'))

/** A clock that a test sets forward. */
function movableClock() {
  let waited = 0
  return {
    clock: () => Date.now() + waited,
    wait: (seconds: number) => {
      waited += seconds * 1000
    },
  }
}

/** A provider whose refresh tokens can be used once. */
function rotates(world: World, refuses?: () => Response | undefined) {
  const received: (string | null)[] = []
  let issued = 0
  const tokens = () => ({ refresh_token: `refresh-${issued++}`, expires_in: 300 })
  world.idp.misbehave({
    token: (members) => ({ ...members, ...tokens() }),
    async respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      const token = form.get('refresh_token')
      const isUsed = received.includes(token)
      received.push(token)
      const refusal = refuses?.()
      if (refusal) return refusal
      if (isUsed) return Response.json({ error: 'invalid_grant' }, { status: 400 })
      return Response.json({ access_token: `access-${issued}`, token_type: 'Bearer', ...tokens() })
    },
  })
  return received
}

describe('tokens', () => {
  test('better-auth/better-auth#8099: if a refresh fails with `invalid_request`, the user must sign in again', async () => {
    const { clock, wait } = movableClock()
    const world = await start({ clock })
    const gone = { error: 'invalid_request', error_description: 'session not found' }
    const received = rotates(world, () => Response.json(gone, { status: 400 }))
    await world.signIn()
    wait(400)
    for (let count = 0; count < 2; count++) {
      expect(await world.app.tokens(requestOf(world.browser), 'acme')).toEqual({
        ok: false,
        reason: 'reauthenticate',
      })
    }
    expect(received).toHaveLength(1)
  })

  test('better-auth/better-auth#7703: expired tokens are refreshed without a database', async () => {
    const { clock, wait } = movableClock()
    const providerTokens = { place: 'cookie' } as const
    const world = await start({ clock, stored: false, providers: [acme()], options: { providerTokens } })
    rotates(world)
    await world.signIn()
    for (let count = 0; count < 3; count++) {
      wait(400)
      const headers = new Headers()
      const tokens = await world.app.tokens(requestOf(world.browser), 'acme', { headers } as never)
      expect(tokens).toMatchObject({ ok: true })
      world.browser.jar.take({ headers }, ORIGIN)
    }
  })

  test('F3-Nation/f3-nation#375: of twenty concurrent requests, only one sends the refresh token', async () => {
    const { clock, wait } = movableClock()
    const world = await start({ clock })
    const received = rotates(world)
    await world.signIn()
    wait(400)
    const request = requestOf(world.browser)
    const results = await Promise.all(Array.from({ length: 20 }, () => world.app.tokens(request, 'acme')))
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('nightscout/nocturne#391: during a refresh, other processes keep the session and get the new token', async () => {
    const { clock, wait } = movableClock()
    const world = await start({ clock })
    const other = app({ providers: [acme()], adapter: world.adapter, fetch: world.idp.fetch, clock })
    const received = rotates(world)
    await world.signIn()
    wait(400)
    const request = requestOf(world.browser)
    const read = (each: Pick<World['app'], 'handle'>) =>
      each.handle(new Request(`${ORIGIN}/auth/session`, request))
    const tokens = [world.app, other, world.app, other].map((each) => each.tokens(request, 'acme'))
    const reads = await Promise.all([read(world.app), read(other), read(other)])
    for (const response of reads) {
      expect(response.headers.getSetCookie().filter((line) => /session-token=;/.test(line))).toEqual([])
      expect(await response.json()).not.toBeNull()
    }
    expect((await Promise.all(tokens)).filter(({ ok }) => !ok)).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('mckinsey/agents-at-scale-ark#2568: keys are fetched again after the provider rotated them', async () => {
    const { clock, wait } = movableClock()
    const world = await start({ clock })
    expect(pathOf(await world.signIn())).toBe('/inside')
    wait(120)
    await world.idp.rotateKeys()
    expect(pathOf(await world.signIn(world.anotherBrowser()))).toBe('/inside')
  })

  test.each([
    ['refused', undefined, '/auth/signin'],
    ['accepted, if the client expects it', 'HS256', '/inside'],
  ])(
    'auth0/auth0.js#1631: an ID token signed with the client secret (HMAC) is %s',
    async (_, algorithm, end) => {
      const clientSecret = 's-e_c.r*et'.repeat(4)
      const client = algorithm && { id_token_signed_response_alg: algorithm }
      const world = await start({ provider: { clientSecret, ...(client && { client }) } })
      world.idp.client = { id: 'client', method: 'client_secret_basic', secret: clientSecret }
      world.idp.misbehave({
        idToken(token) {
          const header = Buffer.from('{"alg":"HS256"}').toString('base64url')
          const signed = `${header}.${token.split('.')[1]}`
          return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`
        },
      })
      expect(pathOf(await world.signIn())).toBe(end)
    },
  )

  test('better-auth/better-auth#9949: a sign-in leads back to the sign-in page if the UserInfo endpoint responds with 400', async () => {
    const world = await start({ providers: [acmeOAuth({ profile: ({ sub }) => ({ id: String(sub) }) })] })
    world.idp.misbehave({
      respond: ({ url }) =>
        url.pathname === '/userinfo'
          ? Response.json(
              { error: 'invalid_request', error_description: 'Invalid access token' },
              { status: 400 },
            )
          : undefined,
    })
    const response = await world.signIn()
    expect([response.status, pathOf(response)]).toEqual([302, '/auth/signin'])
    expect(world.errors.map(String).join()).toMatch(/400|Invalid access token/)
  })

  test('paradigmxyz/centaur#1101: no PKCE parameters are sent to Slack, because an app must enable PKCE', async () => {
    const idp = await IdentityProvider.start('https://slack.com')
    const client = { clientId: 'client', clientSecret: 's-e_c.r*et' }
    const { handle } = app({ providers: [slack(client)], fetch: idp.fetch })
    const url = locationOf(await new Browser(handle).post('/auth/signin/slack'))
    expect(url.origin).toBe('https://slack.com')
    expect([...url.searchParams.keys()].filter((name) => name.startsWith('code_'))).toEqual([])
  })
})

describe('issuers', () => {
  test.each([
    ['Freika/dawarich#2925', '/application/o/app/', '/application/o/app/'],
    ['Morelitea/initiative#1771', '/application/o/app', '/application/o/app/'],
    ['plankanban/planka#1514', '/realms/My%20Tools/', '/realms/My%20Tools'],
  ])('%s: the configured issuer %s matches the published issuer %s', async (_, configured, published) => {
    const issuer = `https://idp.test${configured}`
    const idp = await IdentityProvider.start(`https://idp.test${published}`)
    const world = await start({ idp, provider: { issuer } })
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(await world.browser.session()).not.toBeNull()
  })

  test('google-gemini/gemini-cli#29117: a callback without `iss` is refused if the metadata announces it', async () => {
    const world = await start()
    world.idp.misbehave({
      discovery: (document) => ({ ...document, authorization_response_iss_parameter_supported: true }),
      callback: (params) => {
        params.delete('iss')
        return params
      },
    })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
  })

  test('modelcontextprotocol/modelcontextprotocol#2646: a wrong `iss` is refused even if the metadata does not announce it', async () => {
    const world = await start()
    world.idp.misbehave({
      discovery: (document) => ({ ...document, authorization_response_iss_parameter_supported: undefined }),
      callback: (params) => {
        params.set('iss', 'https://evil.test')
        return params
      },
    })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
  })
})

describe('sign-ins', () => {
  test('ghostfolio/ghostfolio#7797: a callback without a sign-in in progress leads to a page, and is logged', async () => {
    const world = await start()
    const response = await world.handle(new Request(`${ORIGIN}/auth/callback/acme?code=c&state=s`))
    expect([response.status, pathOf(response)]).toEqual([302, '/auth/signin'])
    expect(errorOf(response)).not.toBeNull()
    expect(world.logged).not.toEqual([])
  })

  test('auth0/auth0-java-mvc-common#231: sign-ins in two tabs both succeed, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const world = await start()
      const tabs = [await world.begin(), await world.begin()]
      for (const tab of order) expect(pathOf(await world.finish(tabs[tab] as URL))).toBe('/inside')
    }
  })

  test('masumi-network/sokosumi#3855: an account is not linked to a user with an unverified e-mail address', async () => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    world.idp.user = { sub: 'g', email: GRACE.email, email_verified: true }
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
    expect(await world.browser.session()).toBeNull()
  })

  test('lobehub/lobehub#10505: an account is linked to a user with the same verified e-mail address if allowed', async () => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    await world.adapter.updateUser({ id: GRACE.id, emailVerified: new Date() })
    world.idp.user = { sub: 'g', email: GRACE.email, email_verified: true }
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect((await world.browser.session()).user.name).toBe(GRACE.name)
  })
})

describe('mails', () => {
  async function mailed(email = 'ada@example.com') {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    await world.browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
    const params = Object.fromEntries(new URL(box.link, ORIGIN).searchParams)
    return { box, world, params, confirm: (browser: Browser) => browser.post('/auth/callback/mail', params) }
  }

  test.each([
    ['emdash-cms/emdash#3298', 'GET'],
    ['cobudget/cobudget#1274', 'HEAD'],
  ])(
    '%s: a scanner that opens a mail link with %s neither signs in nor uses up the link',
    async (_, method) => {
      const { box, world, confirm } = await mailed()
      const scanner = world.anotherBrowser()
      for (let count = 0; count < 2; count++) await scanner.send(box.link, { method })
      expect(sessionCookies(scanner)).toEqual([])
      await world.browser.send(box.link)
      await confirm(world.browser)
      expect((await world.browser.session()).user.email).toBe('ada@example.com')
    },
  )

  test('better-auth/better-auth#9572: confirming a mail link twice at the same time signs in once', async () => {
    const { world, confirm } = await mailed()
    const other = new Browser(world.handle, ORIGIN, world.browser.jar.clone())
    await Promise.all([confirm(world.browser), confirm(other)])
    const signedIn = [world.browser, other].filter((browser) => sessionCookies(browser).length > 0)
    expect(signedIn).toHaveLength(1)
    expect(world.adapter.rows.sessions).toHaveLength(1)
  })

  test('supabase/auth#2686: concurrent first sign-ins with one e-mail address create one user, and all succeed', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    const browsers = [world.browser, world.anotherBrowser(), world.anotherBrowser()]
    const links: Record<string, string>[] = []
    for (const browser of browsers) {
      await browser.post('/auth/signin/mail', { email: 'new@example.com', callbackUrl: '/inside' })
      links.push(Object.fromEntries(new URL(box.link, ORIGIN).searchParams))
    }
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.post('/auth/callback/mail', links[index])),
    )
    expect(responses.map(({ status }) => status)).toEqual([302, 302, 302])
    expect(world.adapter.rows.users.filter(({ email }) => email === 'new@example.com')).toHaveLength(1)
  })

  test('better-auth/better-auth#11181: two codes requested at the same time each work in their own browser', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    const browsers = [world.browser, world.anotherBrowser()]
    const email = 'ada@example.com'
    await Promise.all(browsers.map((browser) => browser.post('/auth/signin/mail', { email })))
    const codes = box.mails.map(({ code }) => String(code))
    expect(codes).toHaveLength(2)
    for (const browser of browsers) {
      for (const code of codes) await browser.post('/auth/callback/mail', { code })
      expect((await browser.session())?.user.email).toBe(email)
    }
  })
})

describe('sessions', () => {
  const copies = (clock: () => number) =>
    ({ strategy: 'database', clock, session: { cookieCache: 60 } as never }) as const

  test('better-auth/better-auth#10021: an expired cached copy of a session is read from the database again', async () => {
    const { clock, wait } = movableClock()
    const world = await start(copies(clock))
    await world.signIn()
    await world.browser.session()
    const { header } = world.browser.jar
    wait(3_600)
    const request = new Request(`${ORIGIN}/auth/session`, { headers: { cookie: header } })
    expect(await (await world.handle(request)).json()).not.toBeNull()
  })

  test('better-auth/better-auth#6893: a session revoked in another process ends at the latest when its cache expires', async () => {
    const { clock, wait } = movableClock()
    const world = await start(copies(clock))
    const other = app({ providers: [acme()], adapter: world.adapter, fetch: world.idp.fetch, clock })
    await world.signIn()
    await world.browser.session()
    const [session] = world.adapter.rows.sessions
    await other.sessions.revokeAll(String(session?.userId))
    wait(61)
    expect(await world.browser.session()).toBeNull()
  })

  test('better-auth/better-auth#9177: a sign-out deletes all cookies of a session, and its cache is ignored', async () => {
    const { clock } = movableClock()
    const world = await start(copies(clock))
    await world.signIn()
    await world.browser.session()
    const { header } = world.browser.jar
    await world.browser.post('/auth/signout')
    expect(world.browser.jar.names.filter((name) => /session/.test(name))).toEqual([])
    const request = new Request(`${ORIGIN}/auth/session`, { headers: { cookie: header } })
    expect(await (await world.handle(request)).json()).toBeNull()
  })

  test('better-auth/better-auth#11230: a database failure ends no session', async () => {
    let isDown = false
    const world = await start({
      failsItself: true,
      through: (adapter) =>
        new Proxy(adapter, {
          get: (target, name, receiver) =>
            isDown && name === 'getSessionAndUser'
              ? () => Promise.reject(new Error('connection refused'))
              : Reflect.get(target, name, receiver),
        }),
    })
    await world.signIn()
    isDown = true
    const response = await world.browser.send('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
    isDown = false
    expect(await world.browser.session()).not.toBeNull()
  })

  test('auth0/nextjs-auth0#2447: a session that shrinks deletes the cookies that it no longer needs', async () => {
    let length = 0
    const world = await start({
      stored: false,
      providers: [acme()],
      callbacks: { jwt: ({ token }) => ({ ...token, notes: 'x'.repeat(length) }) },
    })
    world.idp.user = { sub: 'ada', name: 'Ada' }
    const signIn = async (characters: number): Promise<number> => {
      length = characters
      await world.signIn()
      expect((await world.browser.session()).user.name).toBe('Ada')
      return sessionCookies(world.browser).length
    }
    expect(await signIn(5_000)).toBeGreaterThan(1)
    expect(await signIn(10)).toBe(1)
  })

  test('CodeWithCJ/SparkyFitness#2446: reading the session of a signed-out user is not an error', async () => {
    const world = await start()
    const response = await world.handle(new Request(`${ORIGIN}/auth/session`))
    expect([response.status, await response.json()]).toEqual([200, null])
  })
})

describe('proxies', () => {
  const password = () =>
    credentialsWith({ input: { name: {} }, authorize: ({ name }) => ({ id: '1', name: String(name) }) })

  /** An application behind a proxy that reaches it at a local URL. */
  function behindProxy(environment: Record<string, string>, headers: Record<string, string> = {}) {
    const site = app({
      providers: [password()],
      environment: { NODE_ENV: 'production', ...environment },
    })
    const local = (request: Request): Request => {
      const url = new URL(request.url)
      const copy = new Request(new URL(url.pathname + url.search, 'http://127.0.0.1:3000'), request)
      for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
      return copy
    }
    return { site, local, browser: new Browser((request) => site.handle(local(request))) }
  }

  test.each([
    ['silvertakana/worldwideview#54', { AUTH_URL: ORIGIN }, {}],
    ['opsknight-labs/OpsKnight#191', { AUTH_URL: ORIGIN }, { 'x-forwarded-proto': 'http' }],
    [
      'jakemor/kanna#56',
      { AUTH_TRUST_HOST: 'true' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.test' },
    ],
  ])(
    '%s: a session that started behind a TLS proxy is valid in requests without TLS',
    async (_, env, headers) => {
      const { site, local, browser } = behindProxy(env, headers)
      await browser.post('/auth/callback/credentials', { name: 'ada' })
      expect(sessionCookies(browser)).toEqual([expect.stringMatching(/^__(Host|Secure)-/)])
      expect((await browser.session()).user.name).toBe('ada')
      const page = local(requestOf(browser, `${ORIGIN}/page`))
      expect(await site.session(page)).toMatchObject({ user: { name: 'ada' } })
    },
  )

  test('LanternOps/breeze#2612: an application without TLS sets cookies that browsers accept', async () => {
    const origin = 'http://app.test'
    const site = app({
      providers: [password()],
      environment: { NODE_ENV: 'production', AUTH_URL: origin },
    })
    const browser = new Browser(site.handle, origin)
    await browser.post('/auth/callback/credentials', { name: 'ada' })
    expect((await browser.session()).user.name).toBe('ada')
  })

  /** Tries wrong passwords for one name after another, and returns the statuses. */
  async function guess(count: number, address: (index: number) => string): Promise<number[]> {
    const { handle } = app({
      providers: [credentialsWith({ input: { name: {} }, authorize: () => null })],
      environment: {
        NODE_ENV: 'production',
        AUTH_URL: ORIGIN,
        AUTH_CLIENT_ADDRESS_HEADER: 'X-Forwarded-For',
      },
      options: { limits: { address: { max: 3, window: 900 } } },
    })
    const statuses: number[] = []
    for (let index = 0; index < count; index++) {
      const browser = new Browser(handle)
      browser.headers = { 'x-forwarded-for': address(index) }
      statuses.push((await browser.post('/auth/callback/credentials', { name: `user-${index}` })).status)
    }
    return statuses
  }

  test('frankbria/auto-author#602: clients behind a chain of proxies have separate limits', async () => {
    const statuses = await guess(6, (index) => `10.0.0.1, 203.0.113.${index}`)
    expect(statuses).not.toContain(429)
  })

  test('Torqvoice/torqvoice#234: an IP address that the client sends in a header resets no limit', async () => {
    const statuses = await guess(6, (index) => `198.51.100.${index}, 203.0.113.7`)
    expect(statuses.slice(3)).toEqual([429, 429, 429])
  })

  test.each([
    [
      'better-auth/better-auth#7300',
      ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7'],
    ],
    ['poziomki-app/poziomki#169', ['2001:db8::1', '2001:0DB8:0::2', '2001:db8:0:0:ffff::3', '2001:db8::4']],
  ])('%s: all sign-in forms share one count per client', async (_, addresses) => {
    const statuses = await guess(4, (index) => addresses[index] as string)
    expect(statuses[3]).toBe(429)
  })
})

describe('redirects', () => {
  test.each([
    ['langwatch/langwatch#6070', '//evil.test'],
    ['langwatch/langwatch#6070', '/\\evil.test'],
    ['ray-amjad/hyperwhisper-app#255', '/\t/evil.test'],
    ['ray-amjad/hyperwhisper-app#255', '/\n/evil.test'],
    ['ray-amjad/hyperwhisper-app#255', '/\r\\evil.test'],
    ['DeliciousBuding/DiffAudit-Platform#39', '/\\\\evil.test'],
    ['better-auth-rs/better-auth-rs#70', '\\evil.test'],
    ['e2b-dev/dashboard#438', '\\/evil.test'],
    ['workos/authkit-session#24', 'javascript:alert(1)'],
    ['workos/authkit-session#24', 'https:evil.test'],
  ])('%s: the callback URL %j leads to the application', async (_, callbackUrl) => {
    const world = await start()
    const end = locationOf(await world.signIn(world.browser, callbackUrl))
    expect(end.origin).toBe(ORIGIN)
    expect(await world.browser.session()).not.toBeNull()
    // Opens the sign-in page with the callback URL as a signed-in user.
    const page = await world.browser.send(`/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    const next = page.headers.get('location')
    if (next !== null) expect(new URL(next, ORIGIN).origin).toBe(ORIGIN)
    else expect(await page.text()).not.toMatch(/(href|action)="[^"]*evil/)
  })

  test.each(['/files/a%2Fb?x=1&y=%26', '/inside?tab=2#part', '/a//b'])(
    'better-auth/better-auth#10979: a sign-in leads to the callback URL %s unchanged',
    async (callbackUrl) => {
      const world = await start()
      const { pathname, search, hash } = locationOf(await world.signIn(world.browser, callbackUrl))
      expect(pathname + search + hash).toBe(callbackUrl)
    },
  )

  test('ferriskey/ferriskey#729: a sign-out at the provider sends the client id together with an expired ID token', async () => {
    const { clock, wait } = movableClock()
    const world = await start({ clock, options: { signOut: 'provider' } })
    world.idp.misbehave({
      discovery: (document) => ({ ...document, end_session_endpoint: 'https://idp.test/logout' }),
    })
    await world.signIn()
    wait(24 * 3_600)
    const away = locationOf(await world.browser.post('/auth/signout', { callbackUrl: '/bye' }))
    expect(away.origin).toBe('https://idp.test')
    expect(away.searchParams.get('client_id')).toBe('client')
    expect(away.searchParams.get('post_logout_redirect_uri')).toMatch(/^https:\/\/app\.test\//)
  })
})
