import { beforeEach, describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import type { AuthSpec, TenantSpec } from '../../../src/builder/auth-spec.js'
import { accountProvider } from '../../../src/index.js'
import type { Profile } from '../../../src/model/user.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { mastodon } from '../../../src/providers/mastodon.js'
import { microsoftEntraId } from '../../../src/providers/microsoft-entra-id.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { lazyApp, type Parts, type RunningApp, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { clientSecretKey } from '../../support/identity-provider/client-secret-key.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { type Mailbox, mailbox } from '../../support/mailbox.js'
import { subjectOf } from '../../support/own-users.js'
import { acme, acmeOAuth } from '../../support/providers.js'
import { type RecordedAdapter, recordedAdapter } from '../../support/recorded-adapter.js'
import { credentials } from '../../support/world.js'

/*
 * Two tenants share the secret, the adapter and the store, and each has a different provider under the same id. An attacker
 * controls the provider of `b`.
 */

const HOST = 'https://app.test'
const CHOSEN_SECRET = '0123456789abcdef0123456789abcdef'
type Strategy = AuthSpec['session']['strategy']

let idps: Record<'a' | 'b', IdentityProvider>
let adapter: RecordedAdapter
let box: Mailbox
let logged: string[]
beforeEach(async () => {
  const [a, b] = [
    await IdentityProvider.start('https://a.idp.test'),
    await IdentityProvider.start('https://b.idp.test'),
  ]
  for (const idp of [a, b])
    idp.user = { sub: 'ada', name: 'Ada', email: 'ada@a.example', email_verified: true }
  idps = { a, b }
  adapter = recordedAdapter()
  box = mailbox()
  logged = []
})

const byHeader: TenantSpec = (request) => request.headers.get('x-tenant') ?? ''

interface Shared {
  strategy?: Strategy
  /** Whether the adapter is used. Default: `true`. */
  stored?: boolean
  /** Seconds for which cached sessions are trusted. */
  cookieCache?: number
  tenant?: TenantSpec | undefined
  provider?: Partial<OIDCProvider>
  /** Id of the provider. Default: `acme`. */
  makeProvider?: (options: never) => Provider
  /** More options of one tenant's provider. */
  providerOf?: (name: 'a' | 'b') => Partial<OIDCProvider> | false
  options?: AuthSpec['options']
  jwt?: AuthSpec['jwt']
}

/** One process that serves both tenants; a header selects one, so that only the tenant differs. */
function start({ strategy = 'database', stored = true, ...more }: Shared = {}) {
  const { cookieCache, tenant, provider, makeProvider = acme, providerOf, options, jwt = {} } = more
  const store = memoryStore()
  const parts = (name: 'a' | 'b'): Parts => ({
    providers: [
      makeProvider({ issuer: idps[name].issuer, ...provider, ...(providerOf?.(name) || {}) } as never),
      ...(stored ? [box.provider] : []),
      credentials({ id: 'grace', email: 'grace@example.com' }),
    ],
    ...(stored && { adapter: adapter as Adapter }),
    session: { strategy, ...(cookieCache !== undefined && { cookieCache }) },
    jwt,
    options: {
      secret: SECRET,
      store,
      logger: { error: ({ message }) => void logged.push(message), warn: (code) => void logged.push(code) },
      ...options,
    },
    ...(tenant !== undefined && { tenant }),
    ...(!stored && {
      callbacks: { session: ({ session, ...rest }) => ({ ...session, sub: subjectOf(rest) }) },
    }),
  })
  const tenants = { a: parts('a'), b: parts('b') }
  const resolve = (request: Request | undefined) =>
    tenants[request?.headers.get('x-tenant') === 'b' ? 'b' : 'a']
  const fetch = (address: string, init: RequestInit): Promise<Response> =>
    (address.startsWith(idps.b.issuer) ? idps.b : idps.a).fetch(address, init)
  const auth = lazyApp(resolve, { fetch })
  const at = (name: string, jar?: Browser['jar']): Browser =>
    new Browser(
      (request) => {
        request.headers.set('x-tenant', name)
        return auth.handle(request)
      },
      HOST,
      jar,
    )
  return { auth, at }
}

async function signIn(browser: Browser, idp: IdentityProvider): Promise<string | null> {
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  return locationOf(await browser.send(pathname + search)).searchParams.get('error')
}

const userOf = ({ rows }: RecordedAdapter, index: number): string => String(rows.accounts[index]?.userId)

describe.each<[string, TenantSpec | undefined]>([
  ['named by .tenant()', byHeader],
  ['of a function of the request', undefined],
])('tenants %s', (_, tenant) => {
  test('users of two tenants stay separate, whatever subject a provider sends', async () => {
    const { at } = start({ tenant })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    idps.b.user = { sub: 'ada', name: 'Mallory', email: 'mallory@b.example', email_verified: true }
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBeNull()
    expect((await mallory.session()).user.name).toBe('Mallory')
    expect(userOf(adapter, 1)).not.toBe(userOf(adapter, 0))
    // Each tenant finds its own account again.
    const again = at('a')
    expect(await signIn(again, idps.a)).toBeNull()
    expect((await again.session()).user.name).toBe('Ada')
    expect(adapter.rows.accounts).toHaveLength(2)
  })

  test('a tenant cannot reach the accounts of another with the same issuer and client id', async () => {
    // The provider of tenant b claims to be the issuer of tenant a, and publishes its own keys.
    const theirs = {
      issuer: 'https://a.idp.test',
      wellKnown: 'https://b.idp.test/.well-known/openid-configuration',
    }
    const { at } = start({ tenant: tenant && (() => 'both'), providerOf: (name) => name === 'b' && theirs })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    idps.b.misbehave({
      discovery: (document) => ({ ...document, issuer: 'https://a.idp.test' }),
      claims: (claims) => ({ ...claims, iss: 'https://a.idp.test' }),
      callback(params) {
        params.set('iss', 'https://a.idp.test')
        return params
      },
    })
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBe('OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(1)
  })

  test('a tenant cannot reach accounts of a tenant with the same issuer and separate endpoints, using HMAC ID tokens', async () => {
    const theirs = {
      issuer: 'https://a.idp.test',
      authorization: 'https://b.idp.test/authorize',
      token: 'https://b.idp.test/token',
      client: { id_token_signed_response_alg: 'HS256' },
      clientSecret: CHOSEN_SECRET,
    }
    idps.b.client = { id: 'client', method: 'client_secret_basic', secret: CHOSEN_SECRET }
    const { at } = start({
      tenant: tenant && (() => 'both'),
      providerOf: (name) => name === 'b' && theirs,
    })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    idps.b.misbehave({
      claims: (claims) => ({ ...claims, iss: 'https://a.idp.test' }),
      signingKey: await clientSecretKey(CHOSEN_SECRET, 'HS256'),
      header: () => ({ alg: 'HS256' }),
      callback(params) {
        params.set('iss', 'https://a.idp.test')
        return params
      },
    })
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBe('OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(1)
  })

  test('a tenant cannot reach the accounts of another with the same issuer and separate metadata of an OAuth provider', async () => {
    const issuer = 'https://a.idp.test'
    // The endpoints come from separate metadata documents.
    const provider = { authorization: undefined, token: undefined, userinfo: undefined, issuer } as never
    const { at } = start({
      tenant: tenant && (() => 'both'),
      makeProvider: acmeOAuth,
      provider,
      providerOf: (name) =>
        name === 'b' && { wellKnown: 'https://b.idp.test/.well-known/openid-configuration' },
    })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    idps.b.misbehave({
      discovery: (document) => ({ ...document, issuer }),
      callback(params) {
        params.set('iss', issuer)
        return params
      },
    })
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBe('OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(1)
  })

  test('a tenant cannot reach the accounts of another with the same issuer and a separate UserInfo endpoint', async () => {
    const profile = ({ employee, name, email }: Profile) => ({ id: String(employee), name, email })
    const { at } = start({
      tenant: tenant && (() => 'both'),
      provider: { issuer: 'https://a.idp.test', idToken: false, profile } as never,
      providerOf: (name) => name === 'b' && { userinfo: 'https://b.idp.test/userinfo' },
    })
    idps.a.misbehave({ userinfo: (claims) => ({ ...claims, employee: '7' }) })
    idps.b.misbehave({
      respond: ({ url: { pathname } }) =>
        pathname === '/userinfo'
          ? Response.json({ sub: 'mallory', name: 'Mallory', employee: '7' })
          : undefined,
    })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    // A user of the issuer, whose UserInfo endpoint returns the number of another employee.
    idps.a.user = { ...idps.a.user, sub: 'mallory' }
    const mallory = at('b')
    expect(await signIn(mallory, idps.a)).toBeNull()
    expect((await mallory.session()).user.name).toBe('Mallory')
    expect(adapter.rows.users).toHaveLength(2)
  })

  test('without an adapter, users of two tenants stay separate, whatever subject a provider sends', async () => {
    const { at } = start({ tenant, strategy: 'jwt', stored: false })
    const ada = at('a')
    expect(await signIn(ada, idps.a)).toBeNull()
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBeNull()
    const again = at('a')
    expect(await signIn(again, idps.a)).toBeNull()
    const ids = await Promise.all([ada, mallory, again].map(async (each) => (await each.session()).sub))
    expect(ids).toEqual([expect.stringMatching(/^acme:[0-9a-f]{32}\|ada$/), expect.any(String), ids[0]])
    expect(ids[1]).not.toBe(ids[0])
  })

  test('a tenant cannot end sessions of another with the same issuer', async () => {
    const theirs = {
      issuer: 'https://a.idp.test',
      wellKnown: 'https://b.idp.test/.well-known/openid-configuration',
    }
    const { at } = start({
      tenant: tenant && (() => 'both'),
      strategy: 'jwt',
      stored: false,
      provider: { backchannelLogout: true },
      providerOf: (name) => name === 'b' && theirs,
    })
    const ada = at('a')
    expect(await signIn(ada, idps.a)).toBeNull()
    idps.b.misbehave({ discovery: (document) => ({ ...document, issuer: 'https://a.idp.test' }) })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: 'https://a.idp.test', aud: 'client', iat: now, exp: now + 120, sub: 'ada' }
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const sent = { ...claims, jti: crypto.randomUUID(), events }
    const tell = async (name: 'a' | 'b'): Promise<number> => {
      const logout_token = await idps[name].sign(sent, { typ: 'logout+jwt' })
      return (await at(name).post('/auth/backchannel-logout/acme', { logout_token })).status
    }
    expect(await tell('b')).toBe(200)
    expect(await ada.session()).not.toBeNull()
    expect(await tell('a')).toBe(200)
    expect(await ada.session()).toBeNull()
  })

  test('two tenants do not verify an e-mail address for each other', async () => {
    const { at } = start({ tenant })
    idps.b.user = { sub: 'mallory', name: 'Mallory', email: 'ceo@a.example', email_verified: true }
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBeNull()
    expect(adapter.rows.users).toMatchObject([{ email: 'ceo@a.example', emailVerified: null }])
    // The owner of the e-mail address verifies it at the other tenant.
    const owner = at('a')
    await owner.post('/auth/signin/mail', { email: 'ceo@a.example' })
    const params = Object.fromEntries(new URL(box.link, HOST).searchParams)
    await owner.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
    expect((await owner.session()).user.email).toBe('ceo@a.example')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toEqual([])
    expect(await signIn(at('b'), idps.b)).toBe('OAuthAccountNotLinked')
  })

  test('accounts are not linked by verified e-mail address across tenants, even if the provider allows it', async () => {
    const { at } = start({ tenant, provider: { allowDangerousEmailAccountLinking: true } })
    const owner = at('a')
    await owner.post('/auth/signin/mail', { email: 'ada@a.example' })
    await owner.send(box.link)
    expect(adapter.rows.users).toMatchObject([{ emailVerified: expect.any(Date) }])
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBe('OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toEqual([])
  })

  test('a tenant does not finish an interrupted first sign-in of another', async () => {
    const real = adapter
    let isDown = true
    const fails = async (): Promise<never> => {
      throw new Error('The database is down.')
    }
    adapter = new Proxy(real, {
      get: (target, name) =>
        isDown && (name === 'linkAccount' || name === 'deleteUser') ? fails : Reflect.get(target, name),
    })
    const { at } = start({ tenant })
    const ada = at('a')
    const { pathname, search } = idps.a.authorize(locationOf(await ada.post('/auth/signin/acme')))
    expect((await ada.send(pathname + search)).status).toBe(503)
    isDown = false
    expect(await signIn(at('b'), idps.b)).toBe('OAuthAccountNotLinked')
    expect(await signIn(ada, idps.a)).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(1)
  })

  test("a tenant receives neither the code nor the PKCE verifier of another tenant's sign-in", async () => {
    const { at } = start({ tenant })
    const person = at('a')
    const { pathname, search } = idps.a.authorize(locationOf(await person.post('/auth/signin/acme')))
    const elsewhere = locationOf(await at('b', person.jar).send(pathname + search))
    expect(elsewhere.searchParams.get('error')).toBe('InvalidCheck')
    // Metadata and keys are public, so requests for them are allowed.
    const published = ['https://b.idp.test/.well-known/openid-configuration', 'https://b.idp.test/jwks']
    const requests = idps.b.received.map(({ url, init }) => `${url}${init.body ?? ''}`)
    expect(requests.filter((request) => !published.includes(request))).toEqual([])
  })
})

describe.each<Strategy>(['database', 'jwt'])('with .tenant() and strategy %s', (strategy) => {
  const shared = (more: Shared = {}) => start({ strategy, tenant: byHeader, ...more })

  test('with .tenant(), a session is valid only at its tenant, and not without a tenant', async () => {
    const { at } = shared()
    const browser = at('a')
    await signIn(browser, idps.a)
    expect(await browser.session()).not.toBeNull()
    expect(await at('b', browser.jar.clone()).session()).toBeNull()
    const untenanted = start({ strategy, tenant: false })
    expect(await untenanted.at('a', browser.jar.clone()).session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  test('with .tenant(), a session token that was read from the database is not a valid cookie', async () => {
    const { at } = shared()
    const browser = at('a')
    await signIn(browser, idps.a)
    const stored = adapter.rows.sessions.map(({ sessionToken }) => String(sessionToken))
    const name = '__Host-authwright.session-token'
    for (const token of stored) {
      for (const site of [shared(), start({ strategy, tenant: false })]) {
        for (const tenant of ['a', 'b']) {
          const thief = site.at(tenant)
          thief.jar.put(name, token)
          expect(await thief.session()).toBeNull()
        }
      }
    }
    expect(stored).toHaveLength(strategy === 'database' ? 1 : 0)
  })

  test('with .tenant(), a form of one tenant is rejected by another tenant', async () => {
    const { at } = shared()
    const browser = at('a')
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken })
    const forged = await at('b', browser.jar).send('/auth/signin/acme', { method: 'POST', body })
    expect(forged.status).toBe(403)
  })

  test.each([{}, { secret: 'a separate secret of the e-mail provider' }])(
    'with .tenant(), a mail link works only at its tenant: %j',
    async (mail) => {
      box = mailbox(mail)
      const { at } = shared()
      const browser = at('a')
      await browser.post('/auth/signin/mail', { email: 'eve@example.com' })
      const params = Object.fromEntries(new URL(box.link, HOST).searchParams)
      const other = at('b')
      expect(locationOf(await other.post('/auth/callback/mail', params)).searchParams.get('error')).toBe(
        'Verification',
      )
      expect(await other.session()).toBeNull()
      await browser.send(box.link)
      expect(await browser.session()).not.toBeNull()
    },
  )

  test('with .tenant(), an e-mail address links no account, even if the provider allows it', async () => {
    const { at } = shared({ provider: { allowDangerousEmailAccountLinking: true } })
    expect(await signIn(at('a'), idps.a)).toBeNull()
    const mallory = at('b')
    expect(await signIn(mallory, idps.b)).toBe('OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(1)
  })

  test('with .tenant(), failed guesses at one tenant lock out no user of another tenant', async () => {
    const limits = { account: { max: 2, window: 60 }, global: false, address: false } as const
    const { at } = shared({ options: { secret: SECRET, store: memoryStore(), limits } })
    const enter = async (tenant: string): Promise<number> => {
      const response = await at(tenant).post('/auth/callback/credentials', {
        email: 'grace@example.com',
        password: 'wrong',
      })
      return response.status
    }
    for (let guess = 0; guess < 3; guess++) await enter('a')
    expect(await enter('a')).toBe(429)
    expect(await enter('b')).not.toBe(429)
  })
})

test('without an adapter, .tenant(false) keeps the user ids of a configuration without a function', async () => {
  const { at } = start({ tenant: false, strategy: 'jwt', stored: false })
  const ada = at('a')
  expect(await signIn(ada, idps.a)).toBeNull()
  expect(await ada.session()).toMatchObject({ sub: 'acme|ada' })
})

test('with strategy jwt, revokeAll() ends the sessions of the user only in the tenant of the request', async () => {
  const { at, auth } = start({ strategy: 'jwt', tenant: byHeader })
  const [one, other] = [at('a'), at('b')]
  idps.b.user = { sub: 'ada', name: 'Mallory', email: 'mallory@b.example', email_verified: true }
  await signIn(one, idps.a)
  await signIn(other, idps.b)
  const request = new Request(HOST, { headers: { 'x-tenant': 'b' } })
  await auth.sessions.revokeAll(userOf(adapter, 0), { request })
  expect(await one.session()).not.toBeNull()
  await auth.sessions.revokeAll(userOf(adapter, 0), {
    request: new Request(HOST, { headers: { 'x-tenant': 'a' } }),
  })
  expect(await one.session()).toBeNull()
  expect(await other.session()).not.toBeNull()
})

test.each([
  ['an empty string', () => ''],
  ['a number', () => 7 as never],
  ['a promise of undefined', async () => undefined as never],
  ['a string with a line break', () => 'a\nb'],
  ['more than 128 characters', () => 'a'.repeat(129)],
])('the tenant id %s is refused', async (_, tenant) => {
  const { at } = start({ tenant })
  const response = await at('a').send('/auth/session')
  expect(response.status).toBe(500)
  expect(logged.join()).toContain('must return the id of a tenant')
})

test.each<[string, TenantSpec | undefined]>([
  ['of a function of the request', undefined],
  ['of a tenant whose issuer was changed', () => 'tenant'],
])('tokens and ID tokens in cookies are sent to no other issuer %s', async (_, tenant) => {
  const options = { secret: SECRET, providerTokens: { place: 'cookie' }, signOut: 'provider' } as const
  const { at, auth } = start({ strategy: 'jwt', stored: false, tenant, options })
  idps.a.misbehave({ token: (tokens) => ({ ...tokens, refresh_token: 'of a', expires_in: 1 }) })
  idps.b.misbehave({
    discovery: (document) => ({ ...document, end_session_endpoint: `${idps.b.issuer}/logout` }),
  })
  const browser = at('a')
  expect(await signIn(browser, idps.a)).toBeNull()
  const headers = { cookie: browser.jar.header, 'x-tenant': 'b' }
  const result = await auth.tokens(new Request(`${HOST}/`, { headers }), 'acme')
  expect(result).toEqual({ ok: false, reason: 'notLinked' })
  expect(idps.b.received.map(({ init }) => String(init.body)).join()).not.toContain('of+a')
  const signedOut = locationOf(await at('b', browser.jar).post('/auth/signout'))
  expect(signedOut.searchParams.get('id_token_hint')).toBeNull()
})

test('tenant ids that differ only in case or contain separators have separate accounts', async () => {
  const names = ['acme', 'Acme', 'a/b', 'a', 'b', 'a:b', 'a.b', '%61']
  idps.a.user = { sub: 'ada', name: 'Ada', email: null as never }
  for (const name of names) {
    const { at } = start({ tenant: () => name })
    expect(await signIn(at('a'), idps.a)).toBeNull()
  }
  const stored = adapter.rows.accounts.map(({ provider }) => String(provider).toLowerCase())
  expect(new Set(stored).size).toBe(names.length)
})

test('without tenants, an e-mail address that the provider has verified counts as verified', async () => {
  const { at } = start({ tenant: false })
  expect(await signIn(at('a'), idps.a)).toBeNull()
  expect(adapter.rows.users).toMatchObject([{ email: 'ada@a.example', emailVerified: expect.any(Date) }])
})

test('accounts and sessions of a configuration without tenants are found as before', async () => {
  const user = await adapter.seed({ id: 'ada', name: 'Ada', email: 'ada@a.example' })
  await adapter.linkAccount?.({ provider: 'acme', providerAccountId: 'ada', type: 'oidc', userId: user.id })
  const { at } = start({ tenant: false })
  const browser = at('a')
  expect(await signIn(browser, idps.a)).toBeNull()
  expect((await browser.session()).user.name).toBe('Ada')
  expect(adapter.rows.accounts).toHaveLength(1)
  expect(adapter.rows.accounts[0]).toMatchObject({ provider: 'acme', providerAccountId: 'ada' })
})

test.each<[string, (port: RunningApp, user: string, session: string, request: Request) => Promise<unknown>]>([
  ['all sessions of its user', ({ sessions }, user, _, request) => sessions.revokeAll(user, { request })],
  ['this session', ({ sessions }, _, session, request) => sessions.revoke(session, { request })],
])('a cached session is rejected after another tenant has ended %s', async (_, end) => {
  const { at, auth } = start({ tenant: byHeader, cookieCache: 600 })
  const browser = at('b')
  await browser.post('/auth/signin/mail', { email: 'eve@example.com' })
  await browser.send(box.link)
  expect(await browser.session()).not.toBeNull()
  const request = new Request(`${HOST}/`, { headers: { 'x-tenant': 'a' } })
  const user = String(adapter.rows.sessions[0]?.userId)
  const [session] = await auth.sessions.list(user, { request })
  await end(auth, user, session?.id ?? '', request)
  expect(await auth.sessions.list(user, { request })).toEqual([])
  expect(await browser.session()).toBeNull()
})

test('every store key contains its tenant, except for limits that all tenants share', async () => {
  const keys: string[] = []
  const store = new Proxy(memoryStore(), {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (key: string, ...rest: unknown[]) => {
        keys.push(key)
        return method.call(target, key, ...rest)
      }
    },
  })
  const { at } = start({ strategy: 'jwt', tenant: () => 'a/b', options: { secret: SECRET, store } })
  const browser = at('a')
  await signIn(browser, idps.a)
  await browser.session()
  await browser.post('/auth/signin/mail', { email: 'eve@example.com' })
  await browser.post('/auth/callback/credentials', { email: 'grace@example.com', password: 'wrong' })
  await browser.post('/auth/signout')
  expect(keys.length).toBeGreaterThan(8)
  expect(keys).toContain('ended-sign-ins:last')
  const shared = /^(?:ended-sign-ins|mailsPerRecipient|mailsPerClient|attempts-address):/
  for (const key of keys) if (!shared.test(key)) expect(key).toMatch(/^[a-z-]+:a%2Fb\/./i)
})

test('a session with a custom encoder is valid only at its tenant', async () => {
  const jwt: AuthSpec['jwt'] = {
    encode: ({ token }) => btoa(JSON.stringify(token)),
    decode: ({ token = '' }) => JSON.parse(atob(token)),
  }
  const { at } = start({ strategy: 'jwt', tenant: byHeader, jwt })
  const browser = at('a')
  await signIn(browser, idps.a)
  expect(await browser.session()).not.toBeNull()
  expect(await at('b', browser.jar.clone()).session()).toBeNull()
})

test('accountProvider returns the name under which accounts are stored', async () => {
  for (const [tenant, id] of [
    [byHeader, 'a'],
    [undefined, undefined],
  ] as const) {
    const user = await adapter.seed({ id: `ada of ${id}`, name: 'Ada', email: null })
    const provider = await accountProvider(acme({ issuer: idps.a.issuer }), id)
    await adapter.linkAccount?.({ provider, providerAccountId: 'ada', type: 'oidc', userId: user.id })
    const before = adapter.rows.accounts.length
    expect(await signIn(start({ tenant }).at('a'), idps.a)).toBeNull()
    expect(adapter.rows.accounts).toHaveLength(before)
  }
})

test('accountProvider returns the stored name if endpoints contain {issuer}, and for a default issuer', async () => {
  const endpoints = {
    authorization: '{issuer}/authorize',
    token: '{issuer}/token',
    userinfo: '{issuer}/userinfo',
  }
  const { issuer } = idps.a
  for (const [makeProvider, options] of [
    [acmeOAuth, { ...endpoints, issuer: `${issuer}/` }],
    [acme, { issuer: undefined, defaultIssuer: issuer }],
  ] as const) {
    adapter = recordedAdapter()
    const provider = options as Partial<OIDCProvider>
    expect(await signIn(start({ tenant: byHeader, makeProvider, provider }).at('a'), idps.a)).toBeNull()
    const name = await accountProvider(makeProvider(options as never), 'a')
    expect(adapter.rows.accounts).toMatchObject([{ provider: name }])
  }
})

test('accountProvider returns the same name for explicit options and for the defaults of a provider', async () => {
  const server = 'https://m.example'
  const endpoints = {
    authorization: `${server}/oauth/authorize`,
    token: `${server}/oauth/token`,
    userinfo: `${server}/api/v1/accounts/verify_credentials`,
  }
  const client = { issuer: server, clientId: 'c' }
  expect(await accountProvider(mastodon(client), 'acme')).toBe(
    await accountProvider(mastodon({ ...client, ...endpoints }), 'acme'),
  )
  const issuer = 'https://login.microsoftonline.com/common/v2.0'
  expect(await accountProvider(microsoftEntraId({ clientId: 'c' }), 'acme')).toBe(
    await accountProvider(microsoftEntraId({ clientId: 'c', issuer }), 'acme'),
  )
})

test('with .tenant(), a call on the server without the request is refused', async () => {
  const { auth } = start({ tenant: byHeader })
  await expect(auth.sessions.list('ada')).rejects.toThrow('Pass `{ request }`')
})

test('metadata and a UserInfo endpoint of the issuer do not change the name that accountProvider returns', async () => {
  const client = { id: 'sso', clientId: 'client', issuer: 'https://idp.test/realm' }
  const plain = { ...client, authorization: undefined, token: undefined, userinfo: undefined } as never
  const name = await accountProvider(acmeOAuth(plain))
  for (const path of ['openid-configuration', 'oauth-authorization-server']) {
    const wellKnown = `https://idp.test/realm/.well-known/${path}`
    expect(await accountProvider(acmeOAuth({ ...(plain as object), wellKnown }))).toBe(name)
  }
  for (const wellKnown of ['https://idp.test/x.json', 'https://idp.test/realm/.well-known/../x.json']) {
    expect(await accountProvider(acmeOAuth({ ...(plain as object), wellKnown }))).not.toBe(name)
  }
  const endpoints = await accountProvider(acmeOAuth(client))
  const wellKnown = 'https://other.test/configuration'
  expect(await accountProvider(acmeOAuth({ ...client, wellKnown }))).toBe(endpoints)
  const openId = { ...client, idToken: false, profile: ({ sub }: Profile) => ({ id: String(sub) }) } as const
  const same = await accountProvider(acme(openId))
  expect(await accountProvider(acme({ ...openId, userinfo: 'https://idp.test/userinfo' }))).toBe(same)
  expect(await accountProvider(acme({ ...openId, userinfo: 'https://other.test/userinfo' }))).not.toBe(same)
  const tokens = { ...openId, idToken: true, userinfo: 'https://other.test/userinfo' } as const
  expect(await accountProvider(acme(tokens))).toBe(same)
})
