import axe, { type AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../../scripts/lib/browser.mjs'

/** Starts a real Chromium, with the back/forward cache that people have and test browsers usually lack. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    throw new Error('No Chromium or Chrome was found. Install one, or set CHROMIUM_PATH to the program.')
  }
  return chromium.launch({ executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
}

/** What axe finds wrong with a page: one line a rule, with the places. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const inPage = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await inPage.axe.run()
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  })
}
