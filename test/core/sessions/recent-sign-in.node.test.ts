import { describe, expect, test } from 'vitest'
import { encode } from '../../../src/jwt.js'
import { passkey } from '../../../src/providers/passkey.js'
import { SECRET } from '../../support/app.js'
import { Browser, flowsOf, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { type PasskeyWorld, type PasskeyWorldOptions, passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE } from '../../support/world.js'

const start = passkeyWorlds()
const MINUTE = 60_000
const DAY = 86_400_000

/** A world with a clock that the test sets. */
async function clocked({
  key = passkey(),
  provider,
  ...options
}: PasskeyWorldOptions): Promise<PasskeyWorld & { now: number }> {
  const time = { now: Math.floor(Date.now() / 1000) * 1000 }
  const providers = frozen([acme(provider), credentials(GRACE), key])
  const world = await start({ ...options, key, providers, clock: () => time.now })
  return Object.defineProperty(world, 'now', {
    get: () => time.now,
    set: (now: number) => {
      time.now = now
    },
  }) as PasskeyWorld & { now: number }
}

/** The response to a request to add a passkey, as a script gets it. */
async function add({ ask }: PasskeyWorld, browser?: PasskeyWorld['browser']): Promise<Added> {
  const response = await ask({ action: 'register', callbackUrl: '/settings' }, browser)
  const { url, options } = (await response.json()) as { url?: string; options?: object }
  const { pathname, searchParams } = new URL(url ?? 'https://none.test')
  return {
    status: response.status,
    options,
    page: pathname,
    error: searchParams.get('error'),
    back: searchParams.get('callbackUrl'),
  }
}

/** The response to a request to link an account, as a script gets it. */
async function startLink({ browser, origin }: PasskeyWorld, at = browser): Promise<Added> {
  const csrfToken = await at.csrfToken()
  const response = await at.send('/auth/signin/acme', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, link: 'true', callbackUrl: '/settings' }),
    headers: { origin, 'x-auth-return-redirect': '1' },
  })
  const { url } = (await response.json()) as { url: string }
  const { pathname, searchParams } = new URL(url)
  return {
    status: response.status,
    options: undefined,
    page: pathname,
    error: searchParams.get('error'),
    back: searchParams.get('callbackUrl'),
  }
}

const passkeysIn = ({ adapter }: PasskeyWorld): readonly unknown[] =>
  adapter.rows.accounts.filter(({ provider }) => provider === 'passkey')

interface Added {
  readonly status: number
  readonly options: object | undefined
  readonly page: string
  readonly error: string | null
  readonly back: string | null
}

const refused = {
  status: 403,
  options: undefined,
  page: '/auth/signin',
  error: 'ReauthenticationRequired',
  back: 'https://app.test/settings',
}

describe.each(['jwt', 'database'] as const)(
  'adding a passkey needs a recent sign-in (sessions: %s)',
  (strategy) => {
    test('a passkey can be added within ten minutes of the sign-in, and no later', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now += 10 * MINUTE
      expect((await add(world)).options).toBeDefined()
      world.now += 1000
      expect(await add(world)).toEqual(refused)
      expect(passkeysIn(world)).toEqual([])
    })

    test('`within` sets how long after a sign-in a passkey can be added', async () => {
      const world = await clocked({ strategy, key: passkey({ within: 60 }) })
      await world.signIn()
      world.now += 60_000
      expect((await add(world)).options).toBeDefined()
      world.now += 1000
      expect(await add(world)).toEqual(refused)
    })

    test('a user can add a passkey after signing in again', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now += DAY
      expect(await add(world)).toEqual(refused)
      await world.signIn()
      expect(locationOf(await world.register()).pathname).toBe('/inside')
      expect(passkeysIn(world)).toHaveLength(1)
    })

    test('no passkey can be added in a session that was extended daily for 20 days', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      for (let day = 0; day < 20; day++) {
        world.now += DAY
        expect((await world.browser.session()).user.name).toBe('Ada Lovelace')
        await world.browser.post('/auth/session')
      }
      expect(await add(world)).toEqual(refused)
    })

    test('a cookie that was copied 20 days ago adds no passkey, even after a sign-in in another browser', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      const thief = new Browser(world.handle, world.origin, world.browser.jar.clone())
      world.now += 20 * DAY
      // The owner signs in with another browser, because a sign-in in the same browser would end the copied session.
      const owner = world.anotherBrowser()
      await world.signIn(owner)
      expect((await thief.session()).user.name).toBe('Ada Lovelace')
      expect(await add(world, thief)).toEqual(refused)
      // A passkey ceremony of the owner does not help the copied session.
      const answer = await world.authenticator.create(await world.options({ action: 'register' }, owner))
      for (const name of owner.jar.names.filter((each) => each.includes('.challenge.'))) {
        thief.jar.put(name, owner.jar.get(name) ?? '')
      }
      const response = await world.answer('register', answer, thief)
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('error=ReauthenticationRequired')
      expect(passkeysIn(world)).toEqual([])
    })

    test('a passkey ceremony that began within the time limit can be finished after it', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now += 9 * MINUTE
      const answer = await world.authenticator.create(await world.options({ action: 'register' }))
      world.now += 5 * MINUTE
      expect(locationOf(await world.answer('register', answer)).pathname).toBe('/inside')
      expect(passkeysIn(world)).toHaveLength(1)
    })

    test('adding a passkey or an account does not count as a sign-in', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += 8 * MINUTE
      await world.register()
      await world.link()
      world.now += 3 * MINUTE
      expect((await world.browser.session()).user.name).toBe('Grace')
      expect(await add(world)).toEqual(refused)
    }, 20_000)

    test('adding passkeys or accounts does not extend a session beyond `absoluteMaxAge`', async () => {
      const session = frozen({ absoluteMaxAge: 3600 })
      const key = passkey({ within: 86_400 })
      const world = await clocked({ strategy, session, key, provider: { linkWithin: 86_400 } })
      await world.enter()
      world.now += 50 * MINUTE
      await world.register()
      await world.link()
      expect(await world.browser.session()).not.toBeNull()
      world.now += 11 * MINUTE
      expect(await world.browser.session()).toBeNull()
    })

    test('a sign-in with an already linked account counts as recent, even if it began as linking', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      await world.link()
      world.now += 9 * MINUTE
      await world.link()
      world.now += 9 * MINUTE
      expect((await add(world)).options).toBeDefined()
      world.now += 2 * MINUTE
      expect(await add(world)).toEqual(refused)
      await world.signIn()
      expect((await add(world)).options).toBeDefined()
    })

    test('a sign-in with a passkey is recent enough to add another passkey', async () => {
      const world = await clocked({ strategy })
      await world.register()
      world.now += DAY
      expect(await add(world)).toEqual(refused)
      await world.use()
      expect((await add(world)).options).toBeDefined()
    })

    test('a clock that is a minute ahead is tolerated, but a sign-in further in the future is not recent', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now -= MINUTE
      expect((await add(world)).options).toBeDefined()
      world.now -= 2000
      // A sealed session from the future is invalid, so the request counts as signed out.
      expect(await add(world)).toMatchObject(strategy === 'jwt' ? { status: 400 } : refused)
    })

    test('a form that adds a passkey too late redirects to the sign-in page and then back', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now += DAY
      const { browser } = world
      const csrfToken = await browser.csrfToken()
      const response = await browser.send('/auth/webauthn-options/passkey', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken, action: 'register', callbackUrl: '/settings' }),
        headers: { origin: world.origin, accept: 'text/html' },
      })
      const page = await response.text()
      expect(response.status).toBe(403)
      expect(page).toContain('Sign in again to continue')
      expect(page).toContain('name="callbackUrl" value="https://app.test/settings"')
      expect(page).toContain('value="authenticate"')
      expect(page).not.toContain('value="register"')
    })

    test('a passkey form that is sent too late does not redirect to another site', async () => {
      const world = await clocked({ strategy })
      await world.signIn()
      world.now += DAY
      const response = await world.ask({ action: 'register', callbackUrl: 'https://evil.test/' })
      const { url } = (await response.json()) as { url: string }
      expect(new URL(url).searchParams.get('callbackUrl')).toBe('https://app.test/')
    })

    test('a new user needs no recent sign-in to register a passkey', async () => {
      const world = await clocked({ strategy })
      expect(locationOf(await world.register()).pathname).toBe('/inside')
    })
  },
)

describe.each(['jwt', 'database'] as const)(
  'linking an account needs a recent sign-in (sessions: %s)',
  (strategy) => {
    const linked = ({ adapter }: PasskeyWorld): readonly unknown[] =>
      adapter.rows.accounts.filter(({ provider }) => provider === 'acme')

    test('a session that was copied 20 days ago links no account of the attacker', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      const thief = new Browser(world.handle, world.origin, world.browser.jar.clone())
      world.now += 20 * DAY
      expect((await thief.session()).user.name).toBe('Grace')
      expect(await startLink(world, thief)).toEqual(refused)
      expect(linked(world)).toEqual([])
      // The attacker's account belongs to a new user, and cannot add a passkey to the owner's account.
      const elsewhere = world.anotherBrowser()
      await world.signIn(elsewhere)
      expect((await elsewhere.session()).user.name).toBe('Ada Lovelace')
    })

    test('an account can be linked within ten minutes of the sign-in, and no later', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += 10 * MINUTE
      expect((await startLink(world)).status).toBe(200)
      world.now += 1000
      expect(await startLink(world)).toEqual(refused)
      await world.enter()
      expect(locationOf(await world.link()).pathname).toBe('/inside')
      expect(linked(world)).toHaveLength(1)
    })

    test('`linkWithin` of a provider sets how long after a sign-in an account can be linked', async () => {
      const world = await clocked({ strategy, provider: { linkWithin: 60 } })
      await world.enter()
      world.now += 60_000
      expect((await startLink(world)).status).toBe(200)
      world.now += 1000
      expect(await startLink(world)).toEqual(refused)
    })

    test('linking that began within the time limit can be finished after it', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += 9 * MINUTE
      const callback = await world.begin(world.browser, '/inside', { link: 'true' })
      world.now += 5 * MINUTE
      expect(locationOf(await world.finish(callback)).pathname).toBe('/inside')
      expect(linked(world)).toHaveLength(1)
    })

    test('linking that began in a recent session of a user cannot be finished in an old session', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      const thief = new Browser(world.handle, world.origin, world.browser.jar.clone())
      world.now += DAY
      const owner = world.anotherBrowser()
      await world.enter(owner)
      const callback = await world.begin(owner, '/inside', { link: 'true' })
      for (const name of flowsOf(owner)) thief.jar.put(name, owner.jar.get(name) ?? '')
      const { pathname, search } = callback
      const response = await thief.send(pathname + search, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('Sign in again to continue')
      expect(linked(world)).toEqual([])
    })

    test('linking must finish in the session in which it began, even if both sessions are recent', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += 1000
      const owner = world.anotherBrowser()
      await world.enter(owner)
      const callback = await world.begin(owner, '/inside', { link: 'true' })
      for (const name of flowsOf(owner)) world.browser.jar.put(name, owner.jar.get(name) ?? '')
      const { searchParams } = locationOf(await world.finish(callback))
      expect(searchParams.get('error')).toBe('InvalidCheck')
      expect(linked(world)).toEqual([])
    })

    test('adding a passkey must finish in the session in which it began', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += 1000
      const owner = world.anotherBrowser()
      await world.enter(owner)
      const answer = await world.authenticator.create(await world.options({ action: 'register' }, owner))
      for (const name of owner.jar.names.filter((each) => each.includes('.challenge.'))) {
        world.browser.jar.put(name, owner.jar.get(name) ?? '')
      }
      const { searchParams } = locationOf(await world.answer('register', answer))
      expect(searchParams.get('error')).toBe('InvalidCheck')
      expect(passkeysIn(world)).toEqual([])
    })

    test('a form that links an account too late redirects to the sign-in page and then back', async () => {
      const world = await clocked({ strategy })
      await world.enter()
      world.now += DAY
      const { browser, origin } = world
      const csrfToken = await browser.csrfToken()
      const response = await browser.send('/auth/signin/acme', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken, link: 'true', callbackUrl: '/settings' }),
        headers: { origin, accept: 'text/html' },
      })
      const page = await response.text()
      expect(response.status).toBe(403)
      expect(page).toContain('Sign in again to continue')
      expect(page).toContain('name="callbackUrl" value="https://app.test/settings"')
    })
  },
)

test('a token that Auth.js has just renewed does not count as a recent sign-in', async () => {
  const world = await clocked({ strategy: 'jwt', options: frozen({ compat: 'authjs' }) })
  const browser = new Browser((request) => world.app.handle(request), world.origin)
  const salt = '__Secure-authjs.session-token'
  browser.jar.put(salt, await encode({ token: { sub: GRACE.id, name: 'Grace' }, secret: SECRET, salt }))
  world.now += 1000
  expect((await browser.session()).user.name).toBe('Grace')
  expect(await add(world, browser)).toEqual(refused)
  // The session is refused again after Authwright has sealed its token.
  world.now += 2 * DAY
  expect((await browser.session()).user.name).toBe('Grace')
  world.now += 1000
  expect(await add(world, browser)).toEqual(refused)
  expect(await startLink(world, browser)).toEqual(refused)
  await world.enter(browser)
  expect((await add(world, browser)).options).toBeDefined()
})

test('a database session whose token comes from another library counts as not recent', async () => {
  const world = await clocked({})
  const expires = new Date(world.now + DAY)
  await world.adapter.createSession({ sessionToken: crypto.randomUUID(), userId: GRACE.id, expires })
  const [row] = world.adapter.rows.sessions
  world.browser.jar.put('__Host-authwright.session-token', row?.sessionToken ?? '')
  expect((await world.browser.session()).user.name).toBe('Grace')
  expect(await add(world)).toEqual(refused)
  expect(await startLink(world)).toEqual(refused)
})
