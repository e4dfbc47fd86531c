import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { oidc } from '../../../src/providers/oidc.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { postAnswer } from '../../support/oidc/post-answer.js'
import { CLIENT_SECRET, type ForeignClient, type ForeignProvider } from './foreign-provider.js'
import type { Installed } from './service.js'

/** A provider that is not written in JavaScript, and its features. */
export interface ForeignSuite {
  readonly name: string
  readonly system: Installed
  start(): Promise<ForeignProvider>
  /** Whether it can post its responses in a form with the same values as in its redirect URLs. */
  readonly postsForms: boolean
}

/** Complete sign-ins with a provider. */
export function realProviderSuite({ name, system, start, postsForms }: ForeignSuite): void {
  const { installed, note } = system
  describe.skipIf(!installed)(`${name}${note}`, () => {
    let real: ForeignProvider
    beforeAll(async () => {
      real = await start()
    })
    afterAll(() => real?.stop())

    const provider = (id: ForeignClient, overrides: Partial<OIDCProvider> = {}): OIDCProvider =>
      oidc({
        id,
        issuer: real.issuer,
        clientId: id,
        clientSecret: CLIENT_SECRET,
        authorization: { params: { scope: real.scope } },
        client: {
          token_endpoint_auth_method: `client_secret_${id}`,
          id_token_signed_response_alg: real.algorithm,
        },
        ...overrides,
      })

    const signIn = async (site: App, id: ForeignClient, browser = browserOf(site)): Promise<Response> => {
      const started = await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' })
      const { url, form } = await real.visit(locationOf(started))
      if (!form) return browser.send(url.pathname + url.search)
      url.search = form.toString()
      return postAnswer(browser, url)
    }

    const browserOf = (site: App): Browser => new Browser(site.handle, 'https://app.test')

    const expectRefused = async (
      overrides: Partial<OIDCProvider>,
      error = 'OAuthCallbackError',
    ): Promise<App> => {
      const site = app({ providers: [provider('basic', overrides)] })
      const browser = browserOf(site)
      const response = await signIn(site, 'basic', browser)
      expect(locationOf(response).searchParams.get('error')).toBe(error)
      expect(await browser.session()).toBeNull()
      return site
    }

    describe.each(['basic', 'post'] as const)('client_secret_%s', (id) => {
      test.each([
        ['by the ID token', true],
        ['by the userinfo endpoint', false],
      ])('a user signs in at the provider and is identified %s', async (_, idToken) => {
        const adapter = memory()
        const site = app({ providers: [provider(id, { idToken })], adapter })
        const browser = browserOf(site)
        const response = await signIn(site, id, browser)
        expect(site.logged).toEqual([])
        expect(locationOf(response).href).toBe('https://app.test/inside')
        const { name, email } = real.person
        expect((await browser.session()).user).toMatchObject({ name, email })
      })
    })

    if (postsForms) {
      test('a callback that the provider posts as a form also signs in', async () => {
        const authorization = { params: { scope: real.scope, response_mode: 'form_post' } } as const
        const site = app({ providers: [provider('basic', { authorization })] })
        const browser = browserOf(site)
        expect(locationOf(await signIn(site, 'basic', browser)).pathname).toBe('/inside')
        expect((await browser.session()).user).toMatchObject({ email: real.person.email })
      })
    }

    test('the second sign-in of a user finds the same account', async () => {
      const created: string[] = []
      const createUser = ({ user }: { user: { id: string } }): void => void created.push(user.id)
      const site = app({
        providers: [provider('basic')],
        adapter: memory(),
        events: { createUser },
      })
      await signIn(site, 'basic')
      const browser = browserOf(site)
      expect(locationOf(await signIn(site, 'basic', browser)).pathname).toBe('/inside')
      expect(await browser.session()).not.toBeNull()
      expect(created).toHaveLength(1)
    })

    test('a code signs in only once', async () => {
      const site = app({ providers: [provider('basic')] })
      const browser = browserOf(site)
      const started = await browser.post('/auth/signin/basic', { callbackUrl: '/inside' })
      const { url } = await real.visit(locationOf(started))
      const thief = new Browser(site.handle, 'https://app.test', browser.jar.clone())
      expect(locationOf(await browser.send(url.pathname + url.search)).pathname).toBe('/inside')
      await thief.send(url.pathname + url.search)
      expect(await thief.session()).toBeNull()
    })

    test('a wrong secret does not sign a user in', async () => {
      await expectRefused({ clientSecret: 's_e-c.r-e_t.0' }, 'Configuration')
    })

    test('the provider refuses a request without PKCE', async () => {
      await expectRefused({ checks: ['state', 'nonce'] })
    })

    test('an ID token with an unexpected algorithm is refused', async () => {
      await expectRefused({
        client: {
          token_endpoint_auth_method: 'client_secret_basic',
          id_token_signed_response_alg: 'PS512',
        },
      })
    })

    test('a sign-in is refused before the redirect if the issuer in the metadata differs', async () => {
      const issuer = real.issuer.replace('localhost', '127.0.0.1')
      const site = app({ providers: [provider('basic', { issuer })] })
      const browser = browserOf(site)
      const started = await browser.post('/auth/signin/basic', { callbackUrl: '/inside' })
      expect(locationOf(started).origin).toBe('https://app.test')
      expect(site.logged).not.toEqual([])
    })
  })
}
