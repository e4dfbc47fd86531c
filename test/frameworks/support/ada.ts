import type { Page } from 'playwright-core'

/**
 * Signs in on the page of the example with a password, which may be wrong. If the form is streamed, the page
 * contains a hidden copy of it until React has moved it into place.
 */
export async function enterPassword(page: Page, password = 'analytical engine'): Promise<void> {
  await page.getByLabel('Name').filter({ visible: true }).fill('ada')
  await page.getByLabel('Password', { exact: true }).filter({ visible: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in with the right password, from the sign-in page of a site to the page inside. */
export async function signInAsAda(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/login`)
  await enterPassword(page)
  await page.getByRole('heading', { name: 'Inside' }).waitFor()
}

/** Signs in at the provider with a password, and gives consent. */
export async function signInAtProvider(page: Page, issuer: string, login = 'ada'): Promise<void> {
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('whatever')
  await page.getByRole('button').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/**
 * Waits until React has hydrated a page. Before that, no script handles a click, and messages of other tabs
 * are not received.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('a, button, #who')].every((element) =>
      Object.keys(element).some((name) => name.startsWith('__reactProps')),
    ),
  )
}
