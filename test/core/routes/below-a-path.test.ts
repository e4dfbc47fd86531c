import { beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { oidc } from '../../../src/providers/oidc.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'

/** Options that a framework passes if the application is mounted below a path of the site. */
const mount = { basePath: '/shop/auth', prefix: '/shop' }

const HOME = 'https://app.test/shop'

// This e-mail address and the longest token and callback URL make the link too long for a cookie.
const address = `${'ada'.repeat(20)}@${'example.'.repeat(20)}com`
const target = `/shop/inside?${'x'.repeat(2_000)}`
const box = mailbox({ generateVerificationToken: () => 't'.repeat(512) })

let idp: IdentityProvider

beforeEach(async () => {
  idp = await IdentityProvider.start()
})

function provider(): OIDCProvider {
  const { issuer, client } = idp
  return oidc({ id: 'idp', issuer, clientId: 'client', clientSecret: client.secret as string })
}

function below(more: Partial<AppOptions> = {}): App & { browser: Browser } {
  const made = app({
    providers: [provider(), box.provider],
    adapter: memory(),
    fetch: idp.fetch,
    mount,
    ...more,
  })
  return { ...made, browser: new Browser(made.handle, 'https://app.test', undefined, '/shop/auth') }
}

describe('an application below a path', () => {
  test('a repeated callback redirects to the path of the application', async () => {
    const { browser } = below()
    const callback = idp.authorize(locationOf(await browser.post('/shop/auth/signin/idp')))
    for (let times = 0; times < 2; times++) {
      const response = await browser.send(callback.pathname + callback.search)
      expect(locationOf(response).href).toBe(HOME)
    }
    expect((await browser.session()).user.name).toBe('Ada Lovelace')
  })

  test('a sign-in with a callback URL that is too long for a cookie redirects to the path of the application', async () => {
    const authorization = { url: `${idp.issuer}/authorize`, params: { scope: `openid ${'s'.repeat(2_000)}` } }
    const { browser } = below({ providers: [{ ...provider(), authorization }] })
    const begun = await browser.post('/shop/auth/signin/idp', { callbackUrl: target })
    const callback = idp.authorize(locationOf(begun))
    expect(locationOf(await browser.send(callback.pathname + callback.search)).href).toBe(HOME)
  })

  test('a mailed code with a callback URL that is too long for a cookie redirects to the path of the application', async () => {
    const { browser } = below()
    await browser.post('/shop/auth/signin/mail', { email: address, callbackUrl: target })
    const signedIn = await browser.post('/shop/auth/callback/mail', { code: box.last.code ?? '' })
    expect(locationOf(signedIn).href).toBe(HOME)
    expect((await browser.session()).user.email).toBe(address)
  })

  test.each([
    ['a configuration without a secret', { options: { secret: undefined } }, {}, 500],
    ['a host that is not trusted', { environment: { NODE_ENV: 'production' } }, {}, 421],
    ['a malformed header', { options: { trustHost: true } }, { 'x-forwarded-host': 'a, b' }, 400],
  ])(
    'the page for %s links to the path of the application, not to the root of the site',
    async (_, options, headers, status) => {
      const { handle } = below(options as Partial<AppOptions>)
      const request = new Request('https://app.test/shop/auth/signin', {
        headers: { accept: 'text/html', ...headers },
      })
      const response = await handle(request)
      expect(response.status).toBe(status)
      expect(await response.text()).toContain('href="/shop"')
    },
  )
})
