/**
 * Public reports about similar libraries, tested here. The name of a test is the id of the report and the
 * expected behaviour.
 */

import { describe, expect, test } from 'vitest'
import { microsoftEntraId } from '../../src/providers/microsoft-entra-id.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { mailbox } from '../support/mailbox.js'
import { acme, acmeOAuth } from '../support/providers.js'
import { credentials, GRACE, ORIGIN, PASSWORD, worlds } from '../support/world.js'

const start = worlds()

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')
const pathOf = (response: Response): string => locationOf(response).pathname

describe('Microsoft Entra ID', () => {
  const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const consumers = 'https://login.microsoftonline.com/consumers/v2.0'
  const issuerOf = (tenant: string): string => `https://login.microsoftonline.com/${tenant}/v2.0`

  async function signIn(claims: Record<string, unknown>, published = issuerOf(personal)) {
    const idp = await IdentityProvider.start(consumers)
    idp.client = { id: 'client', method: 'client_secret_basic', secret: 'secret' }
    idp.misbehave({
      discovery: (document) => ({
        ...document,
        issuer: published,
        authorization_response_iss_parameter_supported: undefined,
      }),
      claims: (standard) => ({ ...standard, ...claims }),
      callback: (params) => {
        params.delete('iss')
        return params
      },
    })
    const provider = microsoftEntraId({ clientId: 'client', clientSecret: 'secret', issuer: consumers })
    const auth = app({
      providers: [provider],
      fetch: (address, init) => idp.fetch(address.replace(consumers, 'https://idp.test'), init),
    })
    const browser = new Browser(auth.handle)
    const begun = locationOf(
      await browser.post('/auth/signin/microsoft-entra-id', { callbackUrl: '/inside' }),
    )
    const { pathname, search } = idp.authorize(begun)
    return { end: await browser.send(pathname + search), auth, browser }
  }

  test('supabase/auth#2796: with the tenant `consumers`, an ID token with the issuer of personal accounts is accepted', async () => {
    const { end, auth } = await signIn({ iss: issuerOf(personal), tid: personal })
    expect(auth.logged).toEqual([])
    expect(pathOf(end)).toBe('/inside')
  })

  test.each([
    ['another tenant', { iss: issuerOf('aaaabbbb-0000-cccc-1111-dddd2222eeee'), tid: personal }],
    ['a tenant that differs from `tid`', { iss: issuerOf(personal).replace('9188', '9189'), tid: personal }],
    ['the alias itself', { iss: consumers, tid: personal }],
  ])('supabase/auth#2560: an ID token with the issuer %s is refused', async (_, claims) => {
    const { end, browser } = await signIn(claims)
    expect(pathOf(end)).not.toBe('/inside')
    expect(await browser.session()).toBeNull()
  })
})

describe('discovery', () => {
  test.each([
    ['https://idp.test/', 'https://idp.test'],
    ['https://idp.test', 'https://idp.test/'],
  ])(
    'supabase/auth#2570: the configured issuer %s matches the published issuer %s',
    async (issuer, published) => {
      const world = await start({ provider: { issuer } })
      world.idp.misbehave({
        discovery: (document) => ({ ...document, issuer: published }),
        claims: (claims) => ({ ...claims, iss: published }),
        callback: (params) => {
          params.set('iss', published)
          return params
        },
      })
      expect(pathOf(await world.signIn())).toBe('/inside')
    },
  )

  test('supabase/auth#2573: metadata is read from a URL that does not depend on the issuer', async () => {
    const wellKnown = 'https://idp.test/adfs/metadata.json?policy=b2c'
    const asked: string[] = []
    const world = await start({ provider: { wellKnown } })
    world.idp.misbehave({
      respond({ url, init }) {
        if (url.pathname !== '/adfs/metadata.json') return undefined
        asked.push(url.search)
        return world.idp.fetch('https://idp.test/.well-known/openid-configuration', init)
      },
    })
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(asked).toEqual(['?policy=b2c'])
  })

  test('supabase/auth#2696: unsupported keys in a JWKS are ignored', async () => {
    const world = await start()
    world.idp.misbehave({
      keys: (keys) => [
        { kty: 'AKP', alg: 'ML-DSA-65', kid: 'pq', pub: 'AA' },
        { kty: 'RSA', alg: 'RSA-OAEP', use: 'enc', kid: 'enc', n: 'AQAB', e: 'AQAB' },
        { kty: 'OKP', crv: 'X25519', kid: 'x', x: 'AA' },
        ...keys,
      ],
    })
    expect(pathOf(await world.signIn())).toBe('/inside')
  })

  test('casdoor/casdoor#5582: an ID token with an issuer other than that of the metadata is refused and logged', async () => {
    const world = await start()
    world.idp.misbehave({ claims: (claims) => ({ ...claims, iss: 'https://idp.test/realm' }) })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
    expect(world.errors.map(String).join()).toMatch(/iss/)
  })
})

describe('ID tokens and profiles', () => {
  test.each([
    ['no azp', {}],
    ['another azp', { azp: 'other' }],
  ])('linagora/openrag#405: an ID token with several audiences and %s is refused', async (_, azp) => {
    const world = await start({ provider: { client: { id_token_trusted_audiences: ['other'] } } })
    world.idp.misbehave({ claims: (claims) => ({ ...claims, aud: ['client', 'other'], ...azp }) })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
  })

  test.each([
    ['iss', { iss: 'https://evil.test' }],
    ['aud', { aud: 'other' }],
    ['exp', { exp: 1 }],
    ['sub', { sub: undefined }],
  ])('authts/oidc-client-ts#2475: an ID token with a wrong %s is refused', async (_, changes) => {
    const world = await start()
    world.idp.misbehave({ claims: (claims) => ({ ...claims, ...changes }) })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
  })

  test('better-auth/better-auth#10192: a UserInfo response with another `sub` is refused', async () => {
    const world = await start({ provider: { idToken: false } })
    world.idp.misbehave({ userinfo: (claims) => ({ ...claims, sub: 'mallory' }) })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
    expect(world.adapter.rows.accounts).toEqual([])
  })

  test('better-auth/better-auth#10095: an ID token with the nonce of another flow is refused', async () => {
    const world = await start()
    const nonces: unknown[] = []
    world.idp.misbehave({
      claims: (claims) => {
        nonces.push(claims['nonce'])
        return { ...claims, nonce: nonces[0] }
      },
    })
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(pathOf(await world.signIn(world.anotherBrowser()))).not.toBe('/inside')
    expect(new Set(nonces).size).toBe(2)
  })

  test('supabase/auth#2694: non-standard claims reach the profile', async () => {
    const seen: unknown[] = []
    const world = await start({
      provider: {
        profile: (raw: Record<string, unknown>) => {
          seen.push(raw['ssn'])
          return { id: String(raw['sub']) }
        },
      },
    })
    world.idp.misbehave({ claims: (claims) => ({ ...claims, ssn: '1815' }) })
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(seen).toEqual(['1815'])
  })

  test.each([undefined, null, '', {}, true, Number.NaN, 2 ** 53])(
    'better-auth/better-auth#9456: a profile with the id %j is refused, and no user is stored',
    async (id) => {
      const world = await start({ providers: [acmeOAuth({ profile: () => ({ id }) as never })] })
      await world.signIn()
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.users.map((user) => user.id)).toEqual([GRACE.id])
    },
  )

  test('better-auth/better-auth#9331: two users without an e-mail address can both sign in', async () => {
    const world = await start()
    for (const sub of ['one', 'two']) {
      world.idp.user = { sub, name: 'No mail' }
      const browser = world.anotherBrowser()
      expect(pathOf(await world.signIn(browser))).toBe('/inside')
    }
    expect(new Set(world.adapter.rows.accounts.map(({ userId }) => userId)).size).toBe(2)
  })

  test('better-auth/better-auth#8983: the same subject at two providers is two accounts, even when linking', async () => {
    const idp = await IdentityProvider.start()
    const world = await start({ idp, providers: [acme(), acme({ id: 'other' })] })
    const signIn = async (id: string, browser: Browser, fields = {}): Promise<Response> => {
      const begun = locationOf(
        await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside', ...fields }),
      )
      return world.finish(idp.authorize(begun), browser)
    }
    const [ada, eve] = [world.browser, world.anotherBrowser()]
    idp.user = { sub: '1', email: 'ada@example.com', email_verified: true }
    await signIn('acme', ada)
    idp.user = { sub: '1', email: 'eve@example.com', email_verified: true }
    await signIn('other', eve)
    expect((await ada.session()).user.email).toBe('ada@example.com')
    expect((await eve.session()).user.email).toBe('eve@example.com')
    expect(errorOf(await signIn('other', ada, { link: 'true' }))).not.toBeNull()
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })
})

describe('tokens', () => {
  /** Signs a user in. `first` is added to the token response of the sign-in, `refreshed` to each refresh response. */
  async function refreshing(first: Record<string, unknown>, refreshed: Record<string, unknown>) {
    let waited = 0
    const world = await start({ clock: () => Date.now() + waited })
    let refreshes = 0
    world.idp.misbehave({
      token: (tokens) => ({ ...tokens, refresh_token: 'refresh-1', ...first }),
      respond({ url, init }) {
        const form = new URLSearchParams(String(init.body))
        if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
        refreshes += 1
        return Response.json({ access_token: `access-${refreshes}`, token_type: 'Bearer', ...refreshed })
      },
    })
    await world.signIn()
    const tokens = () =>
      world.app.tokens(new Request(ORIGIN, { headers: { cookie: world.browser.jar.header } }), 'acme')
    return { tokens, later: () => (waited += 400_000), count: () => refreshes }
  }

  test('better-auth/better-auth#10128: a refresh response without a scope keeps the granted scope', async () => {
    const { tokens, later } = await refreshing({ scope: 'openid files' }, { expires_in: 300 })
    later()
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'access-1', scopes: ['openid', 'files'] })
  })

  test('better-auth/better-auth#9799: tokens without a lifetime are not refreshed at each use', async () => {
    const { tokens, later, count } = await refreshing({ expires_in: undefined }, {})
    later()
    expect(await tokens()).toMatchObject({ ok: true })
    later()
    expect(await tokens()).toMatchObject({ ok: true })
    expect(count()).toBe(0)
  })

  test('better-auth/better-auth#7810: the lifetime of the refresh token does not change that of the access token', async () => {
    const { tokens, count } = await refreshing({ expires_in: 300, refresh_token_expires_in: 1 }, {})
    expect(await tokens()).toMatchObject({ ok: true })
    expect(count()).toBe(0)
  })

  test.each([
    ['3600abc', false],
    ['0x10', true],
    [0, true],
  ])(
    'QwenLM/qwen-code#5355: after an expires_in of %j, tokens are refreshed: %s',
    async (expires_in, isRefreshed) => {
      const { tokens, later, count } = await refreshing({ expires_in }, { expires_in: 300 })
      later()
      expect(await tokens()).toMatchObject({ ok: true })
      expect(count()).toBe(isRefreshed ? 1 : 0)
    },
  )

  test('better-auth/better-auth#7186: an error response of a token endpoint with status 200 is logged', async () => {
    const world = await start()
    world.idp.misbehave({
      respond: ({ url }) =>
        url.pathname === '/token'
          ? Response.json({ error: 'bad_verification_code', error_description: 'The code is incorrect.' })
          : undefined,
    })
    expect(pathOf(await world.signIn())).not.toBe('/inside')
    expect(JSON.stringify(world.logged.map(String))).toMatch(/bad_verification_code|expired|start again/i)
  })

  test('better-auth/better-auth#10241: no server-side request follows a redirect', async () => {
    for (const path of ['/token', '/userinfo', '/.well-known/openid-configuration', '/jwks']) {
      const world = await start({ provider: { idToken: false }, failsItself: true })
      world.idp.misbehave({
        respond: ({ url }) =>
          url.pathname === path
            ? new Response(null, { status: 307, headers: { location: 'https://evil.test/x' } })
            : undefined,
      })
      const begun = await world.browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
      if (locationOf(begun).origin === 'https://idp.test') {
        expect(pathOf(await world.finish(world.idp.authorize(locationOf(begun))))).not.toBe('/inside')
      }
      expect(world.idp.received.filter(({ url }) => url.host === 'evil.test')).toEqual([])
    }
  })
})

describe('requests', () => {
  test.each([
    ['no body', undefined, undefined],
    ['an empty form', '', 'application/x-www-form-urlencoded'],
    ['a body that is not JSON', '{', 'application/json'],
    ['null', 'null', 'application/json'],
  ])(
    'better-auth/better-auth#9293: a callback request with %s gets a client error, not a server error',
    async (_, body, type) => {
      const world = await start()
      await world.begin()
      const request = new Request(`${ORIGIN}/auth/callback/acme`, {
        method: 'POST',
        headers: { cookie: world.browser.jar.header, ...(type && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      })
      const response = await world.handle(request)
      expect(response.status).toBeLessThan(500)
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('better-auth/better-auth#9065: a provider error with non-ASCII characters leads to an error page', async () => {
    const world = await start()
    const callback = await world.begin()
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    callback.searchParams.set('error_description', '사용자가 동의하지 않음 – é \u{1f512}')
    const response = await world.finish(callback)
    expect([response.status, pathOf(response)]).toEqual([302, '/auth/signin'])
    expect(response.headers.get('location')).toMatch(/^[\x21-\x7e]+$/)
  })

  test('better-auth/better-auth#9655: a malformed ID token leads to an error page, not to a server error', async () => {
    const world = await start()
    world.idp.misbehave({ idToken: () => 'not.a.token' })
    const response = await world.signIn()
    expect([response.status, pathOf(response)]).toEqual([302, '/auth/signin'])
  })

  test('better-auth/better-auth#10127: each host has a separate redirect URI', async () => {
    const idp = await IdentityProvider.start()
    const auth = app({ providers: [acme()], fetch: idp.fetch })
    const redirectUri = async (origin: string): Promise<string | null> => {
      const browser = new Browser(auth.handle, origin)
      return locationOf(await browser.post('/auth/signin/acme')).searchParams.get('redirect_uri')
    }
    const hosts = ['https://one.test', 'https://two.test', 'https://one.test']
    const uris: (string | null)[] = []
    for (const host of hosts) uris.push(await redirectUri(host))
    expect(uris).toEqual(hosts.map((host) => `${host}/auth/callback/acme`))
  })

  test('better-auth/better-auth#10368: a form of another site sends no mail, even without cookies', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    for (const headers of [{ origin: 'https://evil.test' }, { referer: 'https://evil.test/x' }, {}]) {
      const body = new URLSearchParams({ email: 'ada@example.com' })
      const response = await world.handle(
        new Request(`${ORIGIN}/auth/signin/mail`, { method: 'POST', headers, body }),
      )
      expect(response.status).toBe(403)
    }
    expect(box.mails).toEqual([])
  })

  test('better-auth/better-auth#10605: a wrong code does not reveal whether an e-mail address is known', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    const results: unknown[] = []
    for (const email of [GRACE.email, 'nobody@example.com']) {
      const browser = world.anotherBrowser()
      await browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
      const right = String(box.last.code)
      const code = right.replace(/./g, (digit) => String((Number(digit) + 1) % 10))
      const response = await browser.post('/auth/callback/mail', { code })
      const { pathname, searchParams } = locationOf(response)
      results.push([response.status, pathname, searchParams.get('error')])
    }
    expect(results[0]).toEqual(results[1])
  })

  test('better-auth/better-auth#10222: session responses must not be stored by caches', async () => {
    const world = await start()
    await world.signIn()
    for (const browser of [world.browser, world.anotherBrowser()]) {
      const response = await browser.send('/auth/session')
      expect(response.headers.get('cache-control')).toMatch(/no-store/)
    }
  })

  test('better-auth/better-auth#9621: a renewed cookie expires no later than its session', async () => {
    let waited = 0
    const world = await start({
      strategy: 'jwt',
      clock: () => Date.now() + waited,
      session: { maxAge: 1_000, updateAge: 0, absoluteMaxAge: 1_500 } as never,
    })
    const began = Date.now()
    await world.signIn()
    waited = 900_000
    const response = await world.browser.send('/auth/session')
    const cookie = response.headers.getSetCookie().find((line) => /session-token=[^;]/.test(line)) ?? ''
    const expires = Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '')
    expect(expires).toBeGreaterThan(began + 1_000_000)
    expect(expires).toBeLessThanOrEqual(began + 1_510_000)
  })

  test('better-auth/better-auth#10088: a session near the cookie size limit can be read', async () => {
    for (const length of [2_500, 3_000, 3_500, 3_900, 4_000, 4_096, 5_000]) {
      const world = await start({ strategy: 'jwt', stored: false, providers: [acme()] })
      world.idp.user = { sub: 'ada', name: 'Ada', email: 'ada@example.com', picture: 'x'.repeat(length) }
      await world.signIn()
      expect((await world.browser.session())?.user.name).toBe('Ada')
    }
  })

  test('better-auth/better-auth#10336: a body that the application has already read does not sign a user in', async () => {
    const world = await start({ failsItself: true })
    const csrfToken = await world.browser.csrfToken()
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { cookie: world.browser.jar.header, origin: ORIGIN },
      body: new URLSearchParams({ csrfToken, email: GRACE.email, password: PASSWORD }),
    })
    await request.text()
    const response = await world.handle(request)
    expect(response.headers.getSetCookie().filter((line) => /session-token=[^;]/.test(line))).toEqual([])
    expect(await world.browser.session()).toBeNull()
  })

  test('better-auth/better-auth#7812: letter case in an e-mail address does not create a second user', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    const ids = new Set<string>()
    for (const email of ['ada@example.com', 'Ada@Example.com', 'ADA@EXAMPLE.COM']) {
      const browser = world.anotherBrowser()
      await browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
      const params = Object.fromEntries(new URL(box.link, ORIGIN).searchParams)
      await browser.post('/auth/callback/mail', params)
      ids.add((await browser.session()).user.email)
    }
    expect([...ids]).toEqual(['ada@example.com'])
    expect([...world.adapter.users]).toHaveLength(1)
  })

  test('supabase/auth@cf74a14f: a link sent to a replaced e-mail address does not sign in to the account', async () => {
    const box = mailbox()
    const world = await start({ providers: [acme(), credentials(GRACE), box.provider] })
    await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
    const params = Object.fromEntries(new URL(box.link, ORIGIN).searchParams)
    await world.adapter.updateUser({ id: GRACE.id, email: 'new@example.com' })
    await world.browser.post('/auth/callback/mail', params)
    expect((await world.browser.session())?.user.id).not.toBe(GRACE.id)
    expect((await world.adapter.getUser(GRACE.id))?.emailVerified ?? null).toBeNull()
  })
})
