/** The example of Next.js, built and served, in a real browser and with a certified OpenID Provider. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../e2e/support/browser.js'
import { freePorts } from '../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../protocol/support/real-provider.js'
import { buildNext, type NextBuild, type NextServer } from './support/next-application.js'
import { type RunningApplication, SITE } from './support/running-application.js'
import { securityRows } from './support/security-rows.js'

const mounts = [
  { name: 'at the top', basePath: '' },
  { name: 'below /docs', basePath: '/docs' },
]

describe.each(mounts)('an application of Next.js $name', ({ basePath }) => {
  let browser: Browser
  let provider: RealProvider
  let build: NextBuild
  let server: NextServer
  let site: string
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    build = await buildNext(basePath)
    const [port = 0] = await freePorts(1)
    const origin = `http://localhost:${port}`
    site = origin + basePath
    provider = await realProvider({
      redirect_uris: [site, SITE + basePath].map((at) => `${at}/api/auth/callback/company`),
      id_token_signed_response_alg: 'RS256',
    })
    server = await build.start(port, variables())
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
    build?.clear()
  })

  const variables = (): Record<string, string> => ({
    AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
    AUTH_COMPANY_ID: 'basic',
    AUTH_COMPANY_SECRET: CLIENT_SECRET,
    AUTH_COMPANY_ISSUER: provider.issuer,
  })

  async function visit(): Promise<Page> {
    const context = await browser.newContext()
    context.setDefaultTimeout(20_000)
    contexts.push(context)
    return context.newPage()
  }

  async function signIn(page: Page, password = 'analytical engine'): Promise<void> {
    await page.goto(`${site}/login`)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function signInAsAda(page: Page): Promise<void> {
    await signIn(page)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
  }

  test('signs in by a server action, through the provider', async () => {
    const page = await visit()
    await page.goto(site)
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

  test('tells of a wrong password and lets one try again', async () => {
    const page = await visit()
    await signIn(page, 'wrong')
    await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    await signInAsAda(page)
    expect(page.url()).toBe(`${site}/inside`)
  })

  test('shows an update at once, and after a reload', async () => {
    const page = await visit()
    await signInAsAda(page)
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
    await page.reload()
    expect(await page.locator('#nickname').textContent()).toBe('Countess')
  })

  test('signs out', async () => {
    const page = await visit()
    await signInAsAda(page)
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])
  })

  test('keeps a page from whoever is not signed in: by protect() and by the proxy', async () => {
    const page = await visit()
    await page.goto(`${site}/inside`)
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/inside`)

    await page.goto(`${site}/guarded?tab=2`)
    expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/guarded?tab=2`)

    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('analytical engine')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
    expect(page.url()).toBe(`${site}/guarded?tab=2`)
  })

  test('answers an API request with 401 in place of a page', async () => {
    const response = await fetch(`${site}/api/me`)
    expect(response.status).toBe(401)
    expect(response.redirected).toBe(false)
  })

  test('reads the session in route handlers, API routes and getServerSideProps', async () => {
    const page = await visit()
    const read = async (path: string): Promise<unknown> => (await page.request.get(site + path)).json()
    expect(await read('/api/wrapped')).toEqual({ name: null })
    expect(await read('/api/who')).toEqual({ name: null })
    await signInAsAda(page)
    expect(await read('/api/me')).toEqual({ name: 'Ada' })
    expect(await read('/api/wrapped')).toEqual({ name: 'Ada' })
    expect(await read('/api/who')).toEqual({ name: 'Ada' })
    await page.goto(`${site}/older`)
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  })

  test('names no address but its own', async () => {
    const page = await visit()
    const providers = await (await page.request.get(`${site}/api/auth/providers`)).json()
    expect(providers.company).toMatchObject({
      signinUrl: `${site}/api/auth/signin/company`,
      callbackUrl: `${site}/api/auth/callback/company`,
    })
  })

  test('does not believe a foreign host', async () => {
    const { status } = await fetch(`${site}/api/auth/providers`, {
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    expect(status).toBe(421)
  })

  describe('whose address is configured', () => {
    let application: RunningApplication
    let named: NextServer

    beforeAll(async () => {
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
})
