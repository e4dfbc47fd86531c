/**
 * Claims of an ID token: the rows ID of the security cases except those about its form, each named by its id.
 */

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { signingKey } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { outcomes, withClaims } from '../../support/oidc/outcomes.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'
import { acme } from '../../support/providers.js'

const start = relyingParties()
const { accepts, refuses } = outcomes(start)

const now = (): number => Math.floor(Date.now() / 1000)

/** `undefined` removes the claim. */
const bad: readonly (readonly [string, string, () => Record<string, unknown>])[] = [
  ['ID-1', 'a wrong iss', () => ({ iss: 'https://evil.test' })],
  ['ID-1', 'an iss with an additional slash', () => ({ iss: 'https://idp.test/' })],
  ['ID-1', 'an iss with http:', () => ({ iss: 'http://idp.test' })],
  ['ID-1', 'no iss', () => ({ iss: undefined })],
  ['ID-2', 'no aud', () => ({ aud: undefined })],
  ['ID-2', 'a wrong aud', () => ({ aud: 'other' })],
  ['ID-2', 'an array with a wrong aud', () => ({ aud: ['other'] })],
  ['ID-2', 'an aud that is a number', () => ({ aud: 1 })],
  ['ID-2', 'an aud that is an object', () => ({ aud: { client: true } })],
  ['ID-2', 'a second aud and no azp', () => ({ aud: ['client', 'other'] })],
  [
    'ID-2',
    'a second aud that is not trusted, and the right azp',
    () => ({ aud: ['client', 'other'], azp: 'client' }),
  ],
  ['ID-2', 'a second aud and a wrong azp', () => ({ aud: ['client', 'other'], azp: 'other' })],
  ['ID-4', 'one aud and a wrong azp', () => ({ azp: 'other' })],
  ['ID-4', 'one aud and an azp that is an array', () => ({ azp: ['client'] })],
  ['ID-7', 'an exp that is 61 seconds ago', () => ({ exp: now() - 61 })],
  ['ID-7', 'no exp', () => ({ exp: undefined })],
  ['ID-7', 'an exp that is a string', () => ({ exp: String(now() + 300) })],
  ['ID-7', 'an exp that is not a number', () => ({ exp: Number.NaN })],
  ['ID-7', 'an exp of 1e30', () => ({ exp: 1e30 })],
  ['ID-7', 'a negative exp', () => ({ exp: -1 })],
  ['ID-8', 'no iat', () => ({ iat: undefined })],
  ['ID-8', 'an iat that is a string', () => ({ iat: String(now()) })],
  ['ID-8', 'an iat of tomorrow', () => ({ iat: now() + 86_400 })],
  ['ID-8', 'an iat of last week', () => ({ iat: now() - 7 * 86_400 })],
  ['ID-8', 'an iat of eleven minutes ago', () => ({ iat: now() - 660 })],
  ['ID-10', 'no sub', () => ({ sub: undefined })],
  ['ID-10', 'an empty sub', () => ({ sub: '' })],
  ['ID-10', 'a sub that is a number', () => ({ sub: 1 })],
  ['ID-10', 'a sub of 256 characters', () => ({ sub: 's'.repeat(256) })],
  ['ID-10', 'a sub that is an array', () => ({ sub: ['ada'] })],
  ['ID-10', 'a sub that is not ASCII', () => ({ sub: 'adà' })],
  ['ID-11', 'no nonce', () => ({ nonce: undefined })],
  ['ID-11', 'a wrong nonce', () => ({ nonce: 'other' })],
  ['ID-11', 'an array of nonces', () => ({ nonce: ['other'] })],
  ['ID-13', 'a wrong at_hash', () => ({ at_hash: accessTokenHash('another token', 'sha256') })],
  ['ID-13', 'an at_hash that is not a string', () => ({ at_hash: 1 })],
]

test.each(bad)('%s: an ID token with %s is refused', async (_id, _what, changes) => {
  await refuses({ claims: withClaims(changes()) })
})

describe('a claim that is null counts as absent', () => {
  // https://openid.net/specs/openid-connect-core-1_0.html#JSONSerialization, https://github.com/authlib/authlib/pull/930
  test.each(['at_hash', 'azp', 'auth_time', 'c_hash', 'acr', 'sid'])(
    '%s: a claim that is null counts as absent and is accepted',
    async (claim) => {
      await accepts({ claims: withClaims({ [claim]: null }) })
    },
  )

  test('a nonce that is null is accepted if no nonce was sent', async () => {
    await accepts({ claims: withClaims({ nonce: null }) }, { checks: ['pkce'] })
  })

  test.each(['iss', 'aud', 'exp', 'iat', 'sub', 'nonce'])(
    '%s: a required claim that is null is refused',
    async (claim) => {
      await refuses({ claims: withClaims({ [claim]: null }) })
    },
  )

  test('an azp that is null is refused with several audiences', async () => {
    const claims = { aud: ['client', 'other'], azp: null }
    await refuses({ claims: withClaims(claims) }, { allowOtherAudiences: true })
  })

  test('an ID token without auth_time is rejected if it was requested', async () => {
    await refuses({ claims: withClaims({ auth_time: null }) }, { authorization: { params: { max_age: 60 } } })
  })
})

describe('ID-8: with a custom maximum age of ID tokens', () => {
  const client = (id_token_max_age: number): Partial<OIDCProvider> => ({ client: { id_token_max_age } })

  test.each([
    ['ID-8: with a longer limit, an older ID token is accepted', 3_600, 3_500],
    ['ID-8: the clock tolerance is added to the limit on the age of an ID token', 60, 75],
  ])('%s', async (_, limit, age) => {
    await accepts({ claims: withClaims({ iat: now() - age }) }, client(limit))
  })

  test.each([
    ['ID-8: with a shorter limit, an ID token of two minutes ago is refused', 60, 120],
    ['ID-8: an ID token that is older than the longer limit is refused', 3_600, 3_700],
    ['ID-8: with a limit that is not a number, every ID token is refused', Number.NaN, 0],
  ])('%s', async (_, limit, age) => {
    await refuses({ claims: withClaims({ iat: now() - age }) }, client(limit))
  })
})

describe('the times in an ID token are checked to the second', () => {
  const time = now()
  const startNow = () => start({ clock: () => time * 1000 })

  test.each([
    ['ID-7', 'that expired 29 seconds ago', { iat: time - 100, exp: time - 29 }],
    ['ID-7', 'that expires with the latest date of JavaScript', { exp: 8_640_000_000_000 }],
    ['ID-8', 'of 10 minutes and 30 seconds ago', { iat: time - 630 }],
    ['ID-8', 'of 30 seconds from now', { iat: time + 30 }],
  ])('%s: an ID token %s is accepted', async (_id, _what, times) => {
    const party = await startNow()
    party.idp.misbehave({ claims: withClaims({ iat: time, exp: time + 300, ...times }) })
    await party.expectSignedIn(await party.signIn())
  })

  test.each([
    ['ID-7', 'that expired 30 seconds ago', { iat: time - 100, exp: time - 30 }],
    ['ID-7', 'that expires after the latest date of JavaScript', { exp: 8_640_000_000_001 }],
    ['ID-8', 'of 10 minutes and 31 seconds ago', { iat: time - 631 }],
    ['ID-8', 'of 31 seconds from now', { iat: time + 31 }],
  ])('%s: an ID token %s is refused', async (_id, _what, times) => {
    const party = await startNow()
    party.idp.misbehave({ claims: withClaims({ iat: time, exp: time + 300, ...times }) })
    await party.expectRefused(await party.signIn())
  })
})

test.each(['\x1fada', 'ada\x1f', '\x7fada', 'ada\x7f', '\nada', 'ada\n'])(
  'ID-10: an ID token with the sub %j is refused',
  async (sub) => {
    await refuses({ claims: withClaims({ sub }) })
  },
)

test.each([
  ['ID-10', 'a sub of the first and the last printable ASCII character', { sub: ' ~' }],
  ['ID-2', 'an array of one aud', { aud: ['client'] }],
  ['ID-10', 'a sub of 255 characters', { sub: 's'.repeat(255) }],
])('%s: an ID token with %s is accepted', async (_id, _what, changes) => {
  await accepts({ claims: withClaims(changes) })
})

describe('ID-2: with a list of trusted audiences', () => {
  const client = { id_token_trusted_audiences: ['other'] }

  test('ID-2: a second aud is accepted if the list of trusted audiences contains it and azp is the client', async () => {
    await accepts({ claims: withClaims({ aud: ['client', 'other'], azp: 'client' }) }, { client })
  })

  test.each<[string, Record<string, unknown>]>([
    ['a second aud that is trusted, and no azp', { aud: ['client', 'other'] }],
    ['a second aud that is trusted, and a wrong azp', { aud: ['client', 'other'], azp: 'other' }],
    ['a third aud that is not trusted', { aud: ['client', 'other', 'third'], azp: 'client' }],
    ['an array of a trusted aud without the client', { aud: ['other'], azp: 'client' }],
    ['a trusted aud without the client, as a string', { aud: 'other' }],
  ])('ID-2: with a list of trusted audiences, an ID token with %s is refused', async (_, claims) => {
    await refuses({ claims: withClaims(claims) }, { client })
  })

  test('ID-2: the log names an audience that is not trusted', async () => {
    const party = await start()
    party.idp.misbehave({ claims: withClaims({ aud: ['client', 'other'], azp: 'client' }) })
    await party.expectRefused(await party.signIn())
    expect(party.app.logged[0]?.message).toContain(
      "`aud` names 'other', which `client.id_token_trusted_audiences` does not list",
    )
  })
})

test.each<[string, Record<string, unknown>]>([
  ['two other audiences and the right azp', { aud: ['other', 'client', 'third'], azp: 'client' }],
  ['the client as the only audience', { aud: 'client' }],
])('ID-2: with `allowOtherAudiences`, an ID token with %s is accepted', async (_, claims) => {
  await accepts({ claims: withClaims(claims) }, { allowOtherAudiences: true })
})

test.each<[string, Record<string, unknown>]>([
  ['another audience and no azp', { aud: ['client', 'other'] }],
  ['another audience and a wrong azp', { aud: ['client', 'other'], azp: 'other' }],
  ['another audience and an azp that is an array', { aud: ['client', 'other'], azp: ['client'] }],
  ['other audiences without the client', { aud: ['other', 'third'], azp: 'client' }],
  ['a wrong audience', { aud: 'other', azp: 'client' }],
])('ID-2: with `allowOtherAudiences`, an ID token with %s is refused', async (_, claims) => {
  await refuses({ claims: withClaims(claims) }, { allowOtherAudiences: true })
})

test('ID-7: an ID token that is expired by the clock of the application is refused', async () => {
  const later = now() + 3600
  const party = await start({ clock: () => later * 1000 })
  party.idp.misbehave({ claims: withClaims({ iat: later - 120, exp: later - 60 }) })
  await party.expectRefused(await party.signIn())
})

describe('ID-5: a signature', () => {
  test('ID-5: an ID token with a broken signature is refused', async () => {
    await refuses({ idToken: (token) => changedAt(token, 2) })
  })

  test('ID-5: an ID token with the signature of other content is rejected', async () => {
    await refuses({ idToken: (token) => changedAt(token, 1) })
  })

  test('ID-5: an ID token signed by another key under the same kid is refused', async () => {
    await refuses({ signingKey: (await signingKey('one')).privateKey })
  })

  test('ID-5: the log names the reason if an ID token is signed by an unknown key', async () => {
    const party = await start()
    party.idp.misbehave({ header: (header) => ({ ...header, kid: 'unknown' }) })
    await party.expectRefused(await party.signIn())
    expect(party.app.logged[0]?.cause).toMatchObject({
      err: {
        message:
          'No key of the issuer verifies the signature: no applicable key found in the JSON Web Key Set.',
      },
    })
  })

  test.each(['none', 'NONE', 'HS256', 'RS256 '])(
    'ID-5: an ID token signed with the algorithm %j is refused, even if announced',
    async (alg) => {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
      const party = await start()
      party.idp.misbehave({
        discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ['RS256', alg] }),
        idToken: (token) => [header, ...token.split('.').slice(1)].join('.'),
      })
      await party.expectRefused(await party.signIn())
    },
  )

  test.each([
    ['RS256', 'accepted'],
    ['ES256', 'refused'],
  ])('ID-5: without algorithms in the metadata, an ID token signed with %s is %s', async (alg, outcome) => {
    const party = await start()
    party.idp.keys = [await signingKey('one', alg)]
    party.idp.misbehave({
      discovery: ({ id_token_signing_alg_values_supported: _, ...document }) => document,
    })
    const response = await party.signIn()
    await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
  })

  test.each([
    [['RS256', 'ES256'], 'accepted'],
    [['RS256'], 'refused'],
  ])(
    'ID-5: an ID token signed with ES256 is refused unless the metadata names ES256: %j is %s',
    async (algorithms, outcome) => {
      const party = await start()
      party.idp.keys = [await signingKey('one', 'ES256')]
      party.idp.misbehave({
        discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: algorithms }),
      })
      const response = await party.signIn()
      await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
    },
  )

  test('ID-5: an ID token signed by a key that another issuer publishes is refused', async () => {
    const { party, other, signInAtOther } = await twoIssuers()
    // This sign-in loads the keys of the other issuer. If keys were looked up without their issuer, the token below would be accepted.
    expect(locationOf(await signInAtOther()).pathname).toBe('/inside')
    const known = party.adapter.users.size
    party.idp.misbehave({ signingKey: other.keys[0].privateKey })
    const response = await party.signIn()
    expect(locationOf(response).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(party.adapter.users.size).toBe(known)
  })
})

test.each<[string, Partial<OIDCProvider>]>([
  ['after a request with a nonce', {}],
  ['after a request without a nonce', { checks: ['pkce'] }],
  ['if the claims come from the UserInfo endpoint', { checks: ['pkce'], idToken: false }],
])('ID-1: a token response without an ID token is refused %s', async (_, provider) => {
  const party = await start({ provider })
  party.idp.misbehave({ token: ({ id_token, ...response }) => response })
  await party.expectRefused(await party.signIn())
  expect(party.idp.requestCount('/token')).toBe(1)
  expect(party.idp.requestCount('/userinfo')).toBe(0)
})

test('ID-11: a nonce in the ID token is refused if none was sent', async () => {
  await refuses({ claims: withClaims({ nonce: 'unasked' }) }, { checks: ['pkce', 'state'] })
})

test('ID-11: the nonce of another flow of the same browser is refused', async () => {
  const party = await start()
  const other = await party.begin()
  party.idp.misbehave({ claims: withClaims({ nonce: other.searchParams.get('nonce') }) })
  const response = await party.signIn()
  expect(locationOf(response).searchParams.get('error')).toBe('OAuthCallbackError')
  expect(await party.browser.session()).toBeNull()
})

describe('ID-13: the right at_hash is accepted', () => {
  test.each([
    ...['RS256', 'PS256', 'ES256'].map((alg) => [alg, 'sha256'] as const),
    ...['RS384', 'PS384', 'ES384'].map((alg) => [alg, 'sha384'] as const),
    ...['RS512', 'PS512', 'ES512', 'Ed25519', 'EdDSA'].map((alg) => [alg, 'sha512'] as const),
  ])('ID-13: the right at_hash of an ID token signed by %s is accepted', async (alg, hash) => {
    const party = await start({ provider: { client: { id_token_signed_response_alg: alg } } })
    party.idp.keys = [await signingKey('one', alg)]
    const at_hash = accessTokenHash(party.idp.accessToken, hash)
    party.idp.misbehave({ claims: withClaims({ at_hash }) })
    await party.expectSignedIn(await party.signIn())
  })
})

describe('ID-14: the requested `max_age` and `acr`', () => {
  const maxAge = { authorization: { params: { max_age: 60 } } }
  const acrValues = { authorization: { params: { acr_values: 'gold silver' } } }

  test.each<[string, Record<string, unknown>, Partial<OIDCProvider>]>([
    ['with max_age and no auth_time', {}, maxAge],
    ['with max_age and an old auth_time', { auth_time: now() - 200 }, maxAge],
    ['with max_age and an auth_time that is a string', { auth_time: String(now()) }, maxAge],
    [
      'with default_max_age and an old auth_time',
      { auth_time: now() - 200 },
      { client: { default_max_age: 60 } },
    ],
    ['with require_auth_time and no auth_time', {}, { client: { require_auth_time: true } }],
    ['with acr_values and an acr that was not requested', { acr: 'bronze' }, acrValues],
    ['with acr_values and no acr', {}, acrValues],
    ['with acr_values and all of them in one acr', { acr: 'gold silver' }, acrValues],
    ['with acr_values and a part of one as acr', { acr: 'g' }, acrValues],
  ])('ID-14: an ID token is refused %s', async (_, claims, provider) => {
    await refuses({ claims: withClaims(claims) }, provider)
  })

  test.each<[string, Record<string, unknown>, Partial<OIDCProvider>]>([
    ['with max_age and a recent auth_time', { auth_time: now() - 10 }, maxAge],
    ['with acr_values and one of them as acr', { acr: 'silver' }, acrValues],
  ])('ID-14: an ID token is accepted %s', async (_, claims, provider) => {
    await accepts({ claims: withClaims(claims) }, provider)
  })

  test('ID-14: an authentication that one call of signIn requires is also verified', async () => {
    const party = await start()
    const { url, headers } = await party.app.signIn(
      'acme',
      { request: new Request('https://app.test/'), redirectTo: '/inside' },
      new URLSearchParams({ max_age: '60' }),
    )
    expect(new URL(url).searchParams.get('max_age')).toBe('60')
    party.browser.jar.take({ headers }, 'https://app.test')
    party.idp.misbehave({ claims: withClaims({ auth_time: now() - 200 }) })
    await party.expectRefused(await party.finish(party.idp.authorize(new URL(url))))
  })
})

describe('ID-19: a different subject or issuer is a different user', () => {
  test.each([
    ['another letter case', 'Ada'],
    ['a space at its end', 'ada '],
  ])('ID-19: a sub with %s is a different user', async (_, sub) => {
    const party = await start()
    await party.signIn()
    party.idp.user = { sub }
    const browser = party.anotherBrowser()
    expect(locationOf(await party.finish(await party.flow(browser), browser)).pathname).toBe('/inside')
    expect(party.adapter.users.size).toBe(2)
    const [first, second] = [
      await party.adapter.getAccount('ada', 'acme'),
      await party.adapter.getAccount(sub, 'acme'),
    ]
    expect(second?.userId).not.toBe(first?.userId)
  })

  test('ID-19: the same sub at another issuer is a different user', async () => {
    const { party, other, signInAtOther } = await twoIssuers()
    other.user = { sub: 'ada' }
    await party.signIn()
    await signInAtOther()
    expect(party.adapter.users.size).toBe(2)
  })
})

/** An application with two issuers, of which each has different keys under the same `kid`. */
async function twoIssuers(): Promise<{
  party: RelyingParty
  other: IdentityProvider
  signInAtOther(): Promise<Response>
}> {
  const [idp, other] = [await IdentityProvider.start(), await IdentityProvider.start('https://other.test')]
  other.keys = [await signingKey('one')]
  const party = await start({
    idp,
    fetch: (address, init) => (address.startsWith(other.issuer) ? other : idp).fetch(address, init),
    providers: [acme(), acme({ id: 'other', issuer: other.issuer })],
  })
  const signInAtOther = async (): Promise<Response> => {
    const browser = party.anotherBrowser()
    return party.finish(other.authorize(await party.begin(browser, 'other')), browser)
  }
  return { party, other, signInAtOther }
}

function accessTokenHash(accessToken: string, hash: string): string {
  const digest = createHash(hash).update(accessToken).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

/** The token with another person in its payload, or another signature. */
function changedAt(token: string, index: number): string {
  const parts = token.split('.')
  const part = parts[index] ?? ''
  parts[index] =
    index === 1
      ? Buffer.from(Buffer.from(part, 'base64url').toString().replace('"ada"', '"eve"')).toString('base64url')
      : (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
  return parts.join('.')
}
