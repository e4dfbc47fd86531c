import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NextRequest, NextResponse } from 'next/server.js'
import { describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { respond } from '../../../src/frameworks/next/middleware.js'
import { withTrailingSlash } from '../../../src/frameworks/next/next-config.js'
import { readForPages } from '../../../src/frameworks/next/pages-router.js'
import { credentials } from '../../../src/providers/credentials.js'
import { github } from '../../../src/providers/github.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const SITE = 'https://app.test'

/** An application at the root path, as the middleware and the Pages Router use it. */
const start = (options: AppOptions): { port: App; prefix: string } => ({
  port: app({ environment: { AUTH_URL: SITE }, ...options }, 'next'),
  prefix: '',
})

test('a guard lets no request through and signs no user out while the database does not respond', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const shell = start({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
  })
  const cookie = '__Host-authwright.session-token=a-token-of-somebody'
  const request = new NextRequest(`${SITE}/inside`, { headers: { cookie } })
  const page = (): Response => new Response('What only some may see.')
  const answer = await respond(request, undefined, page, shell)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(shell.port.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

describe('a response that extends a session is not cached', () => {
  const signedIn = async (): Promise<{
    shell: ReturnType<typeof start>
    headers: { cookie: string; host: string }
  }> => {
    const ada = { id: 'ada', name: 'Ada' }
    const shell = start({
      providers: [credentials({ input: {}, authorize: () => ada })],
      session: { updateAge: 0 },
    })
    const browser = new Browser(shell.port.handle)
    await browser.post('/auth/callback/credentials', {})
    return { shell, headers: { cookie: browser.jar.header, host: 'app.test' } }
  }

  test.each([
    ['of a page', () => NextResponse.next()],
    [
      'of a handler whose response may be cached',
      () => new Response('[]', { headers: { 'cache-control': 'public, s-maxage=3600' } }),
    ],
  ])('a response that extends a session is not cached: %s', async (_, handler) => {
    const { shell, headers } = await signedIn()
    const answer = await respond(new NextRequest(`${SITE}/inside`, { headers }), undefined, handler, shell)
    expect(answer.headers.getSetCookie().join()).toContain('session-token=ey')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-store')
  })

  test('a response of the Pages Router that extends a session is not cached', async () => {
    const { shell, headers } = await signedIn()
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.setHeader('cache-control', 'public, s-maxage=3600')
    expect(await readForPages({ url: '/inside', headers }, response, shell)).toMatchObject({
      user: { name: 'Ada' },
    })
    expect(String(response.getHeader('set-cookie'))).toContain('session-token=ey')
    expect(response.getHeader('cache-control')).toBe('private, no-cache, no-store')
  })
})

test.each(['data:.evil.test/inside', 'other://evil.test'])(
  'the Pages Router refuses the request target %j, which is neither a path nor a web URL',
  async (url) => {
    const shell = start({ providers: [github({ clientId: 'client', clientSecret: 'secret' })] })
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const read = async (): Promise<unknown> =>
      readForPages({ url, headers: { host: 'app.test' } }, response, shell)
    await expect(read()).rejects.toMatchObject({ type: 'InvalidRequest' })
  },
)

describe('a `Host` header that contains a path', () => {
  const hosts = [
    'app.test/auth/signin?',
    'app.test/auth/signin#',
    'app.test/auth/signin?x=',
    'app.test\\auth\\signin?',
    'app.test@evil.test',
    'evil.test/auth/signin/github?',
  ]
  const environments = [
    { AUTH_URL: SITE },
    { AUTH_TRUST_HOST: 'true' },
    { AUTH_TRUSTED_HOSTS: 'app.test' },
    { VERCEL: '1' },
    { NODE_ENV: 'development' },
  ]
  const page = (): Response => new Response('What only some may see.')

  test.each(environments.flatMap((environment) => hosts.map((host) => ({ environment, host }))))(
    'a `Host` header that contains a path does not make a guarded page look like a sign-in page: %j',
    async ({ environment, host }) => {
      const shell = start({
        providers: [github({ clientId: 'client', clientSecret: 'secret' })],
        callbacks: { authorized: ({ auth }) => auth !== null },
        environment,
      })
      const request = new NextRequest(`${SITE}/inside`, { headers: { host } })
      const response = await respond(request, undefined, page, shell)
      expect(await response.text()).not.toContain('What only some may see.')
      expect(response.headers.get('location') ?? SITE).not.toContain('evil.test')
    },
  )

  test.each([
    ['a browser', 'text/html', 'text/html; charset=utf-8'],
    ['a script', 'application/json', 'application/json'],
  ])(
    'a request with an invalid `Host` header that Next.js accepts gets status 421: %s',
    async (_, accept, type) => {
      const shell = start({
        providers: [github({ clientId: 'client', clientSecret: 'secret' })],
        callbacks: { authorized: ({ auth }) => auth !== null },
        environment: { NODE_ENV: 'production' },
      })
      const request = new NextRequest('https://app!test/inside', { headers: { accept, host: 'app!test' } })
      const response = await respond(request, undefined, page, shell)
      expect([response.status, response.headers.get('content-type')]).toEqual([421, type])
    },
  )
})

describe('a redirect of `authorized` to the same page', () => {
  const page = (): Response => new Response('What only some may see.')
  const visit = async (path: string, location: string): Promise<Response> => {
    const shell = start({
      providers: [github({ clientId: 'client', clientSecret: 'secret' })],
      pages: { signIn: '/login', account: '/me' },
      callbacks: { authorized: ({ auth }) => auth !== null || Response.redirect(`${SITE}${location}`) },
    })
    return respond(new NextRequest(SITE + path, { headers: { host: 'app.test' } }), undefined, page, shell)
  }

  test.each([
    ['/inside', '/inside?guest=1'],
    ['/inside?guest=0', '/inside?guest=1'],
    ['/inside/', '/inside?guest=1'],
    ['/inside', '/inside/?guest=1'],
    ['/inside', '/inside'],
    ['/inside', '/inside#top'],
    ['/me', '/me?guest=1'],
  ])('`authorized` may redirect a page to a variant of its URL: %s to %s', async (path, location) => {
    const response = await visit(path, location)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(SITE + location)
  })

  test.each([
    ['/login', '/login?from=inside'],
    ['/login/', '/login'],
    ['/login', '/login'],
  ])('`authorized` does not redirect the sign-in page to itself: %s to %s', async (path, location) => {
    expect(await (await visit(path, location)).text()).toBe('What only some may see.')
  })

  test.each(['/login', '/café', '/sign in', '/login?from=inside'] as const)(
    '`authorized` that returns `false` does not redirect a sign-in page to itself: %s',
    async (signIn) => {
      const shell = start({
        providers: [github({ clientId: 'client', clientSecret: 'secret' })],
        pages: { signIn },
        callbacks: { authorized: ({ auth }) => auth !== null },
      })
      const request = new NextRequest(SITE + signIn, { headers: { host: 'app.test' } })
      expect(await (await respond(request, undefined, page, shell)).text()).toBe('What only some may see.')
    },
  )
})

describe('`callbacks.authorized`', () => {
  const visit = async (decision: unknown): Promise<Response> => {
    const shell = start({
      providers: [github({ clientId: 'client', clientSecret: 'secret' })],
      callbacks: { authorized: () => decision as boolean },
    })
    const request = new NextRequest(`${SITE}/inside`, { headers: { host: 'app.test' } })
    return respond(request, undefined, () => new Response('What only some may see.'), shell)
  }

  test('`callbacks.authorized` lets a request through if it returns `true`', async () => {
    expect(await (await visit(true)).text()).toBe('What only some may see.')
  })

  test.each([false, undefined, null, 0, '', 1, 'yes', {}])(
    '`callbacks.authorized` redirects to the sign-in page if it returns %j',
    async (decision) => {
      const response = await visit(decision)
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toMatch(/^https:\/\/app\.test\/auth\/signin\?/)
      expect(await response.text()).toBe('')
    },
  )

  test('`callbacks.authorized` can return a response', async () => {
    expect((await visit(new Response(null, { status: 403 }))).status).toBe(403)
  })

  test.each([
    ['the session callback', {}],
    [
      'the first of two session callbacks',
      { session: ({ session }: { session: object }) => ({ ...session, plan: 'pro' }) },
    ],
  ])('`callbacks.authorized` receives no session if %s returns a falsy value', async (_, later) => {
    const seen: unknown[] = []
    const shell = start({
      providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
      callbacks: [
        // TypeScript refuses a falsy result. In JavaScript, `({ session }) => !banned && session` may return `false`.
        { session: () => false as never },
        later,
        {
          authorized: ({ auth }) => {
            seen.push(auth)
            return auth !== null
          },
        },
      ],
    })
    const browser = new Browser(shell.port.handle)
    await browser.post('/auth/callback/credentials', {})
    const headers = { cookie: browser.jar.header, host: 'app.test' }
    const page = (): Response => new Response('What only some may see.')
    const response = await respond(new NextRequest(`${SITE}/inside`, { headers }), undefined, page, shell)
    expect(response.status).toBe(307)
    expect(seen).toEqual([null])
    expect(await browser.session()).toBeNull()
  })
})

describe('with `trailingSlash` in next.config', () => {
  const slashed = (path: string): string => {
    vi.stubEnv('__NEXT_TRAILING_SLASH', '1')
    try {
      return withTrailingSlash(SITE + path, SITE)
    } finally {
      vi.unstubAllEnvs()
    }
  }

  test.each([
    ['/', '/'],
    ['/inside', '/inside/'],
    ['/inside?tab=2', '/inside/?tab=2'],
    ['/in.side/page', '/in.side/page/'],
    ['/inside/', '/inside/'],
    ['/robots.txt', '/robots.txt'],
  ])('with `trailingSlash`, the redirect target %s becomes %s', (path, expected) => {
    expect(slashed(path)).toBe(SITE + expected)
  })

  test('with `trailingSlash`, a URL of 200,000 dots is parsed quickly', () => {
    const path = `/${'.'.repeat(200_000)}/x`
    expect(slashed(path)).toBe(`${SITE}${path}/`)
  })
})

const i18n = { locales: ['en', 'fr'], defaultLocale: 'en' }

test.each([
  ['/fr/inside?a=1', { i18n }, '/fr/inside?a=1'],
  ['/fr', { i18n }, '/fr'],
  ['/inside', { i18n }, '/inside'],
  ['/en/inside', { i18n }, '/inside'],
  ['/docs/fr/inside', { i18n, basePath: '/docs' }, '/docs/fr/inside'],
  ['/fr/inside', {}, '/fr/inside'],
  ['/fr/inside', { i18n, trailingSlash: true }, '/fr/inside'],
])(
  'the guard redirects to the sign-in page and back to %s, with %j in next.config',
  async (path, nextConfig, target) => {
    const { port } = start({
      providers: [github({ clientId: 'client', clientSecret: 'secret' })],
      callbacks: { authorized: ({ auth }) => auth !== null },
    })
    const prefix = 'basePath' in nextConfig ? String(nextConfig.basePath) : ''
    const request = new NextRequest(`${SITE}${path}`, { nextConfig, headers: { host: 'app.test' } })
    const response = await respond(request, undefined, undefined, { port, prefix })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('callbackUrl')).toBe(SITE + target)
  },
)

test.each(['/api/auth/session', '/fr/api/auth/session'])(
  'with i18n in next.config, %s can be requested without a session',
  async (path) => {
    const { port } = start({
      providers: [github({ clientId: 'client', clientSecret: 'secret' })],
      callbacks: { authorized: () => false },
      options: { basePath: '/api/auth', secret: SECRET },
    })
    const request = new NextRequest(`${SITE}${path}`, { nextConfig: { i18n }, headers: { host: 'app.test' } })
    const response = await respond(request, undefined, undefined, { port, prefix: '' })
    expect(response.headers.get('x-middleware-next')).toBe('1')
  },
)
