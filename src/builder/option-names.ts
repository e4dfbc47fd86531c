import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { Plugin } from './plugin.js'
import type { SessionSpec, SpecOptions } from './spec.js'

/** The argument of `.options()`. */
export type OptionsInput = SpecOptions & { readonly prefix?: `/${string}` }

/*
 * The names that each step takes. Every key of a type is required, so that none can be forgotten.
 */

type Names<Options> = Record<keyof Options, true>

/** What `.options()` takes. */
export const optionNames: readonly string[] = Object.keys({
  secret: true,
  basePath: true,
  prefix: true,
  appBasePath: true,
  useSecureCookies: true,
  trustHost: true,
  sessionAudience: true,
  redirectProxyUrl: true,
  debug: true,
  logger: true,
  theme: true,
  language: true,
  signOut: true,
  lastUsed: true,
  store: true,
  endSessionsWithStore: true,
  limits: true,
  clientAddress: true,
  providerTokens: true,
  experimental: true,
  compat: true,
  skipCSRFCheck: true,
} satisfies Names<OptionsInput>)

/** What `.session()` takes. */
export const sessionNames: readonly string[] = Object.keys({
  strategy: true,
  maxAge: true,
  updateAge: true,
  absoluteMaxAge: true,
  generateSessionToken: true,
  storeDevice: true,
  maxSessions: true,
  domain: true,
  cookieCache: true,
  refresh: true,
  remember: true,
  endWithIdToken: true,
  sessionStore: true,
  update: true,
} satisfies Names<SessionSpec>)

/** What `.jwt()` takes. */
export const jwtNames: readonly string[] = Object.keys({
  claims: true,
  secret: true,
  maxAge: true,
  encode: true,
  decode: true,
} satisfies Names<JwtOptions>)

/** What `.pages()` takes. */
export const pageNames: readonly string[] = Object.keys({
  signIn: true,
  signOut: true,
  error: true,
  verifyRequest: true,
  signUp: true,
  terms: true,
  privacy: true,
  account: true,
  newUser: true,
} satisfies Names<PagesOptions>)

/** What a plugin may have. */
export const pluginNames: readonly string[] = Object.keys({
  signIn: true,
  jwt: true,
  session: true,
  events: true,
} satisfies Names<Plugin<object, object>>)

/*
 * The fields of a sign-in form, or a call of `signIn`, besides those of the provider. Once for the types and for
 * the checks at run time.
 */

/** The names that a field of a sign-in form cannot have. */
export const reservedFields = ['csrfToken', 'callbackUrl', 'request', 'redirectTo', 'redirect'] as const

export type ReservedField = (typeof reservedFields)[number]
