import type { AdapterLike } from '../builder/adapter-facts.js'
import { createBuilder, type Finish } from '../builder/create-auth.js'
import type { Target } from '../builder/state.js'
import { CallbackRouteError } from '../errors.js'
import type { Awaitable } from '../model/awaitable.js'
import type { raw } from '../model/raw-response.js'
import type { User } from '../model/user.js'
import type { AuthOptions } from '../options/auth-options.js'
import type { CookieOption, CookiesOptions } from '../options/cookies-options.js'
import type { JwtOptions, SessionOptions } from '../options/session-options.js'
import type { AuthCallbacks, AuthEvents } from './callback-types.js'
import type { CredentialsConfig, Provider } from './provider-types.js'
import { withFeature } from './with-feature.js'

/** Paths of the application, in place of built-in pages. */
export interface PagesOptions {
  signIn: string
  signOut: string
  /** Receives `?error=<type>`. */
  error: string
  verifyRequest: string
  /** Where a user goes after the first sign-in. */
  newUser: string
}

/** Cookies by the names of Auth.js. */
export interface CompatCookies extends CookiesOptions {
  /** Where a sign-in leads is stored in its form and its flow: there is no such cookie, and a warning says so. */
  callbackUrl?: CookieOption
  /** Stands for `flow`: one cookie holds what belongs to one sign-in. */
  pkceCodeVerifier?: CookieOption
  /** Stands for `flow`. */
  state?: CookieOption
  /** Stands for `flow`. */
  nonce?: CookieOption
}

/** Makes every option accept `undefined`, as a compiler without `exactOptionalPropertyTypes` does. */
export type Lenient<Options> = { [Name in keyof Options]?: Options[Name] | undefined }

/**
 * A configuration with the option names and the types of Auth.js. Its callbacks may change and return what they are given. Options of the object form of
 * `createAuth` are accepted, too.
 */
export interface AuthConfig extends Lenient<Omit<AuthOptions, 'basePath' | 'secret'>> {
  /** Objects, functions that make them (`GitHub`), and provider objects of other packages. */
  providers: readonly Provider[]
  /** At least 32 random characters. With several, the first seals and each opens. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[] | undefined
  /** The path of the routes. Default: `/auth`, and `/api/auth` with Next.js. */
  basePath?: string | undefined
  adapter?: AdapterLike | undefined
  session?: Lenient<SessionOptions> | undefined
  jwt?: Lenient<JwtOptions> | undefined
  callbacks?: AuthCallbacks | undefined
  events?: AuthEvents | undefined
  pages?: Lenient<PagesOptions> | undefined
  cookies?: Lenient<CompatCookies> | undefined
  /** Of `Auth` only: the response as data. */
  raw?: typeof raw | undefined
}

type Authorized = (params: never) => Awaitable<unknown>

/** A configuration, or what makes one for each request. */
export type Configured<Config, Given> = Config | ((given: Given) => Awaitable<Config>)

/** What `.build()` of a target returns for a configuration of Auth.js. */
export function buildFrom(target: Target, finish: Finish, config: Configured<AuthConfig, never>): unknown {
  const create = createBuilder(target, finish) as unknown as (given: unknown) => { build(): unknown }
  if (typeof config !== 'function') return create(objectForm(config)).build()
  return create(async (given: never) => objectForm(await config(given))).build()
}

/** The same configuration in the object form of `createAuth`, which checks it. */
function objectForm(config: AuthConfig): object {
  // What a function returned may be anything.
  if (typeof config !== 'object' || config === null) return config
  const { callbacks, cookies, providers, raw: _, ...rest } = config
  return {
    compat: 'authjs',
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    providers: Array.isArray(providers)
      ? providers.map((provider) => withFeature(withRandomIds(provider)))
      : providers,
    ...(callbacks && { callbacks: withTruthiness(callbacks) }),
    ...(cookies && { cookies: ownCookies(cookies, config) }),
  }
}

/** With an `authorized` that lets a request through for any truthy value, as in Auth.js. */
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

/** `authorize` of Auth.js may return a user without an id: each sign-in is then another user. */
function withRandomIds(provider: Provider): unknown {
  if (typeof provider !== 'object' || provider === null || provider.type !== 'credentials') return provider
  // The published function stores what it was given under `options`, above which is an `authorize` that admits none.
  const { options, ...own } = provider as CredentialsConfig & { options?: Partial<CredentialsConfig> }
  const { authorize, ...rest } = { ...own, ...options }
  if (typeof authorize !== 'function') return { ...rest, authorize }
  return {
    ...rest,
    authorize: async (...given: Parameters<typeof authorize>) => identified(await authorize(...given)),
  }
}

function identified(user: User | null | undefined): User | null | undefined {
  // A database may return `null`; the string of it would be one id for all users.
  const { id } = Object(user) as { id?: unknown }
  return user && { ...user, id: id === undefined || id === null ? crypto.randomUUID() : textOf(id) }
}

/** An id as a string, also of an object that stands for one, such as an `ObjectId`. Throws for what is no id: many users would share its text. */
function textOf(id: unknown): string {
  const isText = typeof id === 'string' || typeof id === 'bigint' || Number.isSafeInteger(id)
  if (isText || (typeof id === 'object' && hasOwnText(id))) return String(id)
  throw new CallbackRouteError(
    `authorize() returned a user whose \`id\` is ${typeof id === 'number' ? String(id) : `of type ${typeof id}`}. Return a string or an integer that no other user has, or no id.`,
  )
}

function hasOwnText(id: object | null): boolean {
  return !Array.isArray(id) && Object(id).toString !== Object.prototype.toString
}

/** One cookie, `flow`, is what Auth.js keeps in three, and a fourth has no counterpart. */
function ownCookies(
  { callbackUrl, pkceCodeVerifier, state, nonce, ...cookies }: NonNullable<AuthConfig['cookies']>,
  { logger }: AuthConfig,
): object {
  const flow = state ?? pkceCodeVerifier ?? nonce
  if (callbackUrl) {
    const message =
      '`cookies.callbackUrl` has no effect: where a sign-in leads is stored in its form and its flow. Remove the option.'
    if (logger?.warn) logger.warn('callback-url-cookie', message)
    else console.warn(`[auth][warn][callback-url-cookie] ${message}`)
  }
  return { ...(flow && { flow: flowCookie(flow) }), ...defined(cookies) }
}

/** Its attributes alone: the names of those of Auth.js stand for one value each. */
function flowCookie({ options }: CookieOption): CookieOption {
  return { ...(options && { options }) }
}

function defined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
}
