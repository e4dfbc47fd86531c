import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import type { FrameworkServer } from './framework-process.js'
import { developSvelteKit, type Major } from './sveltekit-application.js'

const variables = {
  AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
  AUTH_COMPANY_ID: 'basic',
  AUTH_COMPANY_SECRET: 'secret',
  AUTH_COMPANY_ISSUER: 'http://localhost:1',
}

/** In Kit 3, an application declares its variables. */
const declarations = `import { defineEnvVars } from '@sveltejs/kit/env'

export const variables = defineEnvVars({ ${Object.keys(variables)
  .map((name) => `${name}: {}`)
  .join(', ')} })
`

/** The example of SvelteKit in development, with a file of variables. */
export function sveltekitDevelopmentSuite(major: Major): void {
  describe(`an application of SvelteKit ${major} in development`, () => {
    let browser: Browser
    let server: FrameworkServer
    let site: string

    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      site = `http://localhost:${port}`
      server = await developSvelteKit(port, major, (folder) => {
        const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
        writeFileSync(path.join(folder, '.env'), lines.join('\n'))
        if (major === 3) writeFileSync(path.join(folder, 'src/env.ts'), declarations)
      })
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    test('an application of SvelteKit signs in with the variables of a .env file', async () => {
      const page = await browser.newPage()
      page.setDefaultTimeout(30_000)
      await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill('analytical engine')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
      expect(page.url()).toBe(`${site}/inside`)
      await page.reload()
      expect(await page.locator('#who').textContent()).toBe('Ada')
    })

    test('an application of SvelteKit uses the configured URL', async () => {
      const { company } = await (await fetch(`${site}/auth/providers`)).json()
      expect(company.callbackUrl).toBe(`${site}/auth/callback/company`)
    })
  })
}
