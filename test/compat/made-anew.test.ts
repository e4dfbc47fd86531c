import { expect, test } from 'vitest'
import { Auth, type AuthConfig } from '../../src/compat.js'
import { SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'

/*
 * Auth.js documents a configuration that is written into the call, so each call creates a new object. Calls
 * must still share state, such as ended sessions and counted attempts.
 */

const ORIGIN = 'http://localhost:3000'

const config = (): AuthConfig => ({
  basePath: '/auth',
  secret: SECRET,
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      credentials: { email: {}, password: { type: 'password' } },
      authorize: ({ email, password }) => (password === 'right' ? { id: 'ada', email: String(email) } : null),
    } as AuthConfig['providers'][number],
  ],
})

const forms = {
  'a new object': config,
  'a frozen object': () => Object.freeze(config()),
} as const

for (const [name, make] of Object.entries(forms)) {
  const handle = (request: Request): Promise<Response> => Auth(request, make())
  const enter = (browser: Browser, email: string, password: string): Promise<Response> =>
    browser.post('/auth/callback/credentials', { email, password })

  test(`${name}: a signed-out session stays signed out`, async () => {
    const browser = new Browser(handle, ORIGIN)
    await enter(browser, 'ada@example.com', 'right')
    const cookie = browser.jar.header
    const read = async (): Promise<unknown> =>
      (await handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))).json()
    expect(await read()).toMatchObject({ user: { email: 'ada@example.com' } })
    await browser.post('/auth/signout')
    expect(await read()).toBeNull()
  })

  test(`${name}: guesses at a password are limited`, async () => {
    const browser = new Browser(handle, ORIGIN)
    const email = `${name.replaceAll(' ', '-')}@example.com`
    const statuses: number[] = []
    for (let guess = 0; guess < 51; guess++)
      statuses.push((await enter(browser, email, `wrong ${guess}`)).status)
    expect(statuses.at(0)).toBe(302)
    expect(statuses.at(-1)).toBe(429)
  })
}
