/** Whole sign-ins with a certified OpenID Provider, which requires PKCE and signs ID tokens by ES256, and for one client by its secret. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { oidc } from '../../../src/providers/oidc.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { postAnswer } from '../../support/oidc/post-answer.js'
import {
  CLIENT_SECRET,
  type ClientId,
  type RealProvider,
  realProvider,
} from '../../support/oidc/real-provider.js'
import { type Behaviour, visit } from '../../support/oidc/user-agent.js'

let real: RealProvider
beforeAll(async () => {
  real = await realProvider()
})
afterAll(() => real.stop())

const settings: Record<ClientId, () => Partial<OIDCProvider>> = {
  basic: () => ({}),
  post: () => ({ client: { token_endpoint_auth_method: 'client_secret_post' } }),
  key: () => ({
    client: { token_endpoint_auth_method: 'private_key_jwt' },
    token: { clientPrivateKey: { key: real.clientKey, kid: 'client' } },
    clientSecret: undefined,
  }),
  open: () => ({ client: { token_endpoint_auth_method: 'none' }, clientSecret: undefined }),
  form: () => ({ authorization: { params: { response_mode: 'form_post' } } }),
  mac: () => ({ client: { id_token_signed_response_alg: 'HS256', userinfo_signed_response_alg: 'HS256' } }),
}

const provider = (id: ClientId, overrides: Partial<OIDCProvider> = {}): OIDCProvider => {
  const { client, ...rest } = settings[id]()
  return oidc({
    id,
    issuer: real.issuer,
    clientId: id,
    clientSecret: CLIENT_SECRET,
    idToken: false,
    client: { id_token_signed_response_alg: 'ES256', ...client },
    ...rest,
    ...overrides,
  })
}

const browserOf = (site: App): Browser => new Browser(site.handle, 'https://app.test')

const signIn = async (browser: Browser, id: ClientId, behaviour: Behaviour = 'agrees'): Promise<Response> => {
  const started = await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' })
  const { url, form } = await visit(locationOf(started), behaviour)
  if (!form) return browser.send(url.pathname + url.search)
  url.search = form.toString()
  return postAnswer(browser, url)
}

describe.each(['basic', 'post', 'key', 'open', 'form', 'mac'] as const)('the client %s', (id) => {
  test('a user signs in at a certified OpenID Provider', async () => {
    const adapter = memory()
    const site = app({ providers: [provider(id)], adapter })
    const browser = browserOf(site)
    const response = await signIn(browser, id)
    expect(site.logged).toEqual([])
    expect(locationOf(response).href).toBe('https://app.test/inside')
    expect((await browser.session()).user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    expect(await adapter.getAccount('ada', id)).toMatchObject({ token_type: 'bearer', type: 'oidc' })
  })

  test('the user sees an error after refusing consent at the provider', async () => {
    const site = app({ providers: [provider(id)] })
    const browser = browserOf(site)
    const response = await signIn(browser, id, 'cancels')
    expect(locationOf(response).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(site.logged).toEqual([])
    expect(site.warned).toEqual([expect.stringMatching(/^OAuthCallbackError: .*access_denied/)])
    expect(await browser.session()).toBeNull()
  })
})

test('with `idToken: true`, a user signs in at a certified OpenID Provider', async () => {
  const site = app({ providers: [provider('basic', { idToken: true })] })
  const browser = browserOf(site)
  expect(locationOf(await signIn(browser, 'basic')).pathname).toBe('/inside')
  expect(await browser.session()).not.toBeNull()
})

test('the provider rejects a request without PKCE', async () => {
  const site = app({ providers: [provider('basic', { checks: ['nonce'] })] })
  const browser = browserOf(site)
  expect(locationOf(await signIn(browser, 'basic')).searchParams.get('error')).toBe('OAuthCallbackError')
  expect(await browser.session()).toBeNull()
})

test.each([
  ['basic', 'RS256'],
  ['basic', 'HS256'],
  ['mac', 'ES256'],
] as const)(
  'the client %s refuses ID tokens with an algorithm that is not configured: %s',
  async (id, alg) => {
    const site = app({ providers: [provider(id, { client: { id_token_signed_response_alg: alg } })] })
    const browser = browserOf(site)
    expect(locationOf(await signIn(browser, id)).searchParams.get('error')).toBe('OAuthCallbackError')
  },
)

test('a sign-in with a wrong client secret fails', async () => {
  const site = app({ providers: [provider('basic', { clientSecret: 'wrong' })] })
  const browser = browserOf(site)
  expect(locationOf(await signIn(browser, 'basic')).href).toMatch(
    /^https:\/\/app\.test\/auth\/error\?error=Configuration&reference=[\w-]{8}$/,
  )
  expect(site.logged.map(({ message }) => message)).toEqual([
    expect.stringMatching(/check AUTH_BASIC_ID or .* AUTH_BASIC_SECRET .* invalid_client/),
  ])
})
