import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'

const COOKIE = '__Host-authwright.session-token-last-used'

async function site(parts: Partial<AppOptions> = {}) {
  const idp = await IdentityProvider.start()
  const box = mailbox()
  const auth = app({
    providers: [acme(), box.provider],
    adapter: memory(),
    fetch: idp.fetch,
    options: { lastUsed: true },
    ...parts,
  })
  const browser = new Browser(auth.handle)
  return {
    browser,
    async byAcme() {
      const begun = await browser.post('/auth/signin/acme', { callbackUrl: '/' })
      const callback = idp.authorize(locationOf(begun))
      return browser.send(callback.pathname + callback.search)
    },
    async byMail() {
      await browser.post('/auth/signin/mail', { email: 'eve@example.com', callbackUrl: '/' })
      return browser.send(box.link)
    },
    /** The labels of the buttons with the mark on the sign-in page. */
    async marked() {
      const html = await (await browser.send('/auth/signin')).text()
      return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)]
        .map(([, content = '']) => content.replaceAll(/<[^>]*>/g, '').trim())
        .filter((label) => label.includes('Last used'))
    },
  }
}

test('the sign-in page marks the provider of the last sign-in, even after a sign-out', async () => {
  const { browser, byAcme, byMail, marked } = await site()
  expect(await marked()).toEqual([])
  await byAcme()
  expect(await marked()).toEqual([expect.stringMatching(/Sign in with acme Last used$/i)])
  await browser.post('/auth/signout', { callbackUrl: '/' })
  expect(await marked()).toEqual([expect.stringMatching(/acme/i)])
  await byMail()
  await browser.post('/auth/signout', { callbackUrl: '/' })
  expect(await marked()).toEqual(['Email me a sign-in link Last used'])
})

test('a sign-in that was started but not finished does not count as the last sign-in', async () => {
  const { browser, byAcme, marked } = await site()
  await byAcme()
  await browser.post('/auth/signout', { callbackUrl: '/' })
  await browser.post('/auth/signin/mail', { email: 'eve@example.com', callbackUrl: '/' })
  expect(await marked()).toEqual([expect.stringMatching(/acme/i)])
})

test('an unknown value of the last-used cookie is not shown and marks no provider', async () => {
  const { browser, marked } = await site()
  browser.jar.put(COOKIE, '<script>alert(1)</script>')
  expect(await marked()).toEqual([])
  expect(await (await browser.send('/auth/signin')).text()).not.toContain('alert(1)')
})

test('without the option `lastUsed`, no cookie is set, and an old cookie marks no provider', async () => {
  const { browser, byAcme, marked } = await site({ options: {} })
  browser.jar.put(COOKIE, 'acme')
  expect(await marked()).toEqual([])
  const response = await byAcme()
  expect(response.headers.getSetCookie().join()).not.toContain('last-used')
})

test('a sign-in page with one provider does not mark the last provider', async () => {
  const { byAcme, marked } = await site({ providers: [acme()] })
  await byAcme()
  expect(await marked()).toEqual([])
})
