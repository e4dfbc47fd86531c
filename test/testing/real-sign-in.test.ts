/** A session of `testAuth` is that of a real sign-in: the same session, and the same cookies but for random values. */
import fc from 'fast-check'
import { NextRequest } from 'next/server.js'
import { expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { credentials } from '../../src/providers/credentials.js'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { oidc } from '../../src/providers/oidc.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import { svelteKitEvent } from '../../src/testing/vitest.js'
import {
  type BuiltAuth,
  type IdentityProvider,
  identityProvider,
  type TestCookie,
  testAuth,
} from '../../src/testing.js'
import { Browser, locationOf } from '../support/browser.js'
import { runs } from '../support/fuzz.js'

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))
vi.mock('$env/dynamic/private', () => ({ env: {} }))
const { createAuth: createKitAuth } = await import('../../src/sveltekit.js')

const ORIGIN = 'http://localhost'

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

interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly picture: string
  readonly role: 'admin' | 'member'
}

/** An application with both kinds of provider. The session shows everything that callbacks are given. */
function application(
  { createAuth }: Framework,
  strategy: 'jwt' | 'database',
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
        .callbacks({
          jwt: ({ token, user, account, profile, trigger, isNewUser, provider }: any) =>
            trigger ? { ...token, user, account, profile, trigger, isNewUser, provider } : token,
        })
        .callbacks({ session: ({ session, token }: any) => ({ ...session, token }) })
        .build()
    : base
        .adapter(adapter)
        .session({ strategy: 'database' })
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

/** What a test says of the same sign-in. */
const asWho = {
  acme: ({ sub, picture, ...person }: Person) => ({
    provider: 'acme',
    user: { ...person, id: sub, image: picture },
    profile: { sub, picture, ...person, email_verified: true },
    tokens: { access_token: 'at', token_type: 'bearer', scope: 'openid' },
  }),
  credentials: ({ sub, name, email, role }: Person) => ({
    provider: 'credentials',
    user: { id: sub, name, email, emailVerified: null, role },
  }),
}

/** A session without times, random values, and the claims of an ID token that bind it to its request. */
function comparable(session: unknown): unknown {
  const varying = new Set([
    ...['expires', 'iat', 'exp', 'expires_at', 'jti', 'id_token', 'expires_in', 'nonce', 'aud', 'iss'],
  ])
  const text = JSON.stringify(session, (name, value: unknown) => (varying.has(name) ? undefined : value))
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'random').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
  )
}

/** The name and the attributes of each cookie, without deleted ones. Signed values of a sealed session differ in length. */
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

for (const [name, framework] of Object.entries(frameworks)) {
  for (const strategy of ['jwt', 'database'] as const) {
    for (const provider of ['acme', 'credentials'] as const) {
      test(`is the session of a real sign-in: ${name}, ${strategy}, ${provider}`, async () => {
        const idp = await identityProvider()
        await fc.assert(
          fc.asyncProperty(person, async (who) => {
            idp.user = { ...who, email_verified: true }
            const real = application(framework, strategy, idp, who)
            const sent: string[] = []
            const handle = framework.handle(real)
            const browser = new Browser(
              async (request) => {
                const response = await handle(request)
                sent.push(...response.headers.getSetCookie())
                return response
              },
              ORIGIN,
              undefined,
              framework.basePath,
            )
            await signingIn[provider]?.(browser, idp)
            const user = await testAuth(application(framework, strategy, idp, who))(
              asWho[provider](who) as never,
            )

            expect(user.cookies.map(({ name }) => name).sort()).toEqual(browser.jar.names)
            const lasting = new Set(browser.jar.names)
            const last = new Map(sent.map((cookie) => [cookie.split('=', 1)[0] ?? '', cookie]))
            const setByReal = [...last].filter(([name]) => lasting.has(name)).map(([, cookie]) => cookie)
            expect(shapes(user.cookies.map(serialized))).toEqual(shapes(setByReal.map(normalized)))
            const session = await (await browser.send(`${framework.basePath}/session`)).json()
            expect(comparable(await user.session())).toEqual(comparable(session))
          }),
          { numRuns: Math.ceil(runs.numRuns / 30) },
        )
      })
    }
  }
}

/** The parts of a cookie that are compared. */
type Shape = Pick<TestCookie, 'name' | 'path' | 'expires' | 'httpOnly' | 'secure'> & {
  readonly sameSite: string
}

function serialized({ name, path, expires, httpOnly, secure, sameSite }: Shape): string {
  return [
    `${name}=`,
    `Path=${path}`,
    ...(expires === -1 ? [] : ['lasts']),
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
  return serialized({
    name: cookie.split('=', 1)[0] ?? '',
    path: attributeOf('Path'),
    expires: has('Max-Age') || has('Expires') ? 0 : -1,
    httpOnly: has('HttpOnly'),
    secure: has('Secure'),
    sameSite: attributeOf('SameSite'),
  })
}
