import { beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, lazyApp, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'

/*
 * Access tokens for several APIs of one provider, which share one refresh token that rotates.
 */

const CALENDAR = 'https://calendar.test'
const FILES = 'urn:files'

const provider = acme({
  apiOrigins: [CALENDAR, 'https://other.test'],
})

let idp: IdentityProvider
let now: number
/** The refresh requests, each with its `resource` and its refresh token. */
let refreshed: string[]
let refusals: Map<string, () => Response>
let stored: Map<string, string>

beforeEach(async () => {
  idp = await IdentityProvider.start()
  now = Date.now()
  idp.clock = () => now
  refreshed = []
  refusals = new Map()
  stored = new Map()
})

/** A provider that accepts each refresh token once, and revokes the grant if one is sent twice. */
function answer(form: URLSearchParams): Response {
  const resource = form.get('resource') ?? ''
  refreshed.push(`${resource} ${form.get('refresh_token')}`)
  if (form.get('refresh_token') !== `rt${refreshed.length - 1}`) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const refused = refusals.get(resource)?.()
  if (refused) {
    refreshed.pop()
    return refused
  }
  return Response.json({
    access_token: `${resource}#${refreshed.length}`,
    token_type: 'Bearer',
    expires_in: 300,
    refresh_token: `rt${refreshed.length}`,
    ...(resource === FILES && { scope: 'read' }),
  })
}

/** A token response with neither an expiry nor a new refresh token. */
function withoutExpiry(accessToken: string): Response {
  return Response.json({ access_token: accessToken, token_type: 'Bearer' })
}

/** A store whose entries the test can read. */
function watchedStore(): Store {
  const store = memoryStore()
  const keep = store.set.bind(store)
  const set: Store['set'] = async (key, value, ttl) => {
    stored.set(key, value)
    return keep(key, value, ttl)
  }
  return Object.assign(store, { set })
}

async function signedIn(
  options: Partial<AppOptions>,
  claims: Readonly<Record<string, unknown>> = {},
  received: Readonly<Record<string, unknown>> = {},
) {
  const made = app({ providers: [provider], fetch: idp.fetch, clock: () => now, ...options })
  const browser = new Browser(made.handle)
  idp.misbehave({
    claims: (usual) => ({ ...usual, ...claims }),
    token: (tokens) => ({
      ...tokens,
      refresh_token: `rt${refreshed.length}`,
      scope: 'openid files',
      ...received,
    }),
    async respond({ url, init }) {
      if (url.origin === CALENDAR) {
        const token = new Headers(init.headers).get('authorization')
        return new Response(token, { status: token?.endsWith('#1') ? 401 : 200 })
      }
      const form = new URLSearchParams(String(init.body))
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      return answer(form)
    },
  })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  type Options = Parameters<App['tokens']>[2]
  return {
    made,
    browser,
    request: () => new Request('https://app.test/', { headers: { cookie: browser.jar.header } }),
    async tokens(given?: Options) {
      const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
      const headers = new Headers()
      const tokens = await made.tokens(request, 'acme', { ...given, headers } as Options)
      browser.jar.take(new Response(null, { headers }), 'https://app.test')
      return tokens
    },
  }
}

describe.each([
  ['in the database', () => ({ adapter: memory(), options: { secret: SECRET, store: watchedStore() } })],
  [
    'in a cookie',
    () => ({ options: { secret: SECRET, providerTokens: { place: 'cookie' }, store: watchedStore() } }),
  ],
] as const)('tokens for resources that are stored %s', (_, options) => {
  const site = (tokens?: Readonly<Record<string, unknown>>) =>
    signedIn(options() as Partial<AppOptions>, {}, tokens)

  test('a resource with an international host name is accepted even after many calls of URL.canParse()', async () => {
    // Once Node.js 20 has optimized URL.canParse(), it rejects hosts with letters such as `ä`.
    const urls = Array.from({ length: 200_000 }, (_, index) => `https://example.com/${index % 7}`)
    for (const url of urls) Reflect.apply(URL.canParse, URL, [url])
    const { tokens } = await site()
    expect(await tokens({ resource: 'https://exämple.test/files' })).toMatchObject({ ok: true })
  })

  test('keys in the store are ASCII without spaces, even if the resource is not', async () => {
    const resource = 'https://exämple.test/über uns'
    refusals.set(resource, () => Response.json({ error: 'invalid_target' }, { status: 400 }))
    const { tokens } = await site()
    expect(await tokens({ resource })).toEqual({ ok: false, reason: 'consent', missing: [] })
    expect([...stored.keys()].filter((key) => !/^[\x21-\x7e]+$/.test(key))).toEqual([])
  })

  test('each resource has a separate access token, which is kept until it expires', async () => {
    const { tokens } = await site()
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    for (let round = 0; round < 2; round++) {
      expect(await tokens({ resource: CALENDAR })).toMatchObject({
        ok: true,
        accessToken: `${CALENDAR}#1`,
        scopes: ['openid', 'files'],
        expiresAt: new Date(Math.floor(now / 1000 + 300) * 1000),
      })
      expect(await tokens({ resource: FILES })).toMatchObject({ accessToken: `${FILES}#2`, scopes: ['read'] })
      // The access token of the account is still a different one.
      expect(await tokens()).toMatchObject({ accessToken: 'at', scopes: ['openid', 'files'] })
    }
    expect(refreshed).toEqual([`${CALENDAR} rt0`, `${FILES} rt1`])
    now += 300_000
    expect(await tokens()).toMatchObject({ accessToken: '#3' })
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#4` })
  })

  test('a token for a resource without an expiry is stored for an hour, even if a later token is stored longer', async () => {
    const { tokens } = await site()
    refusals.set(CALENDAR, () => withoutExpiry('first'))
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: 'first', expiresAt: null })
    now += 3_000_000
    refusals.set(FILES, () => withoutExpiry('second'))
    expect(await tokens({ resource: FILES })).toMatchObject({ accessToken: 'second' })
    now += 900_000
    refusals.set(CALENDAR, () => withoutExpiry('third'))
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: 'third' })
    expect(await tokens({ resource: FILES })).toMatchObject({ accessToken: 'second' })
  })

  test('concurrent calls send one token request per resource and use no refresh token twice', async () => {
    const { tokens } = await site()
    now += 300_000
    const all = await Promise.all(
      Array.from({ length: 30 }, (__, index) => {
        const resource = [CALENDAR, FILES, undefined][index % 3]
        return tokens({ ...(resource && { resource }) })
      }),
    )
    expect(all.filter(({ ok }) => !ok)).toEqual([])
    expect(new Set(all.map((each) => each.ok && each.accessToken)).size).toBe(3)
    expect(refreshed).toHaveLength(3)
  })

  test('the returned scopes are those of the access token for the resource', async () => {
    const { tokens } = await site()
    expect(await tokens({ resource: FILES, scopes: ['read'] })).toMatchObject({ ok: true })
    expect(await tokens({ resource: FILES, scopes: ['read', 'write'] })).toEqual({
      ok: false,
      reason: 'consent',
      missing: ['write'],
    })
    expect(refreshed).toHaveLength(1)
  })

  test('a resource that is not granted needs consent, and tokens for other resources are still returned', async () => {
    refusals.set(CALENDAR, () => Response.json({ error: 'invalid_target' }, { status: 400 }))
    const { tokens, made } = await site()
    expect(await tokens({ resource: CALENDAR })).toEqual({ ok: false, reason: 'consent', missing: [] })
    expect(await tokens({ resource: FILES })).toMatchObject({ ok: true })
    expect(made.logged.map(({ message }) => message)).toEqual([expect.stringContaining('invalid_target')])
    refusals.clear()
    now += 6_000
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ ok: true })
  })

  test('after a refresh token was rejected, tokens for resources are not returned', async () => {
    const { tokens } = await site()
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ ok: true })
    refusals.set('', () => Response.json({ error: 'invalid_grant' }, { status: 400 }))
    expect(await tokens({ validFor: 3_000 })).toEqual({ ok: false, reason: 'reauthenticate' })
    expect(await tokens({ resource: CALENDAR })).toEqual({ ok: false, reason: 'reauthenticate' })
  })

  test('while the provider is down, the token for a resource is returned until it expires, and never that of the account', async () => {
    const { tokens } = await site()
    expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#1` })
    refusals.set(CALENDAR, () => new Response(null, { status: 503 }))
    // The first call is refused by the provider, and the second is in the pause that follows.
    for (let call = 0; call < 2; call++) {
      expect(await tokens({ resource: CALENDAR, validFor: 3_000 })).toMatchObject({
        ok: true,
        accessToken: `${CALENDAR}#1`,
      })
      expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    }
  })

  test('without a refresh token, a resource needs another sign-in', async () => {
    const { tokens } = await site({ refresh_token: undefined })
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    expect(await tokens({ resource: CALENDAR })).toEqual({ ok: false, reason: 'reauthenticate' })
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    expect(refreshed).toEqual([])
  })

  test('the store contains tokens for resources, but no unencrypted token', async () => {
    const { tokens } = await site()
    await tokens({ resource: CALENDAR })
    await tokens({ resource: FILES })
    const kept = [...stored].filter(([key]) => key.startsWith('resource-tokens:'))
    expect(kept).toHaveLength(1)
    expect(JSON.stringify([...stored])).not.toMatch(/#1|#2|calendar/)
  })

  test('auth.fetch sends the token for a resource to the origin of that resource only', async () => {
    const { made, request } = await site()
    for (const url of ['https://other.test/today', `${idp.issuer}/userinfo`]) {
      const sent = made.fetchAs(request(), 'acme', { resource: CALENDAR })(url)
      await expect(sent, url).rejects.toThrow(`is sent to ${CALENDAR} only`)
    }
    expect(refreshed).toEqual([])
  })

  test('auth.fetch sends the token for the resource, and a new token after a 401', async () => {
    const { made, request } = await site()
    const response = await made.fetchAs(request(), 'acme', { resource: CALENDAR })(`${CALENDAR}/today`)
    expect([response.status, await response.text()]).toEqual([200, `Bearer ${CALENDAR}#2`])
  })

  test.each(['calendar', '/calendar', 'https://calendar.test/#today'])(
    '%j is not a valid resource',
    async (resource) => {
      const { tokens } = await site()
      await expect(tokens({ resource })).rejects.toThrow('`resource` must be an absolute URI')
      expect(refreshed).toEqual([])
    },
  )
})

test('revoked tokens for resources are deleted from the store', async () => {
  const store = watchedStore()
  const adapter = memory()
  const { tokens, made, browser } = await signedIn({ adapter, options: { secret: SECRET, store } })
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#1` })
  const key = { provider: 'acme', providerAccountId: String(idp.user.sub) }
  await made.tokens.revokeAll(String((await adapter.getUserByAccount?.(key))?.id))
  const left = await Promise.all([...stored.keys()].map(async (key) => [key, await store.get(key)] as const))
  expect(left.filter(([key, value]) => key.startsWith('resource-token') && value !== null)).toEqual([])
  expect(await tokens({ resource: CALENDAR })).toEqual({ ok: false, reason: 'reauthenticate' })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#2` })
})

test('after an unlinked account is linked again, its earlier tokens for resources are not returned', async () => {
  const adapter = memory()
  const { tokens, made, browser } = await signedIn({ adapter })
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#1` })
  const key = { provider: 'acme', providerAccountId: String(idp.user.sub) }
  const { id: userId = '' } = (await adapter.getUserByAccount?.(key)) ?? {}
  await adapter.linkAccount?.({ provider: 'acme', providerAccountId: 'other', type: 'oidc', userId })
  const headers = { cookie: browser.jar.header, origin: 'https://app.test' }
  const request = new Request('https://app.test/', { method: 'POST', headers })
  expect(await made.accounts.unlink(key, { request })).toMatchObject({ ok: true })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme', { link: 'true' })))
  await browser.send(callback.pathname + callback.search)
  expect((await adapter.getUserByAccount?.(key))?.id).toBe(userId)
  expect(await tokens({ resource: CALENDAR, providerAccountId: key.providerAccountId })).toMatchObject({
    accessToken: `${CALENDAR}#2`,
  })
})

test('tokens for resources are deleted when the owner of an e-mail address removes the account', async () => {
  const box = mailbox()
  const store = watchedStore()
  const { tokens, made } = await signedIn(
    { providers: [provider, box.provider], adapter: memory(), options: { secret: SECRET, store } },
    { email_verified: false },
  )
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#1` })
  const owner = new Browser(made.handle)
  await owner.post('/auth/signin/mail', { email: String(idp.user['email']) })
  const { searchParams } = new URL(box.link, 'https://app.test')
  await owner.post('/auth/callback/mail', { ...Object.fromEntries(searchParams), earlierLogins: 'remove' })
  expect(await owner.session()).not.toBeNull()
  const kept = [...stored.keys()].filter((key) => key.startsWith('resource-tokens:'))
  expect(await Promise.all(kept.map((key) => store.get(key)))).toEqual([null])
})

test('after a rejected refresh token and a new sign-in, earlier tokens for resources are not returned', async () => {
  const { tokens, browser } = await signedIn({
    options: { secret: SECRET, providerTokens: { place: 'cookie' } },
  })
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#1` })
  refusals.set('', () => Response.json({ error: 'invalid_grant' }, { status: 400 }))
  expect(await tokens({ validFor: 3_000 })).toEqual({ ok: false, reason: 'reauthenticate' })
  // The next sign-in gets a different refresh token.
  refreshed.push('signed in')
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}#3` })
})

test('signIn on the server can request resources, but a form cannot', async () => {
  const { made, browser, request } = await signedIn({ adapter: memory() })
  const options = { request: request(), resources: [CALENDAR, FILES] }
  const { url } = await made.signIn('acme', options)
  expect(new URL(url).searchParams.getAll('resource')).toEqual([CALENDAR, FILES])
  const sent = await browser.post('/auth/signin/acme', { resources: CALENDAR, resource: CALENDAR })
  expect(locationOf(sent).searchParams.getAll('resource')).toEqual([])
})

test('a sign-in that grants more scopes does not reuse earlier tokens for resources', async () => {
  const { tokens, browser } = await signedIn({ adapter: memory() })
  await tokens({ resource: CALENDAR })
  idp.misbehave({
    token: (given) => ({ ...given, refresh_token: 'rt1', scope: 'openid files calendar' }),
    async respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      return url.pathname === '/token' && form.get('grant_type') === 'refresh_token'
        ? answer(form)
        : undefined
    },
  })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await tokens({ resource: CALENDAR, scopes: ['calendar'] })).toMatchObject({
    ok: true,
    accessToken: `${CALENDAR}#2`,
  })
})

test('with a configuration per request, tokens for resources and pauses are separate for each issuer', async () => {
  const store = memoryStore()
  const issuers = ['https://one.test', 'https://two.test'] as const
  const idps = await Promise.all(issuers.map(async (issuer) => IdentityProvider.start(issuer)))
  const auth = lazyApp(
    (request) => {
      const issuer = issuers[request && new URL(request.url).host === 'two.app.test' ? 1 : 0]
      const options = { secret: SECRET, providerTokens: { place: 'cookie' as const }, store }
      return { providers: [{ ...provider, issuer }], options }
    },
    {
      fetch: async (url, init) => {
        const index = String(url).startsWith(issuers[1]) ? 1 : 0
        return (idps[index] as IdentityProvider).fetch(url, init)
      },
    },
  )
  const found = []
  for (const [index, each] of idps.entries()) {
    const site = `https://${['one', 'two'][index]}.app.test`
    const browser = new Browser(auth.handle, site)
    each.misbehave({
      token: (tokens) => ({ ...tokens, access_token: `of ${each.issuer}`, refresh_token: 'rt' }),
      async respond({ init }) {
        const form = new URLSearchParams(String(init.body))
        if (form.get('grant_type') !== 'refresh_token') return undefined
        if (index === 0 && form.get('resource') === FILES) {
          return new Response(null, { status: 429, headers: { 'retry-after': '600' } })
        }
        const access_token = `${form.get('resource')} of ${each.issuer}`
        return Response.json({ access_token, token_type: 'Bearer', expires_in: 300 })
      },
    })
    const callback = each.authorize(locationOf(await browser.post('/auth/signin/acme')))
    await browser.send(callback.pathname + callback.search)
    const request = new Request(`${site}/`, { headers: { cookie: browser.jar.header } })
    for (const resource of [CALENDAR, FILES]) {
      found.push(await auth.tokens(request, 'acme', { resource, headers: new Headers() } as never))
    }
  }
  const token = (accessToken: string) => expect.objectContaining({ accessToken })
  expect(found).toEqual([
    token(`${CALENDAR} of ${issuers[0]}`),
    { ok: false, reason: 'unavailable', retryAfter: 600 },
    token(`${CALENDAR} of ${issuers[1]}`),
    token(`${FILES} of ${issuers[1]}`),
  ])
})

test('two processes that refresh the tokens in a cookie at the same time return the same new tokens', async () => {
  const store = memoryStore()
  const options = { secret: SECRET, providerTokens: { place: 'cookie' as const }, store }
  const { made, request } = await signedIn({ options })
  const other = app({ providers: [provider], fetch: idp.fetch, clock: () => now, options })
  let refuse: (response: Response) => void = () => undefined
  const refused = new Promise<Response>((resolve) => {
    refuse = resolve
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let requests = 0
  idp.misbehave({
    async respond({ url }) {
      if (url.pathname !== '/token') return undefined
      requests += 1
      begin()
      if (requests === 1) return refused
      return Response.json({
        access_token: 'new',
        token_type: 'Bearer',
        expires_in: 300,
        refresh_token: 'rt1',
      })
    },
  })
  now += 3_600_000
  const refresh = async ({ tokens }: App) => tokens(request(), 'acme', { headers: new Headers() } as never)
  const slower = refresh(made)
  await begun
  expect(await refresh(other)).toMatchObject({ ok: true, accessToken: 'new' })
  refuse(Response.json({ error: 'invalid_grant' }, { status: 400 }))
  expect(await slower).toMatchObject({ ok: true, accessToken: 'new' })
  expect(await refresh(made)).toMatchObject({ ok: true, accessToken: 'new' })
})
