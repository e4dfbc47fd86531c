/*
 * Steps of a sign-in at servers whose clocks differ. The system time is changed between two requests, as if a second
 * server handled the second request.
 */

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { ADA, change, countedHash, passwordApp, RIGHT, storeUser } from '../../support/passwords.js'
import { acme } from '../../support/providers.js'

const SECONDS = 1_000

let start: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  start = Date.now()
  onTestFinished(() => void vi.useRealTimers())
})

/** Continues at a server whose clock is ahead, or behind. */
function continueAt(seconds: number): void {
  vi.setSystemTime(start + seconds * SECONDS)
}

describe.each([
  ['50 seconds behind', -50],
  ['59 seconds ahead', 59],
])('a server whose clock is %s', (_, seconds) => {
  test('a server with another clock accepts a sealed form from the URL of the first server', async () => {
    const idp = await IdentityProvider.start()
    const provider = acme({ authorization: { params: { response_mode: 'form_post' } } })
    const browser = new Browser(app({ providers: [provider], fetch: idp.fetch }).handle)
    const { pathname, searchParams } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
    const headers = { cookie: '', origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' }
    const posted = locationOf(await browser.send(pathname, { method: 'POST', body: searchParams, headers }))
    // Two seconds for the redirect.
    continueAt(seconds + 2)
    idp.clock = () => start + (seconds + 2) * SECONDS
    await browser.send(posted.pathname + posted.search)
    expect(await browser.session()).not.toBeNull()
  })

  test('a server with another clock accepts a sign-in code that the first server mailed', async () => {
    const box = mailbox()
    const browser = new Browser(app({ providers: [box.provider], adapter: memory() }).handle)
    await browser.post('/auth/signin/mail', { email: ADA })
    continueAt(seconds)
    await browser.post('/auth/callback/mail', { code: box.last.code ?? '' })
    expect(await browser.session()).not.toBeNull()
  })

  test('a server with another clock accepts a sign-up link that the first server mailed', async () => {
    const site = passwordApp({ provider: { hash: countedHash() } })
    const browser = site.browser()
    await browser.post('/auth/signup', { page: '1', email: ADA, newPassword: RIGHT, callbackUrl: '/inside' })
    const { pathname, searchParams } = site.box.last.link
    continueAt(seconds)
    await browser.post(pathname, {
      page: '1',
      token: searchParams.get('token') ?? '',
      callbackUrl: '/inside',
    })
    expect(await browser.session()).not.toBeNull()
  })

  test('a server with another clock accepts a password reset link that the first server mailed', async () => {
    const site = passwordApp({ provider: { hash: countedHash() } })
    const { id } = await storeUser(site.adapter, 'plain:an older password')
    const token = await site.link(id)
    continueAt(seconds)
    expect(await change(site.browser(), { action: 'reset', token, newPassword: RIGHT })).toBe('ok')
  })
})
