/** How the client authenticates at the token endpoint, TE-8 of the security cases included. */

import { decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import {
  type RelyingParty,
  type RelyingPartyOptions,
  relyingParties,
} from '../../support/oidc/relying-party.js'
import { acme } from '../../support/providers.js'

const start = relyingParties()

const method = (token_endpoint_auth_method: string): Partial<OIDCProvider> =>
  ({ client: { token_endpoint_auth_method } }) as Partial<OIDCProvider>

describe('TE-8: client_secret_basic', () => {
  const basic = async (clientId: string, clientSecret: string): Promise<string> => {
    const party = await start({ provider: { clientId, clientSecret } })
    party.idp.client = { id: clientId, secret: clientSecret, method: 'client_secret_basic' }
    await party.expectSignedIn(await party.signIn())
    const [scheme, encoded = ''] = party.idp.tokenRequest.headers.get('authorization')?.split(' ') ?? []
    expect(scheme).toBe('Basic')
    return atob(encoded)
  }

  test.each([
    ['characters that form encoding leaves unchanged', 'aZ09-_.*', 'aZ09-_.*'],
    ['percent signs and colons', '100%:50%', '100%25%3A50%25'],
    ['spaces and plus signs', 'a b+c', 'a+b%2Bc'],
    ['punctuation', "!'()~", '%21%27%28%29%7E'],
    ['characters with a meaning in forms', '&=?/#', '%26%3D%3F%2F%23'],
    ['letters outside of ASCII', 'žluťoučký', '%C5%BElu%C5%A5ou%C4%8Dk%C3%BD'],
    ['letters outside of Latin-1', '秘密🔑', '%E7%A7%98%E5%AF%86%F0%9F%94%91'],
  ])('client_secret_basic form-encodes %s in the header', async (_, secret, encoded) => {
    expect(await basic('client', secret)).toBe(`client:${encoded}`)
  })

  test('client_secret_basic form-encodes the client id too', async () => {
    expect(await basic('https://app.test/ü', 'secret')).toBe('https%3A%2F%2Fapp.test%2F%C3%BC:secret')
  })
})

test('client_secret_post sends id and secret in the form, and nothing in a header', async () => {
  const party = await start({ provider: { ...method('client_secret_post'), clientSecret: 'a b&c=ü' } })
  party.idp.client = { id: 'client', secret: 'a b&c=ü', method: 'client_secret_post' }
  await party.expectSignedIn(await party.signIn())
})

describe('none', () => {
  const prepare = async (provider: Partial<OIDCProvider>): Promise<RelyingParty> => {
    const party = await start({ provider: { ...method('none'), ...provider } })
    party.idp.client = { id: 'client', method: 'none' }
    return party
  }

  test('client authentication `none` needs no secret', async () => {
    const party = await prepare({ clientSecret: undefined })
    await party.expectSignedIn(await party.signIn())
  })

  test('client authentication `none` sends no secret, even if a secret is configured', async () => {
    const party = await prepare({})
    await party.expectSignedIn(await party.signIn())
    expect(String(party.idp.tokenRequest.form)).not.toContain('s-e_c')
  })
})

test.each([
  ['ES256', { kid: 'mine' }],
  ['RS256', {}],
  ['Ed25519', {}],
])('private_key_jwt signs an assertion by %s, for one request', async (alg, named) => {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const token = { clientPrivateKey: { key: privateKey, ...named } }
  const party = await start({ provider: { ...method('private_key_jwt'), clientSecret: undefined, token } })
  party.idp.client = { id: 'client', method: 'private_key_jwt', publicKey }
  await party.expectSignedIn(await party.signIn())
  const assertion = party.idp.tokenRequest.form.get('client_assertion') ?? ''
  expect(decodeProtectedHeader(assertion)).toMatchObject({ alg, ...named })
  const { exp = 0, iat = 0, jti } = decodeJwt(assertion)
  expect(exp - iat).toBeLessThanOrEqual(60)
  await party.signIn()
  expect(decodeJwt(party.idp.tokenRequest.form.get('client_assertion') ?? '').jti).not.toBe(jti)
})

test('private_key_jwt accepts a key without a key ID', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const token = { clientPrivateKey: privateKey }
  const party = await start({ provider: { ...method('private_key_jwt'), token } })
  party.idp.client = { id: 'client', method: 'private_key_jwt', publicKey }
  await party.expectSignedIn(await party.signIn())
})

test('the provider refuses private_key_jwt with the key of another client', async () => {
  const [{ privateKey }, { publicKey }] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  const token = { clientPrivateKey: privateKey }
  const party = await start({ provider: { ...method('private_key_jwt'), token } })
  party.idp.client = { id: 'client', method: 'private_key_jwt', publicKey }
  await party.expectRefused(await party.signIn(), 'Configuration')
})

test.each<[string, RelyingPartyOptions, RegExp]>([
  ['no secret', { provider: { clientSecret: undefined } }, /AUTH_ACME_SECRET/],
  ['no private key', { provider: method('private_key_jwt') }, /clientPrivateKey/],
  [
    'an unsupported method',
    { refused: { providers: [acme(method('client_secret_jwt'))] } },
    /'client_secret_jwt': set .* to .*'private_key_jwt'/,
  ],
])(
  'a client with %s is rejected before a request is sent, and the log says what to do',
  async (_, options, says) => {
    const party = await start(options)
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'Configuration')
    expect(party.idp.received).toEqual([])
    expect(party.app.logged.at(-1)?.message).toMatch(says)
  },
)
