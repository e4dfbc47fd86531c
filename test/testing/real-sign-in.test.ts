/**
 * `testAuth` returns the session of a real sign-in: the same session, and the same cookies except for random
 * values.
 */
import fc from 'fast-check'
import { NextRequest } from 'next/server.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MemoryAdapter, memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { credentials } from '../../src/providers/credentials.js'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { oidc } from '../../src/providers/oidc.js'
import { passkey } from '../../src/providers/passkey.js'
import { password } from '../../src/providers/password.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import { svelteKitEvent } from '../../src/testing/vitest.js'
import {
  type BuiltAuth,
  type IdentityProvider,
  identityProvider,
  mailbox,
  type TestCookie,
  testAuth,
} from '../../src/testing.js'
import { Authenticator } from '../support/authenticator.js'
import { Browser, locationOf } from '../support/browser.js'
import { runs } from '../support/fuzz.js'
import { sessionsInMap } from '../support/stores/session-map.js'

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))
vi.mock('$env/dynamic/private', () => ({ env: {} }))
const { createAuth: createKitAuth } = await import('../../src/sveltekit.js')

const ORIGIN = 'http://localhost'

// The clock stands still, so that the cookies of both sign-ins expire in the same second.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Handle = (request: Request) => Promise<Response>
type AnyAuth = BuiltAuth & Record<string, any>

interface Framework {
  readonly createAuth: () => any
  readonly basePath: string
  handle(auth: AnyAuth): Handle
}

const frameworks: Record<string, Framework> = {
  web: { createAuth, basePath: '/auth', handle: (auth) => auth['handler'] },
  'Next.js': {
    createAuth: createNextAuth,
    basePath: '/api/auth',
    handle: (auth) => (request) => auth['handlers'][request.method](new NextRequest(request)),
  },
  SolidStart: {
    createAuth: createSolidStartAuth,
    basePath: '/api/auth',
    handle: (auth) => (request) => auth[request.method]({ request }),
  },
  SvelteKit: {
    createAuth: createKitAuth,
    basePath: '/auth',
    handle: (auth) => (request) =>
      auth['handle']({ event: svelteKitEvent(request), resolve: () => new Response(null, { status: 404 }) }),
  },
}

/** The strategy and options of sessions. */
interface Sessions {
  readonly strategy: 'jwt' | 'database'
  options(): object
}

const places: Readonly<Record<string, Sessions>> = {
  jwt: { strategy: 'jwt', options: () => ({}) },
  'jwt in a session store': {
    strategy: 'jwt',
    options: () => ({ sessionStore: sessionsInMap(new Map()) }),
  },
  'jwt with refreshed claims': {
    strategy: 'jwt',
    options: () => ({ refresh: { every: 60, claims: () => ({ plan: 'free' }) } }),
  },
  database: { strategy: 'database', options: () => ({}) },
  'database with a cookie cache': { strategy: 'database', options: () => ({ cookieCache: 60 }) },
}

interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly picture: string
  readonly role: 'admin' | 'member'
}

/**
 * An application with an OpenID Provider and `credentials()`. The session shows data that callbacks receive: with strategy
 * `'jwt'` the arguments at the sign-in, with `'database'` the row of the user.
 */
function application(
  { createAuth }: Framework,
  { strategy, options }: Sessions,
  idp: IdentityProvider,
  person: Person,
) {
  const adapter = memory()
  const stored = {
    id: person.sub,
    name: person.name,
    email: person.email,
    emailVerified: null,
    role: person.role,
  }
  const base = createAuth()
    .provider(
      oidc({
        id: 'acme',
        issuer: idp.issuer,
        clientId: idp.client.id,
        clientSecret: idp.client.secret,
        profile: ({ sub, name, email, picture, role }) => ({
          id: String(sub),
          name,
          email,
          image: picture,
          role,
        }),
        [customFetch]: idp.fetch,
      }),
    )
    .provider(
      credentials({
        input: { name: { type: 'text' } },
        authorize: async () => (strategy === 'jwt' ? stored : adapter.createUser(stored)),
      }),
    )
    .options({ secret: 'a secret of more than thirty-two characters', lastUsed: true })
  return strategy === 'jwt'
    ? base
        .session({ strategy, ...options() })
        .callbacks({
          jwt: ({ token, user, account, profile, trigger, isNewUser, provider }: any) =>
            trigger ? { ...token, user, account, profile, trigger, isNewUser, provider } : token,
        })
        .callbacks({ session: ({ session, token }: any) => ({ ...session, token }) })
        .build()
    : base
        .adapter(adapter)
        .session({ strategy, ...options() })
        .callbacks({ session: ({ session, user }: any) => ({ ...session, row: user }) })
        .build()
}

const signingIn: Record<string, (browser: Browser, idp: IdentityProvider) => Promise<Response>> = {
  async acme(browser, idp) {
    const started = await browser.post(`${browser.basePath}/signin/acme`)
    const { pathname, search } = idp.authorize(locationOf(started))
    return browser.send(pathname + search)
  },
  credentials: (browser) => browser.post(`${browser.basePath}/callback/credentials`, { name: 'x' }),
}

/** The arguments of `testAuth` for the same sign-in. */
const asWho = {
  acme: ({ sub, picture, ...person }: Person) => ({
    provider: 'acme',
    user: { ...person, id: sub, image: picture },
    profile: { sub, picture, ...person, email_verified: true },
    tokens: { access_token: 'at', token_type: 'bearer', scope: 'openid', expires_in: 300 },
  }),
  credentials: ({ sub, name, email, role }: Person) => ({
    provider: 'credentials',
    user: { id: sub, name, email, emailVerified: null, role },
  }),
}

/** The providers whose users are stored, and real sign-ins with them. */
const storedProviders = ['mail', 'passkey', 'password'] as const

const PASSWORD = 'a heron eats nine frogs'

/**
 * An application whose users sign in by mail, with a passkey or with a password. The session shows everything
 * that callbacks receive.
 */
function storedApplication({ createAuth }: Framework, { strategy, options }: Sessions) {
  const adapter: MemoryAdapter = memory()
  const box = mailbox()
  const plain = { hash: (typed: string) => typed, verify: (typed: string, hash: string) => typed === hash }
  const base = createAuth()
    .provider(
      nodemailer({
        id: 'mail',
        server: 'smtp://localhost',
        from: 'site@example.com',
        sendVerificationRequest: box.send,
      }),
    )
    .provider(passkey())
    .provider(password({ hash: plain }))
    .adapter(adapter)
    .session({ strategy, ...options() })
    .options({
      secret: 'a secret of more than thirty-two characters',
      lastUsed: true,
      logger: { error: () => {}, warn: () => {} },
    })
  const auth =
    strategy === 'jwt'
      ? base
          .callbacks({
            jwt: ({ token, user, account, profile, trigger, isNewUser, provider }: any) =>
              trigger ? { ...token, user, account, profile, trigger, isNewUser, provider } : token,
          })
          .callbacks({ session: ({ session, token }: any) => ({ ...session, token }) })
          .build()
      : base.callbacks({ session: ({ session, user }: any) => ({ ...session, row: user }) }).build()
  return { auth: auth as AnyAuth, adapter, box }
}

type StoredApplication = ReturnType<typeof storedApplication>

/** Stores a user with a password. */
async function storeUser({ adapter }: StoredApplication, { sub, name, email, role }: Person): Promise<void> {
  const fields = { id: sub, name, email, emailVerified: new Date('2026-01-01'), role }
  const { id: userId } = await adapter.createUser(fields)
  const epoch = crypto.randomUUID()
  await adapter.setPasswordIf({ userId, tenant: '', hash: PASSWORD, epoch, changedAt: new Date() }, null)
}

const signingInStored: Record<
  (typeof storedProviders)[number],
  (browser: Browser, who: Person, app: StoredApplication) => Promise<Response>
> = {
  async mail(browser, { email }, { box }) {
    await browser.post(`${browser.basePath}/signin/mail`, { email })
    const { pathname, search } = box.last.link
    return browser.send(pathname + search)
  },
  async passkey(browser, { email }) {
    const query = new URLSearchParams({ action: 'register', email })
    const asked = await browser.send(`${browser.basePath}/webauthn-options/passkey?${query}`)
    const { options } = (await asked.json()) as { options: object }
    const data = JSON.stringify(await new Authenticator(ORIGIN).create(options))
    return browser.post(`${browser.basePath}/callback/passkey`, { action: 'register', data })
  },
  async password(browser, who, app) {
    await storeUser(app, who)
    return browser.post(`${browser.basePath}/callback/password`, { email: who.email, password: PASSWORD })
  },
}

/** A session without random values and without claims of an ID token that differ in each sign-in. */
function comparable(session: unknown, ...others: readonly string[]): unknown {
  const varying = new Set([...['jti', 'id_token', 'nonce', 'aud', 'iss', 'iat', 'exp'], ...others])
  const text = JSON.stringify(session, (name, value: unknown) => (varying.has(name) ? undefined : value))
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'random'))
}

/** The name and the attributes of each cookie, without deleted cookies. Values are left out, because they differ. */
function shapes(cookies: readonly string[]): string[] {
  return cookies
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.replace(/=[^;]*/, '='))
    .sort()
}

const person: fc.Arbitrary<Person> = fc.record({
  sub: fc.stringMatching(/^[a-z0-9]{1,20}$/),
  name: fc
    .string({ minLength: 1, maxLength: 40 })
    .filter((name) => name.trim() !== '' && !/[\0\ud800-\udfff]/.test(name)),
  email: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `${name}@example.com`),
  picture: fc.constant('https://idp.test/picture.png'),
  role: fc.constantFrom('admin', 'member'),
})

/** A browser of an application, with a list of all `Set-Cookie` headers. */
function open(framework: Framework, auth: AnyAuth): { browser: Browser; sent: string[] } {
  const sent: string[] = []
  const handle = framework.handle(auth)
  const noting = async (request: Request): Promise<Response> => {
    const response = await handle(request)
    sent.push(...response.headers.getSetCookie())
    return response
  }
  return { browser: new Browser(noting, ORIGIN, undefined, framework.basePath), sent }
}

/** Expects that the cookies of `testAuth` equal those of the browser that signed in. */
function expectSameCookies(cookies: readonly TestCookie[], browser: Browser, sent: readonly string[]): void {
  expect(cookies.map(({ name }) => name).sort()).toEqual(browser.jar.names)
  const lasting = new Set(browser.jar.names)
  const last = new Map(sent.map((cookie) => [cookie.split('=', 1)[0] ?? '', cookie]))
  const setByReal = [...last].filter(([name]) => lasting.has(name)).map(([, cookie]) => cookie)
  expect(shapes(cookies.map(serialized))).toEqual(shapes(setByReal.map(normalized)))
}

async function sessionOf(browser: Browser): Promise<unknown> {
  return (await browser.send(`${browser.basePath}/session`)).json()
}

const numRuns = Math.ceil(runs.numRuns / 30)

for (const [name, framework] of Object.entries(frameworks)) {
  for (const [place, sessions] of Object.entries(places)) {
    for (const provider of ['acme', 'credentials'] as const) {
      test(`testAuth returns the session of a real sign-in: ${name}, ${place}, ${provider}`, async () => {
        const idp = await identityProvider()
        const property = fc.asyncProperty(person, async (who) => {
          idp.user = { ...who, email_verified: true }
          const { browser, sent } = open(framework, application(framework, sessions, idp, who))
          await signingIn[provider]?.(browser, idp)
          const user = await testAuth(application(framework, sessions, idp, who))(
            asWho[provider](who) as never,
          )
          expectSameCookies(user.cookies, browser, sent)
          expect(comparable(await user.session())).toEqual(comparable(await sessionOf(browser)))
        })
        await fc.assert(property, { numRuns })
      })
    }

    for (const provider of storedProviders) {
      test(`testAuth returns the session of a real sign-in: ${name}, ${place}, ${provider}`, async () => {
        const property = fc.asyncProperty(person, async (who) => {
          const real = storedApplication(framework, sessions)
          const { browser, sent } = open(framework, real.auth)
          await signingInStored[provider](browser, who, real)

          const tested = storedApplication(framework, sessions)
          if (provider === 'password') await storeUser(tested, who)
          const user = await testAuth(tested.auth)({ provider, user: { email: who.email } } as never)
          expectSameCookies(user.cookies, browser, sent)
          const session = await sessionOf(browser)
          expect(session).not.toBeNull()
          // The id of a new passkey is random.
          const random = provider === 'passkey' ? ['providerAccountId'] : []
          expect(comparable(await user.session(), ...random)).toEqual(comparable(session, ...random))
        })
        await fc.assert(property, { numRuns })
      })
    }
  }
}

/** The parts of a cookie that are compared. `expires` is in seconds since 1970, or -1. */
type Shape = Pick<TestCookie, 'name' | 'domain' | 'path' | 'expires' | 'httpOnly' | 'secure'> & {
  readonly sameSite: string
}

function serialized({ name, domain, path, expires, httpOnly, secure, sameSite }: Shape): string {
  return [
    `${name}=`,
    `Domain=${domain}`,
    `Path=${path}`,
    `Expires=${expires}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ')
}

/** The attributes of a `Set-Cookie` in the same order. */
function normalized(cookie: string): string {
  const has = (attribute: string): boolean => new RegExp(`; ${attribute}(?:;|=|$)`, 'i').test(cookie)
  const attributeOf = (attribute: string): string =>
    new RegExp(`; ${attribute}=([^;]*)`).exec(cookie)?.[1] ?? ''
  const end = has('Max-Age')
    ? Date.now() + Number(attributeOf('Max-Age')) * 1000
    : Date.parse(attributeOf('Expires'))
  return serialized({
    name: cookie.split('=', 1)[0] ?? '',
    domain: has('Domain') ? `.${attributeOf('Domain')}` : new URL(ORIGIN).hostname,
    path: attributeOf('Path'),
    expires: Number.isNaN(end) ? -1 : Math.floor(end / 1000),
    httpOnly: has('HttpOnly'),
    secure: has('Secure'),
    sameSite: attributeOf('SameSite'),
  })
}
