/** Bundles that leave out parts of the package: what is left works, and what is missing is refused where the configuration is built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import type { ListedSessions } from '../../src/builder/sessions.js'
import type * as authwright from '../../src/index.js'
import type { credentials as credentialsProvider } from '../../src/providers/credentials.js'
import type { nodemailer as nodemailerProvider } from '../../src/providers/nodemailer.js'
import type { oidc as oidcProvider } from '../../src/providers/oidc.js'
import { sourcesOfImports } from '../runtimes/sources-of-imports.mjs'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

interface Bundle {
  readonly createAuth: typeof authwright.createAuth
  readonly customFetch: typeof authwright.customFetch
  readonly oidc: typeof oidcProvider
  readonly credentials: typeof credentialsProvider
  readonly nodemailer: typeof nodemailerProvider
  readonly size: number
}

const root = path.resolve(import.meta.dirname, '../..')
mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/left-out-'))
const every = [
  'accounts',
  'checks',
  'claims-refresh',
  'compat',
  'credentials',
  'database',
  'email',
  'logout',
  'methods',
  'pages',
  'passkeys',
  'private-key-jwt',
  'tokens',
  'userinfo',
  'users',
].map((part) => `authwright-without-${part}`)
const options = {
  secret: 'a secret of more than thirty-two characters',
  trustHost: true,
  logger: { error: () => undefined },
}
const at = 'https://op.example'
const pages = { signIn: '/login', signOut: '/bye', error: '/oops' } as const

async function bundle(name: string, conditions: readonly string[]): Promise<Bundle> {
  const outfile = path.join(folder, `${name}.mjs`)
  const { outputFiles = [] } = await build({
    stdin: {
      contents: `export { createAuth, customFetch } from './src/index.ts'
        export { credentials } from './src/providers/credentials.ts'
        export { nodemailer } from './src/providers/nodemailer.ts'
        export { oidc } from './src/providers/oidc.ts'`,
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*', 'nodemailer'],
    plugins: [sourcesOfImports(['worker', ...conditions])],
    outfile,
    write: false,
  })
  const [{ contents, text }] = outputFiles as [(typeof outputFiles)[number]]
  writeFileSync(outfile, text)
  return { ...(await import(pathToFileURL(outfile).href)), size: contents.length }
}

/** A configuration with OpenID Connect and pages of the application, and what it logs. */
async function configured(
  { createAuth, oidc, customFetch }: Bundle,
  provider: { backchannelLogout?: true } = {},
) {
  const idp = await IdentityProvider.start()
  const warnings: string[] = []
  const logger = {
    warn: (_: string, message: string) => void warnings.push(message),
    error: () => undefined,
  }
  const auth = createAuth()
    .provider(
      oidc({
        id: 'op',
        issuer: 'https://idp.test',
        clientId: 'client',
        clientSecret: 's-e_c.r*et',
        [customFetch]: idp.fetch,
        ...provider,
      }),
    )
    .pages(pages)
    .options({ ...options, logger })
    .build()
  return { auth, idp, warnings }
}

async function signedIn(bundle: Bundle, provider: { backchannelLogout?: true } = {}) {
  const made = await configured(bundle, provider)
  const browser = new Browser(made.auth.handler)
  const authorization = locationOf(await browser.post('/auth/signin/op'))
  const callback = made.idp.authorize(authorization)
  expect((await browser.send(callback.pathname + callback.search)).status).toBe(302)
  return { ...made, browser }
}

let small: Bundle
let whole: Bundle
beforeAll(async () => {
  ;[small, whole] = await Promise.all([bundle('small', every), bundle('whole', [])])
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('a bundle without all that can be left out', () => {
  test('is a quarter smaller than a whole one', () => {
    expect(small.size).toBeLessThan(whole.size * (3 / 4))
  })

  test('signs in with OpenID Connect, reads the session and signs out', async () => {
    const { browser } = await signedIn(small)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect((await browser.post('/auth/signout')).status).toBe(302)
    expect(await browser.session()).toBeNull()
  })

  test('signs out here alone where the provider was to end its session, too, and logs that', async () => {
    const { browser, warnings } = await signedIn(small)
    const response = await browser.post('/auth/signout', { provider: 'true' })
    expect(locationOf(response).href).toBe('https://app.test/')
    expect(await browser.session()).toBeNull()
    expect(warnings).toEqual([
      "A user was signed out of this application, but not of 'op'. Remove the condition authwright-without-logout from the bundler's settings.",
    ])
  })

  test('reads no session that may have ended with the one at the provider', async () => {
    const { browser } = await signedIn(whole, { backchannelLogout: true })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    const { auth } = await configured(small)
    expect(await new Browser(auth.handler, undefined, browser.jar).session()).toBeNull()
  })

  test('responds to routes of what is left out as to an unknown action', async () => {
    const { auth, warnings } = await configured(small)
    const browser = new Browser(auth.handler)
    for (const [method, route] of [
      ['POST', 'backchannel-logout/op'],
      ['GET', 'signed-out/op'],
      ['GET', 'verify-request'],
      ['GET', 'webauthn-options/op'],
    ] as const) {
      const response = await browser.send(`/auth/${route}`, {
        method,
        headers: { origin: 'https://app.test' },
      })
      expect(locationOf(response).href, route).toBe('https://app.test/oops?error=Configuration')
    }
    expect(warnings).toEqual(Array(4).fill('The bundle leaves out what responds to this request.'))
  })

  test('has no page of the account, and no forms of it', async () => {
    const { browser } = await signedIn(small)
    expect((await browser.send('/auth/account')).status).toBe(404)
    expect((await browser.post('/auth/account', { action: 'end-other-sessions' })).status).toBe(404)
  })

  test('says what it leaves out where tokens, accounts and passkeys are managed', async () => {
    const signed = await signedIn(small)
    const { browser } = signed
    // What has no adapter has no tokens by its types.
    const auth = signed.auth as any
    const headers = { cookie: browser.jar.header, 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/', { headers })
    const tokens =
      "The bundle leaves out the tokens of providers: remove the condition authwright-without-tokens from the bundler's settings."
    await expect(auth.tokens(request, 'op')).rejects.toThrow(tokens)
    await expect(auth.tokens.forUser('1', 'op')).rejects.toThrow(tokens)
    await expect(auth.fetch(request, 'op')('https://idp.test/me')).rejects.toThrow(tokens)
    const accounts =
      "The bundle leaves out the management of accounts and passkeys: remove the condition authwright-without-accounts from the bundler's settings."
    await expect(auth.accounts.list(request)).rejects.toThrow(accounts)
    await expect(auth.accounts.link('op', { request })).rejects.toThrow(accounts)
    await expect(auth.accounts.unlink({ provider: 'op', id: '1' }, { request })).rejects.toThrow(accounts)
    await expect(auth.passkeys.list(request)).rejects.toThrow(accounts)
    await expect(auth.passkeys.rename('1', 'key', { request })).rejects.toThrow(accounts)
    await expect(auth.passkeys.remove('1', { request })).rejects.toThrow(accounts)
  })

  test('says what it leaves out where a server calls methods', async () => {
    const { auth, browser } = await signedIn(small)
    const headers = { cookie: browser.jar.header, 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/', { headers })
    expect(await auth.auth(request)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    const methods =
      "The bundle leaves out the methods of a server: remove the condition authwright-without-methods from the bundler's settings."
    await expect(auth.signIn('op', { request })).rejects.toThrow(methods)
    await expect(auth.signOut({ request })).rejects.toThrow(methods)
    await expect(auth.sessions.current(request)).rejects.toThrow(methods)
    await expect((auth.sessions as unknown as ListedSessions).list('1')).rejects.toThrow(methods)
    await expect(auth.sessions.revoke('1')).rejects.toThrow(methods)
    await expect(auth.sessions.revokeAll('1')).rejects.toThrow(methods)
    await expect(auth.health()).rejects.toThrow(methods)
    await expect(auth.close()).rejects.toThrow(methods)
    // None of them ended the session.
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  test('leads to the pages of the application, and says in a line what has no page', async () => {
    const { createAuth, oidc } = small
    const auth = createAuth()
      .provider(oidc({ id: 'op', issuer: 'https://op.example', clientId: 'c', clientSecret: 's' }))
      .pages(pages)
      .options(options)
      .build()
    const browser = new Browser(auth.handler)
    for (const [route, page] of [
      ['signin', '/login'],
      ['signout', '/bye'],
      ['error?error=AccessDenied', '/oops'],
    ]) {
      expect(locationOf(await browser.send(`/auth/${route}`)).pathname).toBe(page)
    }
    const headers = { accept: 'text/html', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const refused = await browser.send('/auth/signout', { method: 'POST', headers })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('The request failed (MissingCSRF).')
    expect((await browser.send('/auth/nothing', { headers: { accept: 'text/html' } })).status).toBe(404)
  })

  test('checks no options, and refuses what is no object and steps in the wrong order', () => {
    const start = (bundle: Bundle) => bundle.createAuth() as any
    const wrong = (bundle: Bundle) =>
      start(bundle)
        .session({ maxAge: -1 })
        .pages({ ...pages, signIn: 'login' })
    expect(() => wrong(whole).build()).toThrow('`session.maxAge` must be')
    expect(() => wrong(small).build()).not.toThrow()
    expect(() => start(small).session('jwt').build()).toThrow('`session` must be an object')
    const late = start(small)
      .callbacks({ jwt: () => ({}) })
      .flow({ data: {} })
    expect(() => late.build()).toThrow('Call .flow() before .callbacks() and .events()')
  })

  test.each([
    ['credentials', () => small.credentials({ input: { code: {} }, authorize: () => null })],
    ['email', () => small.nodemailer({ server: 'smtp://localhost', from: 'a@example.com' })],
    ['passkeys', () => ({ id: 'passkey', type: 'webauthn', simpleWebAuthn: async () => ({}) })],
  ])('refuses a provider of the kind %s', (part, provider) => {
    const builder = small.createAuth() as any
    const configured = builder
      .provider(provider())
      .adapter(memory())
      .session({ strategy: 'jwt' })
      .options({ experimental: { enableWebAuthn: true } })
      .pages(pages)
    expect(() => configured.build()).toThrow(
      `remove the condition authwright-without-${part}, authwright-without-database from`,
    )
  })

  test('refuses users of a table of the application, and a sign-up policy', () => {
    const users = { find: () => null, create: () => ({ id: 'ada' }) }
    const provider = small.oidc({ id: 'op', issuer: 'https://idp.test', clientId: 'c', clientSecret: 's' })
    const builder = small.createAuth().provider(provider).users(users).pages(pages).options(options)
    expect(() => builder.build()).toThrow('remove the condition authwright-without-users from')
    expect(() => builder.signUp('closed').build()).toThrow(
      'remove the condition authwright-without-database, authwright-without-users from',
    )
  })

  test('refuses a configuration that needs built-in pages or the format of Auth.js', () => {
    const start = () =>
      small
        .createAuth()
        .provider(small.oidc({ id: 'op', issuer: 'https://op.example', clientId: 'c', clientSecret: 's' }))
    expect(() => start().build()).toThrow(
      'The bundle leaves out what this configuration needs: remove the condition authwright-without-pages from the ' +
        "bundler's settings, or set `pages.signIn`, `pages.signOut` and `pages.error`.",
    )
    expect(() => start().pages(pages).options({ compat: 'authjs' }).build()).toThrow(
      'authwright-without-compat',
    )
  })

  test.each([
    ['logout', 'the option signOut', { options: { signOut: 'provider' } as const, provider: {} }],
    [
      'logout',
      'backchannelLogout of a provider',
      { options: {}, provider: { backchannelLogout: true } as const },
    ],
    ['tokens', 'tokens in a cookie', { options: { tokens: 'cookie' } as const, provider: {} }],
  ])('without %s, refuses %s', (part, _, { options, provider }) => {
    const op = {
      id: 'op' as const,
      issuer: 'https://op.example',
      clientId: 'c',
      clientSecret: 's',
      ...provider,
    }
    const builder = small.createAuth().provider(small.oidc(op)).pages(pages).options(options)
    expect(() => builder.build()).toThrow(`remove the condition authwright-without-${part} from`)
  })

  test.each([
    ['userinfo', 'a provider of OAuth 2', { type: 'oauth', authorization: at, token: at, userinfo: at }],
    ['userinfo', 'an ID token that is not to be used', { type: 'oidc', issuer: at, idToken: false }],
    [
      'private-key-jwt',
      'private_key_jwt',
      { type: 'oidc', issuer: at, client: { token_endpoint_auth_method: 'private_key_jwt' } },
    ],
  ])('without %s, refuses %s', (part, _, provider) => {
    const start = (bundle: Bundle) => bundle.createAuth() as any
    const op = { id: 'op', name: 'OP', clientId: 'c', clientSecret: 's', ...provider }
    const condition = `remove the condition authwright-without-${part} from`
    expect(() => start(small).provider(op).pages(pages).options(options).build()).toThrow(condition)
    expect(() => start(whole).provider(op).pages(pages).options(options).build()).not.toThrow()
  })

  test('without claims-refresh, refuses session.refresh', () => {
    const op = { id: 'op', issuer: at, clientId: 'c', clientSecret: 's' } as const
    const refresh = { every: 60, claims: () => ({}) }
    const start = (bundle: Bundle) =>
      bundle.createAuth().provider(bundle.oidc(op)).session({ refresh }).pages(pages).options(options)
    const condition = 'remove the condition authwright-without-claims-refresh from'
    expect(() => start(small).build()).toThrow(condition)
    expect(() => start(whole).build()).not.toThrow()
  })

  test('a whole one refuses none of that', () => {
    const provider = whole.credentials({ input: { code: {} }, authorize: () => null })
    expect(() => whole.createAuth().provider(provider).options({ compat: 'authjs' }).build()).not.toThrow()
  })
})
