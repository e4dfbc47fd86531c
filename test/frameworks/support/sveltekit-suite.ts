import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { freePorts } from '../../e2e/support/processes.js'
import { useFramework } from './framework-suite.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'

const mounts = [
  { name: 'at the root path', basePath: '' },
  { name: 'below /docs', basePath: '/docs' },
]

/** Two days from now. A server whose clock is ahead behaves like a server at that time. */
const LATER = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+172800000'

/** The example on a major version of SvelteKit, built and served, in a real browser and with a certified OpenID Provider. */
export function sveltekitSuite(major: Major): void {
  describe.each(mounts)(`an application of SvelteKit ${major} $name`, ({ basePath }) => {
    const suite = useFramework<SvelteKitBuild>({
      basePath,
      routes: '/auth',
      // The origin of Kit 3 is set in the build, and that of Kit 2 at the start.
      build: (origin) => buildSvelteKit({ BASE_PATH: basePath, PATHS_ORIGIN: origin }, {}, major),
      start: (build, port, variables) => build.start(port, variables),
      variables: (origin) => ({ ORIGIN: origin }),
    })
    const { visit } = suite

    const open = (page: Page, path: string): Promise<void> => suite.open(page, suite.site + path)

    async function signIn(page: Page, password = 'analytical engine'): Promise<void> {
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    async function signInAsAda(page: Page): Promise<void> {
      await open(page, '/login')
      await signIn(page)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
    }

    describe.each([
      { name: 'with JavaScript', script: true },
      { name: 'without JavaScript', script: false },
    ])('$name', ({ script }) => {
      test('an application of SvelteKit signs in by a form action, through the provider', async () => {
        const page = await visit(script)
        await open(page, '')
        const asked = page.waitForRequest((request) =>
          new URL(request.url()).searchParams.has('code_challenge'),
        )
        await page.getByRole('button', { name: 'Sign in with Company' }).click()
        // The component sends the `authorizationParams` of its page.
        expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('consent')
        await page.waitForURL(`${suite.provider.issuer}/**`)
        await page.locator('input[name=login]').fill('ada')
        await page.locator('input[name=password]').fill('whatever')
        await page.getByRole('button').click()
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
        expect(page.url()).toBe(`${suite.site}/inside`)
        expect(await page.locator('#who').textContent()).toBe('Ada Lovelace')
      })

      test('an application of SvelteKit reports a wrong password in the form and allows another attempt', async () => {
        const page = await visit(script)
        await open(page, '/login')
        await signIn(page, 'wrong')
        await page.getByRole('alert').filter({ hasText: 'The name or the password is wrong.' }).waitFor()
        expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
        await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
        expect(await page.getByLabel('Name').inputValue()).toBe('ada')
        expect(await page.content()).not.toContain('"wrong"')
        await signIn(page)
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
        expect(page.url()).toBe(`${suite.site}/inside`)
      })

      test('an application of SvelteKit shows a session update at once, and after a reload', async () => {
        const page = await visit(script)
        await signInAsAda(page)
        await page.getByLabel('Nickname').fill('Countess')
        await page.getByRole('button', { name: 'Rename' }).click()
        await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
        await open(page, '/inside')
        expect(await page.locator('#nickname').textContent()).toBe('Countess')
      })

      test('an application of SvelteKit signs out', async () => {
        const page = await visit(script)
        await signInAsAda(page)
        await open(page, '')
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
        expect(await page.locator('#who').textContent()).toBe('nobody')
        const cookies = await page.context().cookies()
        expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])
      })

      test('an application of SvelteKit redirects a signed-out user from a protected page to the sign-in page and back', async () => {
        const page = await visit(script)
        await open(page, '/guarded?tab=2')
        expect(new URL(page.url()).pathname).toBe(`${basePath}/login`)
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${suite.site}/guarded?tab=2`)
        await signIn(page)
        await page.getByRole('heading', { name: 'Guarded by hooks.server.ts' }).waitFor()
        expect(page.url()).toBe(`${suite.site}/guarded?tab=2`)
      })

      test('in an application of SvelteKit, a link to a protected page leads a signed-out user to the sign-in page', async () => {
        const page = await visit(script)
        await open(page, '')
        await page.getByRole('link', { name: 'Inside' }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${suite.site}/inside`)
      })

      test('an application of SvelteKit signs out on the built-in page', async () => {
        const page = await visit(script)
        await signInAsAda(page)
        await open(page, '/auth/signout')
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.locator('#who', { hasText: 'nobody' }).waitFor()
      })
    })

    test('the component SignOut shows that a sign-out was refused', async () => {
      const page = await visit()
      await signInAsAda(page)
      await open(page, '')
      const data = JSON.stringify([{ error: 1 }, 'SignOutError'])
      await page.route('**/signout', (route) =>
        route.fulfill({ json: { type: 'failure', status: 500, data } }),
      )
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('alert').filter({ hasText: 'SignOutError' }).waitFor()
      await page.unroute('**/signout')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    })

    test('without a session, protected pages of SvelteKit respond with 303 and endpoints with 401', async () => {
      for (const path of ['/inside', '/guarded']) {
        const { status } = await fetch(suite.site + path, {
          redirect: 'manual',
          headers: { accept: 'text/html' },
        })
        expect(status).toBe(303)
      }
      expect((await fetch(`${suite.site}/api/me`, { redirect: 'manual' })).status).toBe(401)
    })

    test('an application of SvelteKit reads the session in an endpoint', async () => {
      const page = await visit()
      await signInAsAda(page)
      expect(await (await page.request.get(`${suite.site}/api/me`)).json()).toEqual({ name: 'Ada' })
    })

    test('an application of SvelteKit signs in and out by the browser client, and shows the change at once', async () => {
      const page = await visit()
      await open(page, '/browser')
      const who = page.locator('#who')
      expect(await who.textContent()).toBe('nobody')
      await signIn(page, 'wrong')
      await page.getByRole('status').filter({ hasText: 'CredentialsSignin' }).waitFor()
      await signIn(page)
      await page.getByRole('status').filter({ hasText: 'Welcome' }).waitFor()
      await who.filter({ hasText: 'Ada' }).waitFor()

      const other = await page.context().newPage()
      await other.goto(`${suite.site}/browser`, { waitUntil: 'networkidle' })
      await other.getByRole('button', { name: 'Sign out' }).click()
      await who.filter({ hasText: 'nobody' }).waitFor()
      expect(page.url()).toBe(`${suite.site}/browser`)
    })

    test('an application of SvelteKit does not show an ended session', async () => {
      const page = await visit()
      await signInAsAda(page)
      const [port = 0] = await freePorts(1)
      // Browsers share cookies between ports, so both servers receive them.
      const origin = `http://localhost:${port}`
      const later = await suite.serve(port, { ORIGIN: origin, NODE_OPTIONS: LATER })
      await page.goto(`${origin}${basePath}/inside`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await page.locator('#who').textContent()).toBe('nobody')
      await later.stop()
    })

    test('every URL in the responses has the configured origin', async () => {
      const { company } = await (await fetch(`${suite.site}/auth/providers`)).json()
      expect(company).toMatchObject({
        signinUrl: `${suite.site}/auth/signin/company`,
        callbackUrl: `${suite.site}/auth/callback/company`,
      })
    })
  })
}
