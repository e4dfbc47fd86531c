/** Metadata of a provider: the rows DI of the security cases, each named by its id. */

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Behaviour } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { relyingParties } from '../../support/oidc/relying-party.js'
import { acme, acmeOAuth } from '../../support/providers.js'

const start = relyingParties()

afterEach(() => vi.useRealTimers())

const wellKnown = '/.well-known/openid-configuration'

const atDiscovery =
  (answer: () => Response | Promise<Response>): Behaviour['respond'] =>
  ({ url }) =>
    url.pathname === wellKnown ? answer() : undefined

/** Expects no redirect to the provider, and no cookie of a flow. */
const refuses = async (
  behaviour: Partial<Behaviour>,
  error: string,
  provider: Partial<OIDCProvider> = {},
): Promise<void> => {
  const party = await start({ provider })
  party.idp.misbehave(behaviour)
  await party.expectRefused(await party.browser.post('/auth/signin/acme'), error)
  expect(party.idp.requestCount('/token')).toBe(0)
}

const withMetadata = (changes: Record<string, unknown>): Partial<Behaviour> => ({
  discovery: (document) => ({ ...document, ...changes }),
})

describe('DI-1: an issuer that differs from the configured issuer', () => {
  test.each([
    ['another host', 'https://evil.test'],
    ['another path', 'https://idp.test/tenant'],
    ['two slashes', 'https://idp.test//'],
    ['another letter case', 'https://IDP.test'],
    ['another scheme', 'http://idp.test'],
    ['missing', undefined],
    ['not a string', 7],
    ['not a URL', 'idp'],
  ])('DI-1: an issuer that differs from the configured issuer is refused: %s', async (_, issuer) => {
    await refuses(withMetadata({ issuer }), 'OAuthSignInError')
  })

  test('DI-1: the log about an unexpected issuer in the metadata contains the fix', async () => {
    const party = await start()
    party.idp.misbehave(withMetadata({ issuer: 'https://idp.test/tenant' }))
    await party.browser.post('/auth/signin/acme')
    expect(party.app.logged[0]?.message).toContain(
      "has the issuer 'https://idp.test/tenant': set `issuer` to exactly this value",
    )
  })

  test('DI-1: the log about an issuer in the metadata that is a template contains the fix', async () => {
    const party = await start()
    party.idp.misbehave(withMetadata({ issuer: 'https://idp.test/{tenantid}' }))
    await party.browser.post('/auth/signin/acme')
    expect(party.app.logged[0]?.message).toContain(
      "has the issuer 'https://idp.test/{tenantid}': set `tokenIssuer` to the issuer that its tokens must have",
    )
  })
})

describe('a slash at the end of the issuer makes no difference', () => {
  test.each([
    ['https://idp.test/', 'https://idp.test'],
    ['https://idp.test', 'https://idp.test/'],
  ])('a user signs in if the issuer is configured as %s and published as %s', async (issuer, published) => {
    const party = await start({ provider: { issuer } })
    party.idp.misbehave({
      ...withMetadata({ issuer: published }),
      claims: (claims) => ({ ...claims, iss: published }),
      callback: (params) => {
        params.set('iss', published)
        return params
      },
    })
    await party.expectSignedIn(await party.signIn())
  })

  test('the issuer of a token must equal the published issuer exactly', async () => {
    const party = await start()
    party.idp.misbehave({ claims: (claims) => ({ ...claims, iss: 'https://idp.test/' }) })
    await party.expectRefused(await party.signIn())
  })
})

describe('DI-2: an endpoint that cannot be used', () => {
  const addresses = [
    undefined,
    null,
    '',
    7,
    '/relative',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://idp.test/x',
    'ftp://idp.test/x',
  ]

  test.each(
    ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].flatMap((name) =>
      addresses.map((address) => [name, address] as const),
    ),
  )('DI-2: a published %s is refused: %j', async (name, address) => {
    await refuses(withMetadata({ [name]: address }), 'Configuration')
  })

  test.each(addresses)(
    'DI-2: an unusable userinfo_endpoint is refused if it is needed: %j',
    async (address) => {
      await refuses(withMetadata({ userinfo_endpoint: address }), 'Configuration', { idToken: false })
    },
  )

  test.each(addresses)('DI-2: an unusable endpoint is ignored if it is not needed: %j', async (address) => {
    const party = await start()
    party.idp.misbehave(withMetadata({ userinfo_endpoint: address, registration_endpoint: address }))
    await party.expectSignedIn(await party.signIn())
  })

  test.each([
    ['an authorization endpoint over http', { authorization: 'http://idp.test/authorize' }],
    ['a token endpoint over http', { token: 'http://idp.test/token' }],
    ['a userinfo endpoint that is not a URL', { userinfo: 'userinfo' }],
    ['no token endpoint', { token: undefined }],
  ])('DI-2: %s in the configuration is refused', async (_, endpoints) => {
    const party = await start({ providers: [{ ...acmeOAuth(), ...endpoints } as never] })
    const response = await party.browser.post('/auth/signin/acme')
    expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
    expect(party.app.logged[0]?.message).toMatch(/`(?:authorization|token|userinfo)_endpoint`.*https:/)
  })

  test('DI-2: an endpoint can use HTTP on a loopback host', async () => {
    const idp = await IdentityProvider.start('http://localhost:4000')
    const party = await start({ idp, provider: { issuer: idp.issuer } })
    await party.expectSignedIn(await party.signIn())
  })
})

describe('DI-8: an endpoint on a private IP address', () => {
  const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']
  const addresses = [
    'http://127.0.0.1:9000/x',
    'http://localhost:9000/x',
    'https://127.0.0.1/x',
    'https://localhost./x',
    'https://0.0.0.0/x',
    'https://10.0.0.7/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://vault.internal/x',
  ]

  test.each(names.flatMap((name) => addresses.map((address) => [name, address] as const)))(
    'DI-8: an issuer on the internet cannot publish a private endpoint: %s, %s',
    async (name, address) => {
      await refuses(withMetadata({ [name]: address }), 'Configuration', { idToken: false })
    },
  )

  test('DI-8: the log about an endpoint at a private IP address contains the fix', async () => {
    const party = await start()
    party.idp.misbehave(withMetadata({ token_endpoint: 'http://127.0.0.1:9000/x' }))
    await party.browser.post('/auth/signin/acme')
    expect(party.app.logged.map(({ message }) => message)).toEqual([
      "The issuer of the provider 'acme' publishes a `token_endpoint` at the private host '127.0.0.1'. Set `allowPrivateNetwork: true` if it is meant to be there.",
    ])
  })

  test.each<[string, Partial<OIDCProvider>]>([
    ['if `allowPrivateNetwork` is set', { allowPrivateNetwork: true }],
    ['if the configuration contains its URL', { token: 'http://127.0.0.1:9000/token' }],
  ])('DI-8: an endpoint at a private IP address is used %s', async (_, provider) => {
    const party = await start({ provider })
    if (provider.allowPrivateNetwork) {
      party.idp.misbehave(withMetadata({ token_endpoint: 'http://127.0.0.1:9000/token' }))
    }
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.received.map(({ url }) => url.href)).toContain('http://127.0.0.1:9000/token')
  })

  test('DI-8: an endpoint at a private IP address is used if the issuer has the same host', async () => {
    const idp = await IdentityProvider.start('https://10.0.0.7')
    const party = await start({ idp, provider: { issuer: idp.issuer } })
    await party.expectSignedIn(await party.signIn())
  })

  test('DI-8: an endpoint at a private IP address is rejected if the issuer has another private host', async () => {
    const idp = await IdentityProvider.start('https://10.0.0.7')
    const party = await start({ idp, provider: { issuer: idp.issuer } })
    idp.misbehave(withMetadata({ token_endpoint: 'https://10.0.0.8/token' }))
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'Configuration')
  })
})

test.each([301, 302, 307, 308])(
  'DI-4: a redirect of the metadata request with status %i is not followed',
  async (status) => {
    const headers = { location: 'https://idp.test/elsewhere' }
    const party = await start()
    party.idp.misbehave({ respond: atDiscovery(() => new Response(null, { status, headers })) })
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'OAuthSignInError')
    expect(party.idp.requestCount('/elsewhere')).toBe(0)
  },
)

test('DI-5: metadata of ten megabytes is not read completely', async () => {
  let sent = 0
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull(controller) {
        if (sent >= 10_000_000) return controller.close()
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
  await refuses({ respond: atDiscovery(() => new Response(body())) }, 'OAuthSignInError')
  expect(sent).toBeLessThan(2_000_000)
})

test('DI-5: a request for metadata without a response times out', async () => {
  const party = await start()
  party.idp.misbehave({ respond: atDiscovery(() => new Promise<Response>(() => {})) })
  const token = await party.browser.csrfToken()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const body = new URLSearchParams({ csrfToken: token })
  const answer = party.browser.send('/auth/signin/acme', {
    method: 'POST',
    body,
    headers: { origin: party.browser.origin },
  })
  await vi.waitFor(() => expect(party.idp.requestCount(wellKnown)).toBe(1))
  await vi.advanceTimersByTimeAsync(10_000)
  await party.expectRefused(await answer, 'OAuthSignInError')
})

test.each([
  ['500', new Response('{}', { status: 500 })],
  ['HTML', new Response('<h1>', { headers: { 'content-type': 'text/html' } })],
  ['an array', Response.json([])],
  [
    'metadata as HTML',
    Response.json(
      {
        issuer: 'https://idp.test',
        authorization_endpoint: 'https://idp.test/authorize',
        token_endpoint: 'https://idp.test/token',
        jwks_uri: 'https://idp.test/jwks',
      },
      { headers: { 'content-type': 'text/html' } },
    ),
  ],
  ['empty', new Response()],
])('DI-5: metadata that is %s is refused', async (_, answer) => {
  await refuses({ respond: atDiscovery(() => answer.clone()) }, 'OAuthSignInError')
})

test.each<[what: string, provider: Partial<OIDCProvider>, env: Record<string, string>, says: string]>([
  ['the configured issuer', {}, {}, "at its issuer 'https://idp.test'"],
  [
    'the configured issuer instead of an unused variable',
    {},
    { AUTH_ACME_ISSUER: 'https://other.test' },
    "at its issuer 'https://idp.test'",
  ],
  [
    'the variable that contains the issuer',
    { issuer: undefined },
    { AUTH_ACME_ISSUER: 'https://idp.test' },
    "at AUTH_ACME_ISSUER, 'https://idp.test'",
  ],
  ['`wellKnown`', { wellKnown: `https://idp.test${wellKnown}` }, {}, 'at its `wellKnown`'],
])('DI-5: missing metadata is logged on one line, with %s', async (_, provider, environment, says) => {
  const party = await start({ provider, environment: { NODE_ENV: 'test', ...environment } })
  party.idp.misbehave({ respond: atDiscovery(() => new Response('no', { status: 404 })) })
  await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'OAuthSignInError')
  expect(party.app.logged.map(({ message }) => message)).toEqual([
    `The provider 'acme' could not be discovered ${says}: The provider's metadata endpoint responded with 404.`,
  ])
})

test('DI-7: a hundred concurrent first sign-ins fetch metadata and keys once', async () => {
  const party = await start({ session: { strategy: 'jwt' } })
  party.idp.misbehave({
    respond: async ({ url }) => {
      // Slow, so that all sign-ins begin while the first one waits.
      if (url.pathname !== '/token') await new Promise((resolve) => setTimeout(resolve, 200))
      return undefined
    },
  })
  const browsers = Array.from({ length: 100 }, () => party.anotherBrowser())
  const answers = await Promise.all(
    browsers.map(async (browser, index) => {
      const callback = await party.flow(browser)
      party.idp.user = { sub: `person ${index}` }
      return party.finish(callback, browser)
    }),
  )
  expect(new Set(answers.map((answer) => locationOf(answer).pathname))).toEqual(new Set(['/inside']))
  expect(party.idp.requestCount(wellKnown)).toBe(1)
  expect(party.idp.requestCount('/jwks')).toBe(1)
  expect(party.idp.requestCount('/token')).toBe(100)
})

test('metadata is fetched from `wellKnown` only', async () => {
  const address = 'https://meta.test/tenant/metadata.json?v=2'
  const party = await start({ provider: { wellKnown: address } })
  const { idp } = party
  idp.misbehave({
    respond: ({ url }) => {
      if (url.href !== address) return undefined
      return Response.json({
        issuer: idp.issuer,
        authorization_endpoint: 'https://idp.test/authorize',
        token_endpoint: 'https://idp.test/token',
        jwks_uri: 'https://idp.test/jwks',
      })
    },
  })
  await party.expectSignedIn(await party.signIn())
  expect(idp.requestCount(wellKnown)).toBe(0)
})

test('configured endpoints take precedence over metadata', async () => {
  const authorization = {
    url: 'https://idp.test/own?a=1',
    params: { b: 2, claims: { userinfo: { email: null } } },
  }
  const party = await start({ provider: { authorization } })
  const { pathname, searchParams } = await party.begin()
  expect(pathname).toBe('/own')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    a: '1',
    b: '2',
    claims: '{"userinfo":{"email":null}}',
  })
})

test('no metadata is fetched for a provider with all endpoints configured', async () => {
  const party = await start({ providers: [acmeOAuth({ issuer: 'https://idp.test' })] })
  await party.expectSignedIn(await party.signIn())
  expect(party.idp.requestCount(wellKnown)).toBe(0)
})

describe('a published issuer that is not a URL', () => {
  const published = {
    discovery: (document: Record<string, unknown>) => ({
      ...document,
      issuer: 'acme.com',
      authorization_response_iss_parameter_supported: undefined,
    }),
    claims: (claims: Record<string, unknown>) => ({ ...claims, iss: 'acme.com' }),
    callback: (params: URLSearchParams) => {
      params.delete('iss')
      return params
    },
  }

  test('a user signs in with a published issuer that is not a URL if `issuerAliases` lists this issuer', async () => {
    const party = await start({ provider: { issuerAliases: ['acme.com'] } })
    party.idp.misbehave(published)
    await party.expectSignedIn(await party.signIn())
  })

  test('a published issuer that is not a URL is refused without `issuerAliases`, and the log names the option', async () => {
    const party = await start()
    party.idp.misbehave(published)
    await party.browser.post('/auth/signin/acme')
    expect(party.app.logged[0]?.message).toContain(
      "has the issuer 'acme.com': change it to a URL at the provider, or list this name in `issuerAliases`",
    )
  })
})

test('line separators in published metadata are replaced in the log', async () => {
  const party = await start()
  party.idp.misbehave({ discovery: () => ({ issuer: 'https://evil.test/\u2028forged' }) })
  await party.browser.post('/auth/signin/acme')
  expect(party.app.logged[0]?.message).toContain("has the issuer 'https://evil.test/ forged'")
})

test('a configured issuer that is not a URL is logged', async () => {
  const party = await start({
    providers: [acme({ issuer: 'idp.test', authorization: 'https://idp.test/' })],
  })
  const response = await party.browser.post('/auth/signin/acme')
  expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
  expect(party.app.logged[0]?.message).toContain("not 'idp.test'")
})

test('a sign-in with an OpenID Provider without an issuer is refused', async () => {
  const { authorization, token, userinfo } = acmeOAuth()
  const party = await start({
    providers: [{ ...acme({ issuer: undefined }), authorization, token, userinfo } as never],
  })
  const response = await party.browser.post('/auth/signin/acme')
  expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
  expect(party.app.logged[0]?.message).toContain('`issuer`')
})
