import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from '../e2e/support/browser.js'
import { applications } from './tools.js'

/** The folder of the pictures: a folder for each application. */
const pictures = path.join(applications, 'pictures')

const widths = [
  { name: 'wide', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 375, height: 667 } },
]

/**
 * Takes pictures of the page that is open, in light and dark, wide and on a phone. No page may be wider than
 * the phone, and pages of ours must be accessible.
 *
 * @param options - `isOurs`: whether `init`, `add` or this package made the whole page. Default: `true`.
 */
export async function takePictures(
  page: Page,
  application: string,
  name: string,
  { isOurs = true }: { readonly isOurs?: boolean } = {},
): Promise<void> {
  mkdirSync(path.join(pictures, application), { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name: width, viewport } of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      const file = path.join(pictures, application, `${name}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      if (!isOurs) continue
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(overflow, `${name} on a ${width} screen`).toBe(0)
      expect(await accessibilityProblems(page), `${name} in ${colorScheme}`).toEqual([])
    }
  }
}

/** Signs in a test user from the account page, which leads to the sign-in page or links to it. */
export async function signInAtAccount(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account`)
  const provider = page.getByRole('button', { name: /GitHub \(development\)/ })
  const link = page.getByRole('link', { name: 'Sign in' })
  await provider.or(link).first().waitFor()
  if (await link.isVisible()) await link.click()
  await provider.click()
  await page.getByRole('button', { name: /Alice/ }).click()
  await page.waitForURL(`${url}/**`)
  await page.goto(`${url}/account`)
  await page.getByText('Signed in as Alice').waitFor()
}
