import { generateKeyPair } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

const provider = (overrides: Partial<OIDCProvider> = {}): OIDCProvider => acme(overrides)

const start = (options: Partial<AppOptions> = {}): { auth: App; browser: Browser } => {
  const auth = app({ providers: [provider()], fetch: idp.fetch, ...options })
  return { auth, browser: new Browser(auth.handle) }
}

/** Starts a sign-in, and returns the callback URL to which the provider redirects. */
const flow = async (browser: Browser, callbackUrl = '/inside'): Promise<URL> => {
  const started = await browser.post('/auth/signin/acme', { callbackUrl })
  return idp.authorize(locationOf(started))
}

const finish = async (browser: Browser, callback: URL): Promise<Response> =>
  browser.send(callback.pathname + callback.search)

describe('a sign-in with an OpenID Provider', () => {
  test('a sign-in with an OpenID Provider starts a session and returns to the requested page', async () => {
    const { browser } = start()
    const done = await finish(browser, await flow(browser))
    expect(done.status).toBe(302)
    expect(locationOf(done).href).toBe('https://app.test/inside')
    expect(done.headers.get('cache-control')).toContain('no-store')
    expect(await browser.session()).toEqual({
      user: { name: 'Ada Lovelace', email: 'ada@example.com', image: 'https://idp.test/ada.png' },
      expires: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(browser.jar.names).toEqual(['__Host-authwright.csrf-token', '__Host-authwright.session-token'])
  })

  test('a sign-in with an OpenID Provider sends state, nonce and a PKCE challenge', async () => {
    const { browser } = start()
    const { searchParams, origin } = locationOf(await browser.post('/auth/signin/acme'))
    expect(origin).toBe('https://idp.test')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: 'https://app.test/auth/callback/acme',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    })
  })

  test('the browser can set only display parameters of a sign-in', async () => {
    const { browser } = start()
    const path = '/auth/signin/acme?login_hint=ada&redirect_uri=https://evil.test&scope=all&client_id=x'
    const { searchParams } = locationOf(await browser.post(path))
    expect(searchParams.get('login_hint')).toBe('ada')
    expect(searchParams.get('redirect_uri')).toBe('https://app.test/auth/callback/acme')
    expect(searchParams.get('scope')).toBe('openid profile email')
    expect(searchParams.get('client_id')).toBe('client')
  })

  test('metadata and keys are fetched once for many sign-ins', async () => {
    const { auth } = start()
    const people = Array.from({ length: 5 }, () => new Browser(auth.handle))
    await Promise.all(people.map(async (browser) => finish(browser, await flow(browser))))
    for (const browser of people) expect(await browser.session()).not.toBeNull()
    expect(idp.requestCount('/.well-known/openid-configuration')).toBe(1)
    expect(idp.requestCount('/jwks')).toBe(1)
    expect(idp.requestCount('/token')).toBe(5)
  })

  test('sign-ins in several tabs finish in any order', async () => {
    const { browser } = start()
    const callbacks = [await flow(browser, '/1'), await flow(browser, '/2'), await flow(browser, '/3')]
    for (const [index, callback] of callbacks.reverse().entries()) {
      expect(locationOf(await finish(browser, callback)).pathname).toBe(`/${3 - index}`)
    }
  })

  test('a sixth sign-in in progress replaces the oldest', async () => {
    let now = Date.now()
    const { browser } = start({ clock: () => now })
    const callbacks: URL[] = []
    for (let tab = 0; tab < 6; tab++) {
      callbacks.push(await flow(browser))
      // Sign-ins that begin in the same millisecond cannot be ordered.
      now++
    }
    const [oldest, ...others] = callbacks as [URL, ...URL[]]
    const refused = await finish(browser, oldest)
    expect(locationOf(refused).searchParams.get('error')).toBe('InvalidCheck')
    for (const callback of others)
      expect(locationOf(await finish(browser, callback)).pathname).toBe('/inside')
  })

  test('with `idToken: false`, the UserInfo endpoint is used', async () => {
    const { browser } = start({ providers: [provider({ idToken: false })] })
    await finish(browser, await flow(browser))
    expect(idp.requestCount('/userinfo')).toBe(1)
    expect((await browser.session()).user.name).toBe('Ada Lovelace')
  })

  test('without an adapter, a user keeps the same id at each sign-in', async () => {
    const subjects: unknown[] = []
    const { auth } = start({
      callbacks: {
        jwt: ({ token }) => {
          subjects.push(token['sub'])
          return token
        },
      },
    })
    for (let visit = 0; visit < 2; visit++) {
      const browser = new Browser(auth.handle)
      await finish(browser, await flow(browser))
    }
    expect(subjects).toEqual(['acme|ada', 'acme|ada'])
  })
})

const withParam = (params: URLSearchParams, name: string, value: string | undefined): URLSearchParams => {
  const others = [...params].filter(([key]) => key !== name)
  return new URLSearchParams(value === undefined ? others : [...others, [name, value]])
}

describe('an invalid callback is rejected', () => {
  const refuses = async (browser: Browser, callback: URL, error: string, flows = 0): Promise<void> => {
    const response = await finish(browser, callback)
    expect(response.status).toBe(302)
    const location = locationOf(response)
    expect(location.origin).toBe('https://app.test')
    expect(location.searchParams.get('error')).toBe(error)
    const shown = await browser.send(location.pathname + location.search)
    expect(shown.status).toBeLessThan(500)
    expect(await shown.text()).not.toMatch(/at .*\.ts|Error:/)
    expect(await browser.session()).toBeNull()
    expect(browser.jar.names.filter((name) => name.includes('flow'))).toHaveLength(flows)
  }

  test('a callback without a flow is rejected', async () => {
    const { browser } = start()
    const other = start().browser
    await refuses(browser, await flow(other), 'InvalidCheck')
    expect(idp.requestCount('/token')).toBe(0)
  })

  test.each([
    ['no state', (params: URLSearchParams) => params.delete('state')],
    ['an empty state', (params: URLSearchParams) => params.set('state', '')],
    ['a wrong state', (params: URLSearchParams) => params.set('state', `${params.get('state')}x`)],
  ])('a callback with %s is rejected', async (_, change) => {
    const { browser } = start()
    const callback = await flow(browser)
    change(callback.searchParams)
    const response = await finish(browser, callback)
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    expect(idp.requestCount('/token')).toBe(0)
    expect(await browser.session()).toBeNull()
  })

  test('a callback with a repeated parameter is rejected', async () => {
    const { browser } = start()
    const callback = await flow(browser)
    const response = await browser.send(`${callback.pathname}${callback.search}&code=other`)
    expect(response.status).toBe(400)
    expect(idp.requestCount('/token')).toBe(0)
  })

  test('a callback that is sent again without its cookie is rejected', async () => {
    const { browser } = start()
    const callback = await flow(browser)
    await finish(browser, callback)
    const saved = new Browser(browser.handle)
    expect(locationOf(await finish(saved, callback)).searchParams.get('error')).toBe('InvalidCheck')
    expect(locationOf(await finish(browser, callback)).href).toBe('https://app.test/')
    expect(idp.requestCount('/token')).toBe(1)
    expect(await saved.session()).toBeNull()
  })

  test('a callback with an error of the provider is rejected', async () => {
    const { browser } = start()
    idp.misbehave({
      callback: (params) => {
        params.delete('code')
        params.set('error', 'access_denied')
        params.set('error_description', '<script>alert(1)</script>')
        return params
      },
    })
    await refuses(browser, await flow(browser), 'OAuthCallbackError')
  })

  test.each<[string, Parameters<IdentityProvider['misbehave']>[0]]>([
    ['iss in the callback is wrong', { callback: (params) => withParam(params, 'iss', 'https://evil.test') }],
    ['iss in the callback is missing', { callback: (params) => withParam(params, 'iss', undefined) }],
    ['iss is wrong', { claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) }],
    ['aud is wrong', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
    ['azp is wrong', { claims: (claims) => ({ ...claims, aud: ['client', 'x'], azp: 'x' }) }],
    ['sub is missing', { claims: ({ sub, ...claims }) => claims }],
    ['iat is missing', { claims: ({ iat, ...claims }) => claims }],
    ['exp is in the past', { claims: (claims) => ({ ...claims, exp: 1 }) }],
    ['nonce is wrong', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['nonce is missing', { claims: ({ nonce, ...claims }) => claims }],
    ['there is no ID token', { token: ({ id_token, ...answer }) => answer }],
    [
      'the token endpoint redirects',
      {
        respond: ({ url }) =>
          url.pathname === '/token' ? Response.redirect('https://evil.test') : undefined,
      },
    ],
    ['the issuer publishes no keys', { keys: () => [] }],
  ])('a callback is rejected if %s', async (_, behaviour) => {
    const { browser } = start()
    idp.misbehave(behaviour)
    await refuses(browser, await flow(browser), 'OAuthCallbackError')
  })

  test.each([
    ['token endpoint', '/token', 503, 0, '<h1>'],
    ['token endpoint', '/token', 429, 0, '<h1>'],
    ['token endpoint', '/token', 503, 0, '{"error":"temporarily_unavailable"}'],
    ['token endpoint', '/token', 429, 0, '{"error":"slow_down"}'],
    // The code has not been sent, so the callback can be repeated.
    ['JWKS endpoint', '/jwks', 500, 1, '<h1>'],
  ])(
    'a user sees an error page if the %s fails during the callback (%s, %d, %d, %s)',
    async (_, path, status, flows, body) => {
      const { browser } = start()
      idp.misbehave({
        respond: ({ url }) => (url.pathname === path ? new Response(body, { status }) : undefined),
      })
      await refuses(browser, await flow(browser), 'OAuthUnavailable', flows)
    },
  )

  test('a callback with an ID token signed by another key is rejected', async () => {
    const { browser } = start()
    const { privateKey } = await generateKeyPair('RS256')
    idp.misbehave({ signingKey: privateKey })
    await refuses(browser, await flow(browser), 'OAuthCallbackError')
  })

  test('a sign-in is rejected if the metadata names another issuer', async () => {
    const { browser } = start()
    idp.misbehave({ discovery: (document) => ({ ...document, issuer: 'https://evil.test' }) })
    const response = await browser.post('/auth/signin/acme')
    expect(locationOf(response).searchParams.get('error')).toBe('OAuthSignInError')
  })

  test.each([[{}], [{ id: '' }], [{ id: {} }], [{ id: true }], [{ id: 2 ** 53 + 2 }]])(
    'a callback is rejected if profile() returns %j',
    async (user) => {
      const { browser } = start({ providers: [provider({ profile: () => user as never })] })
      const response = await finish(browser, await flow(browser))
      expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
      expect(await browser.session()).toBeNull()
    },
  )
})

describe('with an adapter', () => {
  test('with an adapter, user, account and session are stored', async () => {
    const adapter = memory()
    const { browser } = start({
      adapter,
      options: { secret: SECRET, providerTokens: { place: 'database', encrypted: false } },
    })
    await finish(browser, await flow(browser))
    const user = await adapter.getUserByEmail('ada@example.com')
    expect(user).toMatchObject({ name: 'Ada Lovelace', emailVerified: expect.any(Date) })
    const account = await adapter.getAccount('ada', 'acme')
    expect(account).toMatchObject({ userId: user?.id, type: 'oidc', access_token: 'at', scope: 'openid' })
    expect((await browser.session()).user.email).toBe('ada@example.com')
  })

  test('with an adapter, a second sign-in finds the user, stores new tokens and replaces the session', async () => {
    const adapter = memory()
    const { browser } = start({
      adapter,
      options: { secret: SECRET, providerTokens: { place: 'database', encrypted: false } },
    })
    await finish(browser, await flow(browser))
    const first = browser.jar.get('__Host-authwright.session-token')
    idp.misbehave({ token: (answer) => ({ ...answer, access_token: 'newer' }) })
    await finish(browser, await flow(browser))
    expect(await adapter.getAccount('ada', 'acme')).toMatchObject({ access_token: 'newer' })
    const second = browser.jar.get('__Host-authwright.session-token')
    expect(second).not.toBe(first)
    expect(await adapter.getSessionAndUser(decodeURIComponent(first ?? ''))).toBeNull()
  })

  test('with an adapter, an account with the e-mail address of another user is not linked', async () => {
    const adapter = memory()
    await adapter.createUser({ id: 'x', email: 'ada@example.com', emailVerified: null })
    const { browser } = start({ adapter })
    const response = await finish(browser, await flow(browser))
    expect(locationOf(response).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    expect(await adapter.getAccount('ada', 'acme')).toBeNull()
    expect(await browser.session()).toBeNull()
  })

  test('an account is linked if the same user is signed in at the start and at the callback', async () => {
    const adapter = memory()
    const { auth, browser } = start({ adapter, providers: [provider(), provider({ id: 'second' })] })
    await finish(browser, await flow(browser))
    const started = await browser.post('/auth/signin/second', { link: 'true' })
    idp.user = { sub: 'lovelace', email: 'other@example.com' }
    await finish(browser, idp.authorize(locationOf(started)))
    const [first, second] = [
      await adapter.getAccount('ada', 'acme'),
      await adapter.getAccount('lovelace', 'second'),
    ]
    expect(second?.userId).toBe(first?.userId)
    expect(await adapter.getUserByEmail('other@example.com')).toBeNull()
    expect(auth.logged).toEqual([])
  })

  test('an account is not linked if another user is signed in at the callback', async () => {
    const adapter = memory()
    const { browser } = start({ adapter, providers: [provider(), provider({ id: 'second' })] })
    await finish(browser, await flow(browser))
    const link = idp.authorize(locationOf(await browser.post('/auth/signin/second', { link: 'true' })))
    await browser.post('/auth/signout')
    idp.user = { sub: 'mallory', email: 'mallory@example.com' }
    await finish(browser, await flow(browser))
    expect(locationOf(await finish(browser, link)).searchParams.get('error')).toBe('InvalidCheck')
    expect(await adapter.getAccount('mallory', 'second')).toBeNull()
  })

  test('a user whose account could not be stored is deleted', async () => {
    const adapter = memory()
    let broken = true
    const linkAccount: typeof adapter.linkAccount = async (account) => {
      if (broken) throw new Error('disk full')
      return adapter.linkAccount(account)
    }
    const { browser } = start({ adapter: { ...adapter, linkAccount } })
    const failed = await finish(browser, await flow(browser))
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await adapter.getUserByEmail('ada@example.com')).toBeNull()
    broken = false
    const retried = await finish(browser, await flow(browser))
    expect(locationOf(retried).pathname).toBe('/inside')
  })
})

describe('a provider that posts its response', () => {
  const formPost = provider({ authorization: { params: { response_mode: 'form_post' } } })

  /** Posts a form from another site without cookies. The browser then follows the redirect with its cookies. */
  const post = async (browser: Browser): Promise<Response> => {
    const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
    const { pathname, searchParams } = idp.authorize(locationOf(started))
    const headers = { cookie: '', origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' }
    const posted = await browser.send(pathname, { method: 'POST', body: searchParams, headers })
    expect(posted.headers.getSetCookie()).toEqual([])
    expect(posted.headers.get('location')).not.toContain(searchParams.get('code'))
    return finish(browser, locationOf(posted))
  }

  test('a provider can post its response from another site', async () => {
    const { browser } = start({ providers: [formPost] })
    expect(locationOf(await post(browser)).pathname).toBe('/inside')
    expect(await browser.session()).not.toBeNull()
  })

  test('a provider posts its response if the authorization endpoint has a parameter for it', async () => {
    const inAddress = provider({ authorization: 'https://idp.test/authorize?response_mode=form_post' })
    const { browser } = start({ providers: [inAddress] })
    expect(locationOf(await post(browser)).pathname).toBe('/inside')
  })

  test('a provider can post its response while a user is signed in', async () => {
    const { browser } = start({ providers: [formPost], adapter: memory() })
    await post(browser)
    const first = browser.jar.get('__Host-authwright.session-token')
    expect(locationOf(await post(browser)).pathname).toBe('/inside')
    expect(browser.jar.get('__Host-authwright.session-token')).not.toBe(first)
  })

  test('a response by GET is refused if the provider must post it', async () => {
    const { browser } = start({ providers: [formPost] })
    const callback = await flow(browser)
    expect(locationOf(await finish(browser, callback)).searchParams.get('error')).toBe('InvalidCheck')
    callback.searchParams.set('form', 'forged')
    expect(locationOf(await finish(browser, callback)).searchParams.get('error')).toBe('InvalidCheck')
    expect(await browser.session()).toBeNull()
  })
})

test.each([
  ['with an e-mail address', 'ada@example.com'],
  ['without an e-mail address', undefined],
])('two concurrent first sign-ins of one user, %s, create one user', async (_, email) => {
  const adapter = memory()
  const created: unknown[] = []
  idp.user = { sub: 'ada', email }
  const { auth } = start({ adapter, events: { createUser: ({ user }) => void created.push(user.id) } })
  const browsers = [new Browser(auth.handle), new Browser(auth.handle)]
  const callbacks = await Promise.all(browsers.map((browser) => flow(browser)))
  await Promise.all(browsers.map((browser, index) => finish(browser, callbacks[index] as URL)))
  for (const browser of browsers) expect(await browser.session()).not.toBeNull()
  expect(created).toEqual([(await adapter.getAccount('ada', 'acme'))?.userId])
})
