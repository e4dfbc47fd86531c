import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/browser.js'
import { chooseAccount, openSignIn, sendPassword, signInWithDemoId } from './support/page-actions.js'
import { patience, useDemo } from './support/suite.js'

const suite = useDemo()

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the application, signed out': (page) => page.goto(suite.demo.url),
  'the application, signed in': (page) => signInWithDemoId(page, suite.demo.url, 'Alice'),
  'the sign-in page': (page) => openSignIn(page, suite.demo.url),
  'the mailbox': (page) => page.goto(`${suite.demo.url}/mailbox`),
  'the sign-in page with an error': async (page) => {
    await openSignIn(page, suite.demo.url)
    await sendPassword(page, 'demo@example.com', 'wrong')
    await page.getByRole('alert').waitFor()
  },
  'the sign-out page': async (page) => {
    await signInWithDemoId(page, suite.demo.url, 'Alice')
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  },
  'the error page': (page) => page.goto(`${suite.demo.url}/auth/error?error=AccessDenied`),
  'the page of a callback without a flow': (page) =>
    page.goto(`${suite.demo.url}/auth/callback/demo?code=a&state=b`),
  'an address of the application that is none': (page) => page.goto(`${suite.demo.url}/nothere`),
  'an address of the sign-in that is none': (page) => page.goto(`${suite.demo.url}/auth/nothere`),
  'Demo ID without a sign-in': (page) => page.goto(suite.demo.issuer),
  'an address of Demo ID that is none': (page) => page.goto(`${suite.demo.issuer}/nothere`),
  'the account list of Demo ID': async (page) => {
    await openSignIn(page, suite.demo.url)
    await page.getByRole('button', { name: 'Demo ID' }).click()
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  },
  'the consent page of Demo ID': (page) => chooseAccount(page, suite.demo.url, 'Alice'),
  'the error page of Demo ID': (page) => page.goto(`${suite.demo.issuer}/interaction/unknown`),
}

describe('every page', { timeout: patience }, () => {
  for (const [name, open] of Object.entries(pages)) {
    test(`${name} has no accessibility problem, fits narrow and wide windows, and loads nothing from other sites`, async () => {
      const page = await suite.visit()
      const complaints: string[] = []
      const origins = new Set<string>()
      page.on('console', (message) => {
        // Chromium reports every response with a 4xx status as an error, but some pages have such a status on
        // purpose.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          complaints.push(message.text())
        }
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => origins.add(new URL(request.url()).origin))
      await open(page)

      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await accessibilityProblems(page), colorScheme).toEqual([])
      }
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `at ${width} pixels`).toBeLessThanOrEqual(0)
      }
      expect(complaints).toEqual([])
      expect([suite.demo.url, suite.demo.issuer, 'null']).toEqual(expect.arrayContaining([...origins]))
    })
  }
})

test('a page that shows a session is not stored in any cache', { timeout: patience }, async () => {
  const page = await suite.visit()
  await signInWithDemoId(page, suite.demo.url, 'Alice')
  for (const path of ['/', '/auth/session', '/auth/signin', '/auth/signout', '/auth/csrf', '/auth/error']) {
    const response = await page.request.get(suite.demo.url + path)
    expect(response.headers()['cache-control'], path).toContain('no-store')
  }
})

test('the headers of pages forbid framing, MIME sniffing and scripts', { timeout: patience }, async () => {
  const page = await suite.visit()
  const places = ['/', '/auth/signin', '/auth/signout', '/auth/error'].map((path) => suite.demo.url + path)
  for (const place of [...places, `${suite.demo.issuer}/interaction/unknown`]) {
    const headers = (await page.request.get(place)).headers()
    expect(headers['content-security-policy'], place).toContain("default-src 'none'")
    expect(headers['content-security-policy'], place).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options'], place).toBe('nosniff')
  }
})

test('the demo application and its identity provider have an error page for unknown URLs', {
  timeout: patience,
}, async () => {
  const page = await suite.visit()
  for (const address of [
    `${suite.demo.url}/nothere`,
    `${suite.demo.url}/auth/nothere`,
    `${suite.demo.issuer}/nothere`,
  ]) {
    expect((await page.goto(address))?.status(), address).toBe(404)
    await page.getByRole('heading').waitFor()
  }
  await page.goto(suite.demo.issuer)
  await page.getByRole('link', { name: 'Go to the application' }).click()
  await page.waitForURL(`${suite.demo.url}/`)
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg/)
  const icon = await page.request.get(`${suite.demo.url}/favicon.ico`)
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
})

test('the demo redirects requests with another host name to the configured URL', {
  timeout: patience,
}, async () => {
  const page = await suite.visit()
  const { port } = suite.place
  const response = await page.request.get(`${suite.demo.url}/?from=elsewhere`, {
    headers: { host: `127.0.0.1:${port}` },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(308)
  expect(response.headers()['location']).toBe(`${suite.demo.url}/?from=elsewhere`)
})
