/** Published provider functions of `@auth/core`: passed as the result of a call, or as the function without a call. */
import { customFetch } from '@auth/core'
import Apple from '@auth/core/providers/apple'
import Asgardeo from '@auth/core/providers/asgardeo'
import Auth0 from '@auth/core/providers/auth0'
import Discord from '@auth/core/providers/discord'
import Mastodon from '@auth/core/providers/mastodon'
import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id'
import OneLogin from '@auth/core/providers/onelogin'
import TikTok from '@auth/core/providers/tiktok'
import UnitedEffects from '@auth/core/providers/united-effects'
import WeChat from '@auth/core/providers/wechat'
import { afterEach, expect, test, vi } from 'vitest'
import { createAuth } from '../../src/index.js'
import { publishedProvider } from '../../src/providers/kinds/published-provider.js'
import { withId } from '../../src/providers/with-id.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

afterEach(() => vi.unstubAllEnvs())

const secret = '0123456789abcdef0123456789abcdef'

/** A published provider, as an object or a function, with its own id as a literal type. */
function wrapped(provider: any): unknown {
  const { id } = typeof provider === 'function' ? provider({}) : provider
  return withId(id, provider)
}

/** An application in plain JavaScript, with the variables of a provider. */
function start(published: unknown, variables: Record<string, string> = {}): Browser {
  const provider = Object.hasOwn(published as object, '~feature') ? published : wrapped(published)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const configuration = { providers: [provider], secret, basePath: '/auth', trustHost: true }
  const { handler } = (createAuth as unknown as (given: unknown) => any)(configuration).build()
  return new Browser(handler)
}

const begin = async (browser: Browser, id: string): Promise<URL> =>
  locationOf(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' }))

/** A server at an issuer, which is reached by the `customFetch` of `@auth/core`. */
async function serverAt(issuer: string, fields: Record<string, unknown> = {}) {
  const idp = await IdentityProvider.start(issuer)
  const fetch = (address: string, init: RequestInit) =>
    idp.fetch(address.replace(issuer.replace(/\/$/, ''), 'https://idp.test'), init)
  const options = { clientId: 'client', clientSecret: 's-e_c.r*et', [customFetch]: fetch, ...fields }
  return { idp, options: options as never }
}

async function finish(browser: Browser, idp: IdentityProvider, url: URL, user?: string): Promise<URL> {
  const { pathname, search, searchParams } = idp.authorize(url)
  if (url.searchParams.get('response_mode') !== 'form_post')
    return locationOf(await browser.send(pathname + search))
  if (user) searchParams.set('user', user)
  const posted = locationOf(await browser.send(pathname, { method: 'POST', body: searchParams }))
  return locationOf(await browser.send(posted.pathname + posted.search))
}

test('a provider function that is passed without a call reads its options from the environment', async () => {
  const url = await begin(start(Discord, { AUTH_DISCORD_ID: 'id-1', AUTH_DISCORD_SECRET: 's' }), 'discord')
  expect([url.origin, url.searchParams.get('client_id')]).toEqual(['https://discord.com', 'id-1'])
})

test('a provider function that is passed without a call sends the client id as `appid` or `client_key` if required', async () => {
  const wechat = start(WeChat, { AUTH_WECHAT_ID: 'wx1', AUTH_WECHAT_SECRET: 's' })
  expect((await begin(wechat, 'wechat')).searchParams.get('appid')).toBe('wx1')
  const tiktok = start(TikTok, { AUTH_TIKTOK_ID: 'key1', AUTH_TIKTOK_SECRET: 's' })
  expect((await begin(tiktok, 'tiktok')).searchParams.get('client_key')).toBe('key1')
})

test.each([
  ['tiktok', TikTok, 'client_key'],
  ['wechat', WeChat, 'appid'],
])(
  '%s without a client id causes a helpful error, and other providers still work',
  async (id, make, param) => {
    const logged: string[] = []
    for (const name of [id, 'discord']) {
      vi.stubEnv(`AUTH_${name.toUpperCase()}_ID`, 'id-1')
      vi.stubEnv(`AUTH_${name.toUpperCase()}_SECRET`, 's')
    }
    const logger = { error: ({ message }: Error) => void logged.push(message) }
    const configuration = {
      providers: [wrapped(make({} as never)), wrapped(Discord)],
      secret,
      trustHost: true,
      basePath: '/auth',
      logger,
    }
    const { handler } = (createAuth as unknown as (given: unknown) => any)(configuration).build()
    const browser = new Browser(handler)
    expect((await begin(browser, 'discord')).origin).toBe('https://discord.com')
    expect((await begin(browser, id)).searchParams.get('error')).toBe('Configuration')
    expect(logged).toEqual([
      expect.stringContaining(
        `The provider '${id}' has no client id, which it sends as \`${param}\`: pass \`clientId\` to its function, or pass the function itself to .provider(), so that AUTH_${id.toUpperCase()}_ID is read.`,
      ),
    ])
  },
)

test.each([
  ['mastodon', Mastodon, 'https://social.example/oauth/authorize'],
  ['united-effects', UnitedEffects, undefined],
])('%s without an issuer option uses the issuer of the environment variable', async (id, make, endpoint) => {
  const issuer = 'https://social.example'
  const { options } = await serverAt(issuer)
  const name = id.toUpperCase().replace('-', '_')
  const published: unknown = (make as (options: never) => unknown)(options)
  const url = await begin(start(published, { [`AUTH_${name}_ISSUER`]: issuer }), id)
  if (endpoint) expect(url.origin + url.pathname).toBe(endpoint)
  else expect(url.searchParams.get('resource')).toBe(issuer)
})

test('the parameters of a provider function that is passed without a call contain the issuer of the environment', async () => {
  const issuer = 'https://auth.unitedeffects.com/acme'
  const { idp } = await serverAt(issuer)
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    idp.fetch(address.replace(issuer, 'https://idp.test'), init),
  )
  const variables = {
    AUTH_UNITED_EFFECTS_ID: 'client',
    AUTH_UNITED_EFFECTS_SECRET: 's',
    AUTH_UNITED_EFFECTS_ISSUER: issuer,
  }
  const url = await begin(start(UnitedEffects, variables), 'united-effects')
  vi.unstubAllGlobals()
  expect(url.searchParams.get('resource')).toBe(issuer)
})

test('a provider of @auth/core uses its `customFetch`, also with an issuer from the environment', async () => {
  const { idp, options } = await serverAt('https://acme.eu.auth0.com')
  const browser = start(Auth0(options), { AUTH_AUTH0_ISSUER: 'https://acme.eu.auth0.com/' })
  expect((await finish(browser, idp, await begin(browser, 'auth0'))).pathname).toBe('/inside')
  expect(idp.requestCount('/token')).toBe(1)
})

test.each([
  ['asgardeo', Asgardeo, 'https://api.asgardeo.io/t/acme/oauth2/token'],
  ['onelogin', OneLogin, 'https://acme.onelogin.com/oidc/2'],
])('%s: metadata is fetched from the issuer, as in Auth.js', async (id, make, issuer) => {
  const { idp, options } = await serverAt(issuer, { issuer })
  const browser = start(make(options))
  expect((await finish(browser, idp, await begin(browser, id))).pathname).toBe('/inside')
})

test.each([
  ['common', 'common'],
  ['organizations', 'organizations'],
  ['a tenant', 'aaaabbbb-0000-cccc-1111-dddd2222eeee'],
])('a user of Entra ID signs in with the issuer of %s', async (_, tenant) => {
  const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
  const tid = 'aaaabbbb-0000-cccc-1111-dddd2222eeee'
  const { idp, options } = await serverAt(issuer, {
    issuer,
    profile: ({ sub }: { sub: string }) => ({ id: sub }),
  })
  idp.misbehave({
    discovery: (document) => ({
      ...document,
      issuer: `https://login.microsoftonline.com/${tenant === tid ? tid : '{tenantid}'}/v2.0`,
      authorization_response_iss_parameter_supported: undefined,
    }),
    claims: (claims) => ({ ...claims, tid, iss: `https://login.microsoftonline.com/${tid}/v2.0` }),
    callback: (params) => {
      params.delete('iss')
      return params
    },
  })
  const browser = start(MicrosoftEntraID(options))
  expect((await finish(browser, idp, await begin(browser, 'microsoft-entra-id'))).pathname).toBe('/inside')
})

test.each([
  ['without the option `issuer`', {}],
  ['with an undefined option `issuer`', { issuer: undefined }],
])('Apple: the name that Apple sends at the first consent is in the profile %s', async (_, more) => {
  const { idp, options } = await serverAt('https://appleid.apple.com')
  idp.client = { id: 'client', method: 'client_secret_post', secret: 's-e_c.r*et' }
  const browser = start(Apple(Object.assign(options, more)))
  const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'King' } })
  expect((await finish(browser, idp, await begin(browser, 'apple'), user)).pathname).toBe('/inside')
  expect((await browser.session()).user.name).toBe('Ada King')
})

test('withId() gives a literal id to a provider object or function', async () => {
  vi.stubEnv('AUTH_CHAT_ID', 'id-2')
  vi.stubEnv('AUTH_CHAT_SECRET', 's')
  const called = Discord({ clientId: 'id-1', clientSecret: 's' })
  const auth = createAuth()
    .provider(withId('discord', called))
    .provider(withId('chat', Discord))
    .options({ secret, trustHost: true })
    .callbacks({
      signIn: (params) => {
        const ids: 'discord' | 'chat' = params.provider
        const name: string = params.profile.username
        return ids.length + name.length > 0
      },
    })
    .build()
  const browser = new Browser(auth.handler)
  const ids = Object.keys(await (await browser.send('/auth/providers')).json())
  expect(ids).toEqual(['discord', 'chat'])
  expect((await begin(browser, 'discord')).searchParams.get('client_id')).toBe('id-1')
  const url = await begin(browser, 'chat')
  expect(url.searchParams.get('client_id')).toBe('id-2')
  expect(url.searchParams.get('redirect_uri')).toContain('/callback/chat')
})

test("fields of an object that spreads a provider replace the provider's fields", async () => {
  const copy = { ...withId('discord', Discord), authorization: 'https://own.example/authorize' }
  const url = await begin(start(copy, { AUTH_DISCORD_ID: 'id-1', AUTH_DISCORD_SECRET: 's' }), 'discord')
  expect([url.origin, url.searchParams.get('client_id')]).toEqual(['https://own.example', 'id-1'])
})

test('a `tokenIssuer` that the application sets is kept', () => {
  const tokenIssuer = () => ({ rejected: 'a foreign tenant' })
  const published = { ...MicrosoftEntraID({ clientId: 'c', clientSecret: 's' }), tokenIssuer }
  expect(publishedProvider(published as never)).toMatchObject({ tokenIssuer })
})
