import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { VirtualAuthenticator } from '../../e2e/support/virtual-authenticator.js'
import type { FrameworkServer } from './framework-process.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'

/** `signInWithPasskey` of `authwright/svelte` in a page of a major version of SvelteKit, with a virtual authenticator. */
export function sveltekitPasskeysSuite(major: Major): void {
  describe(`passkeys in a page of SvelteKit ${major}`, () => {
    let browser: Browser
    let build: SvelteKitBuild
    let server: FrameworkServer
    let site: string

    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      const origin = `http://localhost:${port}`
      site = `${origin}/docs`
      build = await buildSvelteKit({ BASE_PATH: '/docs', PATHS_ORIGIN: origin }, {}, major, 'passkeys')
      const AUTH_SECRET = 'a secret of the tests, of thirty-two characters and more'
      server = await build.start(port, { ORIGIN: origin, AUTH_SECRET })
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
      build?.clear()
    })

    test('are made, sign in, are shown by the session at once, and refused where there is none', async () => {
      const context = await browser.newContext()
      context.setDefaultTimeout(45_000)
      const page = await context.newPage()
      const authenticator = await VirtualAuthenticator.attach(page)
      await page.goto(`${site}/passkeys`, { waitUntil: 'networkidle' })
      const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
      const says = (text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor()
      const isFor = (name: string): Promise<void> =>
        page.locator('#who').getByText(name, { exact: true }).waitFor()

      await isFor('nobody')
      await press('Create an account')
      await says('Welcome')
      await isFor('Ada')
      expect(await authenticator.passkeys()).toHaveLength(1)
      await press('Sign out')
      await isFor('nobody')

      await page.reload({ waitUntil: 'networkidle' })
      await press('Sign in')
      await says('Welcome')
      await isFor('Ada')
      expect(page.url()).toBe(`${site}/passkeys`)
      await page.reload({ waitUntil: 'networkidle' })
      await isFor('Ada')

      await press('Sign out')
      await isFor('nobody')
      await press('Sign in and go on')
      await page.waitForURL(`${site}/about`)
      expect(await (await page.request.get(`${site}/auth/session`)).json()).toMatchObject({
        user: { email: 'ada@example.com' },
      })

      await page.goto(`${site}/passkeys`, { waitUntil: 'networkidle' })
      await press('Sign out')
      await isFor('nobody')
      await authenticator.replace()
      await press('Create an account')
      await says('Refused (AccountNotLinked)')
      await isFor('nobody')
      // The browser has forgotten the passkey of the account that was refused, and there is no other.
      await press('Sign in')
      await says('NotAllowedError')
      await isFor('nobody')
      await context.close()
    })
  })
}
