/**
 * An application of SolidStart 1 with `@auth/solid-start`, as published and after `authwright migrate`. Types
 * and build have no errors, and users who signed in before the migration are signed in after it, and vice
 * versa.
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
])('an application of SolidStart and Auth.js with strategy $strategy', ({ strategy, database }) => {
  const suite = useMigration('solid-start', { routes: '/api/auth', database })

  // `getSession()` reads the object in other places.
  checkedForms(`SolidStart, @auth/solid-start, strategy ${strategy}`, suite, [/what-stays-an-object/])

  async function signIn(page: Page): Promise<void> {
    await page.goto(suite.site, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAtProvider(page, suite.provider.issuer)
    await page.getByRole('heading', { name: 'Notes of Ada Lovelace' }).waitFor()
  }

  async function expectSignedIn(page: Page): Promise<void> {
    await page.goto(`${suite.site}/protected`)
    await page.getByRole('heading', { name: 'For ada@example.com only' }).waitFor()
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(suite.site, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.goto(`${suite.site}/protected`)
    expect(new URL(page.url()).pathname).toBe('/')
  }

  test('sessions stay valid when an application moves to Authwright, and when the application moves back', () =>
    sessionsInBothDirections(suite, { signIn, expectSignedIn, signOut }))
})
