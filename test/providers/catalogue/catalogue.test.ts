import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { gitlab } from '../../../src/providers/gitlab.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { workos } from '../../../src/providers/workos.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import type { OAuthFixture } from './fixture.js'
import { oauthFixtures as standardFixtures } from './oauth-fixtures.js'
import { openIDFixtures } from './openid-fixtures.js'
import { openIDServer } from './openid-server.js'
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

/** The parameters of an authorization request, without those of every code flow. */
function ownParams({ searchParams }: URL): Record<string, string> {
  const common = ['client_id', 'redirect_uri', 'response_type', 'state', 'nonce', 'code_challenge']
  const entries = [...searchParams].filter(
    ([name]) => !common.includes(name) && name !== 'code_challenge_method',
  )
  return Object.fromEntries(entries)
}

describe.each(oauthFixtures)('$provider.name', (fixture) => {
  const { provider, authorization, params, user } = fixture

  test('the provider receives the documented parameters', async () => {
    const { begin } = start(provider as Provider, new ProviderServer(fixture).fetch)
    const url = await begin()
    expect(url.origin + url.pathname).toBe(authorization)
    expect(ownParams(url)).toEqual(params)
    expect(url.searchParams.get('client_id')).toBe('client-id')
    expect(url.searchParams.get('state')).toMatch(/./)
  })

  test('the provider signs in the user that its profile describes', async () => {
    const server = new ProviderServer(fixture)
    const { auth, users, begin, finish } = start(provider as Provider, server.fetch)
    const end = await finish(server.consent(await begin()))
    expect(auth.logged).toEqual([])
    expect(end.pathname).toBe('/inside')
    expect(users).toEqual([user])
  })

  test('a user who declined at the provider is redirected to the sign-in page', async () => {
    const server = new ProviderServer(fixture)
    const { users, begin, finish } = start(provider as Provider, server.fetch)
    const end = await finish(server.decline(await begin()))
    expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/signin', 'OAuthCallbackError'])
    expect(users).toEqual([])
  })

  test('if the provider rejects the client, the log names the environment variables', async () => {
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

    test('the provider signs in a user without a verified e-mail address', async () => {
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
  '$provider.name has its own fields for verified e-mail addresses',
  ({ provider, profile, unverified, unverifiedProfile, user }) => {
    expect(provider.verifiedEmail?.(profile)).toBe(user.email)
    expect(provider.verifiedEmail?.(unverifiedProfile ?? unverified) ?? null).toBeNull()
  },
)

test('GitLab verifies e-mail addresses only at gitlab.com, because another server may set `confirmed_at` without confirmation', () => {
  const profile = { email: 'john@example.com', confirmed_at: '2012-05-23T09:05:22.000Z' } as never
  expect(gitlab().verifiedEmail?.(profile)).toBe('john@example.com')
  expect(gitlab({ baseUrl: 'https://gitlab.com/' }).verifiedEmail?.(profile)).toBe('john@example.com')
  expect(gitlab({ baseUrl: 'https://git.acme.example' }).verifiedEmail?.(profile)).toBeNull()
  const unconfirmed = { email: 'john@example.com', confirmed_at: null } as never
  expect(gitlab().verifiedEmail?.(unconfirmed)).toBeNull()
})

test('WorkOS signs in a user without attributes of the identity provider', async () => {
  const profile = { object: 'profile', id: 'prof_1', email: 'ada@example.com', first_name: 'Ada' } as never
  const user = { id: 'prof_1', name: 'Ada', email: 'ada@example.com', image: null }
  expect(await workos().profile?.(profile, {})).toEqual(user)
})

describe.each(openIDFixtures)('$provider.name', (fixture) => {
  const { provider, params, user } = fixture

  test('the provider receives the documented parameters', async () => {
    const { fetch } = await openIDServer(fixture)
    expect(ownParams(await start(provider as Provider, fetch).begin())).toEqual(params)
  })

  test('the provider signs in the user that its claims describe', async () => {
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

  test('the provider signs in a user without an e-mail address', async () => {
    const { email: _, email_verified: __, ...rest } = profile
    const { idp, fetch } = await openIDServer({ ...fixture, profile: rest })
    const { auth, users, begin, finish } = start(provider as Provider, fetch)
    expect((await finish(idp.authorize(await begin()))).pathname).toBe('/inside')
    expect(users).toEqual([expect.objectContaining({ id: fixture.user.id, email: null })])
    expect(auth.logged).toEqual([])
  })

  test('a user who declined at the provider is redirected to the sign-in page', async () => {
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

  test('if the provider rejects the client, the log names the environment variable', async () => {
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

    test('an e-mail address is stored as verified only if the provider says so', async () => {
      expect(await storedAfter(true)).toMatchObject({ emailVerified: expect.any(Date) })
      expect(await storedAfter(false)).toMatchObject({ emailVerified: null })
    })
  },
)

/** The paths to the members of an object, and of objects in it. */
function pathsOf(value: unknown, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...above, name]
    return [path, ...pathsOf(member, path)]
  })
}

function changed(body: object, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(body)
  const parent = path.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name), copy)
  Reflect.set(parent, String(path.at(-1)), value)
  return copy
}

interface ReadProfile {
  readonly id: string
  profile(raw: unknown, tokens: object): unknown
}

test.each([...oauthFixtures, ...openIDFixtures])(
  'the profile of $provider.name never contains "undefined" or "null", and is refused without an id',
  async ({ provider, profile, ...fixture }) => {
    const { tokens = {}, userinfo = {} } = fixture as Partial<OAuthFixture>
    const { profile: read } = provider as unknown as ReadProfile
    const bodies = Object.keys(profile).length > 0 ? [profile] : Object.values(userinfo)
    for (const body of bodies as object[]) {
      const isWhole = await Promise.resolve(body)
        .then((raw) => read(raw, tokens))
        .then(
          () => true,
          () => false,
        )
      if (!isWhole) continue
      for (const path of pathsOf(body)) {
        for (const missing of [null, undefined, '']) {
          // An unreadable profile is refused, which is acceptable.
          const made = await Promise.resolve(changed(body, path, missing))
            .then((raw) => read(raw, tokens))
            .catch(() => undefined)
          const { id, ...fields } = Object(made) as { id?: unknown }
          // A profile without an id is refused, which is acceptable.
          if (id === undefined || /^(?:null|undefined)?$/.test(String(id))) continue
          expect(String(id)).not.toMatch(/null|undefined|\/$/)
          expect(Object.values(fields).join()).not.toMatch(/null|undefined/)
        }
      }
    }
  },
)
