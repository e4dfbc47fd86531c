import { expect, test } from 'vitest'
import { type Browser, locationOf } from '../../support/browser.js'
import { ADA, countedHash, OTHER, passwordApp, RIGHT, storeUser } from '../../support/passwords.js'

/** An application with an attacker's sign-up, whose unverified e-mail address is Ada's. */
async function start() {
  const site = passwordApp({ provider: { hash: countedHash() } })
  const user = await storeUser(site.adapter, `plain:${OTHER}`, { emailVerified: null })
  await site.adapter.linkAccount?.({
    userId: user.id,
    type: 'oauth',
    provider: 'github',
    providerAccountId: '1',
  })
  /** Signs Ada in with the link of a mail. */
  const proveByMail = async (browser: Browser, choice: Record<string, string>): Promise<Response> => {
    await browser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
    const fields = Object.fromEntries(site.box.last.link.searchParams)
    return browser.post('/auth/callback/mail', { ...fields, ...choice })
  }
  return { ...site, proveByMail }
}

const soon = { timeout: 5_000 }

function expectOneHour(expires: Date): void {
  const rest = expires.getTime() - Date.now()
  expect(rest).toBeGreaterThan(3_540_000)
  expect(rest).toBeLessThanOrEqual(3_600_000)
}

test('the owner gets a mail with the earlier logins that a sign-in by mail removed', async () => {
  const { browser, proveByMail, box, logged } = await start()
  const response = await proveByMail(browser(), { earlierLogins: 'remove' })
  expect(locationOf(response).pathname).toBe('/inside')
  await expect.poll(() => box.last.purpose, soon).toBe('loginsRemoved')
  const mail = box.last
  expect([mail.to, mail.link.search]).toEqual([ADA, ''])
  expect(mail.subject).toBe('Ways to sign in to app.test were removed')
  expect(mail.text).toContain('github, Password, All devices that are signed in')
  expect(mail.text).toContain('https://app.test/auth/signin')
  expectOneHour(mail.expires)
  expect(logged).toEqual([])
})

test('the owner gets a mail with the earlier logins that a sign-up with a password removed', async () => {
  const { browser, box } = await start()
  const ada = browser()
  await ada.post('/auth/signup', { page: '1', email: ADA, newPassword: RIGHT, callbackUrl: '/inside' })
  const token = box.last.link.searchParams.get('token') ?? ''
  const done = await ada.post('/auth/signup', {
    page: '1',
    token,
    newPassword: RIGHT,
    callbackUrl: '/inside',
  })
  expect(locationOf(done).pathname).toBe('/inside')
  await expect.poll(() => box.last.purpose, soon).toBe('loginsRemoved')
  expect(box.last.text).toContain('github, Password')
  expectOneHour(box.last.expires)
})

test('no mail about removed logins is sent if the owner keeps the logins', async () => {
  const { browser, proveByMail, box } = await start()
  const response = await proveByMail(browser(), { earlierLogins: 'keep', password: OTHER })
  expect(locationOf(response).pathname).toBe('/inside')
  // After a second sign-in, a mail about the first one would have been sent.
  await proveByMail(browser(), { earlierLogins: 'remove' })
  expect(box.mails.map(({ purpose }) => purpose)).toEqual(['signIn', 'signIn'])
})

test('a sign-in succeeds even if the mail about removed logins cannot be sent', async () => {
  const urls: string[] = []
  const site = passwordApp({
    provider: {
      hash: countedHash(),
      send({ purpose, url }) {
        if (purpose === 'loginsRemoved') throw new Error('The mail server is down.')
        urls.push(url)
      },
    },
    withMail: false,
  })
  await storeUser(site.adapter, `plain:${OTHER}`, { emailVerified: null })
  const ada = site.browser()
  await ada.post('/auth/signup', { page: '1', email: ADA, newPassword: RIGHT })
  const token = new URL(urls.at(-1) ?? '').searchParams.get('token') ?? ''
  const done = await ada.post('/auth/signup', {
    page: '1',
    token,
    newPassword: RIGHT,
    callbackUrl: '/inside',
  })
  expect(locationOf(done).pathname).toBe('/inside')
  await expect.poll(() => site.logged.map(({ name }) => name), soon).toEqual(['EmailSignInError'])
  expect(await ada.session()).toMatchObject({ user: { email: ADA } })
})
