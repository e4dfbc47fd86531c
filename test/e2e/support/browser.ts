import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../../scripts/lib/programs.mjs'

/** Starts Chromium with the back/forward cache, which Playwright disables by default. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    throw new Error('No Chromium or Chrome was found. Install one, or set CHROMIUM_PATH to the program.')
  }
  return chromium.launch({
    executablePath,
    args: [...args],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** The problems that axe finds on a page: one line for each rule, with the elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // During a transition, colours belong to neither colour scheme.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const inPage = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = await inPage.axe.run({ resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  })
}
