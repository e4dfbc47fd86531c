/**
 * The rows of the security cases that are tested again in every framework, because the framework handles a
 * request before the runtime does. The application is built and served at a port, and `AUTH_URL` is `SITE`.
 */
import { expect, test } from 'vitest'
import { type RunningApplication, sendRaw } from './running-application.js'
import { formRows } from './security-rows/form-rows.js'
import { hostRows } from './security-rows/host-rows.js'
import { redirectRows } from './security-rows/redirect-rows.js'
import { userAgentsOf } from './security-rows/user-agents.js'

/** Tests the rows on an application that runs during the tests. */
export function securityRows(application: () => RunningApplication): void {
  const userAgents = userAgentsOf(application)
  const { at, newBrowser, enter, enterByProvider } = userAgents
  redirectRows(userAgents)
  formRows(userAgents)
  hostRows(userAgents)

  test('CK-1: every cookie has the strictest attributes', async () => {
    const seen = new Set<string>()
    // `sendChecked` checks each of them.
    const browser = newBrowser((response) => {
      for (const line of response.headers.getSetCookie()) {
        seen.add(line.slice(0, line.indexOf('=')).replace(/\.flow\..*/, '.flow'))
      }
    })
    await enterByProvider(browser, '/')
    await browser.post(at('signout'))
    expect(await browser.session()).toBeNull()
    expect([...seen]).toEqual(
      expect.arrayContaining([
        '__Host-authwright.csrf-token',
        '__Host-authwright.flow',
        '__Host-authwright.session-token',
      ]),
    )
  })

  test('HP-10: the body of a GET request is ignored', async () => {
    const browser = newBrowser()
    await enter(browser)
    const csrfToken = await browser.csrfToken()
    const response = await sendRaw(application(), {
      target: at('signout'),
      headers: { cookie: browser.jar.header, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken }).toString(),
    })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await browser.session()).not.toBeNull()
  })

  test('G1 and G4: the log of the application contains no secret and no unexpected error', async () => {
    const browser = newBrowser()
    await enterByProvider(browser, '/')
    const cookies = browser.jar.names.map((name) => browser.jar.get(name) ?? '')
    for (const value of cookies) expect(application().output()).not.toContain(value)
    expect(application().output()).not.toMatch(/unhandled|uncaught/i)
  })
}
