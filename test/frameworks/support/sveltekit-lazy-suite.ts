import { describe, expect, onTestFinished, test } from 'vitest'
import { enterPassword } from './ada.js'
import type { FrameworkServer } from './framework-process.js'
import { useFramework } from './framework-suite.js'
import { buildSvelteKit, type Changes, type Major, type SvelteKitBuild } from './sveltekit-application.js'

const told = (where: string): Record<string, string> => ({
  SITE_NAME: where,
  SITE_PASSWORD: `the password of ${where}`,
  SITE_SECRET: `the secret of ${where}, of thirty-two characters and more`,
})

/** The adapter, with the `platform` of each event under `vite preview`. */
const withPlatform = `adapter: { ...adapter(), emulate: () => ({ platform: () => (${JSON.stringify({ env: told('the platform') })}) }) },`

/** A configuration for each event, on a major version of SvelteKit: built, served and used in a browser. */
export function sveltekitLazySuite(major: Major): void {
  describe(`a configuration for each event of SvelteKit ${major}`, () => {
    const changes: Changes = {
      [major === 2 ? 'svelte.config.js' : 'vite.config.js']: ['adapter: adapter(),', withPlatform],
    }
    // The origin of Kit 3 is set in the build, so both servers use the same port, one after the other.
    const suite = useFramework<SvelteKitBuild>({
      routes: '/auth',
      build: (origin) =>
        buildSvelteKit({ ...told('the environment'), PATHS_ORIGIN: origin }, changes, major, 'lazy'),
    })
    const port = (): number => Number(new URL(suite.site).port)

    const servers = [
      { where: 'the environment', start: () => suite.build.start(port(), { ORIGIN: suite.site }) },
      { where: 'the platform', start: () => suite.build.preview(port(), {}) },
    ]

    test.each(servers)(
      'an application of SvelteKit reads its secret and its provider from $where',
      async ({ where, start }) => {
        const server: FrameworkServer = await start()
        onTestFinished(() => server.stop())
        const { site } = suite
        const page = await suite.visit()
        await page.goto(`${site}/inside`, { waitUntil: 'networkidle' })
        await enterPassword(page, 'the password of nobody')
        await page.getByRole('alert').filter({ hasText: 'The name or the password is wrong.' }).waitFor()
        await enterPassword(page, `the password of ${where}`)
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
        expect(await page.locator('#who').textContent()).toBe(`ada of ${where}`)
        await page.reload()
        expect(await page.locator('#who').textContent()).toBe(`ada of ${where}`)
      },
    )
  })
}
