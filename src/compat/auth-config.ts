import type { AdapterLike } from '../builder/adapter-facts.js'
import type { AuthOptions } from '../options/auth-options.js'
import type { CookieOption, CookiesOptions } from '../options/cookies-options.js'
import type { JwtOptions } from '../options/jwt-options.js'
import type { raw } from '../options/raw.js'
import type { SessionOptions } from '../options/session-options.js'
import type { AuthCallbacks, AuthEvents } from './callback-types.js'
import type { Provider } from './provider-types.js'

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
  /** Where a sign-in leads is kept in its form and its flow: there is no such cookie, and a warning says so. */
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
