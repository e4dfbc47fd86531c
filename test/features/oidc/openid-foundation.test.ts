/**
 * The test lists of the OpenID Foundation for relying parties: basic, form post, config, and the rows of the
 * comprehensive list that concern a code flow. Each test has the id of its row as its name.
 *
 * @see https://openid.net/certification/connect_rp_testing/
 */
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Behaviour } from '../../../src/testing.js'
import { signingKey } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { firstKey } from '../../support/identity-provider/signing-key.js'
import { postAnswer } from '../../support/oidc/post-answer.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'

const start = relyingParties()

/** The lists require claims from the UserInfo endpoint. It must not be requested after an invalid ID token. */
const asksUserinfo: Partial<OIDCProvider> = { idToken: false }

/** A claim, or its absence, that makes an ID token unusable. */
const badClaims: Record<string, Behaviour['claims']> = {
  'oidcc-client-test-invalid-iss': (claims) => ({ ...claims, iss: 'https://idp.test/invalid' }),
  'oidcc-client-test-missing-sub': ({ sub, ...claims }) => claims,
  'oidcc-client-test-invalid-aud': (claims) => ({ ...claims, aud: 'invalid' }),
  'oidcc-client-test-missing-aud': ({ aud, ...claims }) => claims,
  'oidcc-client-test-missing-iat': ({ iat, ...claims }) => claims,
  'oidcc-client-test-nonce-invalid': (claims) => ({ ...claims, nonce: `${claims['nonce']}1` }),
}

type Finish = (party: RelyingParty, callback: URL) => Promise<Response>

const modes: Record<'query' | 'form_post', Finish> = {
  query: (party, callback) => party.finish(callback),
  form_post: (party, callback) => postAnswer(party.browser, callback),
}

describe.each(['query', 'form_post'] as const)('basic, response_mode %s', (response_mode) => {
  const finish = modes[response_mode]
  const prepare = (provider: Partial<OIDCProvider> = {}): Promise<RelyingParty> =>
    start({ provider: { ...asksUserinfo, authorization: { params: { response_mode } }, ...provider } })
  const signIn = async (party: RelyingParty): Promise<Response> => finish(party, await party.flow())

  test('oidcc-client-test', async () => {
    const party = await prepare()
    await party.expectSignedIn(await signIn(party))
    expect(party.idp.requestCount('/token')).toBe(1)
    expect(party.idp.requestCount('/userinfo')).toBe(1)
  })

  test.each(Object.entries(badClaims))('%s', async (_, claims) => {
    const party = await prepare()
    party.idp.misbehave({ claims })
    await party.expectRefused(await signIn(party))
    expect(party.idp.requestCount('/userinfo')).toBe(0)
  })

  test('oidcc-client-test-kid-absent-single-jwks', async () => {
    const party = await prepare()
    party.idp.keys = [await withoutKid(firstKey)]
    await party.expectSignedIn(await signIn(party))
  })

  // The list lets the relying party either try all keys or refuse. Authwright refuses.
  test('oidcc-client-test-kid-absent-multiple-jwks', async () => {
    const party = await prepare()
    party.idp.keys = [await withoutKid(firstKey), await signingKey(undefined)]
    await party.expectRefused(await signIn(party))
    expect(party.idp.requestCount('/userinfo')).toBe(0)
  })

  test('oidcc-client-test-idtoken-sig-rs256', async () => {
    const party = await prepare({ client: { id_token_signed_response_alg: 'RS256' } })
    await party.expectSignedIn(await signIn(party))
    expect(party.idp.requestCount('/jwks')).toBe(1)
  })

  // The list lets a relying party refuse an unsigned ID token.
  test.each([undefined, 'none'])('oidcc-client-test-idtoken-sig-none, registered for %s', async (alg) => {
    const party = await prepare(alg === undefined ? {} : { client: { id_token_signed_response_alg: alg } })
    party.idp.misbehave({
      discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ['RS256', 'none'] }),
      idToken: unsigned,
    })
    await party.expectRefused(await signIn(party))
    expect(party.idp.requestCount('/userinfo')).toBe(0)
  })

  test('oidcc-client-test-invalid-sig-rs256', async () => {
    const party = await prepare()
    party.idp.misbehave({ idToken: withBrokenSignature })
    await party.expectRefused(await signIn(party))
    expect(party.idp.requestCount('/userinfo')).toBe(0)
  })

  test('oidcc-client-test-userinfo-invalid-sub', async () => {
    const party = await prepare()
    party.idp.misbehave({ userinfo: (claims) => ({ ...claims, sub: `${claims['sub']}invalid` }) })
    await party.expectRefused(await signIn(party))
  })

  test('oidcc-client-test-scope-userinfo-claims', async () => {
    const party = await prepare()
    party.idp.misbehave({
      claims: ({ sub, iss, aud, iat, exp, nonce }) => ({ sub, iss, aud, iat, exp, nonce }),
    })
    const authorization = await party.begin()
    expect(authorization.searchParams.get('scope')?.split(' ')).toEqual(['openid', 'profile', 'email'])
    await party.expectSignedIn(await finish(party, party.idp.authorize(authorization)))
    expect((await party.browser.session()).user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
  })

  test('oidcc-client-test-client-secret-basic', async () => {
    const party = await prepare()
    await party.expectSignedIn(await signIn(party))
    const { headers, form } = party.idp.tokenRequest
    expect(headers.get('authorization')).toBe(`Basic ${btoa('client:s-e_c.r*et')}`)
    expect([...form.keys()].sort()).toEqual(['code', 'code_verifier', 'grant_type', 'redirect_uri'])
  })
})

describe('form post', () => {
  test('oidcc-client-test-form-post-error', async () => {
    const params = { response_mode: 'form_post', max_age: 0, prompt: 'none' } as const
    const party = await start({ provider: { authorization: { params } } })
    party.idp.misbehave({ callback: (sent) => refused(sent, 'login_required') })
    const authorization = await party.begin()
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({ prompt: 'none', max_age: '0' })
    await party.expectRefused(await postAnswer(party.browser, party.idp.authorize(authorization)))
    expect(party.idp.requestCount('/token')).toBe(0)
  })
})

describe('config', () => {
  test('oidcc-client-test-discovery-openid-config', async () => {
    const party = await start()
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.requestCount('/.well-known/openid-configuration')).toBe(1)
  })

  test('oidcc-client-test-discovery-jwks-uri-keys', async () => {
    const party = await start()
    party.idp.misbehave({
      discovery: (document) => ({ ...document, jwks_uri: 'https://idp.test/jwks-k3tq' }),
      respond: async ({ url }) =>
        url.pathname === '/jwks-k3tq' ? Response.json({ keys: [(await firstKey).jwk] }) : undefined,
    })
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.requestCount('/jwks-k3tq')).toBe(1)
    expect(party.idp.requestCount('/jwks')).toBe(0)
  })

  test('oidcc-client-test-discovery-issuer-mismatch', async () => {
    const party = await start()
    party.idp.misbehave({ discovery: (document) => ({ ...document, issuer: 'https://idp.test/invalid' }) })
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'OAuthSignInError')
  })

  test('oidcc-client-test-signing-key-rotation-just-before-signing', async () => {
    const party = await start()
    const callback = await party.flow()
    party.idp.keys = [await signingKey('two')]
    await party.expectSignedIn(await party.finish(callback))
  })

  test('oidcc-client-test-signing-key-rotation', async () => {
    const party = await start()
    await party.expectSignedIn(await party.signIn())
    party.idp.keys = [await signingKey('two')]
    await party.expectSignedIn(await party.signIn())
    expect(party.idp.requestCount('/jwks')).toBe(2)
  })
})

describe('comprehensive', () => {
  test('oidcc-client-test-userinfo-signed', async () => {
    const party = await start({
      provider: { ...asksUserinfo, client: { userinfo_signed_response_alg: 'RS256' } },
    })
    const { idp } = party
    idp.misbehave({
      respond: async ({ url }) => (url.pathname === '/userinfo' ? jwt(await idp.sign(idp.user)) : undefined),
    })
    await party.expectSignedIn(await party.signIn())
    expect((await party.browser.session()).user.name).toBe('Ada Lovelace')
  })

  test('oidcc-client-test-userinfo-bearer-header', async () => {
    const party = await start({ provider: asksUserinfo })
    await party.expectSignedIn(await party.signIn())
    const request = party.idp.received.find(({ url }) => url.pathname === '/userinfo')
    expect(new Headers(request?.init.headers).get('authorization')).toBe(`Bearer ${party.idp.accessToken}`)
    expect(request?.url.search).toBe('')
  })

  test('oidcc-client-test-invalid-sig-es256', async () => {
    const party = await start({ provider: { client: { id_token_signed_response_alg: 'ES256' } } })
    party.idp.keys = [await signingKey('one', 'ES256')]
    await party.expectSignedIn(await party.signIn())
    party.idp.misbehave({ idToken: withBrokenSignature })
    const response = await party.signIn()
    expect(locationOf(response).searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('oidcc-client-test-invalid-sig-hs256', async () => {
    const right = 's-e_c.r*et, padded to what HS256 needs'
    const party = await start({
      provider: { client: { id_token_signed_response_alg: 'HS256' }, clientSecret: right },
    })
    party.idp.client = { id: 'client', method: 'client_secret_basic', secret: right }
    const secret = new TextEncoder().encode(right.replace('n', 'm'))
    let forged = ''
    party.idp.misbehave({ idToken: () => forged })
    const authorization = await party.begin()
    const now = Math.floor(Date.now() / 1000)
    forged = await new SignJWT({ sub: 'ada', nonce: authorization.searchParams.get('nonce') })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://idp.test')
      .setAudience('client')
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(secret)
    await party.expectRefused(await party.finish(party.idp.authorize(authorization)))
  })

  test('oidcc-client-test-ignores-unparseable-key-in-jwks', async () => {
    const party = await start()
    party.idp.misbehave({
      keys: (keys) => [
        { kty: 'AKP', kid: 'quantum', alg: 'ML-DSA-99', pub: 'AAAA' },
        { kty: 'made-up', kid: 'made-up' },
        ...keys,
      ],
    })
    await party.expectSignedIn(await party.signIn())
  })
})

async function withoutKid(key: typeof firstKey): Promise<Awaited<typeof firstKey>> {
  const { kid, ...jwk } = (await key).jwk
  return { ...(await key), kid: undefined, jwk }
}

function withBrokenSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  return [header, payload, changed].join('.')
}

function unsigned(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return new UnsecuredJWT(claims).encode()
}

function refused(sent: URLSearchParams, error: string): URLSearchParams {
  return new URLSearchParams({ error, iss: 'https://idp.test', state: sent.get('state') ?? '' })
}

function jwt(token: string): Response {
  return new Response(token, { headers: { 'content-type': 'application/jwt' } })
}
