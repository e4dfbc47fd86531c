/** Tokens with a MAC by the client secret: `HS256`, `HS384` and `HS512`. */

import { createHash } from 'node:crypto'
import { type CryptoKey, exportSPKI, importJWK, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { OAuthClient } from '../../../src/providers/kinds/oauth.js'
import type { Behaviour } from '../../../src/testing.js'
import { clientSecretKey } from '../../support/identity-provider/client-secret-key.js'
import { firstKey } from '../../support/identity-provider/signing-key.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import {
  type RelyingParty,
  type RelyingPartyOptions,
  relyingParties,
} from '../../support/oidc/relying-party.js'
import { acme } from '../../support/providers.js'

const start = relyingParties()

/** The length of the channel secret of LINE: 32 hexadecimal characters. */
const SECRET = '0123456789abcdef0123456789abcdef'

const withSecret = (
  client: OAuthClient,
  clientSecret: string | undefined = SECRET,
): Pick<RelyingPartyOptions, 'provider'> => ({ provider: { client, clientSecret } })

/** A provider that knows the secret, and one that is configured with this client. */
async function prepare(
  id_token_signed_response_alg: string | undefined,
  clientSecret = SECRET,
  other: OAuthClient = {},
): Promise<RelyingParty> {
  const client = {
    ...other,
    ...(id_token_signed_response_alg !== undefined && { id_token_signed_response_alg }),
  }
  const party = await start(withSecret(client, clientSecret))
  party.idp.client = { id: 'client', method: 'client_secret_basic', secret: clientSecret }
  return party
}

/** Makes the provider issue ID tokens with this `alg` and a MAC by this key. */
const marked = async (
  secret: string | Uint8Array<ArrayBuffer>,
  alg = 'HS256',
): Promise<Partial<Behaviour>> => ({
  signingKey: await clientSecretKey(secret, alg),
  header: () => ({ alg }),
})

const announcing = (...algorithms: readonly string[]): Pick<Behaviour, 'discovery'> => ({
  discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: algorithms }),
})

describe('an ID token with the configured HMAC algorithm', () => {
  test.each(['HS256', 'HS384', 'HS512'])(
    'an ID token with %s signs in without fetching keys',
    async (alg) => {
      const secret = 'ä'.repeat(32)
      const party = await prepare(alg, secret)
      party.idp.misbehave(await marked(secret, alg))
      await party.expectSignedIn(await party.signIn())
      expect(party.idp.requestCount('/jwks')).toBe(0)
    },
  )

  test('a user signs in with a client secret of 32 hexadecimal characters', async () => {
    const party = await prepare('HS256')
    party.idp.misbehave({ ...(await marked(SECRET)), ...announcing('ES256') })
    await party.expectSignedIn(await party.signIn())
  })

  test.each([
    ['an ID token with the right at_hash is accepted', 'access-token-that-nobody-may-see', true],
    ['an ID token with another at_hash is refused', 'another token', false],
  ])('%s', async (_, accessToken, isRight) => {
    const digest = createHash('sha384').update(accessToken).digest()
    const at_hash = digest.subarray(0, 24).toString('base64url')
    const secret = SECRET + SECRET
    const party = await prepare('HS384', secret)
    party.idp.misbehave({
      ...(await marked(secret, 'HS384')),
      claims: (claims) => ({ ...claims, at_hash }),
    })
    const response = await party.signIn()
    await (isRight ? party.expectSignedIn(response) : party.expectRefused(response))
  })

  test('an ID token with the configured HMAC algorithm is rejected with several audiences, even trusted ones', async () => {
    const party = await prepare('HS256', SECRET, { id_token_trusted_audiences: ['other'] })
    party.idp.misbehave({
      ...(await marked(SECRET)),
      claims: (claims) => ({ ...claims, aud: ['client', 'other'], azp: 'client' }),
    })
    await party.expectRefused(await party.signIn())
  })
})

describe('with HS256 configured', () => {
  const refuses = async (behaviour: Partial<Behaviour>): Promise<void> => {
    const party = await prepare('HS256')
    party.idp.misbehave({ ...announcing('RS256', 'HS256', 'HS512', 'none'), ...behaviour })
    await party.expectRefused(await party.signIn())
    expect(party.idp.requestCount('/token')).toBe(1)
    expect(party.idp.requestCount('/jwks')).toBe(0)
  }

  test('with HS256 configured, an RS256 token is rejected although the issuer publishes its key', () =>
    refuses({}))

  test('with HS256 configured, an ID token without a signature is refused', () =>
    refuses({ idToken: unsigned }))

  test.each(['HS384', 'HS512'])('with HS256 configured, an ID token with %s is rejected', async (alg) => {
    const secret = SECRET + SECRET
    const party = await prepare('HS256', secret)
    party.idp.misbehave(await marked(secret, alg))
    await party.expectRefused(await party.signIn())
  })

  test.each([
    ['another secret', 'f'.repeat(32)],
    ['the secret in another letter case', SECRET.toUpperCase()],
    ['the bytes of the secret as hexadecimal digits', new Uint8Array(Buffer.from(SECRET, 'hex'))],
    ['the bytes of the secret as base64', new Uint8Array(Buffer.from(SECRET, 'base64'))],
    ['a zero byte', '\0'],
  ])('an ID token with a MAC by %s is refused', async (_, secret) => refuses(await marked(secret)))

  test.each([
    ['no MAC', (): string => ''],
    ['half a MAC', (mac: string): string => mac.slice(0, mac.length / 2)],
    ['a changed MAC', (mac: string): string => (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1)],
    ['additional characters after the MAC', (mac: string): string => `${mac}AAAA`],
  ])('with HS256 configured, an ID token with %s is refused', async (_, change) => {
    await refuses({
      ...(await marked(SECRET)),
      idToken: (token) => token.replace(/[^.]+$/, change),
    })
  })

  test('an ID token with the MAC of another token is rejected', async () => {
    await refuses({
      ...(await marked(SECRET)),
      idToken: (token) => {
        const [header = '', payload = '', mac = ''] = token.split('.')
        const changed = Buffer.from(payload, 'base64url').toString().replace('"ada"', '"eve"')
        return [header, Buffer.from(changed).toString('base64url'), mac].join('.')
      },
    })
  })

  test('an ID token is rejected if the secret of its MAC is in the published keys', async () => {
    const published = 'p'.repeat(32)
    const k = Buffer.from(published).toString('base64url')
    await refuses({
      signingKey: await clientSecretKey(published),
      header: () => ({ alg: 'HS256', kid: 'published' }),
      keys: (keys) => [{ kty: 'oct', kid: 'published', alg: 'HS256', use: 'sig', k }, ...keys],
    })
  })

  test('an ID token with a MAC by a key in its header is refused', async () => {
    const own = 'o'.repeat(32)
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') }
    await refuses({
      signingKey: await clientSecretKey(own),
      header: () => ({ alg: 'HS256', jwk }),
    })
  })
})

/** Encodings of a public key that could be used as the secret of a MAC. */
const publicKeys: Record<string, () => Promise<string | Uint8Array<ArrayBuffer>>> = {
  PEM: async () => exportSPKI((await importJWK((await firstKey).jwk, 'RS256')) as CryptoKey),
  'PEM with a line break': async () =>
    `${await exportSPKI((await importJWK((await firstKey).jwk, 'RS256')) as CryptoKey)}\n`,
  DER: async () => {
    const pem = await exportSPKI((await importJWK((await firstKey).jwk, 'RS256')) as CryptoKey)
    return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'))
  },
  JWK: async () => JSON.stringify((await firstKey).jwk),
  modulus: async () => new Uint8Array(Buffer.from((await firstKey).jwk.n ?? '', 'base64url')),
}

describe.each([
  ['without a configured algorithm', undefined],
  ['with RS256 configured', 'RS256'],
])('%s', (_, configured) => {
  test.each(Object.entries(publicKeys))(
    'a MAC whose secret is the public key as %s is refused',
    async (_name, publicKeyOf) => {
      const party = await prepare(configured)
      const key = await publicKeyOf()
      party.idp.misbehave({ ...(await marked(key)), ...announcing('RS256', 'HS256') })
      await party.expectRefused(await party.signIn())
    },
  )

  test('an ID token with a MAC is rejected although the metadata lists the algorithm', async () => {
    const party = await prepare(configured)
    party.idp.misbehave({ ...(await marked(SECRET)), ...announcing('RS256', 'HS256') })
    await party.expectRefused(await party.signIn())
  })

  test('an ID token with a MAC by a published secret is rejected', async () => {
    const k = Buffer.from(SECRET).toString('base64url')
    const party = await prepare(configured)
    party.idp.misbehave({
      ...(await marked(SECRET)),
      ...announcing('RS256', 'HS256'),
      keys: (keys) => [...keys, { kty: 'oct', alg: 'HS256', use: 'sig', k }],
    })
    await party.expectRefused(await party.signIn())
  })
})

test.each<[string, string | undefined, readonly string[]]>([
  ['no algorithm is configured', undefined, ['RS256']],
  ['only the metadata lists HS256', undefined, ['RS256', 'HS256']],
  ['another algorithm is configured', 'RS256', ['RS256', 'HS256']],
])('the log explains why an ID token with HS256 was rejected if %s', async (_, configured, listed) => {
  const party = await prepare(configured)
  party.idp.misbehave({ ...(await marked(SECRET)), ...announcing(...listed) })
  await party.expectRefused(await party.signIn())
  expect(party.app.logged[0]?.cause).toMatchObject({
    err: {
      message:
        "The ID token cannot be used: its algorithm is 'HS256', which is not accepted. `client.id_token_signed_response_alg` sets the accepted algorithm.",
    },
  })
})

describe('with a client secret that is too short, no user is redirected to the provider', () => {
  const expectUnusable = async (options: RelyingPartyOptions, says: string): Promise<void> => {
    const party = await start(options)
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'Configuration')
    expect(party.idp.received).toEqual([])
    expect(party.app.logged).toMatchObject([
      { type: 'InvalidProvider', message: expect.stringContaining(says) },
    ])
  }

  test.each<[string, OAuthClient, string | undefined, string]>([
    ['no client secret', { id_token_signed_response_alg: 'HS256' }, undefined, 'set AUTH_ACME_SECRET'],
    [
      'a client secret that is too short',
      { id_token_signed_response_alg: 'HS256' },
      's'.repeat(31),
      "has 31 bytes, and HS256 needs 32: create a longer secret at the provider, or set `client.id_token_signed_response_alg` to an algorithm with a key pair, such as 'RS256'.",
    ],
    [
      'a client secret that is too short',
      { id_token_signed_response_alg: 'HS384' },
      SECRET,
      'has 32 bytes, and HS384 needs 48',
    ],
    [
      'a client secret that is too short',
      { userinfo_signed_response_alg: 'HS512' },
      SECRET,
      "or set `client.userinfo_signed_response_alg` to an algorithm with a key pair, such as 'RS256'.",
    ],
    [
      'a client secret that is too short',
      { id_token_signed_response_alg: 'HS512', userinfo_signed_response_alg: 'HS512' },
      SECRET,
      'has 32 bytes, and HS512 needs 64: create a longer secret at the provider, or set `client.id_token_signed_response_alg` and `client.userinfo_signed_response_alg` to',
    ],
  ])('with %s for %j, no user is redirected to the provider', async (_, client, secret, says) => {
    const environment = { NODE_ENV: 'test', ...(secret !== undefined && { AUTH_ACME_SECRET: secret }) }
    await expectUnusable({ provider: { client, clientSecret: undefined }, environment }, says)
  })

  test.each<[string, OAuthClient]>([
    ['an empty client secret', { id_token_signed_response_alg: 'HS256' }],
    ['an empty client secret', { userinfo_signed_response_alg: 'HS512' }],
  ])('with %s for %j in the code, no user is redirected to the provider', async (_, client) => {
    const refused = { providers: [acme({ client, clientSecret: '' })] }
    await expectUnusable({ refused }, 'has no client secret')
  })

  test('a client secret of 32 bytes in an environment variable is accepted for HS256', async () => {
    const idp = await IdentityProvider.start()
    idp.client = { id: 'client', method: 'client_secret_basic', secret: SECRET }
    const party = await start({
      idp,
      provider: { client: { id_token_signed_response_alg: 'HS256' }, clientSecret: undefined },
      environment: { NODE_ENV: 'test', AUTH_ACME_SECRET: SECRET },
    })
    idp.misbehave(await marked(SECRET))
    await party.expectSignedIn(await party.signIn())
  })

  test('a client without client authentication can have a secret that verifies ID tokens', async () => {
    const party = await start(
      withSecret({ token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'HS256' }),
    )
    party.idp.client = { id: 'client', method: 'none' }
    party.idp.misbehave(await marked(SECRET))
    await party.expectSignedIn(await party.signIn())
  })
})

describe('a UserInfo response', () => {
  const asking = async (client: OAuthClient): Promise<RelyingParty> => {
    const party = await start({ provider: { client, clientSecret: SECRET, idToken: false } })
    party.idp.client = { id: 'client', method: 'client_secret_basic', secret: SECRET }
    return party
  }
  const answering =
    (token: string): Behaviour['respond'] =>
    ({ url }) =>
      url.pathname === '/userinfo'
        ? new Response(token, { headers: { 'content-type': 'application/jwt' } })
        : undefined
  const tokenBy = async ({ idp }: RelyingParty, secret: string, alg = 'HS256'): Promise<string> => {
    idp.misbehave(await marked(secret, alg))
    const token = await idp.sign(idp.user, { alg })
    idp.misbehave({})
    return token
  }

  test('a UserInfo response with the configured HMAC algorithm is accepted', async () => {
    const party = await asking({ userinfo_signed_response_alg: 'HS256' })
    party.idp.misbehave({ respond: answering(await tokenBy(party, SECRET)) })
    await party.expectSignedIn(await party.signIn())
    expect((await party.browser.session()).user.name).toBe('Ada Lovelace')
  })

  test.each<[string, OAuthClient, (party: RelyingParty) => Promise<string>]>([
    [
      'with a MAC by another secret',
      { userinfo_signed_response_alg: 'HS256' },
      (party) => tokenBy(party, 'f'.repeat(32)),
    ],
    ['with RS256', { userinfo_signed_response_alg: 'HS256' }, ({ idp }) => idp.sign(idp.user)],
    [
      'without a signature',
      { userinfo_signed_response_alg: 'HS256' },
      async ({ idp }) => new UnsecuredJWT(idp.user).encode(),
    ],
    [
      'with HS256 while RS256 is configured',
      { userinfo_signed_response_alg: 'RS256' },
      (party) => tokenBy(party, SECRET),
    ],
    ['with HS256 while no algorithm is configured', {}, (party) => tokenBy(party, SECRET)],
    [
      'with HS256 while HS256 is configured only for ID tokens',
      { id_token_signed_response_alg: 'HS256' },
      (party) => tokenBy(party, SECRET),
    ],
  ])('a UserInfo response %s is refused', async (_, client, tokenOf) => {
    const party = await asking(client)
    const answer = await tokenOf(party)
    party.idp.misbehave({
      ...(client.id_token_signed_response_alg && (await marked(SECRET))),
      respond: answering(answer),
      discovery: (document) => ({
        ...document,
        userinfo_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      }),
    })
    await party.expectRefused(await party.signIn())
  })
})

function unsigned(token: string): string {
  return new UnsecuredJWT(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).encode()
}
