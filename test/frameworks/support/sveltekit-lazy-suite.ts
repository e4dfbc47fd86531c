import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { enterPassword } from './ada.js'
import type { FrameworkServer } from './framework-process.js'
import { buildSvelteKit, type Changes, type Major, type SvelteKitBuild } from './sveltekit-application.js'

const told = (where: string): Record<string, string> => ({
  SITE_NAME: where,
  SITE_PASSWORD: `the password of ${where}`,
  SITE_SECRET: `the secret of ${where}, of thirty-two characters and more`,
})

/** The adapter, with what it gives with each event where the built server is asked by `vite preview`. */
const withPlatform = `adapter: { ...adapter(), emulate: () => ({ platform: () => (${JSON.stringify({ env: told('the platform') })}) }) },`

/** A configuration for each event, on a major version of SvelteKit: built, served and used in a browser. */
export function sveltekitLazySuite(major: Major): void {
  describe(`a configuration for each event of SvelteKit ${major}`, () => {
    let browser: Browser
    let build: SvelteKitBuild
    let port: number
    let site: string

    beforeAll(async () => {
      const changes: Changes = {
        [major === 2 ? 'svelte.config.js' : 'vite.config.js']: ['adapter: adapter(),', withPlatform],
      }
      port = (await freePorts(1))[0] ?? 0
      site = `http://localhost:${port}`
      // Kit 3 is told its origin when it is built, so both servers are at the same port, one after the other.
      build = await buildSvelteKit({ ...told('the environment'), PATHS_ORIGIN: site }, changes, major, 'lazy')
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      build?.clear()
    })

    const servers = [
      {
        where: 'the environment',
        start: () => build.start(port, { ORIGIN: site }),
      },
      { where: 'the platform', start: () => build.preview(port, {}) },
    ]

    test.each(servers)('takes its secret and its provider from $where', async ({ where, start }) => {
      const server: FrameworkServer = await start()
      onTestFinished(() => server.stop())
      const context = await browser.newContext()
      context.setDefaultTimeout(45_000)
      const page = await context.newPage()
      await page.goto(`${site}/inside`, { waitUntil: 'networkidle' })
      await enterPassword(page, 'the password of nobody')
      await page.getByRole('alert').filter({ hasText: 'The name or the password is wrong.' }).waitFor()
      await enterPassword(page, `the password of ${where}`)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(await page.locator('#who').textContent()).toBe(`ada of ${where}`)
      await page.reload()
      expect(await page.locator('#who').textContent()).toBe(`ada of ${where}`)
      await context.close()
    })
  })
}
