/** The example of SvelteKit in development, with a file of variables. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../e2e/support/browser.js'
import { freePorts } from '../e2e/support/processes.js'
import { copySvelteKit, developSvelteKit, type SvelteKitServer } from './support/sveltekit-application.js'

let browser: Browser
let copy: ReturnType<typeof copySvelteKit>
let server: SvelteKitServer
let site: string

beforeAll(async () => {
  copy = copySvelteKit()
  const [port = 0] = await freePorts(1)
  site = `http://localhost:${port}`
  writeFileSync(
    path.join(copy.folder, '.env'),
    [
      'AUTH_SECRET=a secret of the tests, of thirty-two characters and more',
      'AUTH_COMPANY_ID=basic',
      'AUTH_COMPANY_SECRET=secret',
      'AUTH_COMPANY_ISSUER=http://localhost:1',
    ].join('\n'),
  )
  server = await developSvelteKit(copy.folder, port, {})
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  copy?.clear()
})

test('signs in with the variables of a .env file', async () => {
  const page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(`${site}/login`, { waitUntil: 'networkidle' })
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill('analytical engine')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Inside' }).waitFor()
  expect(page.url()).toBe(`${site}/inside`)
  await page.reload()
  expect(await page.locator('#who').textContent()).toBe('Ada')
})

test('knows its own address', async () => {
  const { company } = await (await fetch(`${site}/auth/providers`)).json()
  expect(company.callbackUrl).toBe(`${site}/auth/callback/company`)
})
