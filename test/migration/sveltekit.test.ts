/**
 * An application of SvelteKit with `@auth/sveltekit`, as published and after `authwright migrate`. Types and
 * build have no errors, and users who signed in before the migration are signed in after it, and vice versa.
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
])('an application of SvelteKit and Auth.js with strategy $strategy', ({ strategy, database }) => {
  const suite = useMigration('sveltekit', {
    routes: '/auth',
    database,
    // If a provider reads its issuer from an environment variable, and the variable is not set, no route of Auth.js works.
    variables: () => ({
      AUTH_AUTH0_ID: 'auth0',
      AUTH_AUTH0_SECRET: 'auth0',
      AUTH_AUTH0_ISSUER: suite.provider.issuer,
    }),
  })

  checkedForms(`SvelteKit, @auth/sveltekit, strategy ${strategy}`, suite)

  async function signIn(page: Page): Promise<void> {
    await page.goto(suite.site)
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /Company/ }).click()
    await signInAtProvider(page, suite.provider.issuer)
    await page.getByRole('heading', { name: 'Notes of Ada Lovelace' }).waitFor()
  }

  async function expectSignedIn(page: Page): Promise<void> {
    await page.goto(`${suite.site}/protected`)
    await page.getByRole('heading', { name: 'For readers only' }).waitFor()
    await page.getByText('ada@example.com').waitFor()
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(suite.site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are not signed in').waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('authjs.session-token')
  }

  test('sessions stay valid when an application moves to Authwright, and when the application moves back', () =>
    sessionsInBothDirections(suite, { signIn, expectSignedIn, signOut }))
})
