import { beforeEach, expect, test } from 'vitest'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

const provider: OIDCProvider = {
  id: 'acme',
  type: 'oidc',
  issuer: 'https://idp.test',
  clientId: 'client',
  clientSecret: 's-e_c.r*et',
}
const STABLE = 'https://stable.test/auth'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

const deployment = (
  secret = 's'.repeat(32),
  environment = { NODE_ENV: 'test', AUTH_REDIRECT_PROXY_URL: STABLE },
) => app({ providers: [provider], fetch: idp.fetch, options: { secret }, environment })

test('a preview deployment signs in through the one address that the provider knows', async () => {
  const preview = new Browser(deployment().handle, 'https://preview-1.test')
  const authorization = locationOf(await preview.post('/auth/signin/acme', { callbackUrl: '/inside' }))
  expect(authorization.searchParams.get('redirect_uri')).toBe('https://stable.test/auth/callback/acme')

  const atProxy = idp.authorize(authorization)
  const proxy = new Browser(deployment().handle, 'https://stable.test')
  const handedOn = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect(handedOn.origin + handedOn.pathname).toBe('https://preview-1.test/auth/callback/acme')
  expect(Object.fromEntries(handedOn.searchParams)).toEqual(Object.fromEntries(atProxy.searchParams))
  expect(proxy.jar.names).toEqual([])

  const done = await preview.send(handedOn.pathname + handedOn.search)
  expect(locationOf(done).href).toBe('https://preview-1.test/inside')
  expect((await preview.session()).user.name).toBe('Ada Lovelace')
})

test('the deployment at that address signs in by itself', async () => {
  const stable = new Browser(deployment().handle, 'https://stable.test')
  const { pathname, search } = idp.authorize(locationOf(await stable.post('/auth/signin/acme')))
  expect(locationOf(await stable.send(pathname + search)).href).toBe('https://stable.test/')
  expect(await stable.session()).not.toBeNull()
})

test.each([
  ['another secret', 'x'.repeat(32), (state: string) => state],
  ['a changed state', 's'.repeat(32), (state: string) => `${state}x`],
])('nothing is handed on to a deployment with %s', async (_, secret, change) => {
  const preview = new Browser(deployment(secret).handle, 'https://evil.test')
  const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
  atProxy.searchParams.set('state', change(atProxy.searchParams.get('state') ?? ''))
  const proxy = new Browser(deployment().handle, 'https://stable.test')
  const refused = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect(refused.origin).toBe('https://stable.test')
  expect(refused.searchParams.get('error')).toBe('InvalidCheck')
})
