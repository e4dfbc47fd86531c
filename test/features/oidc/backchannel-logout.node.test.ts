import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { signingKey } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { countingStore } from '../../support/counting-store.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { sessionsInMap } from '../../support/stores/session-map.js'
import { ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const PATH = '/auth/backchannel-logout/acme'

type Claims = Record<string, unknown>

const claimsOf = (world: World, changes: Claims = {}): Claims => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: world.idp.issuer,
    aud: 'client',
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
    events: { [EVENT]: {} },
    sub: 'ada',
    sid: 's-1',
    ...changes,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

const logoutToken = (world: World, changes: Claims = {}, header: Claims = {}): Promise<string> =>
  world.idp.sign(claimsOf(world, changes), { typ: 'logout+jwt', ...header })

/** Sends a request like a provider: without cookies and without an origin. */
const post = (world: World, logout_token: string, headers: Record<string, string> = {}): Promise<Response> =>
  world.handle(
    new Request(ORIGIN + PATH, { method: 'POST', body: new URLSearchParams({ logout_token }), headers }),
  )

interface Situation extends WorldOptions {
  /** The `sid` of the ID token. Default: `s-1`. */
  readonly sid?: string | undefined
}

const signIn = async (world: World, browser: Browser, claims: Claims = {}): Promise<Browser> => {
  world.idp.misbehave({ claims: (own) => ({ ...own, ...claims }) })
  await world.signIn(browser)
  expect(await browser.session()).not.toBeNull()
  return browser
}

const situation = async ({ provider, ...options }: Situation): Promise<World> => {
  const world = await start({ provider: { backchannelLogout: true, ...provider }, ...options })
  await signIn(world, world.browser, { sid: 's-1' })
  return world
}

const expectRefused = async (world: World, response: Response): Promise<void> => {
  expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await world.browser.session()).not.toBeNull()
}

const strategies = [
  { strategy: 'jwt', stored: false },
  { strategy: 'jwt', stored: true },
  { strategy: 'database', stored: true },
] as const

test('with `allowOtherAudiences`, a logout token for the client and other audiences ends the session', async () => {
  const world = await situation({ ...strategies[0], provider: { allowOtherAudiences: true } })
  const response = await post(world, await logoutToken(world, { aud: ['client', 'other'] }))
  expect(response.status).toBe(200)
  expect(await world.browser.session()).toBeNull()
})

test('with `allowOtherAudiences`, a logout token for other audiences is rejected', async () => {
  const world = await situation({ ...strategies[0], provider: { allowOtherAudiences: true } })
  await expectRefused(world, await post(world, await logoutToken(world, { aud: ['other', 'third'] })))
})

describe.each(strategies)('strategy $strategy, users stored: $stored', (where) => {
  test('SO-8: a valid token ends the session with the next request', async () => {
    const world = await situation(where)
    const response = await post(world, await logoutToken(world))
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await world.browser.session()).toBeNull()
    expect(world.errors).toEqual([])
    if (where.strategy === 'database') expect(world.adapter.rows.sessions).toEqual([])
  })

  test('listeners receive the claims of a logout token only if the token is accepted', async () => {
    const heard: unknown[] = []
    const world = await situation({
      ...where,
      events: { backchannelLogout: (message) => void heard.push(message) },
    })
    await expectRefused(world, await post(world, await logoutToken(world, { aud: 'another' })))
    expect(heard).toEqual([])
    const token = await logoutToken(world)
    await post(world, token)
    await post(world, token)
    expect(heard).toEqual([{ provider: 'acme', issuer: world.idp.issuer, sub: 'ada', sid: 's-1' }])
  })

  test('a listener that throws does not prevent the back-channel logout', async () => {
    const fail = (): never => {
      throw new Error('down')
    }
    const world = await situation({ ...where, failsItself: true, events: { backchannelLogout: fail } })
    expect((await post(world, await logoutToken(world))).status).toBe(200)
    expect(await world.browser.session()).toBeNull()
  })

  test('a logout token with a `sid` ends only the session with that `sid`', async () => {
    const world = await situation(where)
    const other = await signIn(world, world.anotherBrowser(), { sid: 's-2' })
    await post(world, await logoutToken(world, { sid: 's-2' }))
    expect(await other.session()).toBeNull()
    expect(await world.browser.session()).not.toBeNull()
  })

  test('a logout token with a `sid` and no `sub` ends only the session with that `sid`', async () => {
    const world = await situation(where)
    const other = await signIn(world, world.anotherBrowser(), { sid: 's-2' })
    expect((await post(world, await logoutToken(world, { sub: undefined }))).status).toBe(200)
    expect(await world.browser.session()).toBeNull()
    expect(await other.session()).not.toBeNull()
  })

  test('a logout token with a `sub` and no `sid` ends all sessions of the account only', async () => {
    const world = await situation(where)
    const second = await signIn(world, world.anotherBrowser(), { sid: 's-2' })
    const unnamed = await signIn(world, world.anotherBrowser())
    const bob = await signIn(world, world.anotherBrowser(), { sub: 'bob', email: 'bob@example.com' })
    const password = world.anotherBrowser()
    await world.enter(password)
    expect((await post(world, await logoutToken(world, { sid: undefined }))).status).toBe(200)
    for (const ended of [world.browser, second, unnamed]) expect(await ended.session()).toBeNull()
    for (const kept of [bob, password]) expect(await kept.session()).not.toBeNull()
  })

  test('a session whose ID token has no `sid` ends with every logout token of its account', async () => {
    const world = await situation(where)
    const unnamed = await signIn(world, world.anotherBrowser())
    await post(world, await logoutToken(world, { sid: 's-9' }))
    expect(await unnamed.session()).toBeNull()
    expect(await world.browser.session()).not.toBeNull()
  })

  test('a logout token does not end a session that starts later', async () => {
    const world = await situation(where)
    await post(world, await logoutToken(world, { sid: undefined }))
    await signIn(world, world.browser, { sid: 's-3' })
    await signIn(world, world.anotherBrowser())
    expect(await world.browser.session()).not.toBeNull()
  })

  test('SO-8: a logout token works only once', async () => {
    const world = await situation(where)
    const token = await logoutToken(world, { sid: undefined })
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => post(world, token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    await signIn(world, world.browser, { sid: 's-3' })
    await expectRefused(world, await post(world, token))
  })

  test('a logout token of a linked account does not end a session that began with a password', async () => {
    if (!where.stored) return
    const world = await start({ ...where, provider: { backchannelLogout: true } })
    await world.enter()
    world.idp.misbehave({ claims: (own) => ({ ...own, sid: 's-1' }) })
    await world.link()
    expect(await world.browser.session()).not.toBeNull()
    // The user signed in with a password, and then linked the account of the provider.
    expect((await post(world, await logoutToken(world))).status).toBe(200)
    expect(await world.browser.session()).not.toBeNull()
  })

  test('no session starts if the session at the provider ends during the sign-in', async () => {
    const world = await start({ ...where, provider: { backchannelLogout: true } })
    world.idp.misbehave({ claims: (own) => ({ ...own, sid: 's-1' }) })
    const callback = await world.begin()
    await post(world, await logoutToken(world))
    await world.finish(callback)
    expect(await world.browser.session()).toBeNull()
  })

  test('without `backchannelLogout`, a logout token is rejected and the log names the option', async () => {
    const world = await situation({ ...where, provider: { backchannelLogout: false } })
    await expectRefused(world, await post(world, await logoutToken(world)))
    expect(JSON.stringify(world.logged)).toContain('Set `backchannelLogout: true`')
  })

  test('while the store does not respond, a logout token is refused with 400, and can be sent again', async () => {
    const store = memoryStore()
    let isDown = false
    const failing = {
      ...store,
      set: (...args: Parameters<typeof store.set>) => {
        if (isDown) throw new Error('down')
        return store.set(...args)
      },
    }
    const world = await situation({ ...where, options: { store: failing } })
    const token = await logoutToken(world)
    isDown = true
    await expectRefused(world, await post(world, token))
    isDown = false
    expect((await post(world, token)).status).toBe(200)
    expect(await world.browser.session()).toBeNull()
  })

  test.each([
    ['before it is applied', false],
    ['after it was applied', true],
  ])('a logout token can be sent again after any call of the store failed %s', async (_, isApplied) => {
    let failsAt = Number.POSITIVE_INFINITY
    let calls = 0
    const inner = memoryStore()
    const failing = new Proxy(inner, {
      get: (target, name: keyof typeof inner) => {
        const method = target[name] as unknown
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          const fails = ++calls >= failsAt
          if (fails && !isApplied) throw new Error('down')
          const result = await method.apply(target, args)
          if (fails) throw new Error('the response was lost')
          return result
        }
      },
    })
    const world = await start({
      ...where,
      provider: { backchannelLogout: true },
      options: { store: failing, limits: { logoutTokens: false } },
    } as WorldOptions)
    let failures = 0
    for (let call = 1; failures === call - 1; call++) {
      failsAt = Number.POSITIVE_INFINITY
      const browser = await signIn(world, world.anotherBrowser(), { sid: `s-${call}` })
      const token = await logoutToken(world, { sid: `s-${call}` })
      calls = 0
      failsAt = call
      const first = await post(world, token)
      if (first.status !== 200) failures++
      failsAt = Number.POSITIVE_INFINITY
      // If only the response to the last write was lost, the token may count as used. In that case, its sessions have ended.
      await post(world, token)
      expect(await browser.session()).toBeNull()
    }
    expect(failures).toBeGreaterThan(3)
  })

  test('after a secret rotation, a logout token ends sessions that were encrypted with the old secret', async () => {
    const store = memoryStore()
    const idp = await IdentityProvider.start()
    const before = await situation({ ...where, idp, options: { store, secret: 'x'.repeat(40) } })
    const after = await start({
      ...where,
      idp,
      provider: { backchannelLogout: true },
      options: { store, secret: ['y'.repeat(40), 'x'.repeat(40)] },
    })
    expect((await post(after, await logoutToken(after))).status).toBe(200)
    expect(await before.browser.session()).toBeNull()
  })
})

/** Tokens that break one rule of OpenID Connect Back-Channel Logout, section 2.6, or that an attacker may try. */
const bad: readonly (readonly [name: string, claims: Claims, header?: Claims])[] = [
  ['`typ` of an ID token', {}, { typ: 'JWT' }],
  ['no `typ`', {}, { typ: undefined }],
  ['`typ` of an access token', {}, { typ: 'at+jwt' }],
  ['a `typ` that is a list', {}, { typ: ['logout+jwt'] }],
  ['an unknown critical header', {}, { crit: ['x'], x: true }],
  ['an unknown `kid`', {}, { kid: 'unknown' }],
  ['another issuer', { iss: 'https://evil.test' }],
  ['an issuer with a slash', { iss: 'https://idp.test/' }],
  ['no issuer', { iss: undefined }],
  ['a list of issuers', { iss: ['https://idp.test'] }],
  ['another audience', { aud: 'another' }],
  ['one more audience', { aud: ['client', 'another'] }],
  ['no audience', { aud: undefined }],
  ['an empty audience', { aud: [] }],
  ['an audience that is an object', { aud: { client: true } }],
  ['no `iat`', { iat: undefined }],
  ['an `iat` that is a string', { iat: String(Math.floor(Date.now() / 1000)) }],
  ['an `iat` in the future', { iat: Math.floor(Date.now() / 1000) + 600 }],
  ['an `iat` of an hour ago', { iat: Math.floor(Date.now() / 1000) - 3_600 }],
  ['no `exp`', { exp: undefined }],
  ['an `exp` in the past', { exp: Math.floor(Date.now() / 1000) - 120 }],
  ['an `exp` that is a string', { exp: '99999999999' }],
  ['an `nbf` in the future', { nbf: Math.floor(Date.now() / 1000) + 600 }],
  ['neither `sub` nor `sid`', { sub: undefined, sid: undefined }],
  ['an empty `sid`', { sid: '' }],
  ['a `sid` that is a number', { sid: 1 }],
  ['a `sub` that is a list', { sub: ['ada'] }],
  ['a `sub` of 10,000 characters', { sub: 'a'.repeat(10_000) }],
  ['no `events`', { events: undefined }],
  ['`events` that is a list', { events: [EVENT] }],
  ['`events` that is a string', { events: EVENT }],
  ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
  ['an event that is `true`', { events: { [EVENT]: true } }],
  ['an event that is `null`', { events: { [EVENT]: null } }],
  ['an event with the name of a method of every object', { events: { toString: {} } }],
  ['a `nonce`', { nonce: 'n' }],
  ['a `nonce` that is `null`', { nonce: null }],
  ['no `jti`', { jti: undefined }],
  ['an empty `jti`', { jti: '' }],
  ['a `jti` that is a number', { jti: 1 }],
]

describe.each(['jwt', 'database'] as const)('strategy %s', (strategy) => {
  const tokens = bad.map(([name, claims, header = {}]) => ({ name, claims, header }))
  test.each(tokens)('SO-8: $name is refused', async ({ claims, header }) => {
    const world = await situation({ strategy })
    await expectRefused(world, await post(world, await logoutToken(world, claims, header)))
  })

  test.each([
    ['no token', ''],
    ['a string that is not a JWT', 'logout'],
    ['an encrypted token', 'a.b.c.d.e'],
    ['a long token', 'a'.repeat(20_000)],
  ])('SO-8: %s is refused', async (_, token) => {
    const world = await situation({ strategy })
    await expectRefused(world, await post(world, token))
  })

  test('SO-8: an ID token is not accepted as a logout token', async () => {
    const world = await situation({ strategy })
    await expectRefused(world, await post(world, String(world.idp.issued.at(-1))))
  })

  test('SO-8: a token without a signature or with a changed signature is refused', async () => {
    const world = await situation({ strategy })
    const [, payload, signature = ''] = (await logoutToken(world)).split('.')
    const none = btoa(JSON.stringify({ alg: 'none', typ: 'logout+jwt' })).replaceAll('=', '')
    await expectRefused(world, await post(world, `${none}.${payload}.`))
    await expectRefused(world, await post(world, `${none}.${payload}.${signature}`))
    const [header] = (await logoutToken(world)).split('.')
    await expectRefused(world, await post(world, `${header}.${payload}.${signature.slice(4)}AAAA`))
  })

  test('SO-8: a token that the client secret has signed is refused', async () => {
    const world = await situation({ strategy })
    const token = await new SignJWT(claimsOf(world))
      .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
      .sign(new TextEncoder().encode(world.idp.client.secret))
    await expectRefused(world, await post(world, token))
  })

  test.each([
    [[], '`aud` does not name this client'],
    [['client', 'another'], '`aud` names several clients'],
  ])('a token with a MAC and the audience %j is refused, and the reason is logged', async (aud, reason) => {
    const client = { id_token_signed_response_alg: 'HS256' }
    const clientSecret = 's'.repeat(32)
    const world = await start({ provider: { backchannelLogout: true, client, clientSecret } })
    const token = await new SignJWT(claimsOf(world, { aud }))
      .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
      .sign(new TextEncoder().encode(clientSecret))
    expect((await post(world, token)).status).toBe(400)
    expect(world.logged.join()).toContain(reason)
  })

  test.each<[string, string, string | undefined, readonly string[] | undefined, 'accepted' | 'refused']>([
    ['ES256', 'is configured', 'ES256', ['RS256'], 'accepted'],
    ['ES256', 'is in the metadata', undefined, ['RS256', 'ES256'], 'accepted'],
    ['ES256', 'is not in the metadata', undefined, ['RS256'], 'refused'],
    ['ES256', 'is not the configured algorithm', 'RS256', ['RS256', 'ES256'], 'refused'],
    ['ES256', 'is not the default of metadata without a list', undefined, undefined, 'refused'],
    ['RS256', 'is the default of metadata without a list', undefined, undefined, 'accepted'],
  ])(
    'SO-8: a logout token with the algorithm %s, which %s, is %s',
    async (alg, _, configured, listed, outcome) => {
      const client = configured === undefined ? {} : { id_token_signed_response_alg: configured }
      const discovery = (metadata: Claims): Claims => ({
        ...metadata,
        id_token_signing_alg_values_supported: listed,
      })
      const world = await start({ strategy, provider: { backchannelLogout: true, client } })
      world.idp.keys = [await signingKey('one', configured ?? listed?.at(-1))]
      world.idp.misbehave({ discovery, claims: (claims) => ({ ...claims, sid: 's-1' }) })
      await world.signIn()
      world.idp.keys = [await signingKey('two', alg)]
      world.idp.misbehave({ discovery })
      const response = await post(world, await logoutToken(world))
      if (outcome === 'refused') return expectRefused(world, response)
      expect(response.status).toBe(200)
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('SO-8: a token that another key has signed is refused', async () => {
    const world = await situation({ strategy })
    world.idp.misbehave({ signingKey: (await signingKey('one')).privateKey })
    await expectRefused(world, await post(world, await logoutToken(world)))
  })

  test('SO-8: a logout token with a repeated member is refused', async () => {
    const world = await situation({ strategy })
    const json = JSON.stringify(claimsOf(world)).replace('"sid":"s-1"', '"sid":"s-9","sid":"s-1"')
    await expectRefused(world, await post(world, await world.idp.sign(json, { typ: 'logout+jwt' })))
  })

  test.each(['GET', 'PUT', 'DELETE'])('SO-8: %s does not log out', async (method) => {
    const world = await situation({ strategy })
    const address = `${ORIGIN}${PATH}?logout_token=${await logoutToken(world)}`
    const response = await world.handle(new Request(address, { method }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await world.browser.session()).not.toBeNull()
  })

  test('SO-8: a request body of 1 MB is not read', async () => {
    const world = await situation({ strategy })
    const response = await post(world, 'a'.repeat(1_048_576))
    expect(response.status).toBe(413)
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each([
    ['the query', `${PATH}?logout_token=`, undefined, {}],
    [
      'JSON',
      PATH,
      (token: string) => JSON.stringify({ logout_token: token }),
      { 'content-type': 'application/json' },
    ],
  ] as const)('SO-8: a logout token in %s is refused', async (_, path, body, headers) => {
    const world = await situation({ strategy })
    const token = await logoutToken(world)
    const address = ORIGIN + path + (body ? '' : token)
    const init = { method: 'POST', headers, ...(body && { body: body(token) }) }
    await expectRefused(world, await world.handle(new Request(address, init)))
  })

  test('SO-8: a token that names another provider or no provider is refused', async () => {
    const world = await situation({ strategy })
    for (const id of ['credentials', 'unknown', '%61cme', '__proto__']) {
      const body = new URLSearchParams({ logout_token: await logoutToken(world) })
      const response = await world.handle(
        new Request(`${ORIGIN}/auth/backchannel-logout/${id}`, { method: 'POST', body }),
      )
      await expectRefused(world, response)
    }
  })

  test('cookies are ignored, so a forged form ends no session', async () => {
    const world = await situation({ strategy })
    const response = await world.browser.send(PATH, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: 'x' }),
      headers: { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site' },
    })
    await expectRefused(world, response)
  })

  test('rejected logout tokens of one IP address are rate-limited, but accepted logout tokens are not', async () => {
    const world = await situation({
      strategy,
      options: {
        limits: { logoutTokens: { max: 3, window: 60 } },
        clientAddress: (request) => request.headers.get('x-from') ?? undefined,
      },
    })
    const from = (address: string): Record<string, string> => ({ 'x-from': address })
    for (const sid of ['a', 'b', 'c', 'd', 'e']) {
      const token = await logoutToken(world, { sid })
      expect((await post(world, token, from('192.0.2.1'))).status).toBe(200)
    }
    for (const status of [400, 400, 400, 429]) {
      expect((await post(world, 'x', from('192.0.2.1'))).status).toBe(status)
    }
    const token = await logoutToken(world)
    expect((await post(world, token, from('192.0.2.1'))).status).toBe(429)
    expect((await post(world, token, from('192.0.2.2'))).status).toBe(200)
    expect(await world.browser.session()).toBeNull()
  })
})

describe('with a limit of one rejected logout token', () => {
  const limited = (store = memoryStore()): WorldOptions => ({
    provider: { backchannelLogout: true },
    options: { store, limits: { logoutTokens: { max: 1, window: 60 } }, clientAddress: () => '192.0.2.1' },
  })

  test.each(['/jwks', '/.well-known/openid-configuration'])(
    'a logout token that cannot be verified because %s is down does not count as rejected',
    async (path) => {
      for (const respond of [
        () => new Response(null, { status: 503 }),
        () => new Response('not JSON'),
        () => Promise.reject(new TypeError('fetch failed')),
      ]) {
        const world = await start(limited())
        world.idp.misbehave({ respond: ({ url }) => (url.pathname === path ? respond() : undefined) })
        const token = await logoutToken(world)
        expect((await post(world, token)).status).toBe(400)
        expect((await post(world, token)).status).toBe(400)
        world.idp.misbehave({})
        expect((await post(world, token)).status).toBe(200)
      }
    },
  )

  test('a logout token that was used before does not count as rejected', async () => {
    const world = await start(limited())
    const token = await logoutToken(world)
    expect((await post(world, token)).status).toBe(200)
    for (let copy = 0; copy < 3; copy++) expect((await post(world, token)).status).toBe(400)
    expect((await post(world, await logoutToken(world))).status).toBe(200)
  })

  test('a logout token that cannot be verified because the client secret is too short does not count as rejected', async () => {
    const client = { id_token_signed_response_alg: 'HS256' }
    const provider = { backchannelLogout: true, client, clientSecret: undefined }
    const environment = { NODE_ENV: 'test', AUTH_ACME_SECRET: 'too short' }
    const world = await start({ ...limited(), provider, environment, failsItself: true })
    const token = await logoutToken(world)
    const [, payload] = token.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'logout+jwt' })).toString('base64url')
    for (let copy = 0; copy < 3; copy++)
      expect((await post(world, `${header}.${payload}.AAAA`)).status).toBe(400)
    expect(world.errors.map(String).join()).toContain('has 9 bytes, and HS256 needs 32')
  })

  test('a logout token that the store cannot mark as used does not count as rejected', async () => {
    const store = memoryStore()
    let isDown = true
    const set = async (...args: Parameters<typeof store.set>) => {
      if (isDown) throw new Error('down')
      return store.set(...args)
    }
    const world = await start(limited({ ...store, set }))
    const token = await logoutToken(world)
    expect((await post(world, token)).status).toBe(400)
    expect((await post(world, token)).status).toBe(400)
    isDown = false
    expect((await post(world, token)).status).toBe(200)
  })

  test('a logout succeeds even if the store cannot decrement the count of rejected tokens', async () => {
    const store = memoryStore()
    const increment = (...args: Parameters<typeof store.increment>) => {
      if ((args[2] ?? 1) < 0) throw new Error('down')
      return store.increment(...args)
    }
    const world = await start({ ...limited({ ...store, increment }), failsItself: true })
    expect((await post(world, await logoutToken(world))).status).toBe(200)
    expect(JSON.stringify(world.logged)).toContain('StoreError')
  })
})

test('a logout token for a provider without a client id is rejected, and the log names the variable', async () => {
  const world = await start({ provider: { backchannelLogout: true, clientId: '' }, failsItself: true })
  const response = await post(world, await logoutToken(world))
  expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
  expect(world.errors.map(String).join()).toContain('set AUTH_ACME_ID')
})

test('by default, at most 1,000 rejected logout tokens per IP address are read in 15 minutes', async () => {
  const world = await situation({
    strategy: 'jwt',
    options: { store: countingStore('logoutTokens:', 999), clientAddress: () => '192.0.2.1' },
  })
  for (const status of [400, 429]) expect((await post(world, 'x')).status).toBe(status)
})

test('SO-8: a logout token ends a session in a session store, and the next request deletes the session', async () => {
  const rows = new Map()
  const world = await situation({ strategy: 'jwt', session: { sessionStore: sessionsInMap(rows) } })
  const other = await signIn(world, world.anotherBrowser(), { sid: 's-2' })
  const password = world.anotherBrowser()
  await world.enter(password)
  expect(rows.size).toBe(3)
  expect((await post(world, await logoutToken(world))).status).toBe(200)
  expect(await world.browser.session()).toBeNull()
  expect(rows.size).toBe(2)
  for (let time = 0; time < 2; time++) {
    expect(await other.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(await password.session()).toMatchObject({ user: { name: 'Grace' } })
  }
})

test('a read with `write: false` deletes no session from a session store, even if a logout token has ended it', async () => {
  const rows = new Map()
  const world = await situation({ strategy: 'jwt', session: { sessionStore: sessionsInMap(rows) } })
  expect((await post(world, await logoutToken(world))).status).toBe(200)
  const request = new Request(ORIGIN, { headers: { cookie: world.browser.jar.header } })
  expect(await world.app.session(request, { write: false })).toBeNull()
  expect(rows.size).toBe(1)
})

test('a logout token of another tenant ends no session', async () => {
  const idp = await IdentityProvider.start()
  const store = memoryStore()
  const [here, there] = [
    await situation({ idp, options: { store } }),
    await situation({ idp, options: { store, secret: 'the secret of another tenant, long enough' } }),
  ]
  expect((await post(there, await logoutToken(there))).status).toBe(200)
  expect(await there.browser.session()).toBeNull()
  expect(await here.browser.session()).not.toBeNull()
})

describe('issuers of tenants, as with Entra ID', () => {
  const provider = { tokenIssuer: 'https://idp.test/{tid}/v2.0', issuer: 'https://idp.test' } as const

  const startWith = async (options: Partial<OIDCProvider> = {}) => {
    const world = await start({ provider: { backchannelLogout: true, ...provider, ...options } })
    const discovery = (document: Claims): Claims => ({
      ...document,
      issuer: 'https://idp.test/{tenantid}/v2.0',
      authorization_response_iss_parameter_supported: false,
    })
    const callback = (params: URLSearchParams): URLSearchParams => {
      params.delete('iss')
      return params
    }
    const enter = async (
      browser: Browser,
      tid: string,
      iss = `https://idp.test/${tid}/v2.0`,
    ): Promise<Browser> => {
      world.idp.misbehave({
        discovery,
        callback,
        claims: (own) => ({ ...own, iss, tid, sid: 's-1', email: `${tid}@example.com` }),
      })
      await world.signIn(browser)
      expect(await browser.session()).not.toBeNull()
      return browser
    }
    return { world, enter }
  }

  test('a logout token ends only sessions of its issuer', async () => {
    const { world, enter } = await startWith()
    const one = await enter(world.browser, 'one')
    const two = await enter(world.anotherBrowser(), 'two')
    const claims = { iss: 'https://idp.test/two/v2.0', tid: 'two' }
    expect((await post(world, await logoutToken(world, { ...claims, tid: 'one' }))).status).toBe(400)
    expect((await post(world, await logoutToken(world, claims))).status).toBe(200)
    expect(await two.session()).toBeNull()
    expect(await one.session()).not.toBeNull()
  })

  test.each([
    ['without `tenants`', undefined],
    ['with `tenants`', ['one', 'two']],
  ])(
    '%s, a logout token without a claim for the tenant ends the sessions of its issuer',
    async (_, tenants) => {
      const { world, enter } = await startWith({ tenants })
      const one = await enter(world.browser, 'one')
      const two = await enter(world.anotherBrowser(), 'two')
      const token = await logoutToken(world, { iss: 'https://idp.test/two/v2.0' })
      expect((await post(world, token)).status).toBe(200)
      expect(await two.session()).toBeNull()
      expect(await one.session()).not.toBeNull()
    },
  )

  test('with `tenants`, a logout token of an alias of the issuer needs no claim for the tenant', async () => {
    const alias = 'https://other-name.test'
    const { world, enter } = await startWith({ tenants: ['one'], issuerAliases: [alias] })
    const browser = await enter(world.browser, 'one', alias)
    expect((await post(world, await logoutToken(world, { iss: alias }))).status).toBe(200)
    expect(await browser.session()).toBeNull()
  })

  test.each([
    ['has an issuer of another tenant', { iss: 'https://idp.test/three/v2.0' }],
    ['names another tenant', { iss: 'https://idp.test/three/v2.0', tid: 'three' }],
    ['has an issuer with two path segments instead of a tenant', { iss: 'https://idp.test/one/two/v2.0' }],
    ['has an unknown issuer', { iss: 'https://evil.test/one/v2.0' }],
  ])('with `tenants`, a logout token that %s is refused', async (_, claims) => {
    const { world, enter } = await startWith({ tenants: ['one'], issuerAliases: ['https://other-name.test'] })
    const browser = await enter(world.browser, 'one')
    expect((await post(world, await logoutToken(world, claims))).status).toBe(400)
    expect(await browser.session()).not.toBeNull()
  })
})
