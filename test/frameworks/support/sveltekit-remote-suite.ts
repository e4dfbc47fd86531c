import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enterPassword, signInAtProvider } from './ada.js'
import { useFramework } from './framework-suite.js'
import { remoteFunctions } from './remote-functions.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'

/** Remote functions on a major version of SvelteKit, called by real pages in a real browser. */
export function sveltekitRemoteSuite(major: Major): void {
  describe(`remote functions of SvelteKit ${major}`, () => {
    const suite = useFramework<SvelteKitBuild>({
      basePath: '/docs',
      routes: '/auth',
      build: (origin) =>
        buildSvelteKit({ BASE_PATH: '/docs', PATHS_ORIGIN: origin }, remoteFunctions[major], major, 'remote'),
      start: (build, port, variables) => build.start(port, variables),
      variables: (origin) => ({ ORIGIN: origin }),
    })

    /** Opens a page in a separate browser, and waits until its scripts handle clicks. */
    async function open(path: string, javaScriptEnabled = true): Promise<Page> {
      const page = await suite.visit(javaScriptEnabled)
      await suite.open(page, suite.site + path)
      return page
    }

    const press = (page: Page, name: string): Promise<void> =>
      page.getByRole('button', { name, exact: true }).click()

    /** Waits until the page shows the user whom the query returned. */
    const isFor = (page: Page, name: string): Promise<void> =>
      page.locator('#user').getByText(name, { exact: true }).waitFor()

    describe.each([
      { name: 'with JavaScript', script: true },
      { name: 'without JavaScript', script: false },
    ])('$name', ({ script }) => {
      test('remote functions sign in and out by forms, and read the session in a query', async () => {
        const page = await open('/remote', script)
        await isFor(page, 'nobody')
        await enterPassword(page)
        await isFor(page, 'Ada')
        expect(page.url()).toBe(`${suite.site}/remote`)
        await press(page, 'Sign out')
        await isFor(page, 'nobody')
        const cookies = await page.context().cookies()
        expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])

        // The same page signs in another user, whom the form redirects to the provider.
        await press(page, 'Company')
        await signInAtProvider(page, suite.provider.issuer)
        await isFor(page, 'Ada Lovelace')
        await page.context().close()
      })

      test('a remote form reports a wrong password, and keeps the user name but not the password', async () => {
        const page = await open('/remote', script)
        await enterPassword(page, 'wrong')
        await page.getByRole('alert').filter({ hasText: 'The name or the password is wrong.' }).waitFor()
        expect(await page.getByLabel('Name').inputValue()).toBe('ada')
        if (!script) expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
        await enterPassword(page)
        await isFor(page, 'Ada')
        await page.context().close()
      })

      test('a remote form that requires a session redirects to the sign-in page and back', async () => {
        const page = await open('/remote', script)
        await page.getByLabel('Known as').fill('Countess')
        await press(page, 'Rename by form')
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${suite.site}/remote`)
        await enterPassword(page)
        await isFor(page, 'Ada')

        await page.getByLabel('Known as').fill('Countess')
        await press(page, 'Rename by form')
        await page.getByRole('status').filter({ hasText: 'Renamed' }).waitFor()
        await page.goto(`${suite.site}/remote/inside`)
        await page.locator('#known-as').getByText('Countess', { exact: true }).waitFor()
        await page.context().close()
      })

      test('a remote query that requires a session redirects to the sign-in page and back', async () => {
        const page = await open('/remote', script)
        await page.getByRole('link', { name: 'Inside by a query' }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${suite.site}/remote/inside`)
        await enterPassword(page)
        await page.locator('#known-as').getByText('nobody yet', { exact: true }).waitFor()
        expect(page.url()).toBe(`${suite.site}/remote/inside`)
        await page.context().close()
      })
    })

    test('a remote command gets 401 without a session, and updates the session of a signed-in user', async () => {
      const page = await open('/remote')
      await press(page, 'Rename by command')
      await page.getByRole('status').filter({ hasText: 'Refused (401)' }).waitFor()
      await enterPassword(page)
      await isFor(page, 'Ada')
      await page.getByRole('link', { name: 'Inside by a query' }).click()
      await page.locator('#known-as').getByText('nobody yet', { exact: true }).waitFor()
      await press(page, 'Rename')
      await page.locator('#known-as').getByText('Countess', { exact: true }).waitFor()
      await page.reload()
      expect(await page.locator('#known-as').textContent()).toBe('Countess')
      await page.context().close()
    })

    test('the response of a remote query is not cached', async () => {
      const [ada, other] = await Promise.all([open('/remote'), open('/remote')])
      await enterPassword(ada)
      await isFor(ada, 'Ada')
      await other.reload()
      await isFor(other, 'nobody')
      const answered = ada.waitForResponse((response) =>
        response.url().startsWith(`${suite.site}/_app/remote/`),
      )
      await ada.getByRole('link', { name: 'Inside by a query' }).click()
      expect(await (await answered).headerValue('cache-control')).toBe('private, no-store')
      await Promise.all([ada, other].map((page) => page.context().close()))
    })
  })
}
