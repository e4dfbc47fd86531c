import Line from '@auth/core/providers/line'
import Zitadel from '@auth/core/providers/zitadel'
import { expect, test } from 'vitest'
import { Auth, type AuthConfig } from '../../src/compat.js'
import { createAuth } from '../../src/index.js'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { publishedProvider } from '../../src/providers/kinds/published-provider.js'
import { withId } from '../../src/providers/with-id.js'
import { Browser, locationOf } from '../support/browser.js'
import { clientSecretKey } from '../support/identity-provider/client-secret-key.js'
import { IdentityProvider } from '../support/identity-provider.js'

/*
 * Provider objects in the format of Auth.js community providers. Only `authwright/compat` has types for them.
 */
const start = (provider: unknown): Browser => {
  const configuration = { providers: [provider], ...options } as unknown as Omit<AuthConfig, 'raw'>
  return new Browser((request) => Auth(request, configuration))
}
const plain = (provider: unknown) => publishedProvider(provider as never)

const options = { secret: '0123456789abcdef0123456789abcdef', basePath: '/auth', trustHost: true }

test('a sign-in uses the `options` of a provider object', async () => {
  const idp = await IdentityProvider.start()
  const provider = {
    id: 'acme',
    name: 'Acme',
    type: 'oidc',
    issuer: 'https://elsewhere.test',
    options: {
      id: 'own',
      name: undefined,
      issuer: 'https://idp.test',
      clientId: 'client',
      clientSecret: 's-e_c.r*et',
      [customFetch]: idp.fetch,
    },
  }
  const browser = start(provider)
  const listed = await (await browser.send('/auth/providers')).json()
  expect(listed).toMatchObject({ own: { id: 'own', name: 'Acme' } })
  const started = locationOf(await browser.post('/auth/signin/own', { callbackUrl: '/inside' }))
  expect(started.searchParams.get('redirect_uri')).toBe('https://app.test/auth/callback/own')
  const { pathname, search } = idp.authorize(started)
  expect(locationOf(await browser.send(pathname + search)).pathname).toBe('/inside')
  expect((await browser.session()).user.name).toBe('Ada Lovelace')
})

test('the audience of a ZITADEL ID token may contain its project and other applications', async () => {
  const idp = await IdentityProvider.start()
  idp.misbehave({ claims: (claims) => ({ ...claims, aud: ['client', '246361787010646019'], azp: 'client' }) })
  const client = { clientId: 'client', clientSecret: 's-e_c.r*et', issuer: idp.issuer }
  const browser = start(Zitadel({ ...client, [customFetch]: idp.fetch } as object))
  const started = locationOf(await browser.post('/auth/signin/zitadel', { callbackUrl: '/inside' }))
  const { pathname, search } = idp.authorize(started)
  expect(locationOf(await browser.send(pathname + search)).pathname).toBe('/inside')
})

test('ID tokens of LINE are verified with the client secret (HMAC)', async () => {
  const secret = '0123456789abcdef0123456789abcdef'
  const idp = await IdentityProvider.start('https://access.line.me')
  idp.client = { id: 'client', method: 'client_secret_basic', secret }
  idp.misbehave({
    discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ['ES256'] }),
    signingKey: await clientSecretKey(secret),
    header: () => ({ alg: 'HS256', typ: 'JWT' }),
  })
  const provider = Line({ clientId: 'client', clientSecret: secret, [customFetch]: idp.fetch } as object)
  const browser = start(provider)
  const started = locationOf(await browser.post('/auth/signin/line', { callbackUrl: '/inside' }))
  const { pathname, search } = idp.authorize(started)
  expect(locationOf(await browser.send(pathname + search)).pathname).toBe('/inside')
  expect((await browser.session()).user.name).toBe('Ada Lovelace')
})

test('the form and the sign-in of a provider object use the fields in `options.credentials`', async () => {
  const seen: unknown[] = []
  const provider = {
    id: 'credentials',
    type: 'credentials',
    credentials: {},
    authorize: () => null,
    options: {
      credentials: { username: { label: 'Your name' } },
      authorize: (input: unknown) => {
        seen.push(input)
        return { id: 'u1', name: 'Ada' }
      },
    },
  }
  const browser = start(provider)
  expect(await (await browser.send('/auth/signin')).text()).toContain('Your name')
  await browser.post('/auth/callback/credentials', { username: 'ada', other: 'x' })
  expect(seen).toEqual([{ username: 'ada' }])
  expect((await browser.session()).user.name).toBe('Ada')
})

test('a form without declared fields sends all its fields', async () => {
  const seen: unknown[] = []
  const authorize = (input: unknown) => {
    seen.push(input)
    return null
  }
  const browser = start({ id: 'credentials', type: 'credentials', credentials: {}, authorize })
  await browser.post('/auth/callback/credentials', { username: 'ada' })
  expect(seen).toEqual([{ username: 'ada' }])
})

test('`options` of a provider object replaces only the endpoint values that it contains', () => {
  const request = () => null
  expect(
    plain({
      id: 'acme',
      type: 'oauth',
      authorization: { url: 'https://acme.test/authorize', params: { scope: 'read', prompt: 'none' } },
      token: 'https://acme.test/token',
      userinfo: { url: 'https://acme.test/me', request },
      checks: ['pkce', 'state'],
      options: {
        authorization: { params: { scope: 'read write' } },
        token: { params: { audience: 'acme' } },
        userinfo: 'https://acme.test/you',
        checks: ['state'],
      },
    }),
  ).toEqual({
    id: 'acme',
    type: 'oauth',
    authorization: { url: 'https://acme.test/authorize', params: { scope: 'read write', prompt: 'none' } },
    token: { url: 'https://acme.test/token', params: { audience: 'acme' } },
    userinfo: 'https://acme.test/you',
    checks: ['state'],
  })
})

test('a provider object can have both `input` and `credentials`, and has no `options` after merging', () => {
  const authorize = () => null
  const input = { name: {} }
  expect(plain({ id: 'c', type: 'credentials', input, credentials: { other: {} }, authorize })).toEqual({
    id: 'c',
    type: 'credentials',
    input,
    authorize,
  })
  expect(plain({ id: 'acme', type: 'oidc', options: { issuer: undefined } })).toEqual({
    id: 'acme',
    type: 'oidc',
    issuer: undefined,
  })
  expect(plain({ id: 'acme', type: 'oidc', issuer: 'https://a.example', options: undefined })).toEqual({
    id: 'acme',
    type: 'oidc',
    issuer: 'https://a.example',
  })
})

test.each([
  ['undefined', undefined],
  ['a function that returns nothing', () => undefined],
])('withId() of %s is refused with the error "Not a provider"', (_, published) => {
  const absent = withId('acme', published as unknown as { id: string; type: 'oauth' })
  expect(() => createAuth().provider(absent).build()).toThrow('Not a provider')
})
