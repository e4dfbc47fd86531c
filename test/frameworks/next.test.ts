/** The example of Next.js, built and served, in a real browser and with a certified OpenID Provider. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, until } from '../e2e/support/processes.js'
import { enterPassword, hydrated, signInAsAda, signInAtProvider } from './support/ada.js'
import { addressesNamedTo } from './support/addresses.js'
import type { FrameworkServer } from './support/framework-process.js'
import { useNext } from './support/next-suite.js'
import { type RunningApplication, SITE } from './support/running-application.js'
import { securityRows } from './support/security-rows.js'
import { startTlsProxy, type TlsProxy, tlsProxyName } from './support/tls-proxy.js'

describe.each([
  ['at the root path', ''],
  ['below /docs', '/docs'],
])('an application of Next.js %s', (_, basePath) => {
  const suite = useNext({ BASE_PATH: basePath })
  const { visit, variables } = suite

  test('an application of Next.js signs in by a server action, through the provider', async () => {
    const { site, provider } = suite
    const page = await visit()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInAtProvider(page, provider.issuer)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside`)
    expect(await page.locator('main').textContent()).toContain('Ada Lovelace')
  })

  test('an application of Next.js reports a wrong password and allows another attempt', async () => {
    const { site } = suite
    const page = await visit()
    await page.goto(`${site}/login`)
    await enterPassword(page, 'wrong')
    await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    await signInAsAda(page, site)
    expect(page.url()).toBe(`${site}/inside`)
  })

  test('an application of Next.js shows a session update at once, and after a reload', async () => {
    const page = await visit()
    await signInAsAda(page, suite.site)
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
    await page.reload()
    expect(await page.locator('#nickname').textContent()).toBe('Countess')
  })

  test('an application of Next.js shows changes of a server action in client components', async () => {
    const { site } = suite
    const page = await visit()
    await page.goto(site)
    expect(await page.locator('#who').textContent()).toBe('unauthenticated')
    await signInAsAda(page, site)
    await page.locator('#who', { hasText: 'Ada (nobody yet)' }).waitFor()
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#who', { hasText: 'Ada (Countess)' }).waitFor()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('#who', { hasText: 'unauthenticated' }).waitFor()
  })

  test('an application of Next.js shows changes of a client component in server components and in another tab', async () => {
    const { site } = suite
    const page = await visit()
    await signInAsAda(page, site)
    const other = await page.context().newPage()
    await Promise.all([page, other].map((tab) => tab.goto(`${site}/account`)))
    await Promise.all([page, other].map(hydrated))
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#who', { hasText: 'Ada (Countess)' }).waitFor()
    await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
    await other.locator('#who', { hasText: 'Ada (Countess)' }).waitFor()
  })

  test('an application of Next.js signs out in all tabs at once, and redirects a page for signed-in users', async () => {
    const { site } = suite
    const page = await visit()
    await signInAsAda(page, site)
    const other = await page.context().newPage()
    await other.goto(`${site}/inside`)
    await page.goto(`${site}/account`)
    await Promise.all([page, other].map(hydrated))
    await page.getByRole('button', { name: 'Sign out here' }).click()
    await other.locator('#who', { hasText: 'unauthenticated' }).waitFor()
    await page.waitForURL(`${site}/login?**`)
  })

  test('an application of Next.js shows the user before any script has run', async () => {
    const { site } = suite
    const page = await visit()
    await signInAsAda(page, site)
    const html = await (await page.request.get(`${site}/account`)).text()
    expect(html).toContain('<p id="who">Ada (nobody yet)</p>')
    const faults: string[] = []
    const asked: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${site}/account`)
    await page.getByLabel('Nickname').fill('Countess')
    expect(faults).toEqual([])
    expect(asked).not.toContain(`${basePath}/api/auth/session`)
  })

  test('an application of Next.js signs out', async () => {
    const page = await visit()
    await signInAsAda(page, suite.site)
    await page.goto(suite.site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])
  })

  test('an application of Next.js protects pages from signed-out users with protect() and with the proxy', async () => {
    const { site } = suite
    const page = await visit()
    await page.goto(`${site}/inside`)
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/inside`)

    await page.goto(`${site}/guarded?tab=2`)
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/guarded?tab=2`)

    await enterPassword(page)
    await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
    expect(page.url()).toBe(`${site}/guarded?tab=2`)
  })

  test.each([
    ['protect()', '/inside'],
    ['the proxy', '/guarded'],
  ])(
    'client-side navigation to a page protected by %s shows a signed-out user the sign-in page',
    async (who, path) => {
      const { site } = suite
      const page = await visit()
      await page.goto(site)
      await hydrated(page)
      await page.evaluate(() => document.documentElement.classList.add('same-document'))
      await page.getByRole('link', { name: `What ${who} keeps` }).click()
      await page.waitForURL(({ pathname }) => pathname === `${basePath}/login`)
      expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(site + path)
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      expect(await page.locator('html.same-document').count()).toBe(1)
    },
  )

  test('an application of Next.js responds to an API request with 401 instead of a page', async () => {
    const response = await fetch(`${suite.site}/api/me`)
    expect(response.status).toBe(401)
    expect(response.redirected).toBe(false)
  })

  test('a redirect of a route handler keeps basePath', async () => {
    const headers = { accept: 'text/html' }
    const response = await fetch(`${suite.site}/api/me`, { headers, redirect: 'manual' })
    expect([response.status, response.headers.get('location')], suite.server.output()).toEqual([
      307,
      basePath ? `${suite.site}/login` : '/login',
    ])
  })

  test.each([
    ['/inside', (site: string) => `${site}/inside`],
    [`${basePath}//evil.test/x`, (site: string) => new URL(basePath || '/', site).href],
    ['//evil.test/x', (site: string) => new URL(basePath || '/', site).href],
  ])(
    'without JavaScript, a form with `redirectTo` %s redirects to a path below basePath',
    async (redirectTo, expected) => {
      const { site } = suite
      const page = await (await fetch(`${site}/login`)).text()
      const form = new FormData()
      for (const [, name = '', value = ''] of page.matchAll(
        /<input type="hidden" name="(\$ACTION[^"]*)"(?: value="([^"]*)")?/g,
      )) {
        form.set(name, value.replaceAll('&quot;', '"'))
      }
      expect([...form.keys()]).not.toEqual([])
      form.set('redirectTo', redirectTo)
      form.set('username', 'ada')
      form.set('password', 'analytical engine')
      const { origin } = new URL(site)
      const response = await fetch(`${site}/login`, {
        method: 'POST',
        body: form,
        headers: { origin, accept: 'text/html' },
        redirect: 'manual',
      })
      expect(response.status).toBe(303)
      expect(response.headers.getSetCookie().join()).toContain('session-token=')
      expect(new URL(response.headers.get('location') ?? '', response.url).href).toBe(expected(site))
    },
  )

  test('an application of Next.js reads the session in route handlers, API routes and getServerSideProps', async () => {
    const { site } = suite
    const page = await visit()
    const read = async (path: string): Promise<unknown> => (await page.request.get(site + path)).json()
    expect(await read('/api/wrapped')).toEqual({ name: null })
    expect(await read('/api/who')).toEqual({ name: null })
    await signInAsAda(page, site)
    expect(await read('/api/me')).toEqual({ name: 'Ada' })
    expect(await read('/api/wrapped')).toEqual({ name: 'Ada' })
    expect(await read('/api/who')).toEqual({ name: 'Ada' })
    await page.goto(`${site}/older`)
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  })

  test('every URL in the responses has the configured origin', async () => {
    const { site } = suite
    const page = await visit()
    const providers = await (await page.request.get(`${site}/api/auth/providers`)).json()
    expect(providers.company).toMatchObject({
      signinUrl: `${site}/api/auth/signin/company`,
      callbackUrl: `${site}/api/auth/callback/company`,
    })
  })

  test('a Host header that is not configured is not trusted', async () => {
    const { status } = await fetch(`${suite.site}/api/auth/providers`, {
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    expect(status).toBe(421)
  })

  describe('an application that extends sessions each second', () => {
    let brisk: FrameworkServer
    let site: string

    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      site = `http://localhost:${port}${basePath}`
      brisk = await suite.build.start(port, { ...variables(), SESSION_UPDATE_AGE: '1' })
    })
    afterAll(() => brisk?.stop())

    test.each([
      ['the proxy and a server component', '/guarded'],
      ['a route handler', '/api/wrapped'],
      ['an API route of the Pages Router', '/api/who'],
      ['getServerSideProps', '/older'],
    ])('a session that is extended each second is extended three times in %s', async (_, path) => {
      const page = await visit()
      await signInAsAda(page, site)
      const expiry = async (): Promise<number> =>
        (await page.context().cookies()).find(({ name }) => name.includes('session-token'))?.expires ?? 0
      for (let time = 0; time < 3; time++) {
        const before = await expiry()
        expect(before).toBeGreaterThan(0)
        await until(`${path} extends the session`, async () => {
          expect((await page.request.get(site + path)).status()).toBe(200)
          return (await expiry()) > before
        })
      }
      await page.goto(`${site}/inside`)
      await page.locator('#who', { hasText: 'Ada' }).waitFor()
    })
  })

  describe('with a configured URL', () => {
    let application: RunningApplication
    let named: FrameworkServer

    beforeAll(async () => {
      const { build, provider } = suite
      const [port = 0] = await freePorts(1)
      named = await build.start(port, { ...variables(), AUTH_URL: SITE })
      const credentials = { username: 'ada', password: 'analytical engine' }
      application = {
        ...{ port, provider, credentials, output: named.output },
        basePath: `${basePath}/api/auth`,
        providerId: 'company',
      }
    })
    afterAll(() => named?.stop())

    securityRows(() => application)
  })

  describe.each([
    [
      'sets X-Forwarded-* and is trusted',
      ['X-Forwarded-Host', 'X-Forwarded-Proto'] as const,
      () => ({ AUTH_TRUST_HOST: 'true' }),
      0,
    ],
    ['sends only the host, with AUTH_URL', [], (origin: string) => ({ AUTH_URL: origin }), 1],
  ])(`behind ${tlsProxyName} that ends TLS, which %s`, (_, headers, told, nth) => {
    let behind: FrameworkServer
    let proxy: TlsProxy

    beforeAll(async () => {
      const { build, proxyPorts } = suite
      const [target = 0] = await freePorts(1)
      proxy = await startTlsProxy('app.test', { port: proxyPorts[nth] ?? 0, target, headers })
      behind = await build.start(target, { ...variables(), ...told(proxy.origin) })
    })
    afterAll(async () => {
      await proxy?.stop()
      await behind?.stop()
    })

    test('an application of Next.js signs in and out behind the proxy, and uses only its origin', async () => {
      const { issuer } = suite.provider
      const { origin } = proxy
      const page = await visit()
      const addresses = addressesNamedTo(page)
      await page.goto(`${origin}${basePath}/guarded`)
      expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${origin}${basePath}/guarded`)

      await page.goto(origin + basePath)
      await page.getByRole('button', { name: 'Sign in with Company' }).click()
      await signInAtProvider(page, issuer)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${origin}${basePath}/inside`)
      const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('authwright'))
      expect(cookies.map(({ name }) => name)).toContain('__Host-authwright.session-token')
      for (const cookie of cookies) {
        expect(cookie.name).toMatch(/^__Host-/)
        expect(cookie).toMatchObject({ secure: true, httpOnly: true, domain: 'app.test' })
      }

      await page.goto(origin + basePath)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      const named = await addresses()
      expect(named).toEqual(expect.arrayContaining([origin, issuer]))
      expect(named.filter((address) => /localhost|127\.0\.0\.1/.test(address))).toEqual([issuer])
    })
  })
})

describe('an application of Next.js with trailingSlash', () => {
  const suite = useNext({ TRAILING_SLASH: '1' })

  test('with trailingSlash, Next.js redirects only the provider callback to a path with a slash', async () => {
    const { site, provider } = suite
    const page = await suite.visit()
    const corrected: string[] = []
    page.on('response', (response) => {
      if (response.status() === 308) corrected.push(new URL(response.url()).pathname)
    })
    await page.goto(`${site}/guarded/?tab=2`)
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/login/')
    expect(searchParams.get('callbackUrl')).toBe(`${site}/guarded/?tab=2`)
    await page.goto(`${site}/inside/`)
    await enterPassword(page)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside/`)

    await page.goto(site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInAtProvider(page, provider.issuer)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside/`)
    // The callback URL that is registered at the provider does not depend on `next.config`.
    expect(corrected).toEqual(['/api/auth/callback/company'])
  })
})
