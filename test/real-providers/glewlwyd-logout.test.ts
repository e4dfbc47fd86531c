/**
 * Sign-outs with glewlwyd. Its pages are a script that uses its API, so the tests send the same requests to
 * the API.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { oidc } from '../../src/providers/oidc.js'
import { type Site, serveSite } from '../e2e/support/serve-site.js'
import { type App, app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { CLIENT_SECRET } from './support/foreign-provider.js'
import { type Api, glewlwyd, glewlwydInstalled } from './support/glewlwyd.js'

const { installed, note } = glewlwydInstalled

describe.skipIf(!installed)(`sign-outs with glewlwyd${note}`, { timeout: 60_000 }, () => {
  let real: Awaited<ReturnType<typeof glewlwyd>>
  let site: Site
  let current: App
  const idTokens: string[] = []
  beforeAll(async () => {
    site = await serveSite({ handler: (request) => current.handle(request), auth: async () => null })
    real = await glewlwyd({ routes: `${site.url}/auth`, provider: 'browser' })
  })
  afterAll(async () => {
    await real?.stop()
    await site?.stop()
  })

  const serve = (strategy: 'jwt' | 'database'): Browser => {
    current = app({
      providers: [
        oidc({
          id: 'browser',
          issuer: real.issuer,
          clientId: 'browser',
          clientSecret: CLIENT_SECRET,
          authorization: { params: { scope: real.scope } },
          backchannelLogout: true,
          client: { id_token_signed_response_alg: real.algorithm },
        }),
      ],
      adapter: memory(),
      session: { strategy },
      events: { signIn: ({ account }) => void idTokens.push(String(account.id_token)) },
      options: { signOut: 'provider' },
    })
    return new Browser(current.handle, site.url)
  }

  const begin = async (browser: Browser): Promise<URL> =>
    locationOf(await browser.post('/auth/signin/browser', { callbackUrl: '/inside' }))

  const signIn = async (browser: Browser, person: Api): Promise<void> => {
    await person.send('PUT', '/auth/grant/browser', { scope: 'openid' })
    const { pathname, search } = await person.goOn(await begin(browser))
    await browser.send(pathname + search)
    expect(await browser.session()).not.toBeNull()
  }

  describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
    test('a sign-out ends the sessions of the application and glewlwyd, then the browser returns', async () => {
      const browser = serve(strategy)
      const person = await real.enter()
      await signIn(browser, person)
      const away = locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye' }))
      expect(await browser.session()).toBeNull()
      const { searchParams } = await person.goOn(away)
      await person.send('DELETE', `/oidc/session/${searchParams.get('sid')}`)
      await person.send('DELETE', '/auth/')
      const back = new URL(searchParams.get('callback_url') ?? '')
      expect(locationOf(await browser.send(back.pathname + back.search)).pathname).toBe('/bye')
      // The provider shows its sign-in form.
      expect((await person.goOn(await begin(browser))).pathname).toBe('/login.html')
      expect(current.logged).toEqual([])
    })

    test('logout tokens of glewlwyd without `exp` and type are refused, and the log contains the reason', async () => {
      const browser = serve(strategy)
      const person = await real.enter()
      await signIn(browser, person)
      const [, claims = ''] = (idTokens.at(-1) ?? '').split('.')
      const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }
      await person.send('DELETE', `/oidc/session/${sid}`)
      await expect.poll(() => current.warned.join(), { timeout: 5_000 }).toContain('`typ` is not logout+jwt')
      expect(await browser.session()).not.toBeNull()
    })
  })
})
