/** The example of SolidStart on both majors, built and served, in a real browser and with a certified OpenID Provider. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../support/oidc/real-provider.js'
import type { FrameworkServer } from '../support/framework-process.js'
import { type RunningApplication, SITE, sendRaw } from '../support/running-application.js'
import { securityRows } from '../support/security-rows.js'
import { buildSolidStart, type SolidStartBuild } from '../support/solid-start-application.js'
import type { Major } from '../support/solid-start-install.js'

const SECRET = 'a secret of the tests, of thirty-two characters and more'
const PASSWORD = 'analytical engine'

/** Two days from now. A server whose clock is ahead behaves like a server at that time. */
const LATER = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+172800000'

const majors: readonly Major[] = [1, 2]

describe.each(majors)('an application of SolidStart %i', (major) => {
  let browser: Browser
  let provider: RealProvider
  let build: SolidStartBuild
  let site: string
  const contexts: BrowserContext[] = []
  const servers: FrameworkServer[] = []

  beforeAll(async () => {
    build = await buildSolidStart(major)
    const [port = 0] = await freePorts(1)
    site = `http://localhost:${port}`
    provider = await realProvider({
      redirect_uris: [site, SITE].flatMap((at) =>
        ['/api/auth', '/account'].map((prefix) => `${at}${prefix}/callback/company`),
      ),
      id_token_signed_response_alg: 'RS256',
    })
    await serve(port)
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all(servers.map((server) => server.stop()))
    await provider?.stop()
    build?.clear()
  })

  async function serve(port: number, variables: Record<string, string> = {}): Promise<FrameworkServer> {
    const server = await build.start(port, {
      AUTH_SECRET: SECRET,
      AUTH_COMPANY_ID: 'basic',
      AUTH_COMPANY_SECRET: CLIENT_SECRET,
      AUTH_COMPANY_ISSUER: provider.issuer,
      ...variables,
    })
    servers.push(server)
    return server
  }

  /** Serves the example again with other variables, and returns its port. */
  async function serveWith(
    variables: Record<string, string>,
  ): Promise<{ port: number; server: FrameworkServer }> {
    const [port = 0] = await freePorts(1)
    return { port, server: await serve(port, variables) }
  }

  async function visit(javaScriptEnabled: boolean): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled })
    context.setDefaultTimeout(45_000)
    contexts.push(context)
    return context.newPage()
  }

  async function fillIn(page: Page, password: string): Promise<void> {
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function signInAsAda(page: Page, at = site): Promise<void> {
    await page.goto(`${at}/login`, { waitUntil: 'networkidle' })
    await fillIn(page, PASSWORD)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
  }

  const sessionCookies = async (page: Page): Promise<string[]> =>
    (await page.context().cookies()).map(({ name }) => name).filter((name) => name.includes('session-token'))

  test('an application of SolidStart compiles', async () => {
    expect(await build.typeProblems()).toBe('')
  })

  describe.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('in a browser %s', (_, javaScript) => {
    test('an application of SolidStart signs in through the provider', async () => {
      const page = await visit(javaScript)
      await page.goto(site, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Sign in with Company' }).click()
      await page.waitForURL(`${provider.issuer}/**`)
      await page.locator('input[name=login]').fill('ada')
      await page.locator('input[name=password]').fill('whatever')
      await page.getByRole('button').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${site}/inside`)
      expect(await page.locator('main').textContent()).toContain('Ada Lovelace')
    })

    test('an application of SolidStart reports a wrong password without showing it, and allows another attempt', async () => {
      const page = await visit(javaScript)
      await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
      await fillIn(page, 'not the right one')
      await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      const cookies = (await page.context().cookies()).map(({ value }) => decodeURIComponent(value))
      for (const text of [...cookies, await page.content()]) expect(text).not.toContain('not the right one')
      await fillIn(page, PASSWORD)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/inside')
    })

    test('an application of SolidStart shows a session update at once, and after a reload', async () => {
      const page = await visit(javaScript)
      await signInAsAda(page)
      expect(await page.locator('#nickname').textContent()).toBe('nobody yet')
      await page.getByLabel('Nickname').fill('Countess')
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
      await page.reload()
      expect(await page.locator('#nickname').textContent()).toBe('Countess')
    })

    test('an application of SolidStart signs out', async () => {
      const page = await visit(javaScript)
      await signInAsAda(page)
      expect(await sessionCookies(page)).toHaveLength(1)
      await page.goto(site, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      expect(await sessionCookies(page)).toEqual([])
      await page.goto(`${site}/inside`)
      expect(page.url()).toBe(`${site}/`)
    })

    test('an application of SolidStart protects pages from signed-out users in data functions and in the middleware', async () => {
      const page = await visit(javaScript)
      for (const path of ['/inside', '/guarded', '/GUARDED', '//guarded/']) {
        await page.goto(site + path)
        await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
        expect(page.url()).toBe(`${site}/`)
      }
      await signInAsAda(page)
      await page.goto(`${site}/guarded`)
      await page.getByRole('heading', { name: 'Guarded by the middleware' }).waitFor()
    })
  })

  test('an application of SolidStart protects a page from signed-out users who follow a link of the application', async () => {
    const page = await visit(true)
    await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
    await page.goto(site, { waitUntil: 'networkidle' })
    const answer = page.waitForResponse((response) => response.url().includes('/_server'))
    await page.getByRole('link', { name: 'Inside' }).click()
    expect((await answer).headers()['location']).toBe('/')
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    expect(page.url()).toBe(`${site}/`)
  })

  test('an application of SolidStart shows the session in the first render, and changes in every tab', async () => {
    const page = await visit(true)
    await signInAsAda(page)
    await page.goto(`${site}/members`, { waitUntil: 'networkidle' })
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const html = await (await fetch(`${site}/members`, { headers: { accept: 'text/html', cookie } })).text()
    expect(html).toMatch(/<p [^>]*role="status"[^>]*>.*Ada/)
    const other = await page.context().newPage()
    await other.goto(`${site}/members`, { waitUntil: 'networkidle' })

    await page.getByRole('button', { name: 'Change' }).click()
    await page.locator('#nickname', { hasText: 'Enchantress' }).waitFor()
    await other.locator('#nickname', { hasText: 'Enchantress' }).waitFor()
    await page.reload()
    await page.locator('#nickname', { hasText: 'Enchantress' }).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    await other.waitForURL(`${site}/login?*`)
    expect(await sessionCookies(page)).toEqual([])
  })

  test('an application of SolidStart redirects from the members area to the sign-in page and back', async () => {
    const page = await visit(true)
    await page.goto(`${site}/members`)
    await page.waitForURL(`${site}/login?*`)
    await page.waitForLoadState('networkidle')
    await fillIn(page, PASSWORD)
    await page.getByRole('status').filter({ hasText: 'Signed in as Ada' }).waitFor()
    expect(page.url()).toBe(`${site}/members`)
  })

  test('an API route responds with 401 without a session, and reads the session once per request', async () => {
    expect((await fetch(`${site}/api/me`)).status).toBe(401)
    const page = await visit(true)
    await signInAsAda(page)
    const response = await page.request.get(`${site}/api/me`)
    expect(await response.json()).toEqual({ name: 'Ada', readers: 20 })
    const set = response.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
    expect(set).toHaveLength(1)
  })

  test('a page that reads the session after the headers were sent is streamed completely', async () => {
    const page = await visit(false)
    await signInAsAda(page)
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await fetch(`${site}/slow`, { headers: { accept: 'text/html', cookie } })
    expect(response.status).toBe(200)
    const chunks: string[] = []
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(new TextDecoder().decode(chunk))
    }
    expect(chunks[0]).toContain('This is here at once')
    expect(chunks[0]).not.toContain('had to wait')
    expect(chunks.join('')).toContain('Ada had to wait')
  })

  test('each of fifty concurrent requests shows the data of its own session', async () => {
    const enter = async (nickname: string): Promise<string> => {
      const jar = new Map<string, string>()
      const send = async (path: string, body?: Record<string, string>): Promise<Response> => {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(site + path, {
          method: body ? 'POST' : 'GET',
          headers: { cookie, ...(body && { origin: site }) },
          ...(body && { body: new URLSearchParams(body) }),
          redirect: 'manual',
        })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        return response
      }
      const token = async (): Promise<string> =>
        ((await (await send('/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken
      const credentials = { username: 'ada', password: PASSWORD }
      await send('/api/auth/callback/credentials', { csrfToken: await token(), ...credentials })
      const answer = await fetch(`${site}/api/auth/session`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: site,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ csrfToken: await token(), data: { nickname } }),
      })
      const line = answer.headers.getSetCookie().find((each) => each.includes('session-token='))
      return line?.slice(0, line.indexOf(';')) ?? ''
    }
    const names = Array.from({ length: 50 }, (_, index) => `user-${index}-of-fifty`)
    const cookies: string[] = []
    for (const name of names) cookies.push(await enter(name))
    const pages = await Promise.all(
      cookies.map(async (cookie) => {
        const response = await fetch(`${site}/inside`, { headers: { accept: 'text/html', cookie } })
        return [...new Set((await response.text()).match(/user-\d+-of-fifty/g))]
      }),
    )
    expect(pages).toEqual(names.map((name) => [name]))
  })

  test('an application of SolidStart shows no session after it has expired', async () => {
    const page = await visit(true)
    await signInAsAda(page)
    const now = await serveWith({})
    await page.goto(`http://localhost:${now.port}/inside`)
    expect(page.url()).toBe(`http://localhost:${now.port}/inside`)
    const { port } = await serveWith({ NODE_OPTIONS: LATER })
    await page.goto(`http://localhost:${port}/inside`)
    expect(page.url()).toBe(`http://localhost:${port}/`)
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
  })

  test('an application of SolidStart serves the routes below another prefix', async () => {
    const { port } = await serveWith({ PREFIX: '/account' })
    const moved = `http://localhost:${port}`
    const providers: any = await (await fetch(`${moved}/account/providers`)).json()
    expect(providers.company.callbackUrl).toBe(`${moved}/account/callback/company`)
    expect((await fetch(`${moved}/api/auth/providers`)).status).toBe(404)
    const page = await visit(true)
    await signInAsAda(page, moved)
    expect(await (await page.request.get(`${moved}/account/session`)).json()).toMatchObject({
      nickname: 'nobody yet',
    })
  })

  test('an application of SolidStart uses the requested host, and refuses a forwarded host', async () => {
    const providers: any = await (await fetch(`${site}/api/auth/providers`)).json()
    expect(providers.company.signinUrl).toBe(`${site}/api/auth/signin/company`)
    const headers = { 'x-forwarded-host': 'evil.test' }
    expect((await fetch(`${site}/api/auth/providers`, { headers })).status).toBe(421)
    expect((await fetch(`${site}/guarded`, { headers: { ...headers, accept: 'text/html' } })).status).toBe(
      421,
    )
  })

  test('an application of SolidStart uses the URL of a proxy that terminates TLS', async () => {
    const { port, server } = await serveWith({ AUTH_TRUST_HOST: 'true' })
    const application: RunningApplication = {
      ...{ port, provider, output: server.output, credentials: {} },
      ...{ basePath: '/api/auth', providerId: 'company' },
    }
    const headers = {
      host: `127.0.0.1:${port}`,
      'x-forwarded-host': 'app.test',
      'x-forwarded-proto': 'https',
      accept: 'text/html',
    }
    const providers: any = await (
      await sendRaw(application, { target: '/api/auth/providers', headers })
    ).json()
    expect(providers.company.callbackUrl).toBe('https://app.test/api/auth/callback/company')
    const csrf = await sendRaw(application, { target: '/api/auth/csrf', headers })
    expect(csrf.headers.getSetCookie().join()).toMatch(/^__Host-authwright\.csrf-token=.*; Secure/)
    const [cookie = ''] = csrf.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const started = await sendRaw(application, {
      method: 'POST',
      target: '/api/auth/signin/company',
      headers: {
        ...{ ...headers, cookie, origin: 'https://app.test' },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ csrfToken }).toString(),
    })
    const redirectUri = new URL(started.headers.get('location') ?? '').searchParams.get('redirect_uri')
    expect(redirectUri).toBe('https://app.test/api/auth/callback/company')
  })

  describe('with a configured URL', () => {
    let application: RunningApplication

    beforeAll(async () => {
      const { port, server } = await serveWith({ AUTH_URL: SITE })
      application = {
        ...{ port, provider, output: server.output },
        credentials: { username: 'ada', password: PASSWORD },
        ...{ basePath: '/api/auth', providerId: 'company' },
      }
    })

    securityRows(() => application)
  })
})

describe.each(majors)('an application of SolidStart %i without server rendering', (major) => {
  let browser: Browser
  let build: SolidStartBuild
  let server: FrameworkServer
  let site: string

  beforeAll(async () => {
    build = await buildSolidStart(major, { browserOnly: true })
    const [port = 0] = await freePorts(1)
    site = `http://localhost:${port}`
    server = await build.start(port, {
      AUTH_SECRET: SECRET,
      AUTH_COMPANY_ID: 'basic',
      AUTH_COMPANY_ISSUER: 'http://localhost:1',
    })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    build?.clear()
  })

  test('an application of SolidStart without server rendering sends no protected content to signed-out users', async () => {
    const refused = await fetch(`${site}/guarded`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(refused.status).toBe(302)
    expect(refused.headers.get('location')).toBe('/')
    expect(await refused.text()).toBe('')

    const page = await browser.newPage()
    const shown: string[] = []
    await page.exposeFunction('tellHeading', (text: string) => void shown.push(text))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const text = document.querySelector('h1')?.textContent
        if (text) (globalThis as any).tellHeading(text)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${site}/guarded`)
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    expect([...new Set(shown)]).toEqual(['Not signed in'])
    await page.close()
  })

  test('an application of SolidStart signs in and shows the content for signed-in users', async () => {
    const page = await browser.newPage()
    await page.goto(`${site}/login`)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    await page.goto(`${site}/guarded`)
    await page.getByRole('heading', { name: 'Guarded by the middleware' }).waitFor()
    await page.close()
  })
})
