import { describe, expect, test, vi } from 'vitest'
import type { AdapterAccount } from '../../../src/adapters/contract.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { GRACE, ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()

const PROVIDER = '__Host-authwright.provider'
const BACK = `${ORIGIN}/auth/signed-out/acme`

/** Adds endpoints to the metadata that are needed for sign-outs only. */
const endpoints = (idp: IdentityProvider, others: Readonly<Record<string, unknown>> = {}): void =>
  idp.misbehave({
    discovery: (document) => ({
      ...document,
      end_session_endpoint: `${idp.issuer}/logout`,
      revocation_endpoint: `${idp.issuer}/revoke`,
      ...others,
    }),
    respond: ({ url }) => (url.pathname === '/revoke' ? new Response(null, { status: 200 }) : undefined),
  })

const signedIn = async (
  options: WorldOptions,
  published?: Readonly<Record<string, unknown>>,
): Promise<World> => {
  const world = await start({ ...options, options: { signOut: 'provider', ...options.options } })
  endpoints(world.idp, published)
  await world.signIn()
  expect(await world.browser.session()).not.toBeNull()
  return world
}

const signOut = async (browser: Browser, fields: Record<string, string> = {}): Promise<URL> =>
  locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye', ...fields }))

const comeBack = async (browser: Browser, query: string): Promise<string> =>
  locationOf(await browser.send(`/auth/signed-out/acme${query}`)).href

const strategies = [
  { strategy: 'jwt', stored: false },
  { strategy: 'jwt', stored: true },
  { strategy: 'database', stored: true },
] as const

describe.each(strategies)('strategy $strategy, users stored: $stored', (where) => {
  test('SO-7: a sign-out ends the session, redirects to the provider, and returns to the application', async () => {
    const world = await signedIn(where)
    const away = await signOut(world.browser)
    expect(await world.browser.session()).toBeNull()
    expect(away.origin + away.pathname).toBe('https://idp.test/logout')
    const { state, ...sent } = Object.fromEntries(away.searchParams)
    expect(sent).toEqual({
      client_id: 'client',
      id_token_hint: world.idp.issued.at(-1),
      post_logout_redirect_uri: BACK,
    })
    expect(await comeBack(world.browser, `?state=${state}`)).toBe(`${ORIGIN}/bye`)
    expect(world.browser.jar.names).toEqual(['__Host-authwright.csrf-token'])
    expect(world.errors).toEqual([])
  })

  test('SO-7: the post_logout_redirect_uri of a sign-out works once', async () => {
    const world = await signedIn(where)
    const away = await signOut(world.browser)
    const query = `?state=${away.searchParams.get('state')}`
    expect(await comeBack(world.browser, query)).toBe(`${ORIGIN}/bye`)
    expect(await comeBack(world.browser, query)).toBe(`${ORIGIN}/`)
  })

  test.each([
    ['a wrong state', '?state=another'],
    ['the state of another browser', '?state=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'],
    ['a redirect target', '?state=x&callbackUrl=https://evil.com&target=https://evil.com'],
  ])('SO-7: a return from the provider with %s leads to the start page', async (_, query) => {
    const world = await signedIn(where)
    await signOut(world.browser)
    expect(await comeBack(world.browser, query)).toBe(`${ORIGIN}/`)
  })

  test('SO-7: a return from the provider with two `state` parameters is refused', async () => {
    const world = await signedIn(where)
    await signOut(world.browser)
    const response = await world.browser.send('/auth/signed-out/acme?state=a&state=b')
    expect(response.status).toBe(400)
  })

  test('SO-7: a return from the provider without `state` still redirects to the target of the sign-out', async () => {
    const world = await signedIn(where)
    await signOut(world.browser)
    expect(await comeBack(world.browser, '')).toBe(`${ORIGIN}/bye`)
  })

  test('SO-7: a return from a sign-out that was never started redirects to the start page', async () => {
    const world = await signedIn(where)
    expect(await comeBack(world.browser, '?state=x')).toBe(`${ORIGIN}/`)
    expect(locationOf(await world.browser.send('/auth/signed-out/unknown')).href).toBe(`${ORIGIN}/`)
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each(['https://evil.com', '//evil.com', '/\\evil.com', 'javascript:alert(1)'])(
    'SO-7: the redirect target %s is replaced before the browser goes to the provider',
    async (callbackUrl) => {
      const world = await signedIn(where)
      const away = await signOut(world.browser, { callbackUrl })
      expect(await comeBack(world.browser, `?state=${away.searchParams.get('state')}`)).toBe(`${ORIGIN}/`)
    },
  )

  test('SO-7: a sign-out with the provider cookie of another browser does not end the session in that browser', async () => {
    const world = await signedIn(where)
    const mallory = world.anotherBrowser()
    await world.signIn(mallory)
    world.browser.jar.put(PROVIDER, mallory.jar.get(PROVIDER) ?? '')
    expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
    expect(await mallory.session()).not.toBeNull()
  })

  test.each(['garbage', ''])(
    'SO-7: with the provider cookie %j, a sign-out ends only the session of the application',
    async (value) => {
      const world = await signedIn(where)
      world.browser.jar.put(PROVIDER, value)
      expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('a sign-out at the provider that a form requests is skipped if the user signed in without a provider', async () => {
    const world = await signedIn(where)
    expect((await signOut(world.browser, { provider: 'false' })).href).toBe(`${ORIGIN}/bye`)
    await world.enter()
    expect((await signOut(world.browser, { provider: 'true' })).href).toBe(`${ORIGIN}/bye`)
    expect(world.browser.jar.names).not.toContain(PROVIDER)
  })

  test('the next sign-in replaces the cookie about the session at the provider', async () => {
    const world = await signedIn(where)
    await world.enter()
    expect(world.browser.jar.names).not.toContain(PROVIDER)
    expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
  })

  test("with `signOut: 'local'`, a sign-out ends the session at the provider only if requested", async () => {
    const world = await signedIn({ ...where, options: { signOut: 'local' } })
    expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
    await world.signIn()
    expect((await signOut(world.browser, { provider: 'true' })).origin).toBe('https://idp.test')
  })

  test('signOut on the server can also sign out at the provider', async () => {
    const world = await signedIn({ ...where, options: { signOut: 'local' } })
    const request = new Request(`${ORIGIN}/x`, {
      method: 'POST',
      headers: { cookie: world.browser.jar.header ?? '' },
    })
    const { url, headers } = await world.app.signOut({ request, redirectTo: '/bye', provider: true })
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(BACK)
    world.browser.jar.take(new Response(null, { headers }), ORIGIN)
    expect(await world.browser.session()).toBeNull()
    const state = new URL(url).searchParams.get('state')
    expect(await comeBack(world.browser, `?state=${state}`)).toBe(`${ORIGIN}/bye`)
  })

  test('a sign-out request without a CSRF token ends nothing', async () => {
    const world = await signedIn(where)
    const body = new URLSearchParams({ provider: 'true' })
    const response = await world.browser.send('/auth/signout', { method: 'POST', body })
    expect(response.status).toBe(403)
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each([
    ['is missing', { end_session_endpoint: undefined }],
    ['is not a URL', { end_session_endpoint: 'logout' }],
    ['is a javascript: URL', { end_session_endpoint: 'javascript:alert(1)' }],
    ['does not use HTTPS', { end_session_endpoint: 'http://idp.test/logout' }],
    ['is an object', { end_session_endpoint: {} }],
  ])(
    'a sign-out with an end_session_endpoint that %s still ends the session of the application',
    async (_, published) => {
      const world = await signedIn(where, published)
      expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('a sign-out succeeds within a second even if the provider does not respond', async () => {
    const idp = await IdentityProvider.start()
    let now = Date.now()
    const world = await signedIn({ ...where, idp, clock: () => now })
    idp.misbehave({ respond: () => new Promise<never>(() => undefined) })
    // The metadata is no longer cached.
    now += 25 * 60 * 60 * 1000
    const began = performance.now()
    expect((await signOut(world.browser)).href).toBe(`${ORIGIN}/bye`)
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await world.browser.session()).toBeNull()
  })

  test('if the session cannot be ended, the browser is not redirected to the provider', async () => {
    const world = await signedIn(where)
    if (!('stored' in where) || where.strategy === 'jwt') return
    vi.spyOn(world.adapter, 'deleteSession').mockRejectedValue(new Error('down'))
    const response = await world.browser.post('/auth/signout')
    expect(response.headers.get('location') ?? '').not.toContain('idp.test')
    vi.restoreAllMocks()
    expect(await world.browser.session()).not.toBeNull()
  })
})

describe('the request to the provider', () => {
  test('if an ID token is too long for a cookie, it is left out, and `sid` is used instead', async () => {
    const world = await start({ stored: false, options: { signOut: 'provider' } })
    endpoints(world.idp)
    const behaviour = { ...world.idp.behaviour }
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(4_000) }),
    })
    await world.signIn()
    const away = await signOut(world.browser)
    expect(away.searchParams.has('id_token_hint')).toBe(false)
    expect(away.searchParams.get('logout_hint')).toBe('s-1')
  })

  test('if the claim `login_hint` is empty, `sid` is the `logout_hint`', async () => {
    const world = await start({ stored: false, options: { signOut: 'provider' } })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, login_hint: '', sid: 's-1', groups: 'g'.repeat(4_000) }),
    })
    await world.signIn()
    expect((await signOut(world.browser)).searchParams.get('logout_hint')).toBe('s-1')
  })

  test.each([30_000, 300_000])(
    'an ID token with a claim of %i characters does not prevent the sign-in',
    async (length) => {
      const world = await start({ stored: false, options: { signOut: 'provider' } })
      endpoints(world.idp)
      const { behaviour } = world.idp
      world.idp.misbehave({
        ...behaviour,
        claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(length) }),
      })
      await world.signIn()
      expect(await world.browser.session()).not.toBeNull()
      expect((await signOut(world.browser)).searchParams.get('logout_hint')).toBe('s-1')
    },
  )

  test('if a session leaves no space for the ID token in the cookie, the sign-out request has no ID token', async () => {
    const world = await start({
      stored: false,
      options: { signOut: 'provider' },
      callbacks: { jwt: ({ token }) => ({ ...token, filling: 'x'.repeat(8_600) }) },
    })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(1_500) }),
    })
    await world.signIn()
    expect(await world.browser.session()).not.toBeNull()
    expect((world.browser.jar.header ?? '').length).toBeLessThan(14_848)
    const away = await signOut(world.browser)
    expect(away.searchParams.has('id_token_hint')).toBe(false)
    expect(away.searchParams.get('logout_hint')).toBe('s-1')
    expect(await world.browser.session()).toBeNull()
  })

  test('if a session has grown too large for the ID token, the sign-out uses the ID token in the database', async () => {
    let filling = ''
    const world = await start({
      strategy: 'jwt',
      options: { signOut: 'provider' },
      callbacks: { jwt: ({ token }) => ({ ...token, filling }) },
    })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(1_000) }),
    })
    await world.signIn()
    const [issued] = world.idp.issued.slice(-1)
    const own = world.browser.jar.get(PROVIDER) ?? ''
    filling = 'x'.repeat(8_600)
    world.idp.user = { ...world.idp.user, sub: 'ada-2' }
    await world.link()
    expect(world.adapter.rows.accounts).toHaveLength(2)
    expect((world.browser.jar.header ?? '').length).toBeLessThan(14_848)
    expect(world.browser.jar.names).toContain(PROVIDER)
    expect((world.browser.jar.get(PROVIDER) ?? '').length).toBeLessThan(own.length)
    const away = await signOut(world.browser)
    expect(away.origin).toBe('https://idp.test')
    expect(away.searchParams.get('id_token_hint')).toBe(issued)
  })

  test('an account whose stored ID token is `null` does not prevent the sign-out at the provider', async () => {
    const getAccount = async (adapter: RecordedAdapter, id: string, provider: string) => {
      const row = await adapter.getAccount(id, provider)
      return row && ({ ...row, id_token: null } as unknown as AdapterAccount)
    }
    const world = await start({
      options: { signOut: 'provider' },
      through: (adapter) => ({ ...adapter, getAccount: (...key) => getAccount(adapter, ...key) }),
    })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(4_000) }),
    })
    await world.signIn()
    const away = await signOut(world.browser)
    expect(away.origin).toBe('https://idp.test')
    expect(away.searchParams.get('logout_hint')).toBe('s-1')
  })

  test('with `idToken: false`, the `logout_hint` is from the ID token', async () => {
    const world = await start({
      stored: false,
      options: { signOut: 'provider' },
      provider: { idToken: false },
    })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      claims: (claims) => ({ ...claims, sid: 's-1', groups: 'g'.repeat(4_000) }),
    })
    await world.signIn()
    const away = await signOut(world.browser)
    expect(away.searchParams.has('id_token_hint')).toBe(false)
    expect(away.searchParams.get('logout_hint')).toBe('s-1')
  })

  test('each browser sends the ID token of its sign-in, even if the database has another ID token', async () => {
    const world = await signedIn({ strategy: 'database' })
    const own = world.idp.issued.at(-1)
    const other = world.anotherBrowser()
    await world.signIn(other)
    expect((await signOut(world.browser)).searchParams.get('id_token_hint')).toBe(own)
    expect((await signOut(other)).searchParams.get('id_token_hint')).toBe(world.idp.issued.at(-1))
    expect(world.idp.issued.at(-1)).not.toBe(own)
  })

  test('without an ID token in the cookie, the stored ID token of a session in another browser is not sent', async () => {
    const world = await start({ strategy: 'database', options: { signOut: 'provider' } })
    endpoints(world.idp)
    const { behaviour } = world.idp
    let groups = 'g'.repeat(2_000)
    world.idp.misbehave({ ...behaviour, claims: (claims) => ({ ...claims, groups }) })
    await world.signIn()
    groups = ''
    await world.signIn(world.anotherBrowser())
    const away = await signOut(world.browser)
    expect(away.origin).toBe('https://idp.test')
    expect(away.searchParams.has('id_token_hint')).toBe(false)
  })

  test('a sign-out at a provider of the catalogue uses its documented URL and parameters', async () => {
    const world = await signedIn(
      { provider: { endSession: { url: '{issuer}/v2/logout', redirectParam: 'returnTo' } } },
      { end_session_endpoint: undefined },
    )
    const away = await signOut(world.browser)
    expect(away.href).toBe(`https://idp.test/v2/logout?client_id=client&returnTo=${encodeURIComponent(BACK)}`)
    expect(await comeBack(world.browser, '')).toBe(`${ORIGIN}/bye`)
  })

  test('a sign-out URL in the metadata takes precedence over the documented URL, and gets the configured parameters', async () => {
    const both = await signedIn({
      provider: { endSession: { url: '{issuer}/v2/logout', redirectParam: 'returnTo' } },
    })
    expect((await signOut(both.browser)).pathname).toBe('/logout')
    const named = await signedIn({ provider: { endSession: { redirectParam: 'logout_uri' } } })
    expect(Object.fromEntries((await signOut(named.browser)).searchParams)).toEqual({
      client_id: 'client',
      logout_uri: BACK,
    })
  })

  test('with one provider and no option, a sign-out redirects to the provider without an `id_token_hint`', async () => {
    const world = await start({ providers: [acme()] })
    endpoints(world.idp)
    await world.signIn()
    expect(world.browser.jar.names).not.toContain(PROVIDER)
    const away = await signOut(world.browser, { provider: 'true' })
    expect(away.searchParams.get('client_id')).toBe('client')
    expect(away.searchParams.has('id_token_hint')).toBe(false)
  })

  test('with several providers and no option, a warning names the option to set', async () => {
    const world = await start()
    endpoints(world.idp)
    await world.signIn()
    expect((await signOut(world.browser, { provider: 'true' })).href).toBe(`${ORIGIN}/bye`)
    expect(JSON.stringify(world.logged)).toContain("Set the option `signOut` to 'local' or 'provider'")
  })
})

describe('revocation', () => {
  const revoked = ({ idp }: World): URLSearchParams[] =>
    idp.received
      .filter(({ url }) => url.pathname === '/revoke')
      .map(({ init }) => new URLSearchParams(String(init.body)))

  test('a sign-out at the provider revokes the stored tokens', async () => {
    const world = await signedIn({ strategy: 'database' })
    await signOut(world.browser)
    expect(revoked(world).map((form) => Object.fromEntries(form))).toEqual([
      { token: world.idp.accessToken, token_type_hint: 'access_token' },
    ])
  })

  test('a sign-out that does not include the provider revokes no token', async () => {
    const world = await signedIn({ strategy: 'database' })
    await signOut(world.browser, { provider: 'false' })
    expect(revoked(world)).toEqual([])
  })

  test.each(['database', 'jwt'] as const)(
    'linking an already linked account keeps the cookie about the session at the provider, strategy %s',
    async (strategy) => {
      const world = await signedIn({ strategy, stored: true })
      await world.link()
      expect((await signOut(world.browser)).origin).toBe('https://idp.test')
    },
  )

  test.each(['database', 'jwt'] as const)(
    'TE-11: with strategy %s, tokens of an account that now belongs to another user are not revoked',
    async (strategy) => {
      const world = await start({ strategy, options: { signOut: 'provider' } })
      endpoints(world.idp)
      await world.signIn()
      const [account] = world.adapter.rows.accounts
      if (!account) throw new Error('No account was stored.')
      await world.adapter.linkAccount({ ...account, provider: 'another' })
      await world.adapter.unlinkAccount(account)
      await world.adapter.linkAccount({ ...account, userId: GRACE.id })
      const away = await signOut(world.browser)
      // The ID token comes from the cookie of this sign-in, not from a row.
      expect(away.searchParams.get('id_token_hint')).toBe(world.idp.issued.at(-1))
      expect(revoked(world)).toEqual([])
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('revoking a refresh token also revokes its access token', async () => {
    const world = await start({ strategy: 'database', options: { signOut: 'provider' } })
    endpoints(world.idp)
    const { behaviour } = world.idp
    world.idp.misbehave({ ...behaviour, token: (answer) => ({ ...answer, refresh_token: 'refresh-1' }) })
    await world.signIn()
    await signOut(world.browser)
    expect(revoked(world).map((form) => form.get('token'))).toEqual(['refresh-1'])
  })

  test.each([
    [
      'responds with an error',
      async () => Response.json({ error: 'unsupported_token_type' }, { status: 400 }),
    ],
    ['does not respond', () => new Promise<never>(() => undefined)],
    ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('a revocation endpoint that %s does not affect the sign-out', async (_, respond) => {
    const world = await signedIn({ strategy: 'database' })
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      respond: ({ url }) => (url.pathname === '/revoke' ? respond() : undefined),
    })
    const began = performance.now()
    expect((await signOut(world.browser)).origin).toBe('https://idp.test')
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await world.browser.session()).toBeNull()
  })

  test('DI-8: a sign-out URL of the metadata in a private network is not used', async () => {
    const world = await signedIn(
      { strategy: 'database' },
      { revocation_endpoint: 'https://169.254.169.254/revoke' },
    )
    await signOut(world.browser)
    expect(world.idp.received.map(({ url }) => url.hostname)).not.toContain('169.254.169.254')
  })
})
