/**
 * Providers of the catalogue compared with those of `@auth/core`: the same authorization request, and the
 * same user for the same profile.
 */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import { withId } from '../../src/providers/with-id.js'
import type { OAuthFixture, OIDCFixture } from '../providers/catalogue/fixture.js'
import { oauthFixtures } from '../providers/catalogue/oauth-fixtures.js'
import { openIDFixtures } from '../providers/catalogue/openid-fixtures.js'
import { ownWaysFixtures } from '../providers/catalogue/own-ways-fixtures.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { type Difference, differences } from './support/provider-differences.js'

type Published = { id: string; options?: object; profile?: (profile: never, tokens: never) => unknown }

const folder = new URL('../../node_modules/@auth/core/providers/', import.meta.url)
const modules = readdirSync(folder).filter(
  (file) => file.endsWith('.js') && !/^(?:index|provider-types)/.test(file),
)

/** The published function whose providers have an id. */
async function publishedBy(id: string): Promise<((options: object) => Published) | undefined> {
  const file = id === 'hydra' ? 'ory-hydra.js' : `${id}.js`
  if (!modules.includes(file)) return undefined
  const { default: make } = await import(new URL(file, folder).href)
  return make
}

/**
 * Options that published functions require besides a client and an issuer, with the values of the fixtures.
 */
const ownOptions: Readonly<Record<string, object>> = {
  netsuite: { accountID: '1234567-sb1', userinfo: 'https://1234567-sb1.restlets.api.netsuite.com/' },
}

/** The authorization request of a provider, without random values. */
async function authorizationOf(provider: unknown, id: string): Promise<Record<string, string>> {
  const configuration = {
    providers: [provider],
    secret: '0123456789abcdef0123456789abcdef',
    basePath: '/auth',
    trustHost: true,
  }
  const { handler } = (createAuth as unknown as (given: unknown) => any)(configuration).build()
  const url = locationOf(await new Browser(handler).post(`/auth/signin/${id}`))
  const { searchParams } = url
  for (const random of ['state', 'nonce', 'code_challenge']) {
    if (searchParams.has(random)) searchParams.set(random, '…')
  }
  return { '': url.origin + url.pathname, ...Object.fromEntries(searchParams) }
}

/** The differences by name: parameters of the authorization request, and members of the user. */
async function differencesOf(fixture: OAuthFixture | OIDCFixture, make: (options: object) => Published) {
  const { provider } = fixture
  const { id, issuer, clientId, clientSecret } = provider
  const { customFetch } = await import('@auth/core')
  const idp = await IdentityProvider.start(issuer?.replace(/\/$/, ''))
  if (issuer) idp.misbehave({ discovery: (document) => ({ ...document, issuer }) })
  const fetch = (address: string, init: RequestInit) =>
    idp.fetch(address.replace(idp.issuer, 'https://idp.test'), init)
  const options = {
    clientId,
    clientSecret,
    ...(issuer && { issuer }),
    ...ownOptions[id],
    [customFetch]: fetch,
  }
  const published = make(options)
  const ours = await authorizationOf(withId(id, { ...provider, [customFetch]: fetch } as never), id)
  const theirs = await authorizationOf(withId(id, published as never), id)
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const asked = [...names].filter((name) => ours[name] !== theirs[name]).map((name) => name || 'endpoint')
  const profile = 'userinfo' in fixture ? Object.values(fixture.userinfo)[0] : fixture.profile
  const user = fixture.user as unknown as Record<string, unknown>
  let mapped: Record<string, unknown> = {}
  try {
    mapped = Object(await published.profile?.(profile as never, {} as never))
  } catch {
    return [...asked, 'profile']
  }
  if (!published.profile) return asked
  const members = ['id', 'name', 'email', 'image'].filter(
    (member) => String(mapped[member] ?? null) !== String(user[member] ?? null),
  )
  return [...asked, ...members]
}

const all = new Map<string, OAuthFixture | OIDCFixture>(
  [...oauthFixtures, ...openIDFixtures, ...ownWaysFixtures].map((fixture) => [fixture.provider.id, fixture]),
)

test.each([...all.keys()])('%s differs from the provider of Auth.js only as listed', async (id) => {
  const fixture = all.get(id) as OAuthFixture
  const make = await publishedBy(id)
  if (!make) {
    expect(differences[id]).toEqual({ unpublished: expect.any(String) })
    return
  }
  const listed: Difference = differences[id] ?? {}
  const found = await differencesOf(fixture, make)
  expect(found.sort()).toEqual(Object.keys(listed).sort())
})

test('every listed difference belongs to a provider that is compared', () => {
  expect(Object.keys(differences).filter((id) => !all.has(id))).toEqual([])
})
