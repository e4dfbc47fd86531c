/** The example of SolidStart on both majors, below a path, in a real browser and with a certified OpenID Provider. */
import { describe, expect, test } from 'vitest'
import { enterPassword, signInAtProvider } from '../support/ada.js'
import { useSolidStart } from '../support/solid-start-suite.js'

describe.each([1, 2] as const)('an application of SolidStart %i below /docs', (major) => {
  const suite = useSolidStart(major, { basePath: '/docs' })

  describe.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('in a browser %s', (_, javaScript) => {
    test('an application of SolidStart signs in through the provider and out, without requests to other hosts', async () => {
      const { site, provider, visit, open } = suite
      const { origin } = new URL(site)
      const page = await visit(javaScript)
      const outside: string[] = []
      page.on('request', (request) => {
        const url = request.url()
        if (url.startsWith(origin) && !/^[/]docs(?:[/?]|$)/.test(url.slice(origin.length))) outside.push(url)
      })
      await open(page, `${site}/inside`)
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      expect(page.url().replace(/[/]$/, '')).toBe(site)

      await page.getByRole('button', { name: 'Sign in with Company' }).click()
      await signInAtProvider(page, provider.issuer)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${site}/inside`)
      expect(await page.locator('main').textContent()).toContain('Ada Lovelace')

      await open(page, site)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      expect(page.url().replace(/[/]$/, '')).toBe(site)
      expect(outside.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([])
    })

    test('an application of SolidStart reports a wrong password and allows another attempt', async () => {
      const { site, visit, open } = suite
      const page = await visit(javaScript)
      await open(page, `${site}/login`)
      await enterPassword(page, 'wrong')
      await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/docs/login')
      await enterPassword(page)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${site}/inside`)
    })

    test('an application of SolidStart protects a page by the path of the router', async () => {
      const { site, visit, open } = suite
      const page = await visit(javaScript)
      await open(page, `${site}/guarded`)
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      expect(page.url().replace(/[/]$/, '')).toBe(site)
      await open(page, `${site}/login`)
      await enterPassword(page)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      await open(page, `${site}/guarded`)
      await page.getByRole('heading', { name: 'Guarded by the middleware' }).waitFor()
    })
  })

  test('every URL in the responses has the configured origin', async () => {
    const { site } = suite
    const { company } = await (await fetch(`${site}/api/auth/providers`)).json()
    expect(company).toMatchObject({
      signinUrl: `${site}/api/auth/signin/company`,
      callbackUrl: `${site}/api/auth/callback/company`,
    })
    expect(await (await fetch(`${site}/api/auth/error`)).text()).toContain(`href="${site}"`)
  })
})
