import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { oidc } from '../../../src/providers/oidc.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

const providers: readonly Provider[] = [
  oidc({
    id: 'acme',
    name: 'Acme',
    issuer: 'https://idp.test',
    clientId: 'client',
    clientSecret: 'secret',
  }),
  credentials({
    name: 'Password',
    input: { email: { label: 'Email' } },
    authorize: () => null,
  }),
]

/** Neither the options nor the environment contain a secret. */
const withoutSecret = { options: { secret: undefined } } as unknown as Partial<AppOptions>

const start = (options: Partial<AppOptions> = {}): Browser =>
  new Browser(app({ providers, ...options }).handle)

test('a browser gets a page for an unknown path, and a program gets a line of JSON', async () => {
  const browser = start()
  const shown = await browser.send('/auth/nothere', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(shown.status).toBe(404)
  expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await shown.text()
  expect(page).toContain('<h1>There is nothing here</h1>')
  expect(page).toContain('href="https://app.test/auth/signin"')
  const read = await browser.send('/auth/nothere', { headers: { accept: 'application/json' } })
  expect([read.status, await read.json()]).toEqual([404, { message: 'There is nothing at this URL.' }])
})

describe('an unknown path gets 404', () => {
  test.each([
    '/auth',
    '/auth/',
    '/auth/unknown',
    '/auth//session',
    '/authsession',
    '/auth/session/',
    '/auth/session/x',
    '/auth/session;x',
    '/auth/%73ession',
    '/auth/SESSION',
    '/auth/callback',
    '/auth/callback/',
    '/auth/callback/acme/x',
    '/auth/signin/',
    '/auth/toString',
    '/auth/__proto__',
    '/other/session',
  ])('an unknown path gets 404: %s', async (path) => {
    const response = await start().send(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'There is nothing at this URL.' })
  })
})

describe('a request for a route below another base path', () => {
  const production = { environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' } }
  const mounted = { mount: { basePath: '/auth', prefix: '/shop' } }

  test.each<[string, string | undefined, Partial<AppOptions>?]>([
    ['/api/auth/session', '/api/auth'],
    ['/api/auth/callback/acme?code=1', '/api/auth'],
    ['/auth/v1/signin', '/auth/v1'],
    ['/shop/api/auth/signin', '/api/auth', mounted],
    ['/auth/nothere', undefined],
    ['/session', undefined],
    ['/other/nothere', undefined],
    [`/${'a'.repeat(200)}/session`, undefined],
    ['/api/auth/session', undefined, production],
  ])('%s: the warning suggests the base path %s', async (path, basePath, options = {}) => {
    const { handle, warned } = app({ providers, ...options })
    const browser = new Browser(handle)
    for (let times = 0; times < 2; times++) expect((await browser.send(path)).status).toBe(404)
    const warnings = warned.filter((each) => each.startsWith('base-path: '))
    expect(warnings).toHaveLength(basePath === undefined ? 0 : 1)
    if (basePath !== undefined) expect(warnings[0]).toContain(`basePath: '${basePath}'`)
  })
})

describe('a method that a route does not have gets 405', () => {
  test.each(['OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    'a method that a route does not have gets 405: %s',
    async (method) => {
      const response = await start().send('/auth/session', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  test('POST to a route with GET only gets 405', async () => {
    expect((await start().send('/auth/csrf', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  })

  test.each([
    ['application/json', 'application/json'],
    ['text/html', 'text/html; charset=utf-8'],
  ])('a method that the callback of a provider does not have gets 405 (%s)', async (accept, type) => {
    const response = await start().send('/auth/callback/credentials', { headers: { accept } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(response.headers.get('content-type')).toBe(type)
  })

  test('HEAD gets 405 at a route whose GET has an effect', async () => {
    const response = await start().send('/auth/callback/acme?code=c&state=s', { method: 'HEAD' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('HEAD gets the response to GET without its body', () => {
  test.each([
    'session',
    'csrf',
    'providers',
    'signin',
    'signin/acme',
    'signout',
    'error',
    'verify-request',
    'account',
    'nothere',
  ])('HEAD gets the response to GET without its body: /auth/%s', async (route) => {
    const send = async (method: string) => {
      const response = await start().send(`/auth/${route}`, { method, headers: { accept: 'text/html' } })
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
      const fields = ['content-type', 'cache-control', 'location'].map((name) => response.headers.get(name))
      return { head: [response.status, cookies, fields], body: await response.text() }
    }
    const head = await send('HEAD')
    expect(head.head).toEqual((await send('GET')).head)
    expect(head.body).toBe('')
  })
})

describe('custom pages of the application', () => {
  const pages = { signOut: '/bye', verifyRequest: '/look?lang=en', error: '/trouble?lang=en' } as const

  test('the sign-out page of the application receives the callback URL of the request', async () => {
    const browser = start({ pages })
    expect(locationOf(await browser.send('/auth/signout')).href).toBe('https://app.test/bye')
    for (const [target, told] of [
      ['/inside', 'https://app.test/inside'],
      ['https://evil.test', 'https://app.test/'],
    ] as const) {
      const { pathname, searchParams } = locationOf(
        await browser.send(`/auth/signout?callbackUrl=${encodeURIComponent(target)}`),
      )
      expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/bye', { callbackUrl: told }])
    }
  })

  test('the verify-request page of the application keeps its query', async () => {
    const response = await start({ pages }).send('/auth/verify-request?provider=mail&type=email')
    expect(locationOf(response).href).toBe('https://app.test/look?lang=en&provider=mail&type=email')
  })

  test('the error page of the application keeps its query, and receives the error and its reference', async () => {
    const response = await start({ pages }).send('/auth/error?error=Configuration&reference=AAAAAAAA')
    expect(locationOf(response).href).toBe(
      'https://app.test/trouble?lang=en&error=Configuration&reference=AAAAAAAA',
    )
  })
})

test.each(['login_hint', 'email'])(
  'the sign-in page contains the e-mail address in the parameter %s',
  async (name) => {
    const { provider } = mailbox()
    const browser = start({ providers: [provider], adapter: memory() })
    const html = await (await browser.send(`/auth/signin?${name}=ada%40example.com`)).text()
    expect(html).toMatch(/<input [^>]*name="email"[^>]*value="ada@example.com"/)
  },
)

test('a browser gets a page for a malformed request, and a program gets a line of JSON', async () => {
  const ask = (accept: string): Promise<Response> =>
    start().send('/auth/callback/acme?code=c&state=%00', { headers: { accept } })
  const shown = await ask('text/html')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(await shown.text()).toContain('<h1>The request was incomplete</h1>')
  const read = await ask('application/json')
  expect([read.status, await read.json()]).toEqual([400, { message: 'The parameter `state` is malformed.' }])
})

describe('a malformed request gets 400', () => {
  test.each([
    ['a parameter that occurs twice', '/auth/signin?callbackUrl=/a&callbackUrl=/b', {}],
    ['malformed JSON', '/auth/session', { method: 'POST', body: '{' }],
    ['JSON that is not an object', '/auth/session', { method: 'POST', body: '[]' }],
    ['deeply nested JSON', '/auth/session', { method: 'POST', body: '['.repeat(100_000) }],
  ])('a malformed request gets 400: %s', async (_, path, init) => {
    const response = await start().send(path, { ...init, headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()) as object)).toEqual(['message'])
  })
})

test('a GET request sets no cookie, whatever its URL is', async () => {
  const browser = start()
  for (const path of [
    '/auth/session?callbackUrl=/x',
    '/auth/providers?callbackUrl=/x',
    '/auth/error?error=x',
  ]) {
    expect((await browser.send(path)).headers.getSetCookie()).toEqual([])
  }
})

test('GET /providers lists the sign-in URL of each provider', async () => {
  expect(await (await start().send('/auth/providers')).json()).toEqual({
    acme: {
      id: 'acme',
      name: 'Acme',
      type: 'oidc',
      signinUrl: 'https://app.test/auth/signin/acme',
      callbackUrl: 'https://app.test/auth/callback/acme',
    },
    credentials: {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      signinUrl: 'https://app.test/auth/signin/credentials',
      callbackUrl: 'https://app.test/auth/callback/credentials',
    },
  })
})

test('GET /signin offers every provider, each with the CSRF token and the callback URL', async () => {
  const browser = start()
  const response = await browser.send('/auth/signin?callbackUrl=/inside')
  const page = await response.text()
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain('action="https://app.test/auth/signin/acme"')
  expect(page).toContain('action="https://app.test/auth/callback/credentials"')
  expect(page.split(await browser.csrfToken())).toHaveLength(3)
  expect(page).toContain('value="https://app.test/inside"')
})

test('GET /signin ignores a callback URL of another site', async () => {
  for (const target of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    const page = await (await start().send(`/auth/signin?callbackUrl=${encodeURIComponent(target)}`)).text()
    expect(page).not.toContain('evil')
    expect(page).not.toContain('javascript:')
  }
})

test('GET /signin shows only known values from its query', async () => {
  const path = '/auth/signin?error=<script>x</script>&csrfToken=mine&providers=x&theme=x&code=<b>'
  const page = await (await start().send(path)).text()
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('mine')
})

test('GET /signin redirects to the custom sign-in page if one is configured', async () => {
  const response = await start({ pages: { signIn: '/login?from=auth' } }).send(
    '/auth/signin?callbackUrl=/inside&error=CredentialsSignin&code=x',
  )
  expect(locationOf(response).href).toBe(
    'https://app.test/login?from=auth&callbackUrl=https%3A%2F%2Fapp.test%2Finside&error=CredentialsSignin&code=x',
  )
})

test('GET /signin of one provider starts no sign-in', async () => {
  const asked: string[] = []
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url)
    return new Response()
  }
  const response = await start({ fetch }).send('/auth/signin/acme?callbackUrl=/inside')
  expect(locationOf(response).pathname).toBe('/auth/signin')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(asked).toEqual([])
})

describe('GET /signout', () => {
  const person = { id: '1', name: 'Ada <b>', email: 'ada@example.com' }
  const form: Provider = credentials({ input: {}, authorize: () => person })

  test('GET /signout shows the name of the signed-in user', async () => {
    const browser = new Browser(app({ providers: [form] }).handle)
    await browser.post('/auth/callback/credentials')
    const page = await (await browser.send('/auth/signout')).text()
    expect(page).toContain('<strong>Ada &lt;b&gt;</strong>')
    expect(page).toContain('ada@example.com')
  })

  test('GET /signout shows the name of a stored user, and works without it while the database is down', async () => {
    const rows = memory()
    let isDown = false
    const getSessionAndUser: typeof rows.getSessionAndUser = async (token) => {
      if (isDown) throw new Error('connection refused')
      return rows.getSessionAndUser(token)
    }
    await rows.createUser({ ...person, emailVerified: null })
    const browser = new Browser(app({ providers: [form], adapter: { ...rows, getSessionAndUser } }).handle)
    await browser.post('/auth/callback/credentials')
    expect(await (await browser.send('/auth/signout')).text()).toContain('ada@example.com')
    isDown = true
    const response = await browser.send('/auth/signout')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Sign out</button>')
  })
})

test('GET /signout shows a form, and does not sign out', async () => {
  const response = await start().send('/auth/signout')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('action="https://app.test/auth/signout"')
})

test.each([
  ['AccessDenied', 403],
  ['Verification', 403],
  ['Configuration', 400],
  ['<script>', 400],
  ['constructor', 400],
])('GET /error?error=%s responds with %d and a link to continue', async (error, status) => {
  const response = await start().send(`/auth/error?error=${encodeURIComponent(error)}`)
  expect(response.status).toBe(status)
  const page = await response.text()
  expect(page).toContain('href="https://app.test/auth/signin"')
  expect(page).not.toContain('<script>')
})

test('an unknown provider redirects to the error page; the log names this provider and the configured providers', async () => {
  const auth = app({ providers })
  const browser = new Browser(auth.handle)
  for (const response of [
    await browser.post('/auth/signin/nobody'),
    await browser.send('/auth/callback/nobody'),
  ]) {
    expect(locationOf(response).href).toBe('https://app.test/auth/error?error=Configuration')
  }
  expect(auth.logged).toEqual([])
  expect(auth.warned).toEqual(
    Array(2).fill(
      "InvalidProvider: There is no provider 'nobody': the configuration has 'acme', 'credentials'.",
    ),
  )
})

test('a script can request the URL as JSON instead of a redirect', async () => {
  const browser = start()
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), callbackUrl: '/bye' })
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.send('/auth/signout', { method: 'POST', body, headers })
  expect([response.status, await response.json()]).toEqual([200, { url: 'https://app.test/bye' }])
  expect(response.headers.getSetCookie()).not.toEqual([])
})

test('the base path may contain non-ASCII characters', async () => {
  const browser = start({ options: { secret: 's'.repeat(32), basePath: '/zugänge' } })
  const response = await browser.send('/zugänge/providers')
  expect(await response.json()).toMatchObject({
    acme: { signinUrl: 'https://app.test/zug%C3%A4nge/signin/acme' },
  })
})

test('the base path is matched as a string, not as a regular expression', async () => {
  const browser = start({ options: { secret: 's'.repeat(32), basePath: '/a.b(x)' } })
  expect((await browser.send('/a.b(x)/session')).status).toBe(200)
  expect((await browser.send('/aXb(x)/session')).status).toBe(404)
})

describe('an unusable configuration', () => {
  test('without a secret, the response is one line, and the log names the variable to set', async () => {
    const { handle, logged } = app({ providers, ...withoutSecret })
    const response = await handle(new Request('https://app.test/auth/session'))
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ message: expect.stringContaining('server configuration') })
    expect(logged[0]?.message).toContain('AUTH_SECRET')
  })

  test('a configuration without a client id logs the variable to set', async () => {
    const nameless: Provider = oidc({ id: 'my-idp', issuer: 'https://idp.test' })
    const auth = app({ providers: [nameless] })
    const browser = new Browser(auth.handle)
    expect(locationOf(await browser.post('/auth/signin/my-idp')).searchParams.get('error')).toBe(
      'Configuration',
    )
    expect(auth.logged[0]?.message).toContain('AUTH_MY_IDP_ID')
  })
})

/** A request whose response a browser shows. */
function seen(url: string, init: RequestInit = {}): Request {
  return new Request(url, { ...init, headers: { accept: 'text/html,*/*;q=0.8', ...init.headers } })
}

describe('error pages for browsers', () => {
  const titleOf = async (response: Response): Promise<string | undefined> =>
    /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1]

  test('a browser gets a page for a method that a route does not have', async () => {
    const { handle } = app({ providers })
    const response = await handle(seen('https://app.test/auth/providers', { method: 'POST' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await titleOf(response)).toBe('There is nothing here')
  })

  test('a browser gets a page when the configuration cannot be used', async () => {
    const { handle, logged } = app({ providers, ...withoutSecret, pages: { error: '/trouble' } })
    const response = await handle(seen('https://app.test/auth/signin'))
    expect(response.status).toBe(500)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await titleOf(response)).toBe('Something went wrong on our side')
    expect(logged).toHaveLength(1)
  })

  test('a browser gets a page for a request with contradicting headers', async () => {
    const { handle } = app({ providers, options: { trustHost: true } })
    const headers = { 'x-forwarded-host': 'app.test, evil.test' }
    const response = await handle(seen('https://app.test/auth/signin', { headers }))
    expect(response.status).toBe(400)
    expect(await titleOf(response)).toBe('The request was incomplete')
  })

  test.each([
    ['a script', { accept: 'application/json' }],
    ['a script that accepts any type', { accept: '*/*' }],
    [
      'a script that requests the redirect URL as JSON',
      { accept: 'text/html', 'x-auth-return-redirect': '1' },
    ],
  ])('%s gets a line of JSON when the configuration cannot be used', async (_, headers) => {
    const { handle } = app({ providers, ...withoutSecret })
    const response = await handle(new Request('https://app.test/auth/signin', { headers }))
    expect([response.status, await response.json()]).toEqual([
      500,
      { message: expect.stringContaining('server logs') },
    ])
  })
})

describe('the host', () => {
  const environment = { NODE_ENV: 'production' }

  test('the host of a request is trusted in production only with AUTH_TRUST_HOST', async () => {
    const { handle } = app({ providers, environment })
    const refused = await handle(new Request('https://evil.test/auth/providers'))
    expect([refused.status, await refused.json()]).toEqual([
      421,
      { message: expect.stringContaining('host') },
    ])
    const trusting = app({ providers, environment: { ...environment, AUTH_TRUST_HOST: 'true' } })
    expect((await trusting.handle(new Request('https://app.test/auth/providers'))).status).toBe(200)
  })

  test.each(['/auth/signin', '/auth/unknown'])(
    'a host that is not trusted is shown on no page: %s',
    async (path) => {
      const { handle } = app({ providers, environment })
      const response = await handle(seen(`https://evil.test${path}`))
      expect([response.status, response.headers.get('content-type')]).toEqual([
        421,
        'text/html; charset=utf-8',
      ])
      const page = await response.text()
      expect(page).toContain('<h1>This address does not belong to the site</h1>')
      expect(page).not.toContain('evil')
    },
  )

  test('every URL has the configured host', async () => {
    const { handle } = app({ providers, environment: { ...environment, AUTH_URL: 'https://app.test' } })
    const request = new Request('http://evil.test/auth/providers', {
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    expect(await (await handle(request)).text()).not.toContain('evil')
  })
})
