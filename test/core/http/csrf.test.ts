import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

const authorize = (): { id: string } => ({ id: 'u1' })
const providers = [credentials({ input: {}, authorize })] as const
const paths = ['/auth/signin', '/auth/signout', '/auth/session', '/auth/callback/credentials']

const start = (): Browser => new Browser(app({ providers }).handle)

describe.each(paths)('POST %s', (path) => {
  const refuses = async (browser: Browser, init: RequestInit): Promise<void> => {
    const before = browser.jar.header
    const response = await browser.send(path, { method: 'POST', ...init })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(browser.jar.header).toBe(before)
    expect(await browser.session()).toBeNull()
  }

  test('is refused without a token', async () => {
    const browser = start()
    await browser.csrfToken()
    await refuses(browser, {})
    await refuses(browser, { body: new URLSearchParams() })
  })

  test.each([
    'text/plain',
    'text/plaiN',
    'application/json; x',
    'multipart/form-data',
    'application/x-www-form-urlencoded;charset=utf-8',
  ])('is refused without a token as %s', async (type) => {
    await refuses(start(), { body: type.includes('json') ? '{}' : 'a=b', headers: { 'content-type': type } })
  })

  test('is refused with a token but no cookie, and with the token of another browser', async () => {
    const [browser, other] = [start(), start()]
    const csrfToken = await other.csrfToken()
    await refuses(browser, { body: new URLSearchParams({ csrfToken }) })
    await browser.csrfToken()
    await refuses(browser, { body: new URLSearchParams({ csrfToken }) })
  })

  test.each([
    (token: string) => token.slice(1),
    (token: string) => `${token}x`,
    () => '',
    () => '|',
    () => 'a|b|c',
  ])('is refused with a token that was changed', async (change) => {
    const browser = start()
    const csrfToken = change(await browser.csrfToken())
    await refuses(browser, { body: new URLSearchParams({ csrfToken }) })
  })

  test('is refused from another site, token or not', async () => {
    const browser = start()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken })
    await refuses(browser, { body, headers: { origin: 'https://evil.test' } })
    await refuses(browser, { body, headers: { origin: 'null' } })
    await refuses(browser, { body, headers: { 'sec-fetch-site': 'cross-site' } })
    await refuses(browser, { body, headers: { 'sec-fetch-site': 'same-site' } })
  })

  test('is refused with the token in its address', async () => {
    const browser = start()
    const response = await browser.send(`${path}?csrfToken=${await browser.csrfToken()}`, { method: 'POST' })
    expect(response.status).toBe(403)
  })
})

describe('a token', () => {
  test('is the same until somebody signs in or out', async () => {
    const browser = start()
    const anonymous = await browser.csrfToken()
    expect(await browser.csrfToken()).toBe(anonymous)
    await browser.post('/auth/callback/credentials')
    const signedIn = await browser.csrfToken()
    expect(signedIn).not.toBe(anonymous)
    await browser.post('/auth/signout')
    expect(await browser.csrfToken()).not.toBe(signedIn)
  })

  test('from before a sign-in is refused after it', async () => {
    const browser = start()
    const csrfToken = await browser.csrfToken()
    await browser.post('/auth/callback/credentials')
    const response = await browser.send('/auth/signout', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken }),
    })
    expect(response.status).toBe(403)
    expect(await browser.session()).not.toBeNull()
  })

  test('outlives a rotation of the secret', async () => {
    const old = new Browser(app({ providers }).handle)
    const csrfToken = await old.csrfToken()
    const options = { secret: ['a newer secret of more than thirty-two characters', SECRET] }
    const rotated = new Browser(app({ providers, options }).handle, old.origin, old.jar)
    const body = new URLSearchParams({ csrfToken, callbackUrl: '/inside' })
    const response = await rotated.send('/auth/callback/credentials', { method: 'POST', body })
    expect(locationOf(response).pathname).toBe('/inside')
  })

  test('is taken from a page with the referrer policy no-referrer', async () => {
    const browser = start()
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    const response = await browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(response.status).toBe(302)
  })

  test('is told a person as a page', async () => {
    const response = await start().send('/auth/signout', { method: 'POST', headers: { accept: 'text/html' } })
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('https://app.test/auth/signin')
  })
})
