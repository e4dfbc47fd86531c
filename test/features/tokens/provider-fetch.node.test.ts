import { inspect } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { strava } from '../../../src/providers/strava.js'
import { tiktok } from '../../../src/providers/tiktok.js'
import { todoist } from '../../../src/providers/todoist.js'
import { zoho } from '../../../src/providers/zoho.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme, acmeOAuth } from '../../support/providers.js'

/*
 * Where `auth.fetch` sends an access token, and which scopes a sign-in requests.
 */

const provider = acme({
  authorization: { params: { scope: 'openid email' } },
  apiOrigins: ['https://api.test', 'https://files.test'],
})

let idp: IdentityProvider
/** Requests to servers other than the provider, each with its access token. */
let seen: [url: string, authorization: string | null][]
let api: (url: URL, authorization: string | null, init: RequestInit) => Response
beforeEach(async () => {
  idp = await IdentityProvider.start()
  seen = []
  api = () => Response.json({ hello: 'world' })
})

async function signedIn(
  discovery?: (document: object) => object,
  accessToken = 'at',
  apiOrigins = provider.apiOrigins,
) {
  const adapter = memory()
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address)
    if (url.origin === idp.issuer && url.pathname !== '/api') return idp.fetch(address, init)
    const authorization = new Headers(init.headers).get('authorization')
    seen.push([address, authorization])
    return api(url, authorization, init)
  }
  const site = app({ providers: [{ ...provider, apiOrigins }], fetch, adapter })
  const browser = new Browser(site.handle)
  idp.misbehave({
    ...(discovery && { discovery }),
    token: (tokens) => ({
      ...tokens,
      access_token: accessToken,
      refresh_token: 'rt0',
      scope: 'openid email files',
    }),
    respond: ({ init }) =>
      String(init.body).includes('grant_type=refresh_token')
        ? Response.json({ access_token: 'newer', token_type: 'Bearer', expires_in: 300 })
        : undefined,
  })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  const request = (): Request => new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  return { site, request, fetchAs: site.fetchAs(request(), 'acme') }
}

test('a request to a listed origin or to the UserInfo endpoint carries the token', async () => {
  const { fetchAs } = await signedIn()
  expect(await (await fetchAs('https://api.test/me?page=2')).json()).toEqual({ hello: 'world' })
  await fetchAs(new URL('https://idp.test/api'), { method: 'POST', headers: { 'x-a': 'b' }, body: 'x' })
  expect(seen).toEqual([
    ['https://api.test/me?page=2', 'Bearer at'],
    ['https://idp.test/api', 'Bearer at'],
  ])
})

test.each(['http://127.0.0.1:9200/userinfo', 'https://10.0.0.5/userinfo'])(
  'a redirect to %s is not followed, even if the issuer publishes it as its UserInfo endpoint',
  async (inside) => {
    const { fetchAs } = await signedIn((document) => ({ ...document, userinfo_endpoint: inside }))
    api = () => new Response(null, { status: 302, headers: { location: new URL('/secrets', inside).href } })
    expect((await fetchAs('https://api.test/me')).status).toBe(302)
    expect(seen).toEqual([['https://api.test/me', 'Bearer at']])
    await expect(fetchAs(inside)).rejects.toThrow('is not sent to')
  },
)

test.each([
  'https://evil.test/',
  'https://api.test.evil.test/',
  'https://api.test:8443/',
  'http://api.test/',
  'https://api.test@evil.test/',
  'https://user:password@api.test/',
  '/me',
  'javascript:alert(1)',
])('no request is sent to %s', async (url) => {
  const { fetchAs } = await signedIn()
  await expect(fetchAs(url)).rejects.toThrow(/absolute URL|apiOrigins|HTTPS/)
  expect(seen).toEqual([])
})

test.each(['http://api.test/', 'https://user:password@api.test/'])(
  'the message for %s does not suggest `apiOrigins`, which would not help',
  async (url) => {
    const { fetchAs } = await signedIn()
    await expect(fetchAs(url)).rejects.toThrow(
      'The URL for `auth.fetch` must use HTTPS, and contain no user name or password.',
    )
  },
)

test('an entry of `apiOrigins` that is not a URL is reported by name', async () => {
  const { fetchAs } = await signedIn(undefined, 'at', ['api.test'])
  await expect(fetchAs('https://api.test/')).rejects.toThrow(
    "`apiOrigins` of the provider 'acme' contains 'api.test', which is not an origin such as 'https://api.example.com'.",
  )
})

test('a redirect within the origin is followed, and a redirect elsewhere is returned', async () => {
  const { fetchAs } = await signedIn()
  api = ({ pathname }) =>
    pathname === '/old'
      ? new Response(null, { status: 301, headers: { location: '/new' } })
      : Response.json(1)
  expect((await fetchAs('https://api.test/old')).status).toBe(200)
  seen = []
  api = () => new Response(null, { status: 302, headers: { location: 'https://evil.test/' } })
  expect((await fetchAs('https://api.test/old')).status).toBe(302)
  expect(seen.map(([url]) => url)).toEqual(['https://api.test/old'])
  seen = []
  api = () => new Response(null, { status: 307, headers: { location: '/new' } })
  expect((await fetchAs('https://api.test/old', { method: 'POST', body: 'x' })).status).toBe(307)
  expect(seen).toHaveLength(1)
})

test.each(['manual', 'error'] as const)('no redirect is followed with `redirect: %j`', async (redirect) => {
  const { fetchAs } = await signedIn()
  const modes: (string | undefined)[] = []
  api = (_, __, init) => {
    modes.push(init.redirect)
    return new Response(null, { status: 302, headers: { location: '/new' } })
  }
  expect((await fetchAs('https://api.test/old', { redirect })).status).toBe(302)
  expect(modes).toEqual([redirect])
})

test('a redirect to another origin is returned, even if that origin is listed', async () => {
  const { fetchAs } = await signedIn()
  const elsewhere = 'https://files.test/secrets'
  api = (url) =>
    new Response(null, url.href === elsewhere ? {} : { status: 302, headers: { location: elsewhere } })
  expect((await fetchAs('https://api.test/old')).status).toBe(302)
  expect(seen).toEqual([['https://api.test/old', 'Bearer at']])
  // The application decides whether to follow the redirect.
  expect((await fetchAs(elsewhere)).status).toBe(200)
  expect(seen).toHaveLength(2)
})

test('the number of redirects is limited', async () => {
  const { fetchAs } = await signedIn()
  api = () => new Response(null, { status: 302, headers: { location: '/again' } })
  expect((await fetchAs('https://api.test/')).status).toBe(302)
  expect(seen).toHaveLength(6)
})

test('a response of 401 is retried once, with new tokens', async () => {
  const { fetchAs } = await signedIn()
  api = (_, authorization) => new Response(null, { status: authorization === 'Bearer newer' ? 200 : 401 })
  expect((await fetchAs('https://api.test/')).status).toBe(200)
  expect(seen.map(([, token]) => token)).toEqual(['Bearer at', 'Bearer newer'])
  seen = []
  api = () => new Response(null, { status: 401 })
  idp.misbehave({ respond: () => new Response(null, { status: 503 }) })
  await expect(fetchAs('https://api.test/')).rejects.toMatchObject({
    type: 'TokensUnavailable',
    reason: 'unavailable',
  })
  expect(seen).toHaveLength(1)
})

test('other calls still get the valid token if the refresh after a response of 401 fails', async () => {
  const { site, request, fetchAs } = await signedIn()
  let tokens: ReturnType<typeof site.tokens> | undefined
  idp.misbehave({
    async respond({ init }) {
      if (!String(init.body).includes('grant_type=refresh_token')) return undefined
      tokens = site.tokens(request(), 'acme')
      await new Promise((resolve) => setTimeout(resolve, 50))
      return new Response(null, { status: 503 })
    },
  })
  api = () => new Response(null, { status: 401 })
  await fetchAs('https://api.test/me').catch(() => undefined)
  expect(await tokens).toMatchObject({ ok: true, accessToken: 'at' })
})

test('a response of 401 is returned without a retry if the request body can be read only once', async () => {
  const { fetchAs } = await signedIn()
  api = () => new Response(null, { status: 401 })
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('x')
  }
  for (const body of [new Blob(['x']).stream(), chunks()]) {
    const response = await fetchAs('https://api.test/', {
      method: 'POST',
      body: body as never,
      duplex: 'half',
    } as never)
    expect(response.status).toBe(401)
  }
  expect(seen).toHaveLength(2)
})

test('without a session, a fetch throws and nothing is sent', async () => {
  const { site } = await signedIn()
  const fetchAs = site.fetchAs(new Request('https://app.test/'), 'acme')
  await expect(fetchAs('https://api.test/')).rejects.toMatchObject({
    reason: 'signedOut',
    message: expect.stringContaining(
      "There is no access token of 'acme': no user is signed in. Redirect the browser to the sign-in page.",
    ),
  })
  expect(seen).toEqual([])
})

test('signIn requests its scopes in addition to the configured scopes and the scopes that were granted', async () => {
  const { site, request } = await signedIn()
  const { url } = await site.signIn('acme', { request: request(), scopes: ['calendar'] })
  expect(new URL(url).searchParams.get('scope')).toBe('openid email files calendar')
  const out = await site.signIn('acme', { request: new Request('https://app.test/'), scopes: ['calendar'] })
  expect(new URL(out.url).searchParams.get('scope')).toBe('openid email calendar')
})

test('signIn separates scopes by commas if the configuration does', async () => {
  const authorization = { url: 'https://idp.test/authorize', params: { scope: 'read,activity:read' } }
  const site = app({ providers: [acmeOAuth({ authorization })], fetch: idp.fetch })
  const scopes = ['activity:read', 'activity:write', '']
  const { url } = await site.signIn('acme', { request: new Request('https://app.test/'), scopes })
  expect(new URL(url).searchParams.get('scope')).toBe('read,activity:read,activity:write')
})

const client = { clientId: 'client', clientSecret: 'secret' }

test.each([
  ['strava', strava(client), 'read,activity:write'],
  ['tiktok', tiktok(client), 'user.info.basic,activity:write'],
  ['todoist', todoist(client), 'data:read,activity:write'],
  ['zoho', zoho(client), 'AaaServer.profile.Read,activity:write'],
])('signIn separates scopes by commas for %s', async (id, provider, expected) => {
  const site = app({ providers: [provider], fetch: idp.fetch })
  const scopes = ['activity:write']
  const { url } = await site.signIn(id, { request: new Request('https://app.test/'), scopes })
  expect(new URL(url).searchParams.get('scope')).toBe(expected)
})

test('a form cannot request scopes', async () => {
  const { site } = await signedIn()
  const browser = new Browser(site.handle)
  const url = locationOf(
    await browser.post('/auth/signin/acme', { scopes: 'calendar', 'scopes[]': 'calendar' }),
  )
  expect(url.searchParams.get('scope')).toBe('openid email')
})

const BROKEN_TOKEN = 'access-token-with\na-line-break'

test.each([
  ['OpenID Connect', acme({ idToken: false })],
  ['OAuth 2.0', acmeOAuth()],
])('%s: the log does not contain an access token that is invalid in a header', async (_, configured) => {
  const site = app({ providers: [configured], fetch: idp.fetch })
  const browser = new Browser(site.handle)
  idp.misbehave({ token: (tokens) => ({ ...tokens, access_token: BROKEN_TOKEN }) })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(site.logged).toHaveLength(1)
  expect(inspect(site.logged)).toContain('header')
  expect(inspect(site.logged)).not.toContain('a-line-break')
})

test('the error of `auth.fetch` does not contain an access token that is invalid in a header', async () => {
  const { fetchAs } = await signedIn(undefined, BROKEN_TOKEN)
  const error = await fetchAs('https://api.test/me').catch((thrown: unknown) => thrown)
  expect(inspect(error)).toContain('header')
  expect(inspect(error)).not.toContain('a-line-break')
})
