/** The example of SolidStart on both majors in development, as its developers see it. */
import { describe, expect, test } from 'vitest'
import { enterPassword, signInAtProvider } from '../support/ada.js'
import { useSolidStart } from '../support/solid-start-suite.js'

const patience = 240_000

describe.each([1, 2] as const)('an application of SolidStart %i in development', (major) => {
  const suite = useSolidStart(major, { command: 'dev' })

  test(
    'an application of SolidStart signs in by a server function, through the provider, and out',
    async () => {
      const { site, provider, visit, open } = suite
      const page = await visit()
      await open(page, site)
      await page.getByRole('button', { name: 'Sign in with Company' }).click()
      await signInAtProvider(page, provider.issuer)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${site}/inside`)
      await page.locator('main', { hasText: 'Ada Lovelace' }).waitFor()

      await open(page, site)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      const cookies = await page.context().cookies()
      expect(cookies.filter(({ name }) => name.includes('session-token'))).toEqual([])
    },
    patience,
  )

  test(
    'an application of SolidStart protects the page until a user signs in with a password',
    async () => {
      const { site, visit, open } = suite
      const page = await visit()
      await open(page, `${site}/guarded`)
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      expect(page.url()).toBe(`${site}/`)
      await open(page, `${site}/login`)
      await enterPassword(page)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      await open(page, `${site}/guarded`)
      await page.getByRole('heading', { name: 'Guarded by the middleware' }).waitFor()
    },
    patience,
  )
})
