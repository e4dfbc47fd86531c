/** An application of both routers of Next.js with next-auth 4, as published and after `authwright migrate`. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAtProvider } from '../frameworks/support/ada.js'
import { CLIENT_SECRET } from '../support/oidc/real-provider.js'
import type { Form } from './support/application.js'
import { checkedForms } from './support/checked-forms.js'
import { useMigration } from './support/suite.js'

const SECRET = 'a secret of the tests, of thirty-two characters and more'

describe('an application of Next.js and next-auth 4', () => {
  const suite = useMigration('next-auth-4', {
    routes: '/api/auth',
    variables: (form, site) => ({
      KEYCLOAK_ID: 'basic',
      KEYCLOAK_SECRET: CLIENT_SECRET,
      KEYCLOAK_ISSUER: suite.provider.issuer,
      // The variables that the report says to rename in each deployment.
      ...(form === 'published'
        ? { NEXTAUTH_SECRET: SECRET, NEXTAUTH_URL: site }
        : { AUTH_SECRET: SECRET, AUTH_URL: site }),
    }),
  })

  checkedForms('Next.js, next-auth 4', suite)

  async function expectSignedIn(page: Page, name: string, via: string): Promise<void> {
    const { site } = suite
    await page.getByRole('heading', { name: `Notes of ${name}` }).waitFor()
    await page.goto(`${site}/dashboard`)
    await page.getByRole('heading', { name: `${name} by ${via}` }).waitFor()
    await page.goto(`${site}/members`)
    await page.getByRole('heading', { name: 'For members only' }).waitFor()
    // `getServerSideProps` redirects signed-in users away from the sign-in page.
    await page.goto(`${site}/login`)
    expect(new URL(page.url()).pathname).toBe('/')
    for (const [path, body] of [
      ['/api/who', { reader: name }],
      ['/api/token', { via }],
    ] as const) {
      expect(await (await page.request.get(site + path)).json()).toEqual(body)
    }
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(suite.site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Notes of nobody' }).waitFor()
    await page.goto(`${suite.site}/members`)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect((await page.request.get(`${suite.site}/api/who`)).status()).toBe(401)
  }

  test.each<Form>(['published', 'imports', 'chain'])(
    'an application of next-auth 4 signs users in and out, and guards pages: %s',
    async (form) => {
      await suite.serve(form)
      const { site } = suite
      const page = await suite.visit()
      await page.goto(`${site}/members`)
      expect(new URL(page.url()).pathname).toBe('/login')
      await page.goto(site)
      await page.getByRole('button', { name: 'Sign in with Company' }).click()
      // `signIn('keycloak')` leads to the provider at once.
      await signInAtProvider(page, suite.provider.issuer)
      await expectSignedIn(page, 'Ada Lovelace', 'keycloak')
      await signOut(page)

      await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
      // The server rendered this button with the result of `getProviders()`.
      await page.getByRole('button', { name: 'Sign in with Company' }).waitFor()
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
      await page.getByLabel('Password').fill('analytical engine')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expectSignedIn(page, 'Ada Byron', 'credentials')
      await signOut(page)
    },
  )
})
