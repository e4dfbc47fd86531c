import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../../scripts/lib/programs.mjs'
import { memory } from '../../../src/adapters/memory.js'
import { oidc } from '../../../src/providers/oidc.js'
import { launchBrowser } from '../../e2e/support/browser.js'
import { type Site, type SiteAuth, serveSite } from '../../e2e/support/serve-site.js'
import { type App, app } from '../../support/app.js'
import { type BrowsedApplication, type BrowsedProvider, CLIENT_SECRET } from './foreign-provider.js'
import type { Installed } from './service.js'

/** A provider that is not written in JavaScript, and its features for a sign-out. */
export interface LogoutSuite {
  readonly name: string
  readonly system: Installed
  start(application: BrowsedApplication): Promise<BrowsedProvider>
}

/** Complete sign-outs with a provider, in a real browser. */
export function logoutSuite({ name, system, start }: LogoutSuite): void {
  const { installed, note } = system
  const isAble = installed && findBrowser() !== undefined
  describe.skipIf(!isAble)(`sign-outs with ${name}${note}`, { timeout: 60_000 }, () => {
    let real: BrowsedProvider
    let site: Site
    let current: App
    let browser: Browser

    beforeAll(async () => {
      site = await serveSite({
        handler: (request) => current.handle(request),
        auth: async (request) => (await current.session(request)) as Awaited<ReturnType<SiteAuth['auth']>>,
      })
      real = await start({ routes: `${site.url}/auth`, provider: 'browser' })
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await real?.stop()
      await site?.stop()
    })

    const serve = (strategy: 'jwt' | 'database'): void => {
      current = app({
        providers: [
          oidc({
            id: 'browser',
            issuer: real.issuer,
            clientId: 'browser',
            clientSecret: CLIENT_SECRET,
            authorization: { params: { scope: real.scope } },
            backchannelLogout: true,
            client: { id_token_signed_response_alg: real.algorithm },
          }),
        ],
        adapter: memory(),
        session: { strategy },
        options: { signOut: 'provider' },
      })
    }

    const isSignedIn = async (page: Page): Promise<boolean> => {
      await page.goto(site.url)
      return (await page.getByRole('heading').textContent()) === `Signed in as ${real.person.email}`
    }

    const lead = async (page: Page): Promise<void> => {
      await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await page.getByRole('button', { name: /browser/i }).click()
    }

    const signIn = async (): Promise<Page> => {
      const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
      await lead(page)
      await real.signIn(page)
      await page.waitForURL(`${site.url}/`)
      expect(await isSignedIn(page)).toBe(true)
      return page
    }

    /** Another browser with a copy of the application's cookies. */
    const copyOf = async (page: Page): Promise<Page> => {
      const context = await browser.newContext()
      const cookies = await page.context().cookies()
      await context.addCookies(cookies.filter((cookie) => cookie.name.includes('authwright')))
      return context.newPage()
    }

    describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
      test('a sign-out ends the sessions of the application and the provider, then the browser returns', async () => {
        serve(strategy)
        const page = await signIn()
        const copy = await copyOf(page)
        expect(await isSignedIn(copy)).toBe(true)
        await page.goto(`${site.url}/auth/signout?callbackUrl=/`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await real.agreeToSignOut(page)
        await page.waitForURL(`${site.url}/`)
        expect(await isSignedIn(page)).toBe(false)
        expect(await isSignedIn(copy)).toBe(false)
        // The provider shows its sign-in form.
        await lead(page)
        await real.signIn(page)
        await page.waitForURL(`${site.url}/`)
        expect(await isSignedIn(page)).toBe(true)
        expect(current.logged).toEqual([])
      })
    })
  })
}
