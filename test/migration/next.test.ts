/**
 * An application of Next.js with next-auth 5, as published and after `authwright migrate`. Types and build
 * have no errors, and users who signed in before the migration are signed in after it, and vice versa.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAtProvider } from '../frameworks/support/ada.js'
import { checkedForms } from './support/checked-forms.js'
import { sessionsInBothDirections } from './support/sessions-in-both-directions.js'
import { useMigration } from './support/suite.js'

describe.each([
  { strategy: 'jwt', database: false },
  { strategy: 'database', database: true },
])('an application of Next.js and next-auth 5 with strategy $strategy', ({ strategy, database }) => {
  const suite = useMigration('next', { routes: '/auth', database })

  checkedForms(`Next.js, next-auth 5, strategy ${strategy}`, suite)

  async function signIn(page: Page): Promise<void> {
    await page.goto(suite.site)
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: /Company/ }).click()
    await signInAtProvider(page, suite.provider.issuer)
    await page.getByRole('heading', { name: 'Notes of Ada Lovelace' }).waitFor()
  }

  async function expectSignedIn(page: Page): Promise<void> {
    const { site } = suite
    await page.goto(site)
    await page.getByRole('heading', { name: 'Notes of Ada Lovelace' }).waitFor()
    await page.goto(`${site}/server-example`)
    await page.getByText(database ? '"id":' : '"accessToken":').waitFor()
    await page.goto(`${site}/client-example`)
    await page.getByText('authenticated as Ada Lovelace').waitFor()
    await page.goto(`${site}/middleware-example`)
    await page.getByRole('heading', { name: 'For readers only' }).waitFor()
    const response = await page.request.get(`${site}/api/protected`)
    expect(await response.json()).toEqual({ reader: 'ada@example.com' })
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(suite.site)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.goto(`${suite.site}/middleware-example`)
    expect(new URL(page.url()).pathname).toBe('/auth/signin')
  }

  test('sessions stay valid when an application moves to Authwright, and when the application moves back', () =>
    sessionsInBothDirections(suite, { signIn, expectSignedIn, signOut }))
})
