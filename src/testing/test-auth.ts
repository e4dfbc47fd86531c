import type { ProviderId, SessionOf, UserOf } from '../builder/inferred-types.js'
import { AuthError } from '../errors.js'
import type { TokenSet } from '../model/account.js'
import type { ResponseCookie } from '../runtime/core/http/cookies.js'
import { escapeCookieValue } from '../runtime/core/http/serialize-cookie.js'
import { type Attempt, createAttempts } from '../runtime/core/limits/attempts.js'
import type { Identity } from '../runtime/core/login/identity.js'
import { destination, login } from '../runtime/core/login/login.js'
import type { App, Exchange } from '../runtime/core/object-lifetimes.js'
import { identityOf, type SignInFields } from './identity.js'
import { type BuiltAuth, type MakeEvent, portOf, sessionOf, withEvent } from './open-auth.js'
import { svelteKitEvent } from './sveltekit-event.js'

/** Options of {@link testAuth}. */
export interface TestAuthOptions {
  /**
   * The URL at which the tests reach the application, such as `http://localhost:3000`. Default:
   * `http://localhost`.
   */
  readonly url?: string | undefined
  /**
   * Creates the event of a request, for a SvelteKit configuration that is a function of the event and reads
   * its `platform` or `locals`. Default: `svelteKitEvent`.
   */
  readonly event?: (request: Request) => object
}

/** Fields of a user. */
export type TestUser<User> = User extends unknown ? Partial<User> : never

/** The user and the provider of a sign-in. All fields have defaults. */
export interface SignInAs<User, ProviderId> {
  /**
   * Fields of the user. Default: a new user with a random `id`.
   *
   * Without an adapter, this is the result of `profile()` or `authorize()`. The id of an OAuth user in the
   * session then begins with the provider, such as `github|1`.
   *
   * With an adapter, a stored user with this `id`, or else with this `email`, is updated. Otherwise, a new user is stored.
   */
  readonly user?: TestUser<User>
  /** The provider's id. Default: the first provider of the configuration. */
  readonly provider?: ProviderId
  /** Tokens that an OAuth provider returns. Default: an access token for an hour. */
  readonly tokens?: Partial<TokenSet>
  /**
   * Claims of the profile at an OAuth provider, for callbacks. They take precedence over the default: standard claims
   * with the fields of `user`. With `email_verified: false`, the e-mail address is not verified.
   */
  readonly profile?: object
  /** Input of a sign-in form, for `callbacks.signIn`. Default: nothing. */
  readonly credentials?: unknown
  /** Data of the sign-in, as returned by the schema of `.flow({ data })`. Default: nothing. */
  readonly state?: unknown
}

/** A cookie, as `addCookies` and `storageState` of Playwright take it. */
export interface TestCookie {
  /** The cookie's name, including a prefix such as `__Host-`. */
  readonly name: string
  /** The value, encoded as in the `Cookie` header. */
  readonly value: string
  /** The host name, with a dot at the start if the cookie has the attribute `Domain`. */
  readonly domain: string
  /** The attribute `Path`. */
  readonly path: string
  /** Expiry in seconds since 1970; -1 for a cookie that ends with the browser session. */
  readonly expires: number
  /** The attribute `HttpOnly`. */
  readonly httpOnly: boolean
  /** The attribute `Secure`. */
  readonly secure: boolean
  /** The attribute `SameSite`. */
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

/** A user who is signed in. */
export interface SignedIn<Session> {
  /** The user's id. */
  readonly userId: string
  /** The cookies that the browser has after the sign-in. */
  readonly cookies: readonly TestCookie[]
  /** Request headers with the cookies. */
  readonly headers: Headers
  /**
   * Creates a request with the cookies of the user.
   *
   * @param path - A path or URL of the application. Default: `/`.
   */
  request(path?: string, init?: RequestInit): Request
  /** The session, as the application reads it. */
  session(): Promise<Session | null>
}

/**
 * Signs users in for tests, without a provider, a form or a browser. Callbacks, the sign-up policy, events and
 * the adapter run as in a real sign-in.
 *
 * @param auth - The result of `.build()`, or its function `auth` or `getSession`.
 * @throws AuthError if `NODE_ENV` is `production`.
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { credentials } from 'authwright/providers/credentials'
 * import { testAuth } from 'authwright/testing'
 *
 * const auth = createAuth()
 *   .provider(credentials({ input: {}, authorize: () => ({ id: '1', role: 'admin' as 'admin' | 'member' }) }))
 *   .options({ secret: 'only for tests, and of more than 32 characters' })
 *   .build()
 *
 * const as = testAuth(auth)
 * const ada = await as({ user: { id: '1', role: 'admin' } })
 * const session = await auth.auth(ada.request('/account'))
 * ```
 */
export function testAuth<Instance extends BuiltAuth>(
  auth: Instance,
  options: TestAuthOptions = {},
): (who?: SignInAs<UserOf<Instance>, ProviderId<Instance>>) => Promise<SignedIn<SessionOf<Instance>>> {
  const { url = 'http://localhost', event = svelteKitEvent } = options
  const port = portOf(auth)
  return async (who = {}) => {
    const { app, exchange } = await port.call.open(withEvent(new Request(url), event))
    // The type of `who` depends on the configuration, which is not known here.
    const identity = await identityOf(who as SignInFields, app)
    const attempt = await beginAttempt(identity, app, exchange)
    const outcome = await login(identity, { linkTo: undefined }, app, exchange)
    if (outcome.kind !== 'redirected') await attempt?.succeeded(outcome.userId)
    if (outcome.kind !== 'signedIn') throw notSignedIn(destination(outcome, '/', app, exchange))
    return signedIn(exchange, app, { port, event })
  }
}

/** Counts the sign-in as the real flows do, so that the limits for unknown browsers do not apply afterwards. */
async function beginAttempt(
  { provider, user, account, claim }: Identity,
  app: App,
  exchange: Exchange,
): Promise<Attempt | undefined> {
  const isNewPasskey = claim.kind === 'passkey' && claim.credential.kind === 'made'
  if (!isNewPasskey && !['credentials', 'email', 'password'].includes(account.type)) return undefined
  return app.get(createAttempts).begin({ provider, account: user.email ?? user.id }, exchange)
}

function notSignedIn(location: string): AuthError {
  return new AuthError(
    `The sign-in was redirected to ${location}, by \`callbacks.signIn\`, \`signUp\` or a feature, so there is no session. Allow the sign-in there.`,
  )
}

async function signedIn<Session>(
  { setCookies, origin }: Exchange,
  app: App,
  { port, event }: { readonly port: ReturnType<typeof portOf>; readonly event: MakeEvent },
): Promise<SignedIn<Session>> {
  const kept = setCookies.filter(({ options: { maxAge } }) => maxAge !== 0)
  const cookies = kept.map((cookie) => testCookie(cookie, new URL(origin).hostname, app.clock()))
  const cookieHeader = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const request: SignedIn<Session>['request'] = (path = '/', init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [cookieHeader, headers.get('cookie')].filter(Boolean).join('; '))
    return withEvent(new Request(new URL(path, origin), { ...init, headers }), event)
  }
  const { exchange } = await port.call.open(request())
  const live = await exchange.site.sessions.find(exchange)
  if (!live) throw new AuthError('The sign-in started no session: a `jwt` callback or a feature ended it.')
  return {
    userId: String(live.userId),
    cookies,
    headers: new Headers({ cookie: cookieHeader }),
    request,
    async session() {
      return (await sessionOf(request(), port)) as Session | null
    },
  }
}

function testCookie({ name, value, options }: ResponseCookie, host: string, now: number): TestCookie {
  const { domain, path = '/', maxAge, expires, httpOnly = false, secure = false, sameSite } = options
  const end = maxAge === undefined ? expires?.getTime() : now + maxAge * 1000
  return {
    name,
    value: escapeCookieValue(value),
    domain: domain ? `.${domain.replace(/^[.]/, '')}` : host,
    path,
    expires: end === undefined ? -1 : Math.floor(end / 1000),
    httpOnly,
    secure,
    sameSite: sameSiteOf(sameSite),
  }
}

function sameSiteOf(option: ResponseCookie['options']['sameSite']): TestCookie['sameSite'] {
  switch (String(option).toLowerCase()) {
    case 'strict':
    case 'true':
      return 'Strict'
    case 'none':
      return 'None'
    default:
      return 'Lax'
  }
}
