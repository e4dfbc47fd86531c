import { describe, expect, test } from 'vitest'
import { google } from '../../../src/providers/google.js'
import { keycloak } from '../../../src/providers/keycloak.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { acme, acmeOAuth, credentialsWith } from '../../support/providers.js'
import { GRACE, worlds } from '../../support/world.js'

const start = worlds()

const password = credentialsWith({ fields: { email: {} }, authorize: () => ({ ...GRACE }) })
const open = (path: string) =>
  new Request(`http://localhost:3000/auth/${path}`, { headers: { accept: 'text/html' } })

const NO_ID = "The provider 'google' has no client id: set AUTH_GOOGLE_ID or pass `clientId`."
const NO_SECRET = "The provider 'google' has no client secret: set AUTH_GOOGLE_SECRET or pass `clientSecret`."

/** Providers that lack an option, each with the reported problem. */
const unusable: [lack: string, Provider, variables: Record<string, string>, problem: string][] = [
  ['a client id', google(), {}, NO_ID],
  ['a client secret', google(), { AUTH_GOOGLE_ID: 'id' }, 'AUTH_GOOGLE_SECRET'],
  ['an issuer', acme({ issuer: undefined }), {}, 'AUTH_ACME_ISSUER'],
  ['an id of OAuth 2', acmeOAuth({ clientId: undefined }), {}, 'AUTH_ACME_ID'],
  [
    'a private key',
    acme({ client: { token_endpoint_auth_method: 'private_key_jwt' } }),
    {},
    'clientPrivateKey',
  ],
]

describe.each(unusable)('a provider that lacks %s', (_, provider, variables, problem) => {
  test.each(['development', 'production'])(
    'an unusable provider is left out of the sign-in page in %s, with one warning',
    async (mode) => {
      const site = app({
        providers: [password, provider],
        environment: { ...variables, NODE_ENV: mode, AUTH_URL: 'http://localhost:3000' },
      })
      for (const _ of [1, 2]) {
        const response = await site.handle(open('signin'))
        expect(response.status).toBe(200)
        const html = await response.text()
        expect(html).not.toContain(`/auth/signin/${provider.id}"`)
        expect(html).toContain('/auth/callback/credentials')
        expect(html.includes('Shown in development only')).toBe(mode === 'development')
        expect(html.includes('<link rel="icon" href="data:,">')).toBe(mode === 'development')
      }
      const listed = (await (await site.handle(open('providers'))).json()) as object
      expect(Object.keys(listed)).toEqual(['credentials'])
      expect(site.warned).toHaveLength(1)
      expect(site.warned[0]).toMatch(/^unusable-providers: /)
      expect(site.warned[0]).toContain(problem)
      expect(site.logged).toEqual([])
    },
  )
})

test('the first request of any kind logs the providers that cannot be used', async () => {
  const site = app({
    providers: [password, google()],
    environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
  })
  expect(await site.session(new Request('https://app.test/'))).toBeNull()
  expect(site.warned).toEqual([
    `unusable-providers: ${NO_ID} ${NO_SECRET} The built-in pages do not show google.`,
  ])
})

test.each<[id: string, Provider, variables: readonly string[]]>([
  ['google', google(), ['AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET']],
  ['keycloak', keycloak(), ['AUTH_KEYCLOAK_ID', 'AUTH_KEYCLOAK_ISSUER', 'AUTH_KEYCLOAK_SECRET']],
])(
  'in development, the sign-in page names each missing variable of %s once',
  async (_, provider, variables) => {
    const site = app({ providers: [password, provider], environment: { NODE_ENV: 'development' } })
    const html = await (await site.handle(open('signin'))).text()
    expect(html.match(/AUTH_[A-Z]+_[A-Z]+/g)).toEqual(variables)
  },
)

test.each([
  ['mentions test users if a provider lacks its variables', true, {}],
  [
    'does not mention test users if no variable is missing',
    false,
    { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' },
  ],
  ['does not mention test users in production', false, { NODE_ENV: 'production' }],
])('the built-in sign-in page %s', async (_, isMentioned, variables) => {
  const environment = { NODE_ENV: 'development', AUTH_URL: 'http://localhost:3000', ...variables }
  const site = app({ providers: [password, google()], environment })
  const html = await (await site.handle(open('signin'))).text()
  expect(html.includes('dev({ as: … })')).toBe(isMentioned)
})

test('a sign-in page without usable providers shows the missing variables in an alert', async () => {
  const site = app({ providers: [google()], environment: { NODE_ENV: 'development' } })
  const html = await (await site.handle(open('signin'))).text()
  expect(html).toContain('AUTH_GOOGLE_ID')
  expect(html).toContain('role="alert"')
})

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('the account page works while a provider lacks its client, and shows everything else', async () => {
    const world = await start({ strategy, providers: [acme(), google()] })
    await world.signIn()
    const response = await world.browser.send('/auth/account', { headers: { accept: 'text/html' } })
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('Acme')
    expect(html).not.toContain('/auth/signin/google')
  })

  test('an account of a provider without a client id is listed, but does not count as another sign-in method', async () => {
    const world = await start({ strategy, providers: [acme(), google()] })
    await world.signIn()
    const key = { provider: 'acme', providerAccountId: 'ada' }
    const { id = '' } = (await world.adapter.getUserByAccount(key)) ?? {}
    const other = { provider: 'google', providerAccountId: '1' }
    await world.adapter.linkAccount({ ...other, type: 'oidc', userId: id, refresh_token: 'refresh' })
    const request = new Request('https://app.test/', {
      method: 'POST',
      headers: { cookie: world.browser.jar.header },
    })
    expect(await world.app.accounts.list(request)).toMatchObject([
      { ...key, removable: false },
      { ...other, removable: true },
    ])
    expect(await world.app.accounts.unlink(other, { request })).toEqual({ ok: true })
    expect(world.adapter.rows.accounts).toMatchObject([key])
  })
})
