import type { AdapterLike } from '../builder/adapter-types.js'
import type { Target } from '../builder/auth-state.js'
import { createBuilder, type Finish } from '../builder/create-auth.js'
import { CallbackRouteError } from '../errors.js'
import type { Awaitable } from '../model/awaitable.js'
import type { raw } from '../model/raw-response.js'
import type { User } from '../model/user.js'
import { withoutUndefined } from '../model/without-undefined.js'
import type { AuthOptions } from '../options/auth-options.js'
import type { CookieOption, CookiesOptions } from '../options/cookies-options.js'
import type { JwtOptions, SessionOptions } from '../options/session-options.js'
import type { Provider as BuilderProvider } from '../providers/kinds/provider.js'
import type { AuthCallbacks, AuthEvents } from './callback-types.js'
import type { Provider } from './provider-types.js'
import { withFeature } from './with-feature.js'

/** Paths of the application's own pages. */
export interface PagesOptions {
  /** The sign-in page. A failed sign-in adds `?error=<type>`. */
  signIn: string
  /** The page that confirms a sign-out. */
  signOut: string
  /** The error page, with `?error=<type>`. */
  error: string
  /** The page shown after a sign-in e-mail was sent. */
  verifyRequest: string
  /** The page that new users are redirected to after their first sign-in. */
  newUser: string
}

/** Cookies under the names of Auth.js. Authwright has one cookie, `flow`, instead of `pkceCodeVerifier`, `state` and `nonce`. */
export interface CompatCookies extends CookiesOptions {
  /** Has no effect, and logs a warning. */
  callbackUrl?: CookieOption
  /** The `options` of this cookie apply to the cookie `flow`, unless `flow` or `state` is set. */
  pkceCodeVerifier?: CookieOption
  /** The `options` of this cookie apply to the cookie `flow`, unless `flow` is set. */
  state?: CookieOption
  /** The `options` of this cookie apply to the cookie `flow`, unless `flow`, `state` or `pkceCodeVerifier` is set. */
  nonce?: CookieOption
}

/** Makes every option optional. Options may be `undefined`, even with `exactOptionalPropertyTypes`. */
export type Lenient<Options> = { [Name in keyof Options]?: Options[Name] | undefined }

/** A configuration with the option names and types of Auth.js. Callbacks may change their parameters and return them. */
export interface AuthConfig extends Lenient<Omit<AuthOptions, 'basePath' | 'secret'>> {
  /** The providers, or functions that create them (`GitHub`). */
  providers: readonly Provider[]
  /** The secret: at least 32 random characters. The first of several secrets seals new tokens. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[] | undefined
  /**
   * Base path of the routes. Default: the path of `AUTH_URL` if it has one, otherwise `/auth` (`/api/auth` with Next.js and SolidStart).
   */
  basePath?: string | undefined
  /** The database adapter. */
  adapter?: AdapterLike | undefined
  /** Options of sessions. */
  session?: Lenient<SessionOptions> | undefined
  /** Options of session tokens. */
  jwt?: Lenient<JwtOptions> | undefined
  /** The callbacks. */
  callbacks?: AuthCallbacks | undefined
  /** The event listeners. */
  events?: AuthEvents | undefined
  /** Paths of the application's own pages. */
  pages?: Lenient<PagesOptions> | undefined
  /** Names and attributes of cookies. */
  cookies?: Lenient<CompatCookies> | undefined
  /** With the symbol `raw`, `Auth` returns the response as plain data. */
  raw?: typeof raw | undefined
}

type Authorized = (params: never) => Awaitable<unknown>

/** A configuration, or a function that returns one for each request. */
export type Configured<Config, Input> = Config | ((input: Input) => Awaitable<Config>)

export function buildFrom(target: Target, finish: Finish, config: Configured<AuthConfig, never>): unknown {
  const create = createBuilder(target, finish) as unknown as (config: unknown) => { build(): unknown }
  let isReported = false
  // A function returns a configuration for each request, but the warning is logged only once.
  const warn: WarnOfCookie = (logger) => {
    if (!isReported) warnOfCookie(logger)
    isReported = true
  }
  if (typeof config !== 'function') return create(objectForm(config, warn)).build()
  return create(async (input: never) => objectForm(await config(input), warn)).build()
}

type WarnOfCookie = (logger: AuthConfig['logger']) => void

function warnOfCookie(logger: AuthConfig['logger']): void {
  const message =
    '`cookies.callbackUrl` has no effect: the redirect target is stored in the form and in the `flow` cookie. Remove the option.'
  if (logger?.warn) logger.warn('callback-url-cookie', message)
  else console.warn(`[auth][warn][callback-url-cookie] ${message}`)
}

function objectForm(config: AuthConfig, warn: WarnOfCookie): object {
  // A function can return any value.
  if (typeof config !== 'object' || config === null) return config
  const { callbacks, cookies, providers, session, raw: _, ...rest } = config
  return {
    compat: 'authjs',
    ...withoutUndefined(rest),
    providers: Array.isArray(providers)
      ? providers.map((provider) => withRandomIds(withFeature(provider)))
      : providers,
    ...(session && { session: typeof session === 'object' ? withoutUndefined(session) : session }),
    ...(callbacks && { callbacks: withTruthiness(callbacks) }),
    ...(cookies && { cookies: ownCookies(cookies, () => warn(config.logger)) }),
  }
}

/** Lets `authorized` return any truthy value to let a request through, as in Auth.js. */
function withTruthiness(callbacks: AuthCallbacks & { authorized?: Authorized | undefined }): object {
  const { authorized, ...rest } = callbacks
  if (typeof authorized !== 'function') return callbacks
  return {
    ...rest,
    authorized: async (params: never) => {
      const decision = await authorized(params)
      return decision instanceof Response ? decision : Boolean(decision)
    },
  }
}

/** Lets `authorize` return a user without an id, as in Auth.js. The user gets a random id. */
function withRandomIds(provider: BuilderProvider): unknown {
  if (provider?.type !== 'credentials' || typeof provider.authorize !== 'function') return provider
  const authorize: typeof provider.authorize = async (...args) => withId(await provider.authorize(...args))
  return { ...provider, authorize }
}

/**
 * Copies `name`, `email` and `image` separately: in a class instance, such as a Mongoose document, they may be accessors, which a spread
 * leaves out.
 */
function withId(user: User | null | undefined): User | null | undefined {
  // A value such as `true`, or an array of rows, is not a user. It gets no id, so that the sign-in is refused.
  if (typeof user !== 'object' || user === null || Array.isArray(user)) return user
  const { id, name, email, image } = user as Omit<User, 'id'> & { id?: unknown }
  if (typeof id === 'string') return user
  // Converted to a string, `null` would be the same id for all users.
  const value = id === undefined || id === null ? crypto.randomUUID() : textOf(id)
  return { ...user, ...withoutUndefined({ name, email, image }), id: value }
}

/** Accepts objects that define `toString()`, such as `ObjectId`. Other objects would give all users the id `[object Object]`. */
function textOf(id: {}): string {
  const isSimple = typeof id === 'bigint' || Number.isSafeInteger(id)
  if (isSimple || (typeof id === 'object' && hasToString(id))) return String(id)
  throw new CallbackRouteError(
    `authorize() returned a user whose \`id\` is ${typeof id === 'number' ? String(id) : `of type ${typeof id}`}. Return a string or an integer that no other user has, or no id.`,
  )
}

function hasToString(id: object): boolean {
  return !Array.isArray(id) && id.toString !== Object.prototype.toString
}

/** Converts the names of cookies: the cookie `flow` replaces three cookies of Auth.js. */
function ownCookies(
  { callbackUrl, pkceCodeVerifier, state, nonce, ...cookies }: NonNullable<AuthConfig['cookies']>,
  warn: () => void,
): object {
  const flow = state ?? pkceCodeVerifier ?? nonce
  if (callbackUrl) warn()
  return { ...(flow && { flow: flowCookie(flow) }), ...withoutUndefined(cookies) }
}

function flowCookie({ options }: CookieOption): CookieOption {
  return { ...(options && { options }) }
}
