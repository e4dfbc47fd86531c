/** Options that replace only some members of a built-in provider's endpoint. The other members keep their defaults. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import PublishedDiscord from '@auth/core/providers/discord'
import { describe, expect, test, vi } from 'vitest'
import { Auth, type AuthConfig } from '../../src/compat.js'
import { apple } from '../../src/providers/apple.js'
import { auth0 } from '../../src/providers/auth0.js'
import { boxyhqSaml } from '../../src/providers/boxyhq-saml.js'
import { discord } from '../../src/providers/discord.js'
import { figma } from '../../src/providers/figma.js'
import { github } from '../../src/providers/github.js'
import type { OAuthProvider } from '../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { strava } from '../../src/providers/strava.js'
import { vk } from '../../src/providers/vk.js'
import { app, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

const client = { clientId: 'client-id', clientSecret: 'a client secret of more than 32 bytes' }

const identifyOnly = { ...client, authorization: { params: { scope: 'identify' } } }

/** Serves metadata for every issuer. Its endpoints are URLs below the issuer. */
async function metadata(address: string): Promise<Response> {
  const issuer = address.replace('/.well-known/openid-configuration', '')
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
  })
}

/** The redirect URL of a sign-in and its parameters, without those that differ at each sign-in. */
async function signIn(provider: Provider) {
  const auth = app({ providers: [provider], fetch: metadata })
  const browser = new Browser(auth.handle)
  const url = locationOf(await browser.post(`/auth/signin/${provider.id}`, { callbackUrl: '/' }))
  const random = ['state', 'nonce', 'code_challenge']
  const params = [...url.searchParams].filter(([name]) => !random.includes(name))
  return { endpoint: url.origin + url.pathname, params: Object.fromEntries(params) }
}

describe('the option `authorization` of a provider', () => {
  test('strava() with another scope in `authorization.params` keeps the URL and the other parameters', async () => {
    const { endpoint, params } = await signIn(
      strava({ ...client, authorization: { params: { scope: 'read_all' } } }),
    )
    expect(endpoint).toBe('https://www.strava.com/oauth/authorize')
    expect(params).toMatchObject({ scope: 'read_all', approval_prompt: 'auto' })
  })

  test('apple() with another scope in `authorization.params` keeps the URL and the other parameters', async () => {
    const { endpoint, params } = await signIn(
      apple({ ...client, authorization: { params: { scope: 'email' } } }),
    )
    expect(endpoint).toBe('https://appleid.apple.com/authorize')
    expect(params).toMatchObject({ scope: 'email', response_mode: 'form_post' })
  })

  test.each([
    ['discord() in a configuration of Auth.js', discord(identifyOnly)],
    ['the provider of Auth.js', PublishedDiscord(identifyOnly)],
  ])('%s with another scope in `authorization.params` keeps the URL', async (_, provider) => {
    const config = {
      basePath: '/auth',
      secret: SECRET,
      trustHost: true,
      providers: [provider],
    } as AuthConfig
    const browser = new Browser((request) => Auth(request, config))
    const url = locationOf(await browser.post('/auth/signin/discord', { callbackUrl: '/' }))
    expect(url.origin + url.pathname).toMatch(/^https:\/\/discord\.com\/(api\/)?oauth2\/authorize$/)
    expect(url.searchParams.get('scope')).toBe('identify')
  })

  test('`authorization.url` keeps the default parameters', async () => {
    const url = 'https://sso.acme.example/authorize'
    const provider = boxyhqSaml({ ...client, issuer: 'https://sso.acme.example', authorization: { url } })
    const { endpoint, params } = await signIn(provider)
    expect(endpoint).toBe(url)
    expect(params).toMatchObject({ provider: 'saml' })
  })

  test('`authorization` as a string replaces the URL and the default parameters', async () => {
    const authorization = 'https://discord.acme.example/authorize?scope=guilds'
    const { endpoint, params } = await signIn(discord({ ...client, authorization }))
    expect(endpoint).toBe('https://discord.acme.example/authorize')
    expect(params['scope']).toBe('guilds')
  })

  test('the undefined option `authorization.params.scope` keeps the default scope', async () => {
    const { params } = await signIn(discord({ ...client, authorization: { params: { scope: undefined } } }))
    expect(params['scope']).toBe('identify email')
  })
})

/** Options that the functions of some providers require. */
const required: Readonly<Record<string, object>> = {
  netsuite: { accountId: '1', userinfo: 'https://1.restlets.api.netsuite.com/me' },
}

type Created = OAuthProvider | OIDCProvider

/** The functions of the catalogue that create an OAuth or OpenID Connect provider. */
async function catalogue() {
  const folder = path.resolve(import.meta.dirname, '../../src/providers')
  const general = [
    'oauth.ts',
    'oidc.ts',
    'with-id.ts',
    'loops.ts',
    'nodemailer.ts',
    'credentials.ts',
    'email.ts',
  ]
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !general.includes(file))
  const modules = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(path.join(folder, file))
      const options = { ...client, ...required[file.replace('.ts', '')] }
      return Object.values(module).flatMap((exported) => {
        if (typeof exported !== 'function') return []
        const create = (more: object): Created => exported({ from: 'a@example.com', ...options, ...more })
        const provider = create({})
        return provider.type === 'oauth' || provider.type === 'oidc' ? [{ id: provider.id, create }] : []
      })
    }),
  )
  return modules.flat()
}

const functions = await catalogue()

test('the catalogue has more than 80 OAuth and OpenID Connect providers', () => {
  expect(functions.length).toBeGreaterThan(80)
})

test.each(functions)(
  '$id keeps its URL and default parameters if another parameter is configured',
  async ({ create }) => {
    const { issuer, defaultIssuer } = create({})
    const issued = { issuer: issuer ?? defaultIssuer ?? 'https://login.acme.example' }
    const before = await signIn(create(issued))
    const after = await signIn(create({ ...issued, authorization: { params: { x: 'y' } } }))
    expect(before.endpoint).not.toContain('/error')
    expect(after).toEqual({ ...before, params: { ...before.params, x: 'y' } })
  },
)

describe('other options of a provider that are objects are merged with the defaults', () => {
  test('`token.params` keeps the URL of the token endpoint', () => {
    expect(discord({ token: { params: { audience: 'acme' } } }).token).toEqual({
      url: 'https://discord.com/api/oauth2/token',
      params: { audience: 'acme' },
    })
  })

  test('`userinfo.params` keeps the URL and the request of the UserInfo endpoint', () => {
    const { userinfo } = github({ userinfo: { params: { x: 'y' } } })
    expect(userinfo).toEqual({
      url: 'https://api.github.com/user',
      request: expect.any(Function),
      params: { x: 'y' },
    })
  })

  test('a refresh token of VK without a device id is invalid, and is not sent', async () => {
    const provider = vk({ clientId: 'client' })
    const { token } = provider
    if (typeof token !== 'object') throw new Error('The token endpoint is not an object.')
    const fetch = vi.fn<typeof globalThis.fetch>()
    expect(await token.refresh?.({ refreshToken: 'rt', provider, fetch })).toEqual({
      tokens: { error: 'invalid_grant' },
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('a configured endpoint URL replaces the function that sends requests to the default URL', () => {
    const url = 'https://gateway.acme.example/endpoint'
    expect(github({ userinfo: { url } }).userinfo).toEqual({ url })
    expect(vk({ token: { url } }).token).toEqual({ url })
    const { token } = figma({ token: { url } })
    expect(token).toEqual({ url, conform: expect.any(Function) })
  })

  test('the option `client` keeps the default client authentication', () => {
    expect(github({ client: { default_max_age: 60 } }).client).toEqual({
      token_endpoint_auth_method: 'client_secret_post',
      default_max_age: 60,
    })
  })

  test('`endSession.params` keeps the URL of the sign-out endpoint', () => {
    expect(auth0({ endSession: { params: { federated: '' } } }).endSession).toEqual({
      url: '{issuer}/v2/logout',
      redirectParam: 'returnTo',
      params: { federated: '' },
    })
  })
})
