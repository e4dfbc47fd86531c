import { sharedConfig } from 'solid-js'
import { provideRequestEvent } from 'solid-js/web/storage'
import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { github } from '../../../src/providers/github.js'
import { password } from '../../../src/providers/password.js'
import { createAuth, getSession } from '../../../src/solid-start.js'
import { SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { example, ORIGIN, UserAgent } from './support.js'

type Example = ReturnType<typeof example>['auth']

async function signedIn(auth: Example): Promise<UserAgent> {
  const userAgent = new UserAgent()
  await userAgent.run(() => auth.signIn('credentials', { username: 'ada', password: 'right' }))
  return userAgent
}

test('the handlers respond below /api/auth or the prefix', async () => {
  const { auth } = example()
  const csrf = await auth.GET({ request: new Request(`${ORIGIN}/api/auth/csrf`) })
  expect(csrf.status).toBe(200)
  const moved = createAuth()
    .provider(credentials({ input: {}, authorize: () => null }))
    .options({ secret: SECRET, prefix: '/sign/in' })
    .build()
  const providers = await moved.GET({ request: new Request(`${ORIGIN}/sign/in/providers`) })
  expect(((await providers.json()) as any).credentials.signinUrl).toBe(`${ORIGIN}/sign/in/signin/credentials`)
})

test('the form of the built-in sign-in page signs in', async () => {
  const { auth } = example()
  const browser = new Browser(
    (request) => (request.method === 'GET' ? auth.GET : auth.POST)({ request }),
    ORIGIN,
  )
  const { csrfToken } = (await (await browser.send('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, username: 'ada', password: 'right', callbackUrl: '/inside' })
  const answer = await browser.send('/api/auth/callback/credentials', {
    method: 'POST',
    body,
    headers: { origin: ORIGIN },
  })
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/inside`)
  expect(await (await browser.send('/api/auth/session')).json()).toMatchObject({ user: { name: 'ada' } })
})

test('twenty concurrent reads of the session in one request read the database once and extend the session once', async () => {
  const { auth, shown } = example()
  const userAgent = await signedIn(auth)
  const before = shown()
  const { value } = await userAgent.run(async (event) => {
    const readers = Array.from({ length: 10 }, () => [auth.getSession(event.request), auth.getSession()])
    const sessions = await Promise.all(readers.flat())
    const { headers } = event.response
    return { sessions, cookies: headers.getSetCookie(), caching: headers.get('cache-control') }
  })
  expect(value.sessions.map(({ user }: any) => user.name)).toEqual(Array.from({ length: 20 }, () => 'ada'))
  expect(value.cookies).toHaveLength(1)
  expect(value.caching).toContain('no-store')
  expect(shown() - before).toBe(1)
})

test('a response that extends a session is not cached, even if the page sets other headers', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const { value } = await userAgent.run(async ({ response: { headers } }) => {
    headers.set('cache-control', 'public, s-maxage=3600')
    await auth.getSession()
    return [headers.getSetCookie().length, headers.get('cache-control')]
  })
  expect(value).toEqual([1, 'private, no-cache, no-store'])
})

test('two concurrent requests do not share a session', async () => {
  const { auth } = example()
  const names = Array.from({ length: 50 }, (_, index) => `person ${index}`)
  const userAgents = await Promise.all(
    names.map(async (username) => {
      const userAgent = new UserAgent()
      await userAgent.run(() => auth.signIn('credentials', { username, password: 'right' }))
      return userAgent
    }),
  )
  const seen = await Promise.all(userAgents.map((userAgent) => userAgent.run(() => auth.protect())))
  expect(seen.map(({ value }) => value.user.name)).toEqual(names)
})

test('if the headers are already sent, the page is shown, and the next request extends the session', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const sent = {
    set: () => {},
    append: () => {
      throw Object.assign(new Error('Cannot set headers after they are sent to the client'), {
        code: 'ERR_HTTP_HEADERS_SENT',
      })
    },
  }
  const request = new Request(ORIGIN, { headers: { cookie: userAgent.jar.header } })
  const event = { request, response: { headers: sent } }
  const session = await provideRequestEvent(event as never, () => auth.protect())
  expect(session.user.name).toBe('ada')
  const { value } = await userAgent.run(async (next) => {
    await auth.getSession()
    return next.response.headers.getSetCookie()
  })
  expect(value).toHaveLength(1)
})

test('a session can be read from a request without an event', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const request = new Request(ORIGIN, { headers: { cookie: userAgent.jar.header } })
  expect((await auth.getSession(request))?.user.name).toBe('ada')
  await expect(auth.getSession()).rejects.toThrow('"getSession" needs a request')
})

test('the error for a call outside of a request names the group of methods', async () => {
  const auth = createAuth()
    .provider(password({ verify: false }))
    .adapter(memory())
    .options({ secret: SECRET })
    .build()
  await expect(auth.accounts.list()).rejects.toThrow('"accounts" needs a request')
  await expect(auth.passkeys.list()).rejects.toThrow('"passkeys" needs a request')
  const changed = auth.passwords.change({ current: 'old', password: 'new' })
  await expect(changed).rejects.toThrow('"passwords" needs a request')
})

test('getSession() never uses the event of another request', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const request = new Request(ORIGIN, { headers: { cookie: userAgent.jar.header } })
  // SolidStart stores the event of the last rendered page here.
  sharedConfig.context = { event: { request, response: { headers: new Headers() } } } as never
  try {
    await expect(auth.protect()).rejects.toThrow('"protect" needs a request')
    await expect(auth.getSession()).rejects.toThrow('"getSession" needs a request')
  } finally {
    delete sharedConfig.context
  }
})

test('getSession accepts an instance, a builder and an object', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const request = new Request(ORIGIN, { headers: { cookie: userAgent.jar.header } })
  const configuration = {
    providers: [credentials({ input: {}, authorize: () => null })],
    secret: SECRET,
  } as const
  expect((await getSession(request, auth))?.nickname).toBeUndefined()
  expect((await getSession(request, auth))?.user.name).toBe('ada')
  expect((await getSession(request, createAuth(configuration)))?.user.name).toBe('ada')
  expect((await getSession(request, configuration))?.user.name).toBe('ada')
  expect(
    await getSession(request, { ...configuration, secret: 'another secret of thirty-two characters' }),
  ).toBeNull()
})

test('getSession rejects a revoked session with an instance, a builder and an object', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const request = new Request(ORIGIN, { headers: { cookie: userAgent.jar.header } })
  const configuration = {
    providers: [credentials({ input: {}, authorize: () => null })],
    secret: SECRET,
  } as const
  await userAgent.run(() => auth.signOut({ redirect: false }))
  expect(await getSession(request, auth)).toBeNull()
  expect(await getSession(request, createAuth(configuration))).toBeNull()
  expect(await getSession(request, configuration)).toBeNull()
})

test('protect() returns the session, or redirects to the sign-in page and back', async () => {
  const { auth } = example()
  const { thrown } = await new UserAgent().run(() => auth.protect(), { path: '/inside?tab=2' })
  expect(thrown?.status).toBe(302)
  // This is not a page of the application, so the URL is complete, and the router does not look it up.
  expect(thrown?.headers.get('location')).toBe(
    `${ORIGIN}/api/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/inside?tab=2`)}`,
  )
  const userAgent = await signedIn(auth)
  expect((await userAgent.run(() => auth.protect())).value.user.name).toBe('ada')
})

test('protect() redirects the router to the path of a page', async () => {
  const { auth } = example()
  const fallback = await new UserAgent().run(() => auth.protect({ fallback: '/' }), { path: '/inside' })
  expect(fallback.thrown?.headers.get('location')).toBe('/')
  const own = createAuth()
    .provider(credentials({ input: {}, authorize: () => null }))
    .pages({ signIn: '/login' })
    .options({ secret: SECRET })
    .build()
  const login = await new UserAgent().run(() => own.protect({ redirectTo: '/inside' }), {
    path: '/_server',
    headers: { accept: '*/*', 'x-server-id': 'a#b', referer: `${ORIGIN}/` },
  })
  expect(login.thrown?.headers.get('location')).toBe(
    `/login?callbackUrl=${encodeURIComponent(`${ORIGIN}/inside`)}`,
  )
})

test('protect() leads back to the page of a form without JavaScript, not to the server function of the form', async () => {
  const { auth } = example()
  const target = async (headers: Record<string, string>): Promise<string | null> => {
    const path = '/_server?id=abc&name=rename'
    const form = { method: 'POST', path, headers, rendering: false } as const
    const { thrown } = await new UserAgent().run(() => auth.protect(), form)
    return new URL(thrown?.headers.get('location') ?? '').searchParams.get('callbackUrl')
  }
  expect(await target({ referer: `${ORIGIN}/inside?tab=2` })).toBe(`${ORIGIN}/inside?tab=2`)
  expect(await target({})).toBeNull()
})

test.each(['https://other.test/inside', 'http://app.test/inside', 'inside', ''])(
  'protect() ignores a Referer that is not a page of the application: %j',
  async (referer) => {
    const auth = createAuth()
      .provider(credentials({ input: {}, authorize: () => null }))
      .callbacks({ redirect: ({ url }) => url })
      .options({ secret: SECRET })
      .build()
    const form = { method: 'POST', path: '/_server', headers: { referer }, rendering: false } as const
    const { thrown } = await new UserAgent().run(() => auth.protect(), form)
    expect(thrown?.headers.get('location')).toBe(`${ORIGIN}/api/auth/signin`)
  },
)

test('protect() leads back to a page that was requested with HEAD', async () => {
  const { auth } = example()
  const { thrown } = await new UserAgent().run(() => auth.protect(), {
    method: 'HEAD',
    path: '/inside?tab=2',
  })
  expect(thrown?.headers.get('location')).toBe(
    `${ORIGIN}/api/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/inside?tab=2`)}`,
  )
})

test.each(['x-server-id', 'x-server-instance'])(
  'protect() redirects a call of a server function with the header %s',
  async (header) => {
    const { auth } = example()
    const { thrown } = await new UserAgent().run(() => auth.protect({ fallback: '/' }), {
      path: '/_server',
      headers: { accept: '*/*', [header]: 'server-fn:1' },
      rendering: false,
    })
    expect(thrown?.status).toBe(302)
    expect(thrown?.headers.get('location')).toBe('/')
  },
)

test('protect() adds a missing leading slash to the fallback path', async () => {
  const { auth } = example()
  const { thrown } = await new UserAgent().run(() => auth.protect({ fallback: 'login' as '/login' }))
  expect(thrown?.headers.get('location')).toBe('/login')
})

test('protect() responds with 401 if no page was requested, and the response is not cached', async () => {
  const { auth } = example()
  const { thrown } = await new UserAgent().run(() => auth.protect({ fallback: '/' }), {
    headers: { accept: 'application/json' },
  })
  expect(thrown?.status).toBe(401)
  expect(thrown?.headers.get('cache-control')).toBe('private, no-cache, no-store')
})

test('a sign-in, a change and a sign-out are visible later in the same request', async () => {
  const { auth } = example()
  const userAgent = new UserAgent()
  const { value } = await userAgent.run(async () => {
    const seen = [await auth.getSession()]
    await auth.signIn('credentials', { username: 'ada', password: 'right', redirect: false })
    seen.push(await auth.getSession())
    await auth.update('Countess')
    seen.push(await auth.getSession())
    await auth.signOut({ redirect: false })
    return [...seen, await auth.getSession()]
  })
  expect(value).toMatchObject([null, { user: { name: 'ada' } }, { nickname: 'Countess' }, null])
  expect((await userAgent.run(() => auth.getSession())).value).toBeNull()
})

test('a sign-in redirects the router to the path of a page', async () => {
  const { auth } = example()
  const { thrown } = await new UserAgent().run(() =>
    auth.signIn('credentials', { username: 'ada', password: 'right', redirectTo: '/inside?tab=2#end' }),
  )
  expect(thrown?.headers.get('location')).toBe('/inside?tab=2#end')
  const elsewhere = await new UserAgent().run(() =>
    auth.signIn('credentials', { username: 'ada', password: 'right', redirectTo: 'https://evil.test/' }),
  )
  expect(elsewhere.thrown?.headers.get('location')).toBe('/')
})

test.each([FormData, URLSearchParams])('a server function can pass its form to signIn: %o', async (Form) => {
  const { auth } = example()
  const form = new Form()
  for (const [name, value] of [
    ['username', 'ada'],
    ['password', 'right'],
    ['redirectTo', '/inside'],
  ] as const) {
    form.set(name, value)
  }
  const userAgent = new UserAgent()
  const { thrown } = await userAgent.run(() => auth.signIn('credentials', form))
  expect(thrown?.headers.get('location')).toBe('/inside')
  expect((await userAgent.run(() => auth.protect())).value.user.name).toBe('ada')
})

test('a refused sign-in redirects to the sign-in page, or throws with `redirect: false`', async () => {
  const { auth } = example()
  const form = new FormData()
  form.set('username', 'ada')
  form.set('password', 'wrong')
  form.set('redirectTo', '/inside')
  const { thrown } = await new UserAgent().run(() => auth.signIn('credentials', form))
  const location = new URL(thrown?.headers.get('location') ?? '')
  expect(location.pathname).toBe('/api/auth/signin')
  expect(Object.fromEntries(location.searchParams)).toEqual({
    error: 'CredentialsSignin',
    code: 'credentials',
    callbackUrl: `${ORIGIN}/inside`,
  })
  form.set('redirectTo', 'http://[')
  const nowhere = await new UserAgent().run(() => auth.signIn('credentials', form))
  expect(nowhere.thrown?.headers.get('location')).not.toContain('callbackUrl')
  await expect(
    new UserAgent().run(() =>
      auth.signIn('credentials', { username: 'ada', password: 'wrong', redirect: false }),
    ),
  ).rejects.toMatchObject({ type: 'CredentialsSignin' })
})

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.test' },
  // A browser sends this header for a link in a mail. SolidStart also runs server functions for GET requests.
  { 'sec-fetch-site': 'none' },
])('a server function changes nothing if the request is from another site or a link: %o', async (headers) => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const calls = [
    () => auth.signIn('credentials', { username: 'eve', password: 'right' }),
    () => auth.signOut(),
    () => auth.update('Eve'),
  ]
  for (const call of calls) {
    await expect(userAgent.run(call, { headers: headers as Record<string, string> })).rejects.toMatchObject({
      type: 'MissingCSRF',
    })
  }
  const { value } = await userAgent.run(() => auth.getSession())
  expect(value).toMatchObject({ user: { name: 'ada' } })
  expect(value.nickname).toBeUndefined()
})

test('a link changes nothing in a browser that does not send fetch metadata', async () => {
  const { auth } = example()
  const userAgent = await signedIn(auth)
  const request = new Request(`${ORIGIN}/_server`, { headers: { cookie: userAgent.jar.header } })
  const event = { request, response: { headers: new Headers() }, locals: {}, nativeEvent: {} }
  for (const call of [() => auth.signOut(), () => auth.update('Eve')]) {
    const called = provideRequestEvent(event as never, async () => call())
    await expect(called).rejects.toMatchObject({ type: 'MissingCSRF' })
  }
  const { value } = await userAgent.run(() => auth.getSession())
  expect(value).toMatchObject({ user: { name: 'ada' } })
  expect(value.nickname).toBeUndefined()
})

const guarded = [
  '/inside',
  '/INSIDE',
  '/inside/',
  '//inside',
  '/%69nside',
  '/teams/7',
  '/admin',
  '/admin/a/b',
  '/Admin//a',
]
const open = ['/', '/insider', '/inside/more', '/teams', '/teams/7/8', '/administrator', '/%ff']

test('the middleware guards a listed path in every spelling', async () => {
  const { auth } = example()
  const guard = auth.middleware({ paths: ['/inside', '/teams/:id', '/admin/*rest'], fallback: '/' })
  const userAgent = await signedIn(auth)
  for (const path of guarded) {
    const { value } = await new UserAgent().run(guard, { path })
    expect([path, value?.headers.get('location')]).toEqual([path, '/'])
    expect((await userAgent.run(guard, { path })).value).toBeUndefined()
  }
  for (const path of open) expect((await new UserAgent().run(guard, { path })).value).toBeUndefined()
})

test('the middleware guards every path that matches a router pattern', async () => {
  const { auth } = example()
  const patterns = {
    '/teams/:id?': ['/teams', '/teams/7'],
    '/docs/:language?/:page': ['/docs/a', '/docs/en/a'],
    '/files/*path/edit': ['/files', '/files/a', '/files/a/b/edit'],
  } as const
  for (const [pattern, paths] of Object.entries(patterns)) {
    const guard = auth.middleware({ paths: [pattern as `/${string}`], fallback: '/' })
    for (const path of paths) {
      const { value } = await new UserAgent().run(guard, { path })
      expect([pattern, path, value?.headers.get('location')]).toEqual([pattern, path, '/'])
    }
    expect((await new UserAgent().run(guard, { path: '/docs' })).value).toBeUndefined()
    expect((await new UserAgent().run(guard, { path: '/teams/7/8' })).value).toBeUndefined()
  }
})

test('the middleware accepts the event of h3, and never guards the sign-in routes', async () => {
  const { auth } = example()
  const guard = auth.middleware({ paths: ['/*'] })
  const userAgent = await signedIn(auth)
  const event = (path: string, headers: Record<string, string>) => ({
    req: new Request(ORIGIN + path, { headers: { accept: 'text/html', ...headers } }),
    res: { headers: new Headers() },
  })
  const stranger = await guard(event('/inside', {}))
  expect(stranger?.headers.get('location')).toContain('/api/auth/signin?callbackUrl=')
  const known = event('/inside', { cookie: userAgent.jar.header })
  expect(await guard(known)).toBeUndefined()
  expect(known.res.headers.getSetCookie()).toHaveLength(1)
  expect(await guard(event('/api/auth/signin', {}))).toBeUndefined()
})

test('the middleware does not trust an unlisted host', async () => {
  const { auth } = example()
  const guard = createAuth()
    .provider(credentials({ input: {}, authorize: () => null }))
    .options({ secret: SECRET, trustHost: false, logger: { error: () => {} } })
    .build()
    .middleware({ paths: ['/inside'] })
  expect((await new UserAgent().run(guard, { path: '/inside' })).value.status).toBe(421)
  expect(
    (await new UserAgent().run(auth.middleware({ paths: ['/inside'] }), { path: '/inside' })).value.status,
  ).toBe(302)
})

test('a guard lets no request through and signs no user out while the database does not respond', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const auth = createAuth()
    .provider(github({ clientId: 'client', clientSecret: 'secret' }))
    .adapter({ ...memory(), getSessionAndUser: down })
    .options({ secret: SECRET, logger: { error: () => {} } })
    .build()
  const headers = { cookie: '__Host-authwright.session-token=a-token-of-somebody' }
  const userAgent = new UserAgent()
  const { value } = await userAgent.run(auth.middleware({ paths: ['/inside'] }), { path: '/inside', headers })
  expect(value.status).toBe(503)
  expect(value.headers.get('retry-after')).toBe('5')
  expect(value.headers.getSetCookie()).toEqual([])
  const { thrown } = await userAgent.run(() => auth.protect(), { headers })
  expect(thrown?.status).toBe(503)
  expect(thrown?.headers.get('retry-after')).toBe('5')
  expect(thrown?.headers.getSetCookie()).toEqual([])
})
