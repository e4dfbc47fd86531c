import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { gitlab } from '../../../src/providers/gitlab.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { clientSecretKey } from '../../support/identity-provider/client-secret-key.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import type { OIDCFixture } from './fixture.js'
import { oauthFixtures as standardFixtures } from './oauth-fixtures.js'
import { openIDFixtures } from './openid-fixtures.js'
import { ownWaysFixtures } from './own-ways-fixtures.js'
import { ProviderServer } from './provider-server.js'

type Fetch = (address: string, init: RequestInit) => Promise<Response>

const oauthFixtures = [...standardFixtures, ...ownWaysFixtures]

/** An application with one provider, and the users who signed in to it. */
function start(provider: Provider, fetch: Fetch) {
  const users: unknown[] = []
  const adapter = memory()
  const auth: App = app({
    providers: [provider],
    adapter,
    fetch,
    callbacks: { signIn: ({ user }) => users.push(user) > 0 },
  })
  const browser = new Browser(auth.handle)
  const begin = async (): Promise<URL> =>
    locationOf(await browser.post(`/auth/signin/${provider.id}`, { callbackUrl: '/inside' }))
  const finish = async ({ pathname, search }: URL): Promise<URL> =>
    locationOf(await browser.send(pathname + search))
  return { auth, adapter, users, begin, finish }
}

/** The parameters of an authorization request that are not those of every code flow. */
function ownParams({ searchParams }: URL): Record<string, string> {
  const common = ['client_id', 'redirect_uri', 'response_type', 'state', 'nonce', 'code_challenge']
  const entries = [...searchParams].filter(
    ([name]) => !common.includes(name) && name !== 'code_challenge_method',
  )
  return Object.fromEntries(entries)
}

describe.each(oauthFixtures)('$provider.name', (fixture) => {
  const { provider, authorization, params, user } = fixture

  test('is asked with the documented parameters', async () => {
    const { begin } = start(provider as Provider, new ProviderServer(fixture).fetch)
    const url = await begin()
    expect(url.origin + url.pathname).toBe(authorization)
    expect(ownParams(url)).toEqual(params)
    expect(url.searchParams.get('client_id')).toBe('client-id')
    expect(url.searchParams.get('state')).toMatch(/./)
  })

  test('signs in the user that its profile describes', async () => {
    const server = new ProviderServer(fixture)
    const { auth, users, begin, finish } = start(provider as Provider, server.fetch)
    const end = await finish(server.consent(await begin()))
    expect(auth.logged).toEqual([])
    expect(end.pathname).toBe('/inside')
    expect(users).toEqual([user])
  })

  test('leads a user who declined to the sign-in page', async () => {
    const server = new ProviderServer(fixture)
    const { users, begin, finish } = start(provider as Provider, server.fetch)
    const end = await finish(server.decline(await begin()))
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/signin', 'OAuthCallbackError'])
    expect(users).toEqual([])
  })

  test('names the variables of a client that the provider refuses', async () => {
    const server = new ProviderServer(fixture)
    server.secret = 'another secret'
    server.clientId = 'another client'
    const { auth, begin, finish } = start(provider as Provider, server.fetch)
    const end = await finish(server.consent(await begin()))
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/error', 'Configuration'])
    const variable = `AUTH_${provider.id.toUpperCase().replaceAll('-', '_')}_${fixture.authenticatesBy === 'none' ? 'ID' : 'SECRET'}`
    expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining(variable)])
  })
})

describe.each(oauthFixtures.filter(({ unverified }) => unverified !== undefined))(
  '$provider.name',
  (fixture) => {
    const { provider } = fixture

    test('signs in a user without a verified address', async () => {
      const server = new ProviderServer(fixture)
      server.profile = fixture.unverified
      const { users, begin, finish } = start(provider as Provider, server.fetch)
      expect((await finish(server.consent(await begin()))).pathname).toBe('/inside')
      expect(users).toEqual([expect.objectContaining({ email: null })])
    })
  },
)

const saysVerified = ['bitbucket', 'discord', 'eventbrite', 'kakao', 'patreon', 'twitter', 'wikimedia']

test.each(oauthFixtures.filter(({ provider }) => saysVerified.includes(provider.id)))(
  '$provider.name says by fields of its own that an address is verified',
  ({ provider, profile, unverified, unconfirmed, user }) => {
    expect(provider.verifiedEmail?.(profile)).toBe(user.email)
    expect(provider.verifiedEmail?.(unconfirmed ?? unverified) ?? null).toBeNull()
  },
)

test('GitLab says that an address is verified at gitlab.com alone: another server may set `confirmed_at` unasked', () => {
  const profile = { email: 'john@example.com', confirmed_at: '2012-05-23T09:05:22.000Z' } as never
  expect(gitlab().verifiedEmail?.(profile)).toBe('john@example.com')
  expect(gitlab({ baseUrl: 'https://gitlab.com/' }).verifiedEmail?.(profile)).toBe('john@example.com')
  expect(gitlab({ baseUrl: 'https://git.acme.example' }).verifiedEmail?.(profile)).toBeNull()
  const unconfirmed = { email: 'john@example.com', confirmed_at: null } as never
  expect(gitlab().verifiedEmail?.(unconfirmed)).toBeNull()
})

/** A server of the fixture's issuer that knows its client and one user. */
async function openIDServer({ provider, profile, authenticatesBy, idTokenClaims }: OIDCFixture) {
  const issuer = String(provider.issuer)
  const idp = await IdentityProvider.start(issuer)
  const secret = String(provider.clientSecret)
  idp.client = { id: 'client-id', secret, method: `client_secret_${authenticatesBy}` }
  idp.person = { ...profile }
  if (idTokenClaims) idp.misbehave({ claims: (claims) => ({ ...claims, ...idTokenClaims }) })
  if (provider.client?.id_token_signed_response_alg === 'HS256') {
    idp.misbehave({
      header: () => ({ alg: 'HS256' }),
      signingKey: await clientSecretKey(secret),
    })
  }
  if (provider.client?.userinfo_signed_response_alg !== undefined) {
    idp.misbehave({
      respond: async ({ url }) =>
        url.pathname === '/userinfo'
          ? new Response(await idp.sign({ ...profile, iss: issuer, aud: 'client-id' }), {
              headers: { 'content-type': 'application/jwt' },
            })
          : undefined,
    })
  }
  // The identity provider of the tests has its routes at the top of its origin.
  const fetch: Fetch = (address, init) =>
    idp.fetch(
      address
        .replace(`${issuer}/`, 'https://idp.test/')
        .replace(issuer.replace(/\/$/, ''), 'https://idp.test'),
      init,
    )
  return { idp, fetch }
}

describe.each(openIDFixtures)('$provider.name', (fixture) => {
  const { provider, params, user } = fixture

  test('is asked with the documented parameters', async () => {
    const { fetch } = await openIDServer(fixture)
    expect(ownParams(await start(provider as Provider, fetch).begin())).toEqual(params)
  })

  test('signs in the user that its claims describe', async () => {
    const { idp, fetch } = await openIDServer(fixture)
    const { auth, users, begin, finish } = start(provider as Provider, fetch)
    const end = await finish(idp.authorize(await begin()))
    expect(auth.logged).toEqual([])
    expect(end.pathname).toBe('/inside')
    expect(users).toEqual([user])
  })
})

describe.each(openIDFixtures)('$provider.name', (fixture) => {
  const { provider, profile, authenticatesBy } = fixture

  test('signs in a user without an address', async () => {
    const { email: _, email_verified: __, ...rest } = profile
    const { idp, fetch } = await openIDServer({ ...fixture, profile: rest })
    const { auth, users, begin, finish } = start(provider as Provider, fetch)
    expect((await finish(idp.authorize(await begin()))).pathname).toBe('/inside')
    expect(users).toEqual([expect.objectContaining({ id: fixture.user.id, email: null })])
    expect(auth.logged).toEqual([])
  })

  test('leads a user who declined to the sign-in page', async () => {
    const { idp, fetch } = await openIDServer(fixture)
    idp.misbehave({
      callback: (params) => {
        params.delete('code')
        params.set('error', 'access_denied')
        return params
      },
    })
    const { users, begin, finish } = start(provider as Provider, fetch)
    const end = await finish(idp.authorize(await begin()))
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/signin', 'OAuthCallbackError'])
    expect(users).toEqual([])
  })

  test('names the variable of a client that the provider refuses', async () => {
    const { idp, fetch } = await openIDServer(fixture)
    idp.client = { id: 'client-id', secret: 'another', method: `client_secret_${authenticatesBy}` }
    const { auth, begin, finish } = start(provider as Provider, fetch)
    const end = await finish(idp.authorize(await begin()))
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/error', 'Configuration'])
    const variable = `AUTH_${provider.id.toUpperCase().replaceAll('-', '_')}_SECRET`
    expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining(variable)])
  })
})

describe.each(openIDFixtures.filter(({ profile }) => profile['email_verified'] === true))(
  '$provider.name',
  (fixture) => {
    const storedAfter = async (email_verified: boolean) => {
      const { provider, profile, user } = fixture
      const { idp, fetch } = await openIDServer({ ...fixture, profile: { ...profile, email_verified } })
      const { adapter, begin, finish } = start(provider as Provider, fetch)
      expect((await finish(idp.authorize(await begin()))).pathname).toBe('/inside')
      return adapter.getUserByAccount({ provider: provider.id, providerAccountId: user.id })
    }

    test('stores an address as verified where the provider says so, and only there', async () => {
      expect(await storedAfter(true)).toMatchObject({ emailVerified: expect.any(Date) })
      expect(await storedAfter(false)).toMatchObject({ emailVerified: null })
    })
  },
)
