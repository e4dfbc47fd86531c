import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { AccessDenied, MissingAdapter, MissingCSRF } from '../../../src/errors.js'
import { defineFeature } from '../../../src/feature.js'
import { AuthConfigurationError, createAuth } from '../../../src/index.js'
import { github } from '../../../src/providers/github.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { clock, testAuth } from '../../../src/testing.js'
import { impersonation, users } from '../../../src/users.js'
import { browserAfter, type Who } from '../../support/browser-after.js'

const ORIGIN = 'http://localhost'
const strategies = ['jwt', 'database'] as const
type Claims = Record<string, unknown>

interface Options {
  readonly maxAge?: number
  /** Idle lifetime of sessions, in seconds. */
  readonly idle?: number
  readonly sessionFields?: () => Claims | false
  readonly jwt?: (context: { token: Claims; user?: unknown }) => Claims | null
  readonly isValid?: (claims: Claims) => boolean
  readonly refresh?: (claims: Claims) => Claims
  readonly afterLogin?: () => Promise<void>
  /** The id that the database looks up. */
  readonly lookedUp?: (id: string) => string
  readonly endsSession?: () => boolean
}

/** An application in which every user can act as every other user. It records its writes. */
function start(strategy: (typeof strategies)[number], options: Options = {}) {
  const stored = sqlite(':memory:')
  const written: string[] = []
  const stops: { key: string; seconds: number }[] = []
  const shown: unknown[] = []
  const events: unknown[] = []
  const callbackSessions: unknown[] = []
  const adapter: typeof stored = {
    ...stored,
    getUser: (id) => stored.getUser(options.lookedUp?.(id) ?? id),
    async getSessionAndUser(token) {
      const found = await stored.getSessionAndUser(token)
      return found && options.endsSession?.()
        ? { ...found, session: { ...found.session, expires: new Date(0) } }
        : found
    },
    updateSession(session) {
      written.push('updateSession')
      return stored.updateSession(session)
    },
    deleteSession(token) {
      written.push('deleteSession')
      return stored.deleteSession(token)
    },
  }
  const memory = memoryStore()
  const store: typeof memory = {
    ...memory,
    set(key, value, seconds) {
      written.push(`set ${key}`)
      if (key.includes('impersonation')) stops.push({ key, seconds })
      return memory.set(key, value, seconds)
    },
    compareAndSet(key, expected, value, seconds) {
      written.push(`compareAndSet ${key}`)
      return memory.compareAndSet(key, expected, value, seconds)
    },
  }
  const { refresh, isValid = () => true } = options
  const claims = {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) =>
        isValid(value as Claims) ? { value: value as Claims } : { issues: [{ message: 'invalid' }] },
    },
  }
  const first = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    // The types do not matter here: callbacks are the same with both strategies.
    .session({
      strategy: strategy as 'jwt',
      updateAge: 60,
      ...(options.idle && { maxAge: options.idle }),
      ...(refresh && { refresh: { every: 60, claims: refresh } }),
    })
  // The type of the claims does not matter either.
  const auth = (strategy === 'jwt' ? (first.jwt({ claims }) as unknown as typeof first) : first)
    .use(impersonation(adapter, { allow: () => true, ...(options.maxAge && { maxAge: options.maxAge }) }))
    .use(users(adapter))
    .use(
      defineFeature({
        name: 'recorder',
        version: 1,
        login: { after: async () => options.afterLogin?.() },
        sessions: () => ({
          name: 'recorder',
          phase: 'show',
          admit({ userId, strategy: name }) {
            shown.push({ userId, strategy: name })
            return 'keep'
          },
        }),
      }),
    )
    .callbacks({
      ...(strategy === 'jwt' && options.jwt && { jwt: options.jwt as never }),
      session({ session, token }: { session: Claims; token?: Claims }) {
        callbackSessions.push(session['expires'])
        return (options.sessionFields?.() ?? { ...session, note: token?.['note'] }) as never
      },
    })
    .events({ session: ({ session }) => void events.push((session as unknown as Claims)['expires']) })
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store,
      logger: { warn: () => undefined, error: () => undefined },
    })
    .build()
  return { adapter: stored, auth, as: testAuth(auth), written, stops, shown, events, callbackSessions }
}

type Started = ReturnType<typeof start>

const form = (who: Who): Request => who.request('/admin', { method: 'POST', headers: { origin: ORIGIN } })
const userNamed = (name: string) => ({ user: { name, email: `${name}@example.com` } })

/** Sue acts as Ada. */
async function acting({ auth, as }: Started) {
  const ada = await as(userNamed('Ada'))
  const sue = await as(userNamed('Sue'))
  const both = browserAfter(sue, await auth.impersonation.start(ada.userId, { request: form(sue) }))
  return { ada, sue, both }
}

async function csrfOf({ auth }: Started, who: Who) {
  const response = await auth.handler(who.request('/auth/csrf'))
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  return { csrfToken, browser: browserAfter(who, response) }
}

const signOut = ({ auth }: Started, who: Who, csrfToken: string): Promise<Response> =>
  auth.handler(who.request('/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) }))

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.each(strategies)('sessions: %s', (strategy) => {
  test('stopping an impersonation does not stop impersonations of other actors', async () => {
    const app = start(strategy)
    const { ada, both } = await acting(app)
    const tom = await app.as(userNamed('Tom'))
    const started = await app.auth.impersonation.start(ada.userId, { request: form(tom) })
    await app.auth.impersonation.stop({ request: form(both) })
    expect(await app.auth.auth(both.request())).toBeNull()
    expect(await app.auth.auth(browserAfter(tom, started).request())).toMatchObject({
      user: { name: 'Ada' },
      actor: { name: 'Tom' },
    })
  })

  test('a stopped actor can act as the same user again', async () => {
    const app = start(strategy)
    const { ada, both } = await acting(app)
    const sue = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    const started = await app.auth.impersonation.start(ada.userId, { request: form(sue) })
    expect(await app.auth.auth(browserAfter(sue, started).request())).toMatchObject({
      user: { name: 'Ada' },
    })
  })

  test('a copied cookie of a stopped impersonation stays invalid until it expires', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    await app.auth.impersonation.stop({ request: form(both) })
    clock(app.auth).advance({ minutes: 29, seconds: 50 })
    expect(await app.auth.auth(both.request())).toBeNull()
  })

  test('the store keeps a stopped impersonation little longer than the impersonation would have lasted', async () => {
    const app = start(strategy, { maxAge: 600 })
    const { both } = await acting(app)
    clock(app.auth).advance({ minutes: 5 })
    await app.auth.impersonation.stop({ request: form(both) })
    expect(app.stops).toHaveLength(1)
    expect(app.stops[0]?.seconds).toBeGreaterThanOrEqual(300)
    expect(app.stops[0]?.seconds).toBeLessThanOrEqual(420)
  })

  test.each([undefined, 60, 3600])(
    'with `maxAge: %o`, the session expires at the end of this time',
    async (maxAge) => {
      const app = start(strategy, maxAge ? { maxAge } : {})
      const before = Math.floor(clock(app.auth).now() / 1000)
      const { both } = await acting(app)
      const after = Math.floor(clock(app.auth).now() / 1000)
      const session = (await app.auth.auth(both.request())) as { expires: string } | null
      const seconds = Date.parse(session?.expires ?? '') / 1000
      expect(seconds).toBeGreaterThanOrEqual(before + (maxAge ?? 1_800))
      expect(seconds).toBeLessThanOrEqual(after + (maxAge ?? 1_800))
    },
  )

  test('during an impersonation, the session shows the expiry of the session of the actor if that comes first', async () => {
    const app = start(strategy, { idle: 600 })
    const { both } = await acting(app)
    const session = (await app.auth.auth(both.request())) as { expires: string } | null
    const expires = Date.parse(session?.expires ?? '')
    expect(expires - clock(app.auth).now()).toBeGreaterThan(590_000)
    expect(expires - clock(app.auth).now()).toBeLessThanOrEqual(600_000)
    clock(app.auth).advance({ minutes: 10 })
    expect(await app.auth.auth(both.request())).toBeNull()
  })

  test('reading the session during an impersonation writes nothing, and callbacks and events receive its expiry', async () => {
    const app = start(strategy, {
      jwt: ({ token }) => ({ ...token, reads: Number(token['reads'] ?? 0) + 1 }),
    })
    const { ada, both } = await acting(app)
    clock(app.auth).advance({ minutes: 20 })
    for (const list of [app.written, app.shown, app.events, app.callbackSessions]) list.splice(0)
    const response = await app.auth.handler(both.request('/auth/session'))
    const session = (await response.json()) as { expires: string }
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.written).toEqual([])
    expect(Date.parse(session.expires) - clock(app.auth).now()).toBeLessThanOrEqual(600_000)
    expect(new Set([...app.events, ...app.callbackSessions])).toEqual(new Set([session.expires]))
    expect(app.shown).toEqual([{ userId: ada.userId, strategy }])
  })

  test('a session callback that returns no session ends neither the impersonation nor the session of the actor', async () => {
    let fields: () => Claims | false = () => ({ name: 'shown' })
    const app = start(strategy, { sessionFields: () => fields() })
    const { both, sue } = await acting(app)
    fields = () => false
    const response = await app.auth.handler(both.request('/auth/session'))
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    fields = () => ({ name: 'shown' })
    expect(await app.auth.auth(both.request())).not.toBeNull()
    expect(await app.auth.auth(sue.request())).not.toBeNull()
  })

  test('a form from an impersonation is refused during another impersonation', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const bob = await app.as(userNamed('Bob'))
    const { csrfToken, browser } = await csrfOf(app, both)
    const sue = browserAfter(browser, await app.auth.impersonation.stop({ request: form(browser) }))
    const asBob = browserAfter(sue, await app.auth.impersonation.start(bob.userId, { request: form(sue) }))
    await signOut(app, asBob, csrfToken)
    expect(await app.auth.auth(asBob.request())).toMatchObject({ user: { name: 'Bob' } })
    const current = await csrfOf(app, asBob)
    await signOut(app, current.browser, current.csrfToken)
    expect(await app.auth.auth(asBob.request())).toBeNull()
  })

  test('a form from an impersonation is refused after the impersonation was stopped', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const { csrfToken, browser } = await csrfOf(app, both)
    const sue = browserAfter(browser, await app.auth.impersonation.stop({ request: form(browser) }))
    await signOut(app, sue, csrfToken)
    expect(await app.auth.auth(sue.request())).toMatchObject({ user: { name: 'Sue' } })
  })

  test('without an impersonation, the cookie of a session that has ended is deleted', async () => {
    const app = start(strategy)
    const sue = await app.as(userNamed('Sue'))
    await app.auth.sessions.revokeAll(sue.userId)
    const response = await app.auth.handler(sue.request('/auth/session'))
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
  })

  test('`stop` without an impersonation changes no session', async () => {
    const app = start(strategy)
    const sue = await app.as(userNamed('Sue'))
    const response = await app.auth.impersonation.stop({ request: form(sue) })
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.stops).toEqual([])
    expect(await app.auth.auth(sue.request())).toMatchObject({ user: { name: 'Sue' } })
  })

  test('a split impersonation cookie with a missing part shows no session', async () => {
    const app = start(strategy)
    const sue = await app.as(userNamed('Sue'))
    const name = (sue.request().headers.get('cookie') ?? '').split('=')[0] ?? ''
    const headers = new Headers({ 'set-cookie': `${name}-actor.1=part; Path=/` })
    const browser = browserAfter(sue, { headers } as Response)
    const response = await app.auth.handler(browser.request('/auth/session'))
    expect([response.status, await response.json()]).toEqual([200, null])
  })

  test('a HEAD request of the same origin can neither start nor stop an impersonation', async () => {
    const app = start(strategy)
    const { ada, sue, both } = await acting(app)
    const head = { method: 'HEAD', headers: { 'sec-fetch-site': 'same-origin' } }
    const { impersonation: api } = app.auth
    expect(await thrownBy(api.start(ada.userId, { request: sue.request('/', head) }))).toBeInstanceOf(
      MissingCSRF,
    )
    expect(await thrownBy(api.stop({ request: both.request('/', head) }))).toBeInstanceOf(MissingCSRF)
    expect(await app.auth.auth(both.request())).toMatchObject({ user: { name: 'Ada' } })
  })

  test('an id that differs only in case from the id of a user belongs to no user, even if the database ignores case', async () => {
    const app = start(strategy, { lookedUp: (id) => id.toLowerCase() })
    const { sue } = await acting(app)
    const bob = await app.as(userNamed('Bob'))
    const id = bob.userId.toUpperCase()
    expect(id).not.toBe(bob.userId)
    const error = await thrownBy(app.auth.impersonation.start(id, { request: form(sue) }))
    expect(error).toBeInstanceOf(AccessDenied)
  })
})

test.each([
  ['reads the session', 'deletes', (app: Started, request: Request) => app.auth.auth(request)],
  [
    'reads the session with `write: false`',
    'does not delete',
    (app: Started, request: Request) => app.auth.auth(request, { write: false }),
  ],
  ['lists accounts', 'deletes', (app: Started, request: Request) => app.auth.accounts.list(request)],
])(
  'a request that %s during an impersonation %s the expired session of the actor',
  async (_, effect, read) => {
    let hasExpired = false
    const app = start('database', { endsSession: () => hasExpired })
    const { both } = await acting(app)
    hasExpired = true
    app.written.splice(0)
    expect(await read(app, both.request())).toBeNull()
    expect(app.written).toEqual(effect === 'deletes' ? ['deleteSession'] : [])
  },
)

test('a sign-in that a feature refuses after its session was stored leaves no session', async () => {
  const app = start('database', { afterLogin: () => Promise.reject(new AccessDenied('Refused.')) })
  await expect(app.as(userNamed('Ada'))).rejects.toThrow()
  expect(app.written).toContain('deleteSession')
})

describe('strategy `jwt`', () => {
  test('if `callbacks.jwt` ends the session of the user, no session is shown, and the session of the actor stays valid', async () => {
    let ended = ''
    const app = start('jwt', { jwt: ({ token }) => (token['name'] === ended ? null : token) })
    const { sue, both } = await acting(app)
    ended = 'Ada'
    const response = await app.auth.handler(both.request('/auth/session'))
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(response.headers.getSetCookie()).toEqual([])
    ended = 'Sue'
    const ownSession = await app.auth.handler(sue.request('/auth/session'))
    expect(await ownSession.json()).toBeNull()
    expect(ownSession.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
  })

  test('an impersonation does not start if `callbacks.jwt` returns no token for the user', async () => {
    const app = start('jwt', { jwt: ({ token, user }) => (user && token['name'] === 'Bob' ? null : token) })
    const { sue } = await acting(app)
    await app.adapter.createUser({ id: 'bob', name: 'Bob', email: 'bob@example.com', emailVerified: null })
    const error = await thrownBy(app.auth.impersonation.start('bob', { request: form(sue) }))
    expect(error).toBeInstanceOf(AccessDenied)
    expect(String(error)).toContain('callbacks.jwt returned no token')
  })

  test('`callbacks.jwt` receives the start of an impersonation as a sign-in of a known user without a provider', async () => {
    const contexts: unknown[] = []
    const app = start('jwt', {
      jwt(context) {
        contexts.push(context)
        return context.token
      },
    })
    const ada = await app.as(userNamed('Ada'))
    const sue = await app.as(userNamed('Sue'))
    contexts.splice(0)
    await app.auth.impersonation.start(ada.userId, { request: form(sue) })
    expect(contexts).toEqual([
      {
        trigger: 'signIn',
        provider: 'impersonation',
        token: { name: 'Ada', email: 'ada@example.com', picture: null, sub: ada.userId },
        user: await app.adapter.getUser(ada.userId),
        account: {
          provider: 'impersonation',
          type: 'credentials',
          providerAccountId: ada.userId,
          userId: ada.userId,
        },
        isNewUser: false,
      },
    ])
  })

  test('an impersonation whose claims no longer match the schema shows no session', async () => {
    let isValid = (_: Claims): boolean => true
    const app = start('jwt', { isValid: (claims) => isValid(claims) })
    const { sue, both } = await acting(app)
    isValid = (claims) => claims['name'] !== 'Ada'
    expect(await app.auth.auth(both.request())).toBeNull()
    expect(await app.auth.auth(sue.request())).toMatchObject({ user: { name: 'Sue' } })
  })

  test('`session.refresh` applies to the claims of each impersonation separately', async () => {
    let lastNumber = 0
    const app = start('jwt', {
      jwt: ({ token, user }) => (user ? { ...token, number: ++lastNumber } : token),
      refresh: (claims) => ({ note: `refreshed ${claims['number']}` }),
    })
    const { ada, both } = await acting(app)
    const tom = await app.as(userNamed('Tom'))
    const started = await app.auth.impersonation.start(ada.userId, { request: form(tom) })
    const other = browserAfter(tom, started)
    expect(await app.auth.auth(both.request())).not.toMatchObject({ note: expect.anything() })
    clock(app.auth).advance({ minutes: 2 })
    expect(await app.auth.auth(both.request())).toMatchObject({ user: { name: 'Ada' }, note: 'refreshed 3' })
    expect(await app.auth.auth(other.request())).toMatchObject({ user: { name: 'Ada' }, note: 'refreshed 5' })
  })
})

describe('.build()', () => {
  const codesOf = (build: () => unknown): unknown => {
    try {
      build()
      return []
    } catch (error) {
      return error instanceof AuthConfigurationError ? error.problems.map(({ code }) => code) : error
    }
  }
  const withOptions = (options: object, other?: object) => () => {
    const adapter = sqlite(':memory:')
    const feature = impersonation((other ?? adapter) as typeof adapter, {
      allow: () => true,
      ...options,
    })
    return createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .adapter(adapter)
      .use(feature)
      .build()
  }

  test.each([1, 3600])('accepts an impersonation of %d seconds', (maxAge) => {
    expect(codesOf(withOptions({ maxAge }))).toEqual([])
  })

  test.each([
    ['an impersonation that is too long', withOptions({ maxAge: 3601 }), 'impersonation/maxAge'],
    ['an impersonation without `allow`', withOptions({ allow: undefined }), 'impersonation/allowMissing'],
    [
      'an impersonation with another adapter than the configuration',
      withOptions({}, sqlite(':memory:')),
      'impersonation/otherAdapter',
    ],
  ])('reports %s', (_, build, code) => {
    expect(codesOf(build)).toEqual([code])
  })
})

test('plain JavaScript without an adapter cannot start an impersonation', async () => {
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .use(impersonation(undefined as never, { allow: () => true }) as never)
    .options({ secret: 'a secret of more than thirty-two characters', trustHost: true })
    .build() as unknown as ReturnType<typeof start>['auth']
  const sue = await testAuth(auth)()
  const error = await thrownBy(auth.impersonation.start('ada', { request: form(sue) }))
  expect(error).toBeInstanceOf(MissingAdapter)
})
