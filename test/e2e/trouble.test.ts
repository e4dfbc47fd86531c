import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  chooseAccount,
  openSignIn,
  sendPassword,
  sessionOf,
  signInWithDemoId,
} from './support/page-actions.js'
import { patience, useDemo } from './support/suite.js'

const suite = useDemo()

async function sessionCookie(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name.includes('session-token'))
}

/**
 * Expects that no user is signed in, and that the page has no technical details, such as a stack trace.
 */
async function expectClearPage(page: Page): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: the text of scripts is not shown.
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|[A-Z]\w+Error\b|undefined|\[object/)
  expect(await sessionOf(page, suite.demo.url)).toBeNull()
  expect(await sessionCookie(page)).toBeUndefined()
}

/**
 * Expects that a callback without a sign-in leads to the sign-in page, which shows the reason and lets the user
 * start again.
 */
async function expectNoLongerValid(page: Page, callback: string): Promise<void> {
  const response = await page.goto(callback)
  expect(response?.status()).toBeLessThan(500)
  expect(new URL(page.url()).pathname).toBe('/auth/signin')
  expect(await page.getByRole('alert').textContent()).toContain('Start again')
  await expectClearPage(page)
  await page.getByRole('button', { name: 'Demo ID' }).waitFor()
}

describe('the identity provider', { timeout: patience }, () => {
  test('refusing consent at the identity provider redirects to the sign-in page with a message', async () => {
    const page = await suite.visit()
    await chooseAccount(page, suite.demo.url, 'Bob')
    await page.getByRole('button', { name: 'Don’t allow' }).click()
    await page.getByRole('alert').waitFor()

    expect(await page.getByRole('alert').textContent()).toContain('cancelled or refused')
    await expectClearPage(page)
    await page.getByRole('button', { name: 'Demo ID' }).click()
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  })

  test('canceling at the account list of the identity provider redirects to the sign-in page with a message', async () => {
    const page = await suite.visit()
    await openSignIn(page, suite.demo.url)
    await page.getByRole('button', { name: 'Demo ID' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').waitFor()

    expect(await page.getByRole('alert').textContent()).toContain('cancelled or refused')
    await expectClearPage(page)
  })
})

describe('a forged callback', { timeout: patience }, () => {
  test('a forged callback without a started sign-in is rejected with a way to start again', async () => {
    const page = await suite.visit()
    await expectNoLongerValid(page, `${suite.demo.url}/auth/callback/demo?code=forged&state=forged`)
  })

  test('a forged callback with the `state` of another sign-in does not sign a user in', async () => {
    const page = await suite.visit()
    await chooseAccount(page, suite.demo.url, 'Alice')
    await expectNoLongerValid(page, `${suite.demo.url}/auth/callback/demo?code=forged&state=forged`)
  })

  test('a forged callback with the right `state` and a forged code does not sign a user in', async () => {
    const page = await suite.visit()
    await openSignIn(page, suite.demo.url)
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(`${suite.demo.issuer}/auth?`)),
      page.getByRole('button', { name: 'Demo ID' }).click(),
    ])
    const callback = new URL(`${suite.demo.url}/auth/callback/demo`)
    callback.searchParams.set('code', 'forged')
    callback.searchParams.set('iss', suite.demo.issuer)
    callback.searchParams.set('state', new URL(request.url()).searchParams.get('state') ?? '')
    const response = await page.goto(callback.href)

    expect(response?.status()).toBeLessThan(500)
    await expectClearPage(page)
    await page
      .getByText(/try again|start again/i)
      .first()
      .waitFor()
  })

  test('a callback that is repeated in another browser does not sign in the user there', async () => {
    const page = await suite.visit()
    const [callback] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(`${suite.demo.url}/auth/callback/demo`)),
      signInWithDemoId(page, suite.demo.url, 'Alice'),
    ])
    const thief = await suite.visit()
    await expectNoLongerValid(thief, callback.url())
  })

  test('a callback that is repeated in the same browser changes nothing', async () => {
    const page = await suite.visit()
    const [callback] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(`${suite.demo.url}/auth/callback/demo`)),
      signInWithDemoId(page, suite.demo.url, 'Alice'),
    ])
    const before = await sessionCookie(page)
    const response = await page.goto(callback.url())

    expect(response?.status()).toBeLessThan(500)
    expect((await sessionCookie(page))?.value).toBe(before?.value)
  })
})

describe('a password', { timeout: patience }, () => {
  for (const [what, email] of [
    ['that is wrong', 'demo@example.com'],
    ['of an account that does not exist', 'nobody@example.com'],
  ] as const) {
    test(`${what} redirects to the sign-in page with a message`, async () => {
      const page = await suite.visit()
      await openSignIn(page, suite.demo.url)
      await sendPassword(page, email, 'wrong')
      await page.getByRole('alert').waitFor()

      expect(new URL(page.url()).pathname).toBe('/auth/signin')
      expect(await page.getByRole('alert').textContent()).toContain('Check what you entered')
      await expectClearPage(page)
      await page.getByRole('link', { name: 'Not you?' }).click()
      await sendPassword(page, 'Demo@Example.com', 'open-sesame')
      await page.getByRole('heading', { name: 'Signed in as Demo' }).waitFor()
    })
  }
})

describe('a session', { timeout: patience }, () => {
  test('a tampered session cookie is refused and deleted', async () => {
    const page = await suite.visit()
    await signInWithDemoId(page, suite.demo.url, 'Carol')
    const cookie = await sessionCookie(page)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    if (!cookie) return
    const last = cookie.value.endsWith('A') ? 'B' : 'A'
    await page.context().addCookies([{ ...cookie, value: cookie.value.slice(0, -1) + last }])

    await page.goto(suite.demo.url)
    await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()
    await expectClearPage(page)
  })

  test('the back button does not show the session after a sign-out', async () => {
    const page = await suite.visit()
    await signInWithDemoId(page, suite.demo.url, 'Alice')
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()

    await page.goBack()
    await page.goBack()
    expect(page.url()).toBe(`${suite.demo.url}/`)
    await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain('alice@example.com')
  })
})
