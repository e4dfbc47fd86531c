import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BrowsedApplication,
  type BrowsedProvider,
  CLIENT_SECRET,
} from '../../real-providers/support/foreign-provider.js'
import { glewlwyd, glewlwydInstalled } from '../../real-providers/support/glewlwyd.js'
import { lemonldap, lemonldapInstalled } from '../../real-providers/support/lemonldap-ng.js'
import type { Installed } from '../../real-providers/support/service.js'
import type { FrameworkSuite } from '../support/framework-suite.js'
import { AFTERWARDS } from './configuration.js'

const providers: Readonly<
  Record<string, { system: Installed; start(application: BrowsedApplication): Promise<BrowsedProvider> }>
> = {
  glewlwyd: { system: glewlwydInstalled, start: glewlwyd },
  'LemonLDAP::NG': { system: lemonldapInstalled, start: lemonldap },
}

/**
 * The application of a suite. A provider that is not written in JavaScript replaces the one of the company.
 */
interface ForeignCircles<Build> {
  readonly suite: FrameworkSuite<Build>
  readonly routes: string
  /** Another browser with a copy of the application's cookies. */
  copyOf(page: Page): Promise<Page>
}

/** Tests complete flows: sign in at the provider, sign out here and at the provider, and return. */
export function foreignCircles<Build>({ suite, routes, copyOf }: ForeignCircles<Build>): void {
  for (const [name, { system, start }] of Object.entries(providers)) {
    describe.skipIf(!system.installed)(`circles with ${name}${system.note}`, () => {
      let real: BrowsedProvider
      beforeAll(async () => {
        real = await start({ routes: suite.site + routes, provider: 'company' })
      })
      afterAll(() => real?.stop())

      const isSignedIn = async (page: Page): Promise<boolean> => {
        await suite.open(page, suite.site)
        const heading = await page.getByRole('heading', { level: 1 }).textContent()
        expect([`Hello ${real.person.name}`, 'Not signed in']).toContain(heading)
        return heading !== 'Not signed in'
      }

      const signIn = async (page: Page): Promise<void> => {
        await suite.open(page, suite.site)
        await page.getByRole('button', { name: 'Sign in with Company' }).click()
        await page.waitForURL(`${new URL(real.issuer).origin}/**`)
        await real.signIn(page)
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
      }

      describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
        beforeAll(() =>
          suite.restart({
            STRATEGY: strategy,
            SCOPE: real.scope,
            ALGORITHM: real.algorithm,
            AUTH_COMPANY_ID: 'browser',
            AUTH_COMPANY_SECRET: CLIENT_SECRET,
            AUTH_COMPANY_ISSUER: real.issuer,
          }),
        )

        test.each([
          ['with JavaScript', true],
          ['without JavaScript', false],
        ])(
          '%s, a sign-out ends the session here and at the provider, and returns to the application',
          async (_, script) => {
            // The forms of LemonLDAP::NG also work without JavaScript.
            const page = await suite.visit(script)
            await signIn(page)
            expect(await isSignedIn(page)).toBe(true)
            const copy = await copyOf(page)
            expect(await isSignedIn(copy)).toBe(true)

            await page.getByRole('button', { name: 'Sign out' }).click()
            await page.waitForURL(`${new URL(real.issuer).origin}/**`)
            // The application's session ends before the provider's session.
            expect(await isSignedIn(copy)).toBe(false)
            await real.agreeToSignOut(page)
            await page.waitForURL(`${suite.site}${AFTERWARDS}`)
            await page.getByRole('heading', { name: 'Not signed in' }).waitFor()

            // The provider shows its sign-in form.
            await signIn(page)
            expect(await isSignedIn(page)).toBe(true)
          },
        )
      })
    })
  }
}
