import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { AccessDenied, AuthError, MissingCSRF } from '../../../src/errors.js'
import { createAuth, customFetch } from '../../../src/index.js'
import { getToken } from '../../../src/jwt.js'
import { github } from '../../../src/providers/github.js'
import { oidc } from '../../../src/providers/oidc.js'
import { passkey } from '../../../src/providers/passkey.js'
import { password } from '../../../src/providers/password.js'
import { clock, type IdentityProvider, identityProvider, testAuth } from '../../../src/testing.js'
import { impersonation, users } from '../../../src/users.js'
import { browserAfter, type Who } from '../../support/browser-after.js'

/** Fails like a function of an application. */
function fail(message: string): never {
  throw new Error(message)
}

const SECRET = 'a secret of more than thirty-two characters'
const URL = 'http://localhost/'

interface Options {
  readonly allow?: () => boolean | Promise<boolean>
  readonly maxAge?: number
  readonly cookieCache?: number
  readonly jwtEnds?: boolean
  readonly errors?: string[]
  readonly idp?: IdentityProvider
  readonly signOut?: 'provider'
}

/** An application in which support may act as members. It logs each impersonation. */
function start(strategy: 'jwt' | 'database', options: Options = {}) {
  const adapter = sqlite(':memory:', {
    user: {
      role: { type: 'text', values: ['member', 'support', 'admin'], default: 'member' },
      banned: { type: 'boolean', default: false },
    },
  })
  const log: string[] = []
  const { allow, maxAge, cookieCache, idp, signOut } = options
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .provider(
      oidc({
        id: 'acme',
        issuer: idp?.issuer ?? 'https://op.example',
        clientId: idp?.client.id ?? 'id',
        clientSecret: idp?.client.secret ?? 'secret',
        ...(idp && { [customFetch]: idp.fetch }),
      }),
    )
    .provider(password({ send: () => undefined }))
    .provider(passkey())
    .adapter(adapter)
    // The types do not matter here: callbacks are the same with both.
    .session({ strategy: strategy as 'database', ...(cookieCache && { cookieCache }) })
    .use(
      impersonation(adapter, {
        allow: ({ actor, user }) =>
          allow ? allow() : actor.role === 'support' && user.role === 'member' && !user.banned,
        ...(maxAge && { maxAge }),
      }),
    )
    .use(users(adapter))
    .callbacks({
      session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user?.id } }),
    })
    .events({
      impersonate: ({ actor, user, state }) => void log.push(`${actor.name} ${state} ${user.name}`),
    })
    .options({
      secret: SECRET,
      trustHost: true,
      ...(signOut && { signOut }),
      logger: { warn: () => undefined, error: (error) => void options.errors?.push(logged(error)) },
    })
    .build()
  const as = testAuth(auth)
  return { adapter, auth, as, log }
}

/** The text of an error and its causes, as in a log. */
function logged(error: unknown): string {
  return error instanceof Error ? `${error.message} ${logged(error.cause)}` : ''
}

type Started = ReturnType<typeof start>

const form = (who: Who): Request =>
  who.request('/admin', { method: 'POST', headers: { origin: URL.slice(0, -1) } })

/** Signs in Sue from support at an identity provider. */
async function signedInAt(idp: IdentityProvider, { auth, adapter }: Started): Promise<Who> {
  const browser: Who = { request: (path = '', init) => new Request(new globalThis.URL(path, URL), init) }
  const csrf = await auth.handler(browser.request('/auth/csrf'))
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const asked = browserAfter(browser, csrf)
  const begun = await auth.handler(
    asked.request('/auth/signin/acme', { method: 'POST', body: new URLSearchParams({ csrfToken }) }),
  )
  const { pathname, search } = await idp.authorize(begun.headers.get('location') ?? '')
  const back = browserAfter(asked, begun)
  const sue = browserAfter(back, await auth.handler(back.request(pathname + search)))
  const session = await auth.auth(sue.request())
  const stored = await adapter.getUserByEmail(session?.user.email ?? '')
  await adapter.updateUser({ id: stored?.id ?? '', name: 'Sue', role: 'support' })
  return sue
}

/** Lets Sue from support act as Ada. */
async function acting(app: Started) {
  const { auth, as } = app
  const ada = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
  const sue = await as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
  const response = await auth.impersonation.start(ada.userId, { request: form(sue), redirectTo: '/home' })
  return { ada, sue, response, both: browserAfter(sue, response) }
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('during an impersonation, the session is that of the user, and names the actor', async () => {
    const app = start(strategy)
    const { ada, sue, both, response } = await acting(app)
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost/home'])
    const session = await app.auth.auth(both.request())
    expect(session).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
    expect(session?.actor).toEqual({ id: sue.userId, name: 'Sue', email: 'sue@example.com', image: null })
    expect(Date.parse(session?.expires ?? '') - Date.now()).toBeLessThanOrEqual(1_800_000)
    expect((await app.auth.auth(ada.request()))?.actor).toBeUndefined()
    expect(await app.auth.auth(ada.request())).not.toHaveProperty('actor')
    expect(app.log).toEqual(['Sue started Ada'])
  })

  test('the route of the session shows the actor, and writes no cookie', async () => {
    const app = start(strategy, { cookieCache: strategy === 'database' ? 60 : 0 })
    const { both } = await acting(app)
    const response = await app.auth.handler(both.request('/auth/session'))
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' }, actor: { name: 'Sue' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('after an impersonation was stopped, the actor has the previous session again', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const again = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    const session = await app.auth.auth(again.request())
    expect(session).toMatchObject({ user: { name: 'Sue' } })
    expect(session).not.toHaveProperty('actor')
    expect(app.log).toEqual(['Sue started Ada', 'Sue stopped Ada'])
  })

  test('only users whom `allow` accepts can act as others, but not as themselves and not during an impersonation', async () => {
    const app = start(strategy)
    const { auth, as } = app
    const { ada, sue, both } = await acting(app)
    const eve = await as({ user: { name: 'Eve', email: 'eve@example.com', role: 'admin' } })
    const refused = async (who: Who, id: string) =>
      expect(auth.impersonation.start(id, { request: form(who) })).rejects.toThrow(AccessDenied)
    await refused(ada, sue.userId)
    await refused(sue, eve.userId)
    await refused(sue, sue.userId)
    await refused(sue, 'no such user')
    await refused(both, ada.userId)
    await refused({ request: (path, init) => new Request(URL + path, init) }, ada.userId)
  })

  test('an `allow` callback that returns anything but true allows nothing', async () => {
    const app = start(strategy, { allow: () => 'yes' as unknown as boolean })
    await expect(acting(app)).rejects.toThrow(AccessDenied)
  })

  test('a cross-site request or a link cannot start an impersonation', async () => {
    const { auth, as } = start(strategy)
    const ada = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
    const sue = await as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
    const requests = [
      sue.request('/admin'),
      sue.request('/admin', { headers: { 'sec-fetch-site': 'same-origin' } }),
      sue.request('/admin', { method: 'POST', headers: { origin: 'https://evil.example' } }),
      sue.request('/admin', { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } }),
    ]
    for (const request of requests) {
      await expect(auth.impersonation.start(ada.userId, { request })).rejects.toThrow(MissingCSRF)
    }
  })

  test('during an impersonation, no account data is shown or changed', async () => {
    const { auth, ...app } = start(strategy)
    const { ada, both } = await acting({ auth, ...app })
    const calls: Record<string, (request: Request) => Promise<unknown>> = {
      tokens: (request) => auth.tokens(request, 'github'),
      accounts: (request) => auth.accounts.list(request),
      link: (request) => auth.accounts.link('github', { request }),
      passkeys: (request) => auth.passkeys.list(request),
      removePasskey: (request) => auth.passkeys.remove('id', { request }),
      changePassword: (request) =>
        auth.passwords.change({ current: 'x'.repeat(12), password: 'y'.repeat(12) }, { request }),
      setPassword: (request) => auth.passwords.set({ password: 'y'.repeat(12) }, { request }),
      session: (request) => auth.sessions.current(request),
      listSessions: (request) => auth.sessions.list(ada.userId, { request }),
      revokeAll: (request) => auth.sessions.revokeAll(ada.userId, { request }),
      tokensOfUser: (request) => auth.tokens.forUser(ada.userId, 'github', { request }),
      revokeTokens: (request) => auth.tokens.revokeAll(ada.userId, { request }),
      deleteUser: (request) => auth.users.delete(ada.userId, { request }),
      updateUser: (request) => auth.users.update(ada.userId, { email: 'eve@example.com' }, { request }),
    }
    for (const [name, call] of Object.entries(calls)) {
      const error = await call(form(both)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error, name).toBeInstanceOf(AccessDenied)
    }
    expect(await auth.users.get(ada.userId)).toMatchObject({ email: 'ada@example.com' })
    expect(await auth.auth(ada.request())).not.toBeNull()
  })

  test.each(['/auth/account', '/auth/webauthn-options/passkey?action=register'])(
    'the route %s is refused',
    async (path) => {
      const app = start(strategy)
      const { both, sue } = await acting(app)
      const own = await app.auth.handler(sue.request(path))
      expect(own.status).toBe(200)
      const response = await app.auth.handler(both.request(path, { headers: { accept: 'text/html' } }))
      expect(response.status).not.toBe(200)
      const text = `${response.headers.get('location')} ${await response.text()}`
      expect(text).toContain('AccessDenied')
      expect(text).not.toContain('ada@example.com')
    },
  )

  test('during an impersonation, a POST to /session changes neither session', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const csrf = await app.auth.handler(both.request('/auth/csrf'))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const response = await app.auth.handler(
      browserAfter(both, csrf).request('/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ csrfToken, data: { name: 'Eve' } }),
      }),
    )
    expect(response.status).not.toBe(200)
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
  })

  test('a form from before the impersonation is refused during the impersonation', async () => {
    const app = start(strategy)
    const { sue, both } = await acting(app)
    const csrf = await app.auth.handler(sue.request('/auth/csrf'))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const signOut = { method: 'POST', body: new URLSearchParams({ csrfToken }) }
    await app.auth.handler(browserAfter(both, csrf).request('/auth/signout', signOut))
    expect(await app.auth.auth(sue.request())).not.toBeNull()
    await app.auth.handler(browserAfter(sue, csrf).request('/auth/signout', signOut))
    expect(await app.auth.auth(sue.request())).toBeNull()
  })

  const ends: Record<string, (app: Started, ids: { ada: string; sue: string }) => Promise<unknown>> = {
    'the sessions of the actor are revoked': ({ auth }, { sue }) => auth.sessions.revokeAll(sue),
    'the actor is deleted': ({ auth }, { sue }) => auth.users.delete(sue),
    'the actor loses the role': ({ auth }, { sue }) => auth.users.update(sue, { role: 'member' }),
    'the sessions of the user are revoked': ({ auth }, { ada }) => auth.sessions.revokeAll(ada),
    'the user is deleted': ({ auth }, { ada }) => auth.users.delete(ada),
    'the row of the user is deleted': async ({ adapter }, { ada }) => adapter.deleteUser(ada),
    'the user is banned': ({ auth }, { ada }) => auth.users.update(ada, { banned: true }),
    'the user gets more rights': ({ auth }, { ada }) => auth.users.update(ada, { role: 'admin' }),
    'the time limit is over': async ({ auth }) => clock(auth).advance({ minutes: 31 }),
  }

  test.each(Object.keys(ends))(
    'an impersonation ends when %s, and the browser then has no session',
    async (name) => {
      const app = start(strategy)
      const { ada, sue, both } = await acting(app)
      await ends[name]?.(app, { ada: ada.userId, sue: sue.userId })
      expect(await app.auth.auth(both.request())).toBeNull()
      const route = await app.auth.handler(both.request('/auth/session'))
      expect(await route.json()).toBeNull()
      // The session of the actor is not shown either.
      await expect(app.auth.accounts.list(both.request())).resolves.toBeNull()
    },
  )

  test('an actor whose impersonation has expired can stop it and keeps the session', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    clock(app.auth).advance({ minutes: 31 })
    const again = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    expect(await app.auth.auth(again.request())).toMatchObject({ user: { name: 'Sue' } })
  })

  test.each(Object.keys(ends).filter((name) => !name.includes('the actor')))(
    'after impersonation ended because %s, polling keeps the cookies, so that the actor can stop it',
    async (name) => {
      const app = start(strategy)
      const { ada, sue, both } = await acting(app)
      await ends[name]?.(app, { ada: ada.userId, sue: sue.userId })
      const polled = browserAfter(both, await app.auth.handler(both.request('/auth/session')))
      expect(await app.auth.auth(polled.request())).toBeNull()
      const again = browserAfter(polled, await app.auth.impersonation.stop({ request: form(polled) }))
      expect(await app.auth.auth(again.request())).toMatchObject({ user: { name: 'Sue' } })
    },
  )

  test.each([
    ['without an impersonation', false],
    ['during an impersonation', true],
  ])('a sign-out %s also ends the session of the actor at the provider', async (_, acts) => {
    const idp = await identityProvider({
      users: [{ sub: 'sue', name: 'Sue', email: 'sue@example.com' }],
      // Adds an end_session_endpoint to the metadata.
      refreshTokens: true,
    })
    onTestFinished(() => idp.close())
    const app = start(strategy, { idp, signOut: 'provider' })
    const ada = await app.as({ user: { name: 'Ada', email: 'ada@example.com' } })
    const sue = await signedInAt(idp, app)
    const both = acts
      ? browserAfter(sue, await app.auth.impersonation.start(ada.userId, { request: form(sue) }))
      : sue
    const csrf = await app.auth.handler(both.request('/auth/csrf'))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const signedOut = await app.auth.handler(
      browserAfter(both, csrf).request('/auth/signout', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken }),
      }),
    )
    expect(signedOut.headers.get('location')).toMatch(new RegExp(`^${idp.issuer}`))
    expect(await app.auth.auth(sue.request())).toBeNull()
  })

  test('the impersonation cookie is valid only together with the session of the actor', async () => {
    const app = start(strategy)
    const { response, ada } = await acting(app)
    const bob = await app.as({ user: { name: 'Bob', email: 'bob@example.com', role: 'support' } })
    const later = await app.as({ user: { email: 'sue@example.com' } })
    for (const who of [bob, ada, later]) {
      expect(await app.auth.auth(browserAfter(who, response).request())).toBeNull()
    }
    const nobody = { request: (path = '', init?: RequestInit) => new Request(URL + path, init) }
    expect(await app.auth.auth(browserAfter(nobody, response).request())).toBeNull()
  })

  test('a copy of the impersonation cookie is not valid after the impersonation was stopped', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const copy = both.request()
    const again = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    expect(await app.auth.auth(copy.clone())).toBeNull()
    await expect(app.auth.accounts.list(copy.clone())).resolves.toBeNull()
    expect(await app.auth.auth(again.request())).toMatchObject({ user: { name: 'Sue' } })
    expect(app.log).toEqual(['Sue started Ada', 'Sue stopped Ada'])
  })

  test('impersonation does not start if the sessions of the user are revoked at the same time', async () => {
    let revoke: () => Promise<unknown> = async () => undefined
    const app = start(strategy, {
      async allow() {
        await revoke()
        return true
      },
    })
    const ada = await app.as({ user: { name: 'Ada', email: 'ada@example.com' } })
    const sue = await app.as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
    revoke = () => app.auth.sessions.revokeAll(ada.userId)
    const response = await app.auth.impersonation.start(ada.userId, { request: form(sue) })
    revoke = async () => undefined
    expect(await app.auth.auth(browserAfter(sue, response).request())).toBeNull()
  })

  test('while `allow` throws, no session is shown, and the actor can stop the impersonation', async () => {
    let allow = () => true
    const errors: string[] = []
    const app = start(strategy, { allow: () => allow(), errors })
    const { both } = await acting(app)
    allow = () => fail('The roles are not available for ada@example.com.')
    await expect(app.auth.auth(both.request())).rejects.toThrow()
    const route = await app.auth.handler(both.request('/auth/session'))
    expect(route.status).toBe(500)
    const again = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    expect(await app.auth.auth(again.request())).toMatchObject({ user: { name: 'Sue' } })
    expect(app.log).toEqual(['Sue started Ada', 'Sue stopped Ada'])
  })

  test('while `allow` does not respond, no session is shown after five seconds, and the actor can stop the impersonation', async () => {
    let allow: () => boolean | Promise<boolean> = () => true
    const errors: string[] = []
    const app = start(strategy, { allow: () => allow(), errors })
    const { both } = await acting(app)
    allow = () => new Promise(() => {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const session = expect(app.auth.auth(both.request())).rejects.toThrow()
    const route = app.auth.handler(both.request('/auth/session'))
    let isDone = false
    void Promise.all([session, route]).finally(() => {
      isDone = true
    })
    for (let second = 0; second < 6 && !isDone; second++) await vi.advanceTimersByTimeAsync(1_000)
    expect(isDone).toBe(true)
    await session
    expect((await route).status).toBe(500)
    vi.useRealTimers()
    expect(errors.join()).toContain('5000 ms')
    const again = browserAfter(both, await app.auth.impersonation.stop({ request: form(both) }))
    expect(await app.auth.auth(again.request())).toMatchObject({ user: { name: 'Sue' } })
  })

  test.each([undefined, null, 1, 'true', {}, []])(
    'an `allow` callback that returns %o allows nothing',
    async (value) => {
      const app = start(strategy, { allow: () => value as unknown as boolean })
      await expect(acting(app)).rejects.toThrow(AccessDenied)
    },
  )

  test.each(['', 'garbage', '"', '%00', 'eyJhbGciOiJub25lIn0..'])(
    'a forged cookie %o shows no session, and a sign-out still ends the session of the actor',
    async (value) => {
      const app = start(strategy)
      const { sue, response } = await acting(app)
      const name = response.headers.getSetCookie()[0]?.split('=')[0] ?? ''
      const headers = new Headers({ 'set-cookie': `${name}=${value}; Path=/` })
      const forged = browserAfter(sue, { headers } as Response)
      expect(await app.auth.auth(forged.request())).toBeNull()
      const csrf = await app.auth.handler(forged.request('/auth/csrf'))
      const { csrfToken } = (await csrf.json()) as { csrfToken: string }
      const body = new URLSearchParams({ csrfToken })
      await app.auth.handler(browserAfter(forged, csrf).request('/auth/signout', { method: 'POST', body }))
      expect(await app.auth.auth(sue.request())).toBeNull()
    },
  )

  test.each([
    ['finishes if there is no impersonation', false],
    ['does not finish while the actor acts as another user', true],
  ])('linking an account, started before an impersonation, %s', async (_, acts) => {
    const idp = await identityProvider()
    const app = start(strategy, { idp })
    const ada = await app.as({ user: { name: 'Ada', email: 'ada@example.com' } })
    const sue = await app.as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
    const link = await app.auth.accounts.link('acme', { request: form(sue) })
    const begun = browserAfter(sue, link as unknown as Response)
    const browser = acts
      ? browserAfter(begun, await app.auth.impersonation.start(ada.userId, { request: form(begun) }))
      : begun
    const { pathname, search } = await idp.authorize(link.ok ? link.url : '')
    const response = await app.auth.handler(browser.request(pathname + search))
    const linked = async (userId: string) =>
      (await app.adapter.listAccountsByUserId(userId)).filter(({ provider }) => provider === 'acme')
    expect(await linked(ada.userId)).toEqual([])
    expect(await linked(sue.userId)).toHaveLength(acts ? 0 : 1)
    if (acts) expect(response.headers.get('location')).toContain('error=')
    await idp.close()
  })

  test('a sign-out during an impersonation also ends the session of the actor', async () => {
    const app = start(strategy)
    const { both, sue } = await acting(app)
    const csrf = await app.auth.handler(both.request('/auth/csrf'))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const browser = browserAfter(both, csrf)
    const signedOut = await app.auth.handler(
      browser.request('/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) }),
    )
    expect(browserAfter(browser, signedOut).request().headers.get('cookie')).not.toContain('session-token')
    expect(await app.auth.auth(sue.request())).toBeNull()
  })

  test('an impersonation cookie cannot be used to act as a user of another application', async () => {
    const app = start(strategy)
    const { both } = await acting(app)
    const request = new Request('http://other.localhost/', { headers: both.request().headers })
    expect(await app.auth.auth(request)).toBeNull()
  })
})

test('`getToken` returns no claims of the actor while they act as another user', async () => {
  const app = start('jwt')
  const { sue, both } = await acting(app)
  const options = { secret: SECRET, audience: 'localhost' }
  expect(await getToken({ ...options, req: sue.request() })).toMatchObject({ sub: sue.userId })
  expect(await getToken({ ...options, req: both.request() })).toBeNull()
  expect(await getToken({ ...options, req: both.request(), raw: true })).toBeNull()
})

test('an error of `allow` is logged without secrets of the users', async () => {
  const adapter = sqlite(':memory:', { user: { token: 'text' } })
  const errors: string[] = []
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .use(
      impersonation(adapter, {
        allow: ({ actor, user }) => fail(`No rights: ${JSON.stringify([actor, user])}`),
      }),
    )
    .options({
      secret: SECRET,
      trustHost: true,
      logger: { warn: () => undefined, error: (error) => void errors.push(logged(error)) },
    })
    .build()
  const as = testAuth(auth)
  const ada = await as({ user: { email: 'ada@example.com', token: 'ada-secret-token' } })
  const sue = await as({ user: { email: 'sue@example.com', token: 'sue-secret-token' } })
  const error = await auth.impersonation.start(ada.userId, { request: form(sue) }).then(
    () => '',
    (thrown: unknown) => logged(thrown),
  )
  expect(error).toContain('No rights')
  expect(error + errors.join()).not.toMatch(/secret-token/)
})

test('during an impersonation, the claims are those of the user, without tokens of a provider', async () => {
  const adapter = sqlite(':memory:', { user: { role: { type: 'text', default: 'member' } } })
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .session({ strategy: 'jwt' })
    .use(impersonation(adapter, { allow: ({ actor }) => actor.role === 'support' }))
    .callbacks({
      jwt: ({ token, user, account }) =>
        user
          ? { ...token, role: 'role' in user ? user.role : '', key: account?.access_token ?? 'none' }
          : token,
      session: ({ session, token }) => ({ ...session, role: token['role'], key: token['key'] }),
    })
    .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
    .build()
  const as = testAuth(auth)
  const ada = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
  const sue = await as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
  const both = browserAfter(sue, await auth.impersonation.start(ada.userId, { request: form(sue) }))
  expect(await auth.auth(ada.request())).toMatchObject({
    role: 'member',
    key: expect.not.stringMatching('none'),
  })
  expect(await auth.auth(both.request())).toMatchObject({
    user: { name: 'Ada' },
    role: 'member',
    key: 'none',
    actor: { name: 'Sue' },
  })
})

test('a read with `write: false` does not delete the expired session of the actor', async () => {
  const stored = sqlite(':memory:')
  const deleted: string[] = []
  const adapter: typeof stored = {
    ...stored,
    deleteSession(token) {
      deleted.push(token)
      return stored.deleteSession(token)
    },
  }
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .use(impersonation(adapter, { allow: () => true }))
    .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
    .build()
  const as = testAuth(auth)
  const ada = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
  const sue = await as({ user: { name: 'Sue', email: 'sue@example.com' } })
  const both = browserAfter(sue, await auth.impersonation.start(ada.userId, { request: form(sue) }))
  adapter.getSessionAndUser = async (token) => {
    const found = await stored.getSessionAndUser(token)
    return found && { ...found, session: { ...found.session, expires: new Date(0) } }
  }
  expect(await auth.auth(both.request(), { write: false })).toBeNull()
  expect(deleted).toEqual([])
})

test('during an impersonation, ids in the session are strings, even if the database has numeric ids', async () => {
  const stored = sqlite(':memory:')
  let lastId = 0
  const adapter = {
    ...stored,
    createUser: (user: Parameters<typeof stored.createUser>[0]) =>
      stored.createUser({ ...user, id: String(++lastId) }),
    async getUser(id: string) {
      const user = await stored.getUser(String(id))
      return user && { ...user, id: Number(user.id) as unknown as string }
    },
  }
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .session({ strategy: 'jwt' })
    .use(impersonation(adapter, { allow: () => true }))
    .callbacks({
      jwt: ({ token, user }) => (user ? { ...token, sub: user.id } : token),
      session: ({ session, token }) => ({ ...session, sub: token.sub }),
    })
    .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
    .build()
  const as = testAuth(auth)
  const ada = await as({ user: { name: 'Ada', email: 'ada@example.com' } })
  const sue = await as({ user: { name: 'Sue', email: 'sue@example.com' } })
  const both = browserAfter(sue, await auth.impersonation.start(ada.userId, { request: form(sue) }))
  expect(await auth.auth(ada.request())).toMatchObject({ sub: '1' })
  expect(await auth.auth(both.request())).toMatchObject({ sub: '1', actor: { id: '2' } })
})

test.each([0, 3601, 1.5])('a time of %d seconds is refused by .build()', (maxAge) => {
  const adapter = sqlite(':memory:')
  const builder = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .use(impersonation(adapter, { allow: () => true, maxAge }))
  expect(() => builder.build()).toThrow('`maxAge` of impersonation() must be an integer from 1 to 3600')
})

test('plain JavaScript without `allow` is refused by .build()', () => {
  const adapter = sqlite(':memory:')
  const builder = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .use(impersonation(adapter, {} as Parameters<typeof impersonation<typeof adapter>>[1]))
  expect(() => builder.build()).toThrow(AuthError)
  expect(() => builder.build()).toThrow('impersonation() needs the function `allow`')
})
