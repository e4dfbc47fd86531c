import { expect, test } from 'vitest'
import type { Browser } from '../../../support/browser.js'
import { SITE } from '../running-application.js'
import type { UserAgents } from './user-agents.js'

/** Requests without the token of a form, or without a form. */
export function formRows({ application, at, newBrowser, enter }: UserAgents): void {
  const forms = (): string[] =>
    ['signin', `signin/${application().providerId}`, 'signout', 'session', 'callback/credentials'].map(at)

  /** Expects that a form is refused, has no effect and changes no cookie. */
  const refuses = async (browser: Browser, path: string, init: RequestInit): Promise<void> => {
    const before = browser.jar.header
    const response = await browser.send(path, { method: 'POST', ...init })
    expect(response.status, path).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(browser.jar.header).toBe(before)
  }

  test('CS-1: a form without a CSRF token does nothing', async () => {
    const browser = newBrowser()
    await enter(browser)
    const asked = application().provider.requests()
    const stranger = newBrowser()
    for (const path of forms()) {
      await refuses(browser, path, {})
      await refuses(browser, path, { body: new URLSearchParams(application().credentials) })
      await refuses(stranger, path, { body: new URLSearchParams(application().credentials) })
    }
    expect(await browser.session()).not.toBeNull()
    expect(await stranger.session()).toBeNull()
    expect(application().provider.requests()).toBe(asked)
  })

  test.each([
    undefined,
    'text/plain',
    'text/plaiN',
    'application/json; x',
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded;charset=utf-8',
    'application/x-www-form-urlencoded; application/json',
  ])('CS-4: a body of %s without a CSRF token is refused', async (type) => {
    const browser = newBrowser()
    await enter(browser)
    const fields = application().credentials
    const body =
      type?.startsWith('application/json') === true
        ? JSON.stringify(fields)
        : new URLSearchParams(fields).toString()
    const headers = type === undefined ? {} : { 'content-type': type }
    for (const path of forms()) {
      // `fetch` would add a content type to the body if it were a string.
      await refuses(browser, path, { body: new TextEncoder().encode(body), headers })
      await refuses(browser, path, { headers })
    }
    expect(await browser.session()).not.toBeNull()
  })

  test.each([
    ['a link', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }],
    ['a prefetch', { purpose: 'prefetch', 'sec-purpose': 'prefetch' }],
  ])('ST-1: %s to the sign-in route starts no sign-in', async (_, headers) => {
    const asked = application().provider.requests()
    const response = await newBrowser().send(at(`signin/${application().providerId}`), { headers })
    expect(response.status).toBeLessThan(400)
    expect(new URL(response.headers.get('location') ?? SITE, SITE).origin).toBe(SITE)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(application().provider.requests()).toBe(asked)
  })
}
