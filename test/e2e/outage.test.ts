import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseAccount, openSignIn, sendPassword, sessionOf } from './support/page-actions.js'
import { patience, type Suite, useDemo } from './support/suite.js'

/**
 * Expects an error page that does not blame the user, says what to do, and shows no internals. The other way
 * to sign in must work.
 */
async function expectWayOn(page: Page, { demo }: Suite): Promise<void> {
  const message = await page.getByRole('alert').textContent()
  expect(message).toMatch(/try again/i)
  expect(message).not.toMatch(/cancelled|refused/)
  expect(await page.locator('body').textContent()).not.toMatch(
    /\bat .*:\d+:\d+|node_modules|ECONN|fetch failed/,
  )
  expect(await sessionOf(page, demo.url)).toBeNull()

  await sendPassword(page, 'demo@example.com', 'open-sesame')
  await page.getByRole('heading', { name: 'Signed in as Demo' }).waitFor()
}

function applicationStatuses(page: Page, { demo }: Suite): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(demo.url)) statuses.push(response.status())
  })
  return statuses
}

describe('an identity provider that stops during a sign-in', { timeout: patience }, () => {
  const suite = useDemo()

  test('a user sees an error page with a way to continue if the identity provider stops during the sign-in', async () => {
    const page = await suite.visit()
    const statuses = applicationStatuses(page, suite)
    await chooseAccount(page, suite.demo.url, 'Alice')

    // Delays the redirect from the identity provider to the application.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Fetch.enable', {
      patterns: [{ urlPattern: `${suite.demo.url}/auth/callback/demo?*` }],
    })
    const onTheWay = new Promise<string>((resolve) => {
      devtools.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId))
    })
    await page.getByRole('button', { name: 'Allow', exact: true }).click({ noWaitAfter: true })
    const requestId = await onTheWay
    await suite.demo.killIdentityProvider()
    await devtools.send('Fetch.continueRequest', { requestId })

    await page.getByRole('alert').waitFor()
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await expectWayOn(page, suite)
  })
})

describe('an identity provider that is down', { timeout: patience }, () => {
  const suite = useDemo()

  test('a user sees an error page with a way to continue if the identity provider is down', async () => {
    await suite.demo.killIdentityProvider()
    const page = await suite.visit()
    const statuses = applicationStatuses(page, suite)
    await openSignIn(page, suite.demo.url)
    await page.getByRole('button', { name: 'Demo ID' }).click()

    await page.getByRole('alert').waitFor()
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await expectWayOn(page, suite)
  })
})
