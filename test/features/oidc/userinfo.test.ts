/** Responses of a UserInfo endpoint: the rows UI of the security cases, each named by its id. */

import { beforeAll, describe, expect, test } from 'vitest'
import { github } from '../../../src/providers/github.js'
import { customFetch } from '../../../src/providers/kinds/custom-fetch.js'
import type { Behaviour } from '../../../src/testing.js'
import { signingKey } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'
import { acme, acmeOAuth } from '../../support/providers.js'

const start = relyingParties()

const atUserinfo =
  (answer: () => Response | Promise<Response>): Behaviour['respond'] =>
  ({ url }) =>
    url.pathname === '/userinfo' ? answer() : undefined

const oidc = (client = {}): Promise<RelyingParty> => start({ provider: { idToken: false, client } })
const oauth = (): Promise<RelyingParty> => start({ providers: [acmeOAuth()] })

test.each([
  ['another subject', 'eve'],
  ['another letter case', 'Ada'],
  ['missing', undefined],
  ['empty', ''],
  ['an array', ['ada']],
])('UI-1: a UserInfo `sub` other than that of the ID token is refused: %s', async (_, sub) => {
  const party = await oidc()
  party.idp.misbehave({ userinfo: (claims) => ({ ...claims, sub }) })
  await party.expectRefused(await party.signIn())
})

test.each([
  ['with another `sub` than the ID token is refused', 'eve', 'OAuthCallbackError'],
  ['without a `sub` is accepted', undefined, null],
])('a profile from `userinfo.request` %s', async (_, sub, error) => {
  const request = async (): Promise<object> => ({ sub, id: 'ada', name: 'Ada' })
  const profile = ({ name }: { name?: string }) => ({
    id: 'ada',
    name: name ?? null,
    email: null,
    image: null,
  })
  const party = await start({
    providers: [acme({ idToken: false, userinfo: { request: request as never }, profile: profile as never })],
  })
  const response = await party.signIn()
  expect(locationOf(response).searchParams.get('error')).toBe(error)
  expect((await party.browser.session()) === null).toBe(error !== null)
})

describe.each([
  ['oidc', oidc],
  ['oauth', oauth],
])('UI-2, %s', (_, prepare) => {
  test.each([201, 204, 302, 401, 403, 404, 500, 503])(
    'UI-2: the sign-in fails if the UserInfo endpoint responds with %i',
    async (status) => {
      const party = await prepare()
      const body = status === 204 ? null : JSON.stringify(party.idp.user)
      party.idp.misbehave({
        respond: atUserinfo(() => new Response(body, { status, headers: { location: '/' } })),
      })
      await party.expectRefused(
        await party.signIn(),
        status >= 500 ? 'OAuthUnavailable' : 'OAuthCallbackError',
      )
      expect(party.idp.requestCount('/userinfo')).toBe(1)
    },
  )

  test.each(['', 'null', '[]', '"ada"', '<h1>', '{"sub":'])(
    'UI-2: the sign-in fails if the UserInfo endpoint responds with %j',
    async (body) => {
      const party = await prepare()
      party.idp.misbehave({ respond: atUserinfo(() => new Response(body)) })
      await party.expectRefused(await party.signIn())
    },
  )

  test('UI-2: a network failure of the UserInfo endpoint fails the sign-in', async () => {
    const party = await prepare()
    party.idp.misbehave({ respond: atUserinfo(() => Promise.reject(new TypeError('fetch failed'))) })
    await party.expectRefused(await party.signIn(), 'OAuthUnavailable')
  })
})

describe('UI-4: the id of an OAuth 2 profile', () => {
  test.each([
    ['is missing', {}],
    ['is null', { id: null }],
    ['is empty', { id: '' }],
    ['is an object', { id: {} }],
    ['is an array', { id: ['1'] }],
    ['is true', { id: true }],
    ['is a fraction', { id: 1.5 }],
    ['is beyond the safe integers', { id: 2 ** 53 + 1 }],
  ])('UI-4: an OAuth 2 profile is refused if its id %s', async (_, profile) => {
    const party = await oauth()
    party.idp.misbehave({ userinfo: () => profile })
    await party.expectRefused(await party.signIn(), 'Configuration')
  })

  test.each([
    [0, '0'],
    [7, '7'],
    ['seven', 'seven'],
  ])('UI-4: the id %j of an OAuth 2 profile is the string %j, at each sign-in', async (id, text) => {
    const party = await oauth()
    party.idp.misbehave({ userinfo: () => ({ id }) })
    await party.expectSignedIn(await party.signIn())
    await party.expectSignedIn(await party.signIn())
    expect(await party.adapter.getAccount(text, 'acme')).not.toBeNull()
    expect(party.adapter.users.size).toBe(1)
  })
})

test.each([
  ['with another `sub` than the ID token is refused', 'eve', 'OAuthCallbackError'],
  ['without a `sub` is accepted', undefined, null],
])('a profile from `userinfo.request` %s', async (_, sub, error) => {
  const request = async (): Promise<object> => ({ sub, id: 'ada', name: 'Ada' })
  const profile = ({ name }: { name?: string }) => ({
    id: 'ada',
    name: name ?? null,
    email: null,
    image: null,
  })
  const party = await start({
    providers: [acme({ idToken: false, userinfo: { request: request as never }, profile: profile as never })],
  })
  const response = await party.signIn()
  expect(locationOf(response).searchParams.get('error')).toBe(error)
  expect((await party.browser.session()) === null).toBe(error !== null)
})

describe.each([
  ['oidc', oidc],
  ['oauth', oauth],
])('a UserInfo response, %s,', (kind, prepare) => {
  const id = kind === 'oidc' ? 'sub' : 'id'

  test.each([
    ['repeats the id', `{"${id}":"eve","${id}":"ada"}`],
    ['repeats the id, once escaped', `{"${id}":"ada","${id === 'id' ? 'i\\u0064' : 's\\u0075b'}":"eve"}`],
    ['contains the member __proto__', `{"__proto__":{"${id}":"eve"},"${id}":"ada"}`],
    ['starts with a byte order mark', `\u{feff}{"${id}":"ada"}`],
  ])('a UserInfo response that %s is refused', async (_, body) => {
    const party = await prepare()
    const headers = { 'content-type': 'application/json' }
    party.idp.misbehave({ respond: atUserinfo(() => new Response(body, { headers })) })
    await party.expectRefused(await party.signIn())
  })
})

describe('UI-5: the e-mail addresses of a GitHub user', () => {
  const address = (email: string, primary: boolean, verified: boolean): object => ({
    email,
    primary,
    verified,
  })

  test.each<[string, Response, string | null]>([
    ['no verified primary e-mail address', Response.json([address('ada@example.com', true, false)]), null],
    [
      'a verified e-mail address that is not the primary one',
      Response.json([address('ada@example.com', false, true)]),
      null,
    ],
    ['no e-mail address', Response.json([]), null],
    ['a refused request for e-mail addresses', new Response('{}', { status: 403 }), null],
    [
      'a verified primary e-mail address',
      Response.json([address('ada@example.com', true, true)]),
      'ada@example.com',
    ],
  ])('UI-5: a GitHub user signs in with %s', async (_, emails, email) => {
    const pages: Record<string, () => Response> = {
      '/login/oauth/access_token': () =>
        Response.json({ access_token: 't', token_type: 'bearer', scope: '' }),
      '/user': () =>
        Response.json({ id: 1, login: 'ada', name: null, email: null, avatar_url: 'https://x.test/' }),
      '/user/emails': () => emails.clone(),
    }
    const provider = github({
      clientId: 'client',
      clientSecret: 's',
      [customFetch]: async (url) => pages[new URL(url).pathname]?.() ?? new Response(null, { status: 404 }),
    })
    const party = await start({ providers: [provider] })
    await party.adapter.createUser({ id: 'owner', email: 'ada@example.com', emailVerified: new Date() })
    await party.adapter.linkAccount({
      userId: 'owner',
      provider: 'own',
      providerAccountId: '1',
      type: 'oidc',
    })
    const authorization = await party.begin(party.browser, 'github')
    const callback = new URL(authorization.searchParams.get('redirect_uri') ?? '')
    callback.search = new URLSearchParams({
      code: 'c',
      state: authorization.searchParams.get('state') ?? '',
    }).toString()
    await party.finish(callback)
    const account = await party.adapter.getAccount('1', 'github')
    // The verified primary e-mail address belongs to the owner, so the account is not linked. Otherwise, a new user signs in.
    if (email) expect(account).toBeNull()
    else expect(await party.adapter.getUser(account?.userId ?? '')).toMatchObject({ name: 'ada', email })
    expect(account?.userId).not.toBe('owner')
  })
})

describe('a signed UserInfo response', () => {
  const signed = { userinfo_signed_response_alg: 'RS256' }
  const jwt = (token: string): Response =>
    new Response(token, { headers: { 'content-type': 'application/jwt' } })

  let forged = ''

  // Created in advance, because creating an RSA key takes an unpredictable time.
  beforeAll(async () => {
    const { idp } = await oidc()
    idp.keys = [await signingKey('one')]
    forged = await idp.sign({ sub: 'ada' })
  })

  test.each<[string, (party: RelyingParty) => Promise<Response>]>([
    ['with the signature of another key', async () => jwt(forged)],
    ['about another user', async ({ idp }) => jwt(await idp.sign({ sub: 'eve' }))],
    ['for another audience', async ({ idp }) => jwt(await idp.sign({ sub: 'ada', aud: 'other' }))],
    ['of another issuer', async ({ idp }) => jwt(await idp.sign({ sub: 'ada', iss: 'https://evil.test' }))],
    ['that is expired', async ({ idp }) => jwt(await idp.sign({ sub: 'ada', exp: 1 }))],
    ['that is not signed', async () => Response.json({ sub: 'ada' })],
  ])('a signed UserInfo response %s is refused', async (_, answer) => {
    const party = await oidc(signed)
    party.idp.misbehave({ respond: atUserinfo(() => answer(party)) })
    await party.expectRefused(await party.signIn())
  })

  test.each(['at+jwt', 'logout+jwt', 'application/at+jwt', 'dpop+jwt', 'secevent+jwt', ''])(
    'a signed UserInfo response with the `typ` %j is refused',
    async (typ) => {
      const party = await oidc(signed)
      const { idp } = party
      idp.misbehave({ respond: atUserinfo(async () => jwt(await idp.sign(idp.user, { typ }))) })
      await party.expectRefused(await party.signIn())
    },
  )

  test.each(['JWT', 'jwt', 'application/jwt'])(
    'a signed UserInfo response with the `typ` %j is accepted',
    async (typ) => {
      const party = await oidc(signed)
      const { idp } = party
      idp.misbehave({ respond: atUserinfo(async () => jwt(await idp.sign(idp.user, { typ }))) })
      await party.expectSignedIn(await party.signIn())
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['an aud without the client', { aud: ['other', 'another'] }],
    ['an aud that is a number', { aud: 1 }],
    ['an aud that is null', { aud: null }],
    ['an iss that is null', { iss: null }],
    ['an iss that is an array', { iss: ['https://idp.test'] }],
    ['an nbf of tomorrow', { nbf: Math.floor(Date.now() / 1000) + 86_400 }],
  ])('a signed UserInfo response with %s is refused', async (_, claims) => {
    const party = await oidc(signed)
    const { idp } = party
    idp.misbehave({ respond: atUserinfo(async () => jwt(await idp.sign({ ...idp.user, ...claims }))) })
    await party.expectRefused(await party.signIn())
  })

  test('a signed UserInfo response is rejected if it was not configured', async () => {
    const party = await oidc()
    const { idp } = party
    idp.misbehave({ respond: atUserinfo(async () => jwt(await idp.sign({ sub: 'ada' }))) })
    await party.expectRefused(await party.signIn())
  })

  test('a signed UserInfo response is requested with the media type of JWTs', async () => {
    const party = await oidc(signed)
    const { idp } = party
    idp.misbehave({ respond: atUserinfo(async () => jwt(await idp.sign(idp.user))) })
    await party.expectSignedIn(await party.signIn())
    const request = idp.received.find(({ url }) => url.pathname === '/userinfo')
    expect(new Headers(request?.init.headers).get('accept')).toBe('application/jwt')
  })
})

test('`userinfo.request` replaces the endpoint and receives the limited fetch', async () => {
  const request = async ({
    tokens,
    fetch,
  }: {
    tokens: object
    fetch: typeof globalThis.fetch
  }): Promise<unknown> => {
    const headers = { authorization: `Bearer ${(tokens as { access_token: string }).access_token}` }
    await expect(fetch('http://idp.test/userinfo', { headers })).rejects.toThrow('https:')
    return (await fetch('https://idp.test/userinfo', { headers })).json()
  }
  const party = await start({ providers: [acmeOAuth({ userinfo: { request: request as never } })] })
  await party.expectSignedIn(await party.signIn())
  expect(party.idp.requestCount('/userinfo')).toBe(1)
})

test.each([
  ['throws', () => Promise.reject(new Error('down'))],
  ['returns nothing', () => undefined],
  ['returns a string', () => 'ada'],
])('a sign-in fails if `userinfo.request` %s', async (_, request) => {
  const party = await start({ providers: [acmeOAuth({ userinfo: { request } })] })
  await party.expectRefused(await party.signIn())
})
