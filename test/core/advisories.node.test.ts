/**
 * Attacks of public advisories: Auth.js of July 2026, Better Auth of June 2026, and some before and after. A test name begins with the
 * identifier of the advisory. Advisories about features that do not exist here are replayed with the nearest feature that could have the
 * same fault. `docs/contributing/public-advisories.md` lists them.
 */

import { NextRequest, NextResponse } from 'next/server.js'
import { describe, expect, test, vi } from 'vitest'
import { respond } from '../../src/frameworks/next/middleware.js'
import { getToken } from '../../src/jwt.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import { type App, type AppOptions, app, lazyApp, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { mailbox } from '../support/mailbox.js'
import { acme } from '../support/providers.js'
import { recordedAdapter } from '../support/recorded-adapter.js'
import { credentials, GRACE, type World, worlds } from '../support/world.js'

const start = worlds()

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')
const cookieOf = (text: string): [name: string, value: string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}
const pathOf = (response: Response): string => locationOf(response).pathname

async function mailWorld(options: Parameters<typeof start>[0] = {}) {
  const box = mailbox()
  const world = await start({
    ...options,
    providers: [acme(options.provider), credentials(GRACE), box.provider],
  })
  const ask = (email: string, browser: Browser = world.browser): Promise<Response> =>
    browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
  const params = (): Record<string, string> =>
    Object.fromEntries(new URL(box.link, world.origin).searchParams)
  return { ...world, world, box, ask, params }
}

describe('Auth.js, 2026-07-21', () => {
  test.each([
    'ada@evil.example\u{ff20}victim.example',
    'ada@evil.example\u{fe6b}victim.example',
    'ada\u{ff20}evil.example@victim.example',
    'ada@evil.example\u{ff0c}ada@victim.example',
    'ada@evil.example\u{fe50}victim@victim.example',
  ])(
    'GHSA-7rqj-j65f-68wh: no mail is sent to %j, because normalization turns it into two e-mail addresses',
    async (email) => {
      const { ask, box } = await mailWorld()
      await ask(email)
      expect(box.mails).toEqual([])
    },
  )

  test('GHSA-7rqj-j65f-68wh: Unicode variants of @ are normalized before an e-mail address is used', async () => {
    const { ask, box } = await mailWorld()
    await ask('ada\u{ff20}example.com')
    for (const { to } of box.mails) expect(to).toBe('ada@example.com')
  })

  test.each(['%', '%A', '%ZZ', '%E0%A4%A', '\u{ff}', '', ' ', 'a.b.c.d.e', `${'x'.repeat(9_000)}`])(
    'GHSA-xmf8-cvqr-rfgj: an authorization header with %j is not a token',
    async (value) => {
      const headers = new Headers({ authorization: `Bearer ${value}` })
      const token = await getToken({ req: { headers }, secret: SECRET, salt: 'authwright.session-token' })
      expect(token).toBeNull()
      const { browser } = await start()
      const response = await browser.send('/auth/session', { headers })
      expect([response.status, await response.json()]).toEqual([200, null])
    },
  )

  test.each([
    ['state and code verifier', { checks: ['state', 'pkce'] as const }],
    ['state and nonce', { checks: ['state', 'nonce'] as const }],
    ['all checks', {}],
  ])(
    'GHSA-x445-f3h2-j279: a sign-in that one provider started, with %s, is refused at another provider',
    async (_, checks) => {
      const idp = await IdentityProvider.start()
      const world = await start({ idp, providers: [acme(checks), acme({ ...checks, id: 'other' })] })
      const callback = await world.begin()
      callback.pathname = '/auth/callback/other'
      expect(errorOf(await world.finish(callback))).toBe('InvalidCheck')
      expect(idp.requestCount('/token')).toBe(0)
      expect(await world.browser.session()).toBeNull()
    },
  )

  const broken: [what: string, AppOptions][] = [
    [
      'a provider without endpoints',
      { providers: [acme()], refused: { providers: [acme({ issuer: undefined })] } },
    ],
    ['no secret', { providers: [acme()], refused: { options: { secret: '' } } }],
    [
      'an issuer that is not a URL',
      {
        providers: [acme({ issuer: 'https://idp.test' })],
        refused: { providers: [acme({ issuer: 'idp' })] },
      },
    ],
  ]

  /** Sends requests through a guard that checks only `auth`, and returns the result. */
  async function guarded(port: App, cookie: string) {
    const page = vi.fn(() => NextResponse.next())
    const guard = ({ auth }: { auth: unknown }): Response =>
      auth ? page() : new Response(null, { status: 401 })
    const request = new NextRequest('https://app.test/inside', { headers: { cookie } })
    const response = await respond(request, undefined, guard as never, { port, prefix: '' }).catch(
      () => new Response(null, { status: 500 }),
    )
    return { page, response }
  }

  test('GHSA-8fpg-xm3f-6cx3: a guard accepts only requests of signed-in users', async () => {
    const { app: port, browser, signIn } = await start()
    expect((await guarded(port, '')).page).not.toHaveBeenCalled()
    await signIn()
    expect((await guarded(port, browser.jar.header)).page).toHaveBeenCalledOnce()
  })

  test.each(broken)(
    'GHSA-8fpg-xm3f-6cx3: with %s, no user is signed in and the guard rejects the request',
    async (_, options) => {
      const port = app({ ...options, environment: { NODE_ENV: 'production' } }, 'next')
      const cookie = '__Host-authwright.session-token=a-token-of-somebody'
      const request = new NextRequest('https://app.test/inside', { headers: { cookie } })
      const session = await port.session(request).catch(() => null)
      expect(session).toBeNull()
      const { page, response } = await guarded(port, cookie)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(page).not.toHaveBeenCalled()
    },
  )
})

describe('Better Auth, 2026-06-02', () => {
  test.each(['jwt', 'database'] as const)(
    'GHSA-g38m-r43w-p2q7: a provider is not linked to a user who has not verified the e-mail address (sessions: %s)',
    async (strategy) => {
      const world = await start({ strategy, provider: { allowDangerousEmailAccountLinking: true } })
      const squatter = world.anotherBrowser()
      world.idp.user = { sub: 'grace', email: GRACE.email, email_verified: true }
      await world.enter(squatter)
      expect((await squatter.session()).user).toMatchObject({ email: GRACE.email })
      const response = await world.signIn()
      expect(errorOf(response)).toBe('OAuthAccountNotLinked')
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.accounts).toEqual([])
    },
  )

  test.each(['jwt', 'database'] as const)(
    'GHSA-2vg6-77g8-24mp: no session of a deleted user is left (sessions: %s)',
    async (strategy) => {
      const world = await start({ strategy })
      await world.signIn()
      const other = world.anotherBrowser()
      await world.signIn(other)
      const { userId } = world.adapter.rows.accounts[0] as { userId: string }
      await world.app.sessions.revokeAll(userId)
      await world.adapter.deleteUser(userId)
      for (const browser of [world.browser, other]) expect(await browser.session()).toBeNull()
      expect(world.adapter.rows.sessions).toEqual([])
    },
  )

  test('GHSA-fmh4-wcc4-5jm3: an invitation can be accepted only with a verified e-mail address', async () => {
    const invited = ['ada@example.com']
    const asked: unknown[] = []
    const signUp = ({ verifiedEmail }: { verifiedEmail: string | null }): boolean => {
      asked.push(verifiedEmail)
      return verifiedEmail !== null && invited.includes(verifiedEmail)
    }
    const world = await start({ signUp } as never)
    world.idp.user = { ...world.idp.user, email_verified: false }
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    world.idp.user = { ...world.idp.user, email_verified: true }
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(asked).toEqual([null, 'ada@example.com'])
  })

  test('GHSA-cq3f-vc6p-68fh: a sign-in code from an e-mail works only in the browser that requested it', async () => {
    const { ask, box, world, browser } = await mailWorld()
    await ask('ada@example.com')
    const spy = world.anotherBrowser()
    await spy.csrfToken()
    const code = String(box.last.code)
    expect(pathOf(await spy.post('/auth/callback/mail', { code }))).not.toBe('/inside')
    expect(await spy.session()).toBeNull()
    expect(pathOf(await browser.post('/auth/callback/mail', { code }))).toBe('/inside')
  })

  test('GHSA-7w99-5wm4-3g79: a mail link and an OAuth callback work only once, even for concurrent requests', async () => {
    const { ask, params, world, browser, adapter } = await mailWorld()
    await ask('ada@example.com')
    const link = params()
    const posts = [0, 1, 2, 3].map(() => browser.post('/auth/callback/mail', link))
    const ways = (await Promise.all(posts)).map(pathOf)
    expect(ways.filter((way) => way === '/inside')).toHaveLength(1)
    expect(adapter.rows.sessions).toHaveLength(1)

    const second = world.anotherBrowser()
    const { pathname, search } = await world.begin(second)
    const { header: cookie } = second.jar
    const send = (): Promise<Response> =>
      world.handle(new Request(world.origin + pathname + search, { headers: { cookie } }))
    await Promise.all([send(), send(), send()])
    expect(world.idp.requestCount('/token')).toBe(1)
  })

  /** A user whose access token has expired, with the requests of the token endpoint. */
  async function refreshing(provider: Partial<OIDCProvider> = {}) {
    let waited = 0
    const world = await start({ clock: () => Date.now() + waited, provider })
    const requests: { form: URLSearchParams; authorization: string | null }[] = []
    world.idp.misbehave({
      token: (tokens) => ({ ...tokens, refresh_token: 'refresh-1' }),
      respond({ url, init }) {
        const form = new URLSearchParams(String(init.body))
        if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
        requests.push({ form, authorization: new Headers(init.headers).get('authorization') })
        return Response.json({
          access_token: `access-${requests.length}`,
          token_type: 'Bearer',
          expires_in: 300,
          refresh_token: `refresh-${requests.length + 1}`,
        })
      },
    })
    await world.signIn()
    waited = 400_000
    const request = () => new Request(world.origin, { headers: { cookie: world.browser.jar.header } })
    return { ...world, requests, request, tokens: () => world.app.tokens(request(), 'acme') }
  }

  test('GHSA-392p-2q2v-4372: concurrent requests send a rotating refresh token only once', async () => {
    const { tokens, requests } = await refreshing()
    const results = await Promise.all([tokens(), tokens(), tokens(), tokens()])
    for (const each of results) expect(each).toMatchObject({ ok: true, accessToken: 'access-1' })
    expect(requests).toHaveLength(1)
  })

  test('GHSA-pw9m-5jxm-xr6h: a refresh request carries the authentication of the client', async () => {
    const { tokens, requests } = await refreshing()
    await tokens()
    expect(requests[0]?.authorization).toBe(`Basic ${btoa('client:s-e_c.r*et')}`)
  })

  test('GHSA-p2fr-6hmx-4528: a token for one resource is sent only to that resource', async () => {
    const sent: [origin: string, authorization: string | null][] = []
    const {
      request,
      app: port,
      idp,
    } = await refreshing({
      apiOrigins: ['https://calendar.test', 'https://files.test'],
    })
    const { behaviour } = idp
    idp.misbehave({
      ...behaviour,
      async respond(received) {
        const { origin } = received.url
        if (origin === 'https://idp.test') return behaviour.respond(received)
        sent.push([origin, new Headers(received.init.headers).get('authorization')])
        return Response.json({})
      },
    })
    const resource = 'https://calendar.test'
    const fetch = port.fetchAs(request(), 'acme', { resource } as never)
    await fetch('https://calendar.test/events')
    await Promise.resolve(fetch('https://files.test/list')).catch(() => undefined)
    expect(sent.filter(([origin]) => origin === 'https://files.test')).toEqual([])
    expect(sent.map(([origin]) => origin)).toEqual(['https://calendar.test'])
  })

  test.each([
    'http://169.254.169.254/latest',
    'https://169.254.169.254/latest',
    'https://127.0.0.1/token',
    'https://[::ffff:10.0.0.1]/token',
    'https://metadata.google.internal/token',
  ])(
    'GHSA-5rr4-8452-hf4v: no request is sent to %s, even if the metadata of an issuer contains this URL',
    async (endpoint) => {
      for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
        const idp = await IdentityProvider.start()
        const world = await start({ idp, failsItself: true, provider: { idToken: false } })
        idp.misbehave({ discovery: (document) => ({ ...document, [name]: endpoint }) })
        const response = await world.browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
        expect(errorOf(response)).toBe('Configuration')
        expect(idp.received.filter(({ url }) => url.host !== 'idp.test')).toEqual([])
      }
    },
  )

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://app.test',
    'data:text/html,x',
    'vbscript:x',
  ])('GHSA-86j7-9j95-vpqj: no redirect leads to %s, after a sign-in or a sign-out', async (callbackUrl) => {
    const world = await start()
    const after = await world.signIn(world.browser, callbackUrl)
    expect(locationOf(after).origin).toBe(world.origin)
    const out = await world.browser.post('/auth/signout', { callbackUrl })
    expect(locationOf(out).origin).toBe(world.origin)
  })

  test('GHSA-9h47-pqcx-hjr4: an unsigned ID token and a plain code challenge are refused', async () => {
    const world = await start()
    const unsigned = (claims: object): string =>
      [{ alg: 'none', typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
    world.idp.misbehave({
      discovery: (document) => ({
        ...document,
        id_token_signing_alg_values_supported: ['none', 'RS256'],
        code_challenge_methods_supported: ['plain'],
      }),
      idToken: (token) => {
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
        return `${unsigned(claims)}.`
      },
    })
    const start_ = locationOf(await world.browser.post('/auth/signin/acme', { callbackUrl: '/inside' }))
    expect(start_.searchParams.get('code_challenge_method')).toBe('S256')
    expect(pathOf(await world.finish(world.idp.authorize(start_)))).not.toBe('/inside')
    expect(await world.browser.session()).toBeNull()
  })
})

describe('Better Auth, 2026-06-26', () => {
  test.each(['jwt', 'database'] as const)(
    'GHSA-qq9h-g4jm-xgf3: an attacker who registered an e-mail address first is signed out when its owner signs in by mail (sessions: %s)',
    async (strategy) => {
      const removed: unknown[] = []
      const box = mailbox()
      const password = credentials(GRACE, { removeCredentials: ({ id }) => removed.push(id) })
      const world: World = await start({ strategy, providers: [acme(), password, box.provider] })
      const squatter = world.anotherBrowser()
      await world.enter(squatter)
      await world.link(squatter)
      expect(world.adapter.rows.accounts).toHaveLength(1)
      await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
      const params = Object.fromEntries(new URL(box.link, world.origin).searchParams)
      const choice = { ...params, earlierLogins: 'remove' }
      expect(pathOf(await world.browser.post('/auth/callback/mail', choice))).toBe('/inside')
      expect(await squatter.session()).toBeNull()
      expect(world.adapter.rows.accounts).toEqual([])
      expect(new Set(removed)).toEqual(new Set([GRACE.id]))
    },
  )

  test.each([
    { strategy: 'jwt', stored: false },
    { strategy: 'jwt', stored: true },
    { strategy: 'database', stored: true },
  ] as const)(
    'GHSA-rjg6-39jm-rgg4: the same account id at two providers belongs to two users (%o)',
    async (where) => {
      const ids: unknown[] = []
      const world = await start({
        ...where,
        providers: [acme(), acme({ id: 'other' })],
        events: { signIn: ({ user }: { user: { id: string } }) => void ids.push(user.id) } as never,
      })
      world.idp.user = { sub: 'ada', name: 'Ada' }
      for (const provider of ['acme', 'other']) {
        const browser = world.anotherBrowser()
        const started = locationOf(await browser.post(`/auth/signin/${provider}`, { callbackUrl: '/inside' }))
        expect(pathOf(await world.finish(world.idp.authorize(started), browser))).toBe('/inside')
      }
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(2)
    },
  )

  test('GHSA-prpr-5gj3-qqhg: if a provider id gets another issuer, the new issuer cannot sign in users of the previous issuer', async () => {
    const issuers = await Promise.all(
      ['first', 'second'].map((n) => IdentityProvider.start(`https://${n}.test`)),
    )
    let current = 0
    const adapter = recordedAdapter()
    const auth = lazyApp(
      () => ({
        providers: [acme({ issuer: `https://${current === 0 ? 'first' : 'second'}.test` })],
        adapter,
        options: { secret: SECRET },
      }),
      { fetch: (url, init) => issuers[current]?.fetch(url, init) ?? Promise.reject(new Error(url)) },
    )
    for (const idp of issuers) {
      idp.user = { sub: 'ada', name: 'Ada' }
      const browser = new Browser((request) => auth.handle(request), 'https://app.test')
      const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
      expect(errorOf(await browser.send(pathname + search))).toBeNull()
      current += 1
    }
    const [first, second] = adapter.rows.accounts
    expect(second?.userId).not.toBe(first?.userId)
  })

  test('GHSA-prpr-5gj3-qqhg: a token that was issued for another client does not sign a user in', async () => {
    const world = await start()
    world.idp.misbehave({ claims: (claims) => ({ ...claims, aud: 'another-client' }) })
    expect(errorOf(await world.signIn())).toBe('OAuthCallbackError')
    expect(await world.browser.session()).toBeNull()
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'GHSA-prpr-5gj3-qqhg: a sign-out never redirects to %s, even if the metadata of a provider contains this URL',
    async (endpoint) => {
      const world = await start({ options: { signOut: 'provider' }, failsItself: true })
      world.idp.misbehave({ discovery: (document) => ({ ...document, end_session_endpoint: endpoint }) })
      await world.signIn()
      const response = await world.browser.post('/auth/signout', { callbackUrl: '/bye' })
      expect(response.headers.get('location') ?? '').not.toContain(
        endpoint.slice(0, endpoint.indexOf(':') + 1),
      )
      expect(await world.browser.session()).toBeNull()
    },
  )

  test.each([
    'ada@evil.example,ada@example.com',
    'ada@evil.example;ada@example.com',
    'evil.example\nada@example.com',
  ])('GHSA-prpr-5gj3-qqhg: a sign-up policy for one domain rejects %j from a provider', async (email) => {
    const domain = ({ verifiedEmail }: { verifiedEmail: string | null }): boolean =>
      verifiedEmail?.endsWith('@example.com') ?? false
    const world = await start({ signUp: domain } as never)
    world.idp.user = { ...world.idp.user, email, email_verified: true }
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    expect(await world.browser.session()).toBeNull()
  })

  test.each(['jwt', 'database'] as const)(
    'GHSA-h3rm-78g3-j7cp: a form that names another user changes only the user of the session (sessions: %s)',
    async (strategy) => {
      const world = await start({ strategy })
      await world.signIn()
      const { userId } = world.adapter.rows.accounts[0] as { userId: string }
      const grace = world.anotherBrowser()
      await world.enter(grace)
      const id = String(world.adapter.rows.sessions[0]?.sessionToken ?? 'x')
      for (const form of [
        { action: 'unlink', provider: 'acme', providerAccountId: 'ada', userId },
        { action: 'end-session', id, userId },
        { action: 'end-other-sessions', userId },
      ]) {
        await grace.post('/auth/account', form)
      }
      expect(world.adapter.rows.accounts).toHaveLength(1)
      expect(await world.browser.session()).not.toBeNull()
    },
  )
})

describe('Better Auth, before and after', () => {
  const addressOf = (spelling: (round: number) => string) => async (): Promise<number> => {
    let round = 0
    const world = await start({
      options: { clientAddress: () => spelling(round) },
      stored: false,
    })
    const statuses: number[] = []
    for (; round < 130; round += 1) {
      const browser = world.anotherBrowser()
      const response = await world.enter(browser, { email: `user-${round}@example.com`, password: 'wrong' })
      statuses.push(response.status === 429 || errorOf(response) === 'TooManyAttempts' ? 429 : 200)
    }
    return statuses.filter((status) => status === 429).length
  }

  test('GHSA-p6v2-xcpg-h6xw: IP addresses of one IPv6 network share a limit', async () => {
    expect(await addressOf((round) => `2001:db8:1:2:${round.toString(16)}::1`)()).toBeGreaterThan(0)
  })

  test('GHSA-p6v2-xcpg-h6xw: spellings of one IP address share a limit', async () => {
    const spellings = ['::ffff:192.0.2.1', '::FFFF:C000:201', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1']
    expect(await addressOf((round) => String(spellings[round % spellings.length]))()).toBeGreaterThan(0)
  })

  test.each(['//auth/callback/credentials', '/auth//callback/credentials', '/auth/callback//credentials'])(
    'GHSA-x732-6j76-qmhm: %s does not lead to a route',
    async (path) => {
      const world = await start()
      const csrfToken = await world.browser.csrfToken()
      const request = new Request(`${world.origin}${path}`, {
        method: 'POST',
        headers: { cookie: world.browser.jar.header, origin: world.origin },
        body: new URLSearchParams({
          csrfToken,
          email: GRACE.email,
          password: 'correct horse battery staple',
        }),
      })
      const response = await world.handle(request)
      expect(response.headers.getSetCookie().filter((cookie) => /session-token=[^;]/.test(cookie))).toEqual(
        [],
      )
    },
  )

  test('GHSA-569q-mpph-wgww: the host of the first request does not affect later requests', async () => {
    const { ask, box, world } = await mailWorld()
    const first = new Request('https://evil.example/auth/csrf')
    await world.app.handle(first)
    await ask('ada@example.com')
    expect(box.last.link.origin).toBe(world.origin)
    expect(box.last.text).not.toContain('evil.example')
  })

  test('GHSA-965c-763c-88jm: sealed values of an OAuth flow are not accepted as mail tokens', async () => {
    const { world, browser } = await mailWorld()
    const started = locationOf(
      await browser.post('/auth/signin/acme', {
        callbackUrl: '/inside',
        email: 'ada@example.com',
        login_hint: 'ada@example.com',
      }),
    )
    const values = [
      ...started.searchParams.values(),
      ...browser.jar.header.split('; ').map((each) => cookieOf(each)[1]),
    ]
    for (const value of values) {
      for (const fields of [
        { token: value, email: 'ada@example.com' },
        { code: value, email: 'ada@example.com' },
        { code: value },
      ]) {
        const response = await browser.post('/auth/callback/mail', { ...fields, callbackUrl: '/inside' })
        expect(pathOf(response)).not.toBe('/inside')
      }
    }
    expect(await browser.session()).toBeNull()
    expect(world.adapter.rows.users).toHaveLength(1)
  })

  test.each(['jwt', 'database'] as const)(
    'GHSA-r4xp-prcw-77qf: a cookie that is sealed for one purpose is rejected under every other name (sessions: %s)',
    async (strategy) => {
      const { world, ask, browser } = await mailWorld({ strategy })
      const { search } = await world.begin(browser)
      await ask('ada@example.com')
      const cookies = browser.jar.header.split('; ').map(cookieOf)
      expect(cookies.length).toBeGreaterThan(2)
      for (const [origin, value] of cookies) {
        for (const name of ['__Host-authwright.session-token', ...cookies.map(([each]) => each)]) {
          if (name === origin) continue
          const headers = { cookie: `${name}=${value}` }
          const attacker = world.anotherBrowser()
          expect(await (await attacker.send('/auth/session', { headers })).json()).toBeNull()
          const callback = await attacker.send(`/auth/callback/acme${search}`, { headers })
          expect(errorOf(callback)).toBe('InvalidCheck')
        }
      }
      expect(world.idp.requestCount('/token')).toBe(0)
    },
  )

  test('GHSA-r4xp-prcw-77qf: a redirect proxy does not forward to a URL that was sealed for another purpose', async () => {
    const idp = await IdentityProvider.start()
    const environment = { NODE_ENV: 'test', AUTH_REDIRECT_PROXY_URL: 'https://app.test/auth' }
    const options = { secret: SECRET, trustHost: ['app.test', 'preview.test'] }
    const proxy = app({ providers: [acme()], fetch: idp.fetch, environment, options })
    const browser = new Browser((request) => proxy.handle(request))
    const fields = {
      callbackUrl: '/inside',
      callback: 'https://preview.test/auth/callback/acme',
      provider: 'acme',
    }
    const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme', fields)))
    const state = callback.searchParams.get('state') ?? ''
    for (const [, value] of browser.jar.header.split('; ').map(cookieOf)) {
      callback.searchParams.set('state', `${state}.${value}`)
      const response = await browser.send(callback.pathname + callback.search)
      expect(locationOf(response).origin).toBe('https://app.test')
      expect(errorOf(response)).toBe('InvalidCheck')
    }
    expect(idp.requestCount('/token')).toBe(0)
  })

  test('GHSA-44jh-23m7-hpcf: concurrent guesses do not exceed the rate limit', async () => {
    let guesses = 0
    const world = await start({
      providers: [
        acme(),
        credentials(GRACE, {
          authorize: () => {
            guesses += 1
            return null
          },
        }),
      ],
      options: { clientAddress: () => '192.0.2.1' },
    })
    const browsers = Array.from({ length: 40 }, () => world.anotherBrowser())
    await Promise.all(browsers.map((browser) => world.enter(browser, { password: 'wrong' })))
    expect(guesses).toBe(10)
  })
})
