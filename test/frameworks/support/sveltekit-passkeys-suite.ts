import { describe, expect, test } from 'vitest'
import { VirtualAuthenticator } from '../../../src/testing/playwright.js'
import { useFramework } from './framework-suite.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'

/** `signInWithPasskey` of `authwright/svelte` in a page of a major version of SvelteKit, with a virtual authenticator. */
export function sveltekitPasskeysSuite(major: Major): void {
  describe(`passkeys in a page of SvelteKit ${major}`, () => {
    const suite = useFramework<SvelteKitBuild>({
      basePath: '/docs',
      routes: '/auth',
      build: (origin) => buildSvelteKit({ BASE_PATH: '/docs', PATHS_ORIGIN: origin }, {}, major, 'passkeys'),
      start: (build, port, variables) => build.start(port, variables),
      variables: (origin) => ({ ORIGIN: origin }),
    })

    test('users create a passkey and sign in with it, and only signed-in users can add one', async () => {
      const { site } = suite
      const page = await suite.visit()
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
      // The client has made the browser remove the passkey of the refused account. There is no other passkey.
      await press('Sign in')
      await says('NotAllowedError')
      await isFor('nobody')
    })
  })
}
