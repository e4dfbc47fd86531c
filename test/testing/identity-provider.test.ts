import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { type Auth, createAuth, customFetch } from '../../src/index.js'
import type { AuthTypes } from '../../src/internal.js'
import { oauth } from '../../src/providers/oauth.js'
import { oidc } from '../../src/providers/oidc.js'
import {
  clock,
  type IdentityProvider,
  type IdentityProviderOptions,
  identityProvider,
  type ProviderFailure,
} from '../../src/testing.js'
import { CookieJar } from '../support/cookie-jar.js'

const secret = 'a secret of more than thirty-two characters'
const ORIGIN = 'http://localhost'

const started: IdentityProvider[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const idp of started.splice(0)) await idp.close()
})

async function start(options?: IdentityProviderOptions) {
  const idp = await identityProvider(options)
  started.push(idp)
  const auth = createAuth()
    .provider(
      oidc({
        id: 'acme',
        issuer: idp.issuer,
        clientId: idp.client.id,
        clientSecret: idp.client.secret,
        backchannelLogout: true,
        ...(options?.port === undefined && { [customFetch]: idp.fetch }),
      }),
    )
    .callbacks({ session: ({ session, token }) => ({ ...session, sub: token.sub }) })
    .options({ secret, logger: { error: () => {}, warn: () => {} }, providerTokens: { place: 'cookie' } })
    .build()
  return { idp, auth, browser: new TestBrowser(auth as unknown as Auth<AuthTypes>) }
}

class TestBrowser {
  readonly jar = new CookieJar()
  constructor(readonly auth: Auth<AuthTypes>) {}

  get request(): Request {
    return new Request(`${ORIGIN}/`, { headers: { cookie: this.jar.header } })
  }

  async begin(params?: Record<string, string>): Promise<string> {
    const { url, headers } = await this.auth.signIn('acme', { request: this.request }, params)
    this.jar.take({ headers }, ORIGIN)
    return url
  }

  async visit(url: URL): Promise<Response> {
    const response = await this.auth.handler(new Request(url, { headers: { cookie: this.jar.header } }))
    this.jar.take(response, ORIGIN)
    return response
  }

  async signIn(idp: IdentityProvider): Promise<Response> {
    return this.visit(idp.authorize(await this.begin()))
  }

  session(): Promise<unknown> {
    return this.auth.auth(this.request)
  }
}

test('the identity provider signs in the user whom the test chooses or the request names', async () => {
  const users = [
    { sub: 'ada', name: 'Ada' },
    { sub: 'grace', name: 'Grace', email: 'grace@example.com' },
  ]
  const { idp, browser } = await start({ users })
  await browser.signIn(idp)
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
  idp.user = { sub: 'mary' }
  await browser.signIn(idp)
  expect(await browser.session()).toMatchObject({ sub: 'acme|mary' })
  await browser.visit(idp.authorize(await browser.begin({ login_hint: 'grace@example.com' })))
  expect(await browser.session()).toMatchObject({ sub: 'acme|grace' })
})

test('a running sign-in keeps its user if the test chooses another user', async () => {
  for (const refreshTokens of [false, true]) {
    const { idp, browser, auth } = await start({ refreshTokens })
    const callback = idp.authorize(await browser.begin())
    const ada = idp.user
    idp.user = { sub: 'bob' }
    await browser.visit(callback)
    expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
    const userinfo = async (): Promise<unknown> => {
      const tokens = await auth.tokens(browser.request, 'acme')
      const headers = { authorization: `Bearer ${tokens.ok ? tokens.accessToken : ''}` }
      return (await idp.fetch(`${idp.issuer}/userinfo`, { headers })).json()
    }
    expect(await userinfo()).toEqual(ada)
    if (!refreshTokens) continue
    clock(auth).advance({ hours: 1 })
    expect(await userinfo()).toEqual(ada)
  }
})

test('the userinfo endpoint returns the user of each of several concurrent sign-ins', async () => {
  const users = [
    { sub: 'ada', name: 'Ada' },
    { sub: 'grace', name: 'Grace' },
  ]
  for (const refreshTokens of [false, true]) {
    const idp = await identityProvider({ users, refreshTokens })
    const auth = createAuth()
      .provider(
        oauth({
          id: 'acme',
          authorization: `${idp.issuer}/authorize`,
          token: `${idp.issuer}/token`,
          userinfo: `${idp.issuer}/userinfo`,
          clientId: idp.client.id,
          clientSecret: idp.client.secret,
          [customFetch]: idp.fetch,
        }),
      )
      .options({ secret })
      .build()
    const signedIn = users.map(async ({ sub, name }) => {
      const browser = new TestBrowser(auth as unknown as Auth<AuthTypes>)
      await browser.visit(idp.authorize(await browser.begin({ login_hint: sub })))
      expect(await browser.session()).toMatchObject({ user: { name } })
    })
    await Promise.all(signedIn)
  }
})

test.each(['https://idp.test/realms/staff', 'https://idp.test/application/o/app/'])(
  'the identity provider has its endpoints below an issuer with a path: %s',
  async (issuer) => {
    const { idp, browser } = await start({ issuer, refreshTokens: true })
    await browser.signIn(idp)
    expect(await browser.session()).not.toBeNull()
    expect(idp.requestCount('/token')).toBe(1)
    expect(idp.tokenRequest.form.get('grant_type')).toBe('authorization_code')
    idp.fail('server error')
    const response = await browser.signIn(idp)
    expect(response.headers.get('location')).toContain('error=')
  },
)

const failures: readonly ProviderFailure[] = [
  'wrong signature',
  'wrong nonce',
  'wrong issuer',
  'wrong audience',
  'expired',
  'access denied',
  'server error',
  'HTML',
]

for (const failure of failures) {
  test(`the identity provider can fail: ${failure}`, async () => {
    const { idp, browser } = await start()
    idp.fail(failure)
    const response = await browser.signIn(idp)
    expect(response.headers.get('location')).toContain('error=')
    expect(await browser.session()).toBeNull()
    idp.misbehave()
    await browser.signIn(idp)
    expect(await browser.session()).not.toBeNull()
  })
}

test('the identity provider can leave a request without a response until it is aborted', async () => {
  const { idp } = await start()
  idp.fail('no response')
  const controller = new AbortController()
  const response = idp.fetch(`${idp.issuer}/token`, { method: 'POST', signal: controller.signal })
  controller.abort(new Error('too slow'))
  await expect(response).rejects.toThrow('too slow')
})

test('the identity provider rejects a request whose signal is already aborted at once', async () => {
  const { idp } = await start()
  idp.fail('no response')
  const signal = AbortSignal.abort(new Error('too slow'))
  const response = idp.fetch(`${idp.issuer}/token`, { method: 'POST', signal })
  await expect(response).rejects.toThrow('too slow')
})

/** Advances the clock by ten seconds once the path was requested. Expects that the result settles exactly then. */
async function afterTenSeconds<Result>(
  idp: IdentityProvider,
  path: string,
  run: () => Promise<Result>,
): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let isSettled = false
  const result = run().finally(() => {
    isSettled = true
  })
  result.catch(() => {})
  while (idp.requestCount(path) === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  return result
}

test('a sign-in fails with OAuthUnavailable after ten seconds if the token endpoint does not respond', async () => {
  const { idp, browser } = await start()
  const callback = idp.authorize(await browser.begin())
  idp.fail('no response')
  const response = await afterTenSeconds(idp, '/token', () => browser.visit(callback))
  expect(response.headers.get('location')).toContain('error=OAuthUnavailable')
  idp.misbehave()
  vi.useRealTimers()
  expect(await browser.session()).toBeNull()
  await browser.signIn(idp)
  expect(await browser.session()).not.toBeNull()
})

test('the start of a sign-in fails with OAuthSignInError after ten seconds if no endpoint responds', async () => {
  const { idp, browser } = await start()
  idp.misbehave({ respond: () => new Promise(() => {}) })
  const begun = afterTenSeconds(idp, '/.well-known/openid-configuration', () => browser.begin())
  await expect(begun).rejects.toMatchObject({ type: 'OAuthSignInError' })
})

test('the identity provider reports users who decline', async () => {
  const { idp, browser } = await start()
  const response = await browser.visit(idp.deny(await browser.begin()))
  expect(response.headers.get('location')).toContain('error=OAuthCallbackError')
})

test('the identity provider signs with a new key after a rotation, which applications notice', async () => {
  const { idp, auth, browser } = await start()
  await browser.signIn(idp)
  await idp.rotateKeys()
  clock(auth).advance({ hours: 1 })
  idp.clock = clock(auth).now
  await browser.signIn(idp)
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
  expect(idp.requestCount('/jwks')).toBeGreaterThan(1)
})

test('the identity provider revokes all tokens of a sign-in if a refresh token is used twice', async () => {
  const { idp, browser, auth } = await start({ refreshTokens: true })
  const tokens = idp.issueRefreshTokens()
  await browser.signIn(idp)
  const first = await auth.tokens(browser.request, 'acme')
  clock(auth).advance({ hours: 1 })
  const second = await auth.tokens(browser.request, 'acme')
  expect(first).toMatchObject({ ok: true })
  expect(second).toMatchObject({ ok: true })
  expect(second).not.toEqual(first)
  const { form, headers } = idp.tokenRequest
  expect(form.get('grant_type')).toBe('refresh_token')
  const again = await idp.fetch(`${idp.issuer}/token`, { method: 'POST', body: form, headers })
  expect(await again.json()).toEqual({ error: 'invalid_grant' })
  expect(tokens.reused).toEqual([form.get('refresh_token')])
  expect(second.ok && tokens.isRevoked(second.accessToken)).toBe(true)
})

test('a user can sign in at the identity provider after clock() was moved by a fraction of an hour', async () => {
  const { idp, browser, auth } = await start()
  clock(auth).advance({ hours: 1 / 7 })
  idp.clock = clock(auth).now
  expect(Number.isInteger(clock(auth).now())).toBe(true)
  await browser.signIn(idp)
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
})

test('the userinfo endpoint accepts refreshed access tokens, but no tokens of a revoked sign-in', async () => {
  const { idp, browser, auth } = await start({ refreshTokens: true })
  const userinfo = async (accessToken: string): Promise<number> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await idp.fetch(`${idp.issuer}/userinfo`, { headers })).status
  }
  await browser.signIn(idp)
  clock(auth).advance({ hours: 1 })
  const refreshed = await auth.tokens(browser.request, 'acme')
  const accessToken = refreshed.ok ? refreshed.accessToken : ''
  expect(idp.issued).toContain(accessToken)
  expect(await userinfo(accessToken)).toBe(200)
  expect(await userinfo('another')).toBe(401)
  const { form, headers } = idp.tokenRequest
  await idp.fetch(`${idp.issuer}/token`, { method: 'POST', body: form, headers })
  expect(await userinfo(accessToken)).toBe(401)
})

test('the identity provider refreshes and revokes no tokens for another client', async () => {
  const { idp, browser } = await start({ refreshTokens: true })
  await browser.signIn(idp)
  const tokens = idp.issueRefreshTokens()
  const [accessToken = ''] = idp.issued
  const refreshToken = accessToken.replace(/^access[/](.*)[/]\d+$/, (_, signIn) => `refresh/${signIn}/2`)
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, token: refreshToken }
  const sendWith = (endpoint: string, authorization: string): Promise<Response> =>
    idp.fetch(`${idp.issuer}${endpoint}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization },
    })
  const send = (endpoint: string, secret: string): Promise<Response> =>
    sendWith(endpoint, `Basic ${btoa(`client:${secret}`)}`)
  for (const endpoint of ['/token', '/revoke']) {
    expect(await (await send(endpoint, 'wrong')).json()).toEqual({ error: 'invalid_client' })
    expect(await (await sendWith(endpoint, 'Basic %%%')).json()).toEqual({ error: 'invalid_client' })
  }
  expect(tokens.isRevoked(accessToken)).toBe(false)
  idp.misbehave({ token: (response) => ({ ...response, expires_in: 1 }) })
  const refreshed = await send('/token', 's-e_c.r*et')
  expect(await refreshed.json()).toMatchObject({ access_token: expect.any(String), expires_in: 1 })
})

test('clear() empties the lists of requests and tokens, but revokes no token', async () => {
  const { idp, browser } = await start()
  const callback = idp.authorize(await browser.begin())
  expect(idp.requestCount('/.well-known/openid-configuration')).toBe(1)
  idp.clear()
  expect(idp.received).toEqual([])
  await browser.visit(callback)
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
  expect(idp.issued).toHaveLength(2)
  const [accessToken] = idp.issued
  idp.clear()
  expect(idp.issued).toEqual([])
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await idp.fetch(`${idp.issuer}/userinfo`, { headers })).status).toBe(200)
})

test('the identity provider ends sessions by back-channel logout', async () => {
  const { idp, auth, browser } = await start({ users: [{ sub: 'ada', sid: 'session-1' }] })
  await browser.signIn(idp)
  const response = await auth.handler(await idp.logoutRequest(`${ORIGIN}/auth/backchannel-logout/acme`))
  expect(response.status).toBe(200)
  expect(await browser.session()).toBeNull()
})

test('the identity provider sends a logout request with the claims of the test', async () => {
  const { idp, auth, browser } = await start()
  await browser.signIn(idp)
  const url = `${ORIGIN}/auth/backchannel-logout/acme`
  const response = await auth.handler(await idp.logoutRequest(url, { sub: 'ada', aud: 'another client' }))
  expect(response.status).toBe(400)
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
})

test('the ID token has exactly the protected header that the test returns', async () => {
  const { idp, browser } = await start()
  idp.misbehave({ header: ({ alg }) => ({ alg, crit: ['acme'], acme: 1 }) })
  await browser.signIn(idp)
  const idToken = idp.issued.at(-1) ?? ''
  expect(decodeProtectedHeader(idToken)).toEqual({ alg: 'ES256', crit: ['acme'], acme: 1 })
})

test('the identity provider uses a clock that the test sets later', async () => {
  const { idp } = await start()
  vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z'), toFake: ['Date'] })
  expect(new Date(idp.clock()).toISOString()).toBe('2030-01-01T00:00:00.000Z')
})

test('the revocation of an unknown token revokes no other token', async () => {
  const { idp, browser } = await start()
  await browser.signIn(idp)
  const refreshTokens = idp.issueRefreshTokens()
  const { id, secret = '' } = idp.client
  const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
  const body = new URLSearchParams({ token: 'unknown%' })
  expect((await idp.fetch(`${idp.issuer}/revoke`, { method: 'POST', headers, body })).status).toBe(200)
  expect([...refreshTokens.revokedSubjects]).toEqual([])
  const access = { headers: { authorization: `Bearer ${idp.accessToken}` } }
  expect((await idp.fetch(`${idp.issuer}/userinfo`, access)).status).toBe(200)
})

test('the identity provider can require pushed authorization requests', async () => {
  const { idp, browser } = await start({ requires: ['par'] })
  const refused = await browser.signIn(idp)
  expect(refused.headers.get('location')).toContain('error=')
  const basic = `Basic ${btoa('client:s-e_c.r*et')}`
  const params = new URLSearchParams({ client_id: 'client', redirect_uri: `${ORIGIN}/back`, state: 'x' })
  const pushed = await idp.fetch(`${idp.issuer}/par`, { body: params, headers: { authorization: basic } })
  const { request_uri } = (await pushed.json()) as { request_uri: string }
  expect(pushed.status).toBe(201)
  const callback = idp.authorize(`${idp.issuer}/authorize?${new URLSearchParams({ request_uri })}`)
  expect(callback.searchParams.get('state')).toBe('x')
  expect(callback.searchParams.has('code')).toBe(true)
})

test('the identity provider does not accept the `request_uri` of a pushed request as a code', async () => {
  const { idp } = await start()
  const redirect_uri = `${ORIGIN}/back`
  const body = new URLSearchParams({ client_id: 'client', redirect_uri })
  const pushed = await idp.fetch(`${idp.issuer}/par`, { body, headers: { authorization: basic } })
  const { request_uri } = (await pushed.json()) as { request_uri: string }
  const form = { grant_type: 'authorization_code', code: request_uri, redirect_uri }
  const response = await redeem(idp, form)
  expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_grant' }])
})

test('the callback of the identity provider keeps the query of the redirect URI', async () => {
  const { idp } = await start()
  const params = new URLSearchParams({ client_id: 'client', redirect_uri: `${ORIGIN}/back?tenant=1` })
  const callback = idp.authorize(`${idp.issuer}/authorize?${params}`)
  expect(callback.searchParams.get('tenant')).toBe('1')
  expect(callback.searchParams.has('code')).toBe(true)
})

test.each([
  ['without a redirect URI', {}],
  ['with a redirect URI that is not a URL', { redirect_uri: '/back' }],
  ['with an unknown `request_uri`', { request_uri: 'urn:ietf:params:oauth:request_uri:other' }],
])('the identity provider names the parameters of an authorization request %s', async (_, params) => {
  const { idp } = await start()
  const url = `${idp.issuer}/authorize?${new URLSearchParams({ client_id: 'client', ...params })}`
  expect(() => idp.authorize(url)).toThrow(
    /^The authorization request has no valid `redirect_uri`.*`request_uri`/,
  )
})

/** Creates proofs of possession of a new key. */
async function prover(idp: IdentityProvider) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return async (htm: string, path: string, claims: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({ htm, htu: idp.issuer + path, jti: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey)
}

const basic = `Basic ${btoa('client:s-e_c.r*et')}`

/** Sends a token request. */
async function redeem(
  idp: IdentityProvider,
  form: Record<string, string>,
  headers: Record<string, string> = { authorization: basic },
): Promise<Response> {
  return idp.fetch(`${idp.issuer}/token`, { method: 'POST', body: new URLSearchParams(form), headers })
}

/** The form of a token request for a new authorization code. */
function codeForm(idp: IdentityProvider): Record<string, string> {
  const redirect_uri = `${ORIGIN}/back`
  const params = new URLSearchParams({ client_id: 'client', redirect_uri })
  const code = idp.authorize(`${idp.issuer}/authorize?${params}`).searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', code, redirect_uri }
}

test.each([
  ['without a grant type', undefined, 'invalid_request'],
  ['with another grant type', 'password', 'unsupported_grant_type'],
])('the identity provider refuses a token request %s', async (_, grant_type, error) => {
  const { idp } = await start()
  const { grant_type: __, ...others } = codeForm(idp)
  const response = await redeem(idp, { ...others, ...(grant_type !== undefined && { grant_type }) })
  expect([response.status, await response.json()]).toEqual([400, { error }])
})

test('the identity provider refuses a wrong client secret as RFC 6749 requires, and the code stays valid', async () => {
  const { idp } = await start()
  const form = codeForm(idp)
  const byHeader = await redeem(idp, form, { authorization: `Basic ${btoa('client:wrong')}` })
  expect([byHeader.status, await byHeader.json()]).toEqual([401, { error: 'invalid_client' }])
  expect(byHeader.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
  const byForm = await redeem(idp, { ...form, client_id: 'client', client_secret: 'wrong' }, {})
  expect([byForm.status, await byForm.json()]).toEqual([401, { error: 'invalid_client' }])
  expect(byForm.headers.has('www-authenticate')).toBe(false)
  expect((await redeem(idp, form)).status).toBe(200)
})

type Method = IdentityProvider['client']['method']

/** A provider whose client is registered with one method, and token requests with the credentials of some methods. */
async function registered(method: Method) {
  const { idp } = await start()
  const client_secret = 's-e_c.r*et'
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  idp.client = { id: 'client', method, secret: client_secret, publicKey }
  const client_assertion = await new SignJWT({ jti: 'one' })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('client')
    .setSubject('client')
    .setAudience(idp.issuer)
    .setExpirationTime('1m')
    .sign(privateKey)
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const fields: Record<Method, Record<string, string>> = {
    client_secret_basic: {},
    client_secret_post: { client_id: 'client', client_secret },
    private_key_jwt: { client_assertion, client_assertion_type },
    none: { client_id: 'client' },
  }
  return async (methods: readonly Method[], more: Record<string, string> = {}): Promise<number> => {
    const form = Object.assign(codeForm(idp), ...methods.map((each) => fields[each]), more)
    const headers = methods.includes('client_secret_basic') ? { authorization: basic } : undefined
    return (await redeem(idp, form, headers ?? {})).status
  }
}

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const

test.each(methods)(
  'a client with %s is refused if it uses another method, alone or in addition',
  async (method) => {
    const send = await registered(method)
    expect(await send([method])).toBe(200)
    for (const other of methods) {
      if (other === method) continue
      expect([other, await send([other])]).toEqual([other, 401])
      // `client_id` alone is no credential.
      if (other !== 'none') expect([other, await send([method, other])]).toEqual([other, 401])
    }
  },
)

test.each(methods)('a client with %s may send its client id, and no other client id', async (method) => {
  const send = await registered(method)
  expect(await send([method], { client_id: 'client' })).toBe(200)
  expect(await send([method], { client_id: 'other' })).toBe(401)
})

test('the identity provider accepts the scheme of HTTP Basic in any case', async () => {
  const { idp } = await start()
  const response = await redeem(idp, codeForm(idp), { authorization: basic.replace('Basic', 'bASIC') })
  expect(response.status).toBe(200)
})

test('the identity provider can require a proof of possession at the token endpoint', async () => {
  const { idp, browser } = await start({ requires: ['dpop'] })
  await browser.signIn(idp)
  expect(await browser.session()).toBeNull()
  const prove = await prover(idp)
  const redeemWith = async (dpop: string): Promise<unknown> =>
    (await redeem(idp, codeForm(idp), { authorization: basic, dpop })).json()
  expect(await redeemWith(await prove('POST', '/token'))).toMatchObject({ token_type: 'DPoP' })
  expect(await redeemWith(await prove('POST', '/other'))).toEqual({ error: 'invalid_dpop_proof' })
})

test('the userinfo endpoint accepts a token that is bound to a key only with a proof of this key', async () => {
  const { idp } = await start({ requires: ['dpop'] })
  const [prove, proveOther] = [await prover(idp), await prover(idp)]
  const dpop = await prove('POST', '/token')
  const issued = await redeem(idp, codeForm(idp), { authorization: basic, dpop })
  const { access_token } = (await issued.json()) as { access_token: string }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(access_token))
  const ath = Buffer.from(digest).toString('base64url')
  const userinfo = async (headers: Record<string, string>): Promise<[number, string | null]> => {
    const response = await idp.fetch(`${idp.issuer}/userinfo`, { headers })
    return [response.status, response.headers.get('www-authenticate')]
  }
  const authorization = `DPoP ${access_token}`
  expect(await userinfo({ authorization, dpop: await prove('GET', '/userinfo', { ath }) })).toEqual([
    200,
    null,
  ])
  const noProof = [401, 'DPoP error="invalid_dpop_proof"']
  expect(await userinfo({ authorization })).toEqual(noProof)
  expect(await userinfo({ authorization, dpop: await prove('GET', '/userinfo') })).toEqual(noProof)
  expect(await userinfo({ authorization, dpop: await prove('POST', '/userinfo', { ath }) })).toEqual(noProof)
  expect(await userinfo({ authorization, dpop: await proveOther('GET', '/userinfo', { ath }) })).toEqual(
    noProof,
  )
  const asBearer = { authorization: `Bearer ${access_token}`, dpop: await prove('GET', '/userinfo', { ath }) }
  expect(await userinfo(asBearer)).toEqual([401, 'DPoP error="invalid_token"'])
})

test('the identity provider can listen on a port, and redirects browsers back to the application', async () => {
  const { idp, browser } = await start({ port: 0 })
  const consent = await fetch(await browser.begin(), { redirect: 'manual' })
  await browser.visit(new URL(consent.headers.get('location') ?? ''))
  expect(await browser.session()).toMatchObject({ sub: 'acme|ada' })
  idp.consents = false
  const denial = await fetch(await browser.begin(), { redirect: 'manual' })
  expect(denial.headers.get('location')).toContain('error=access_denied')
})

test('the identity provider signs a user out, and redirects the browser back to the application', async () => {
  const { idp, auth, browser } = await start({ port: 0, refreshTokens: true })
  const consent = await fetch(await browser.begin(), { redirect: 'manual' })
  await browser.visit(new URL(consent.headers.get('location') ?? ''))
  const headers = { cookie: browser.jar.header, origin: ORIGIN }
  const request = new Request(`${ORIGIN}/`, { method: 'POST', headers })
  const { url } = await auth.signOut({ request, provider: true, redirectTo: '/bye' })
  expect(url).toContain(idp.issuer)
  const signedOut = await fetch(url, { redirect: 'manual' })
  expect(signedOut.status).toBe(302)
  expect(signedOut.headers.get('location')).toContain(ORIGIN)
})
