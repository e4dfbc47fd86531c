import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { SessionSpec, SpecOptions } from './auth-spec.js'
import type { Plugin } from './plugin.js'

export type OptionsInput = SpecOptions & { readonly prefix?: `/${string}` }

/* TypeScript requires every key of a type, so no option can be forgotten. */

type Names<Options> = Record<keyof Options, true>

export const optionNames: readonly string[] = /* @__PURE__ */ Object.keys({
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

export const sessionNames: readonly string[] = /* @__PURE__ */ Object.keys({
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

export const jwtNames: readonly string[] = /* @__PURE__ */ Object.keys({
  claims: true,
  secret: true,
  maxAge: true,
  encode: true,
  decode: true,
} satisfies Names<JwtOptions>)

export const pageNames: readonly string[] = /* @__PURE__ */ Object.keys({
  signIn: true,
  signOut: true,
  error: true,
  verifyRequest: true,
  signUp: true,
  finishSignUp: true,
  resetPassword: true,
  terms: true,
  privacy: true,
  account: true,
  newUser: true,
} satisfies Names<PagesOptions>)

export const pluginNames: readonly string[] = /* @__PURE__ */ Object.keys({
  signIn: true,
  jwt: true,
  session: true,
  events: true,
} satisfies Names<Plugin<object, object>>)

/*
 * Names of fields that providers cannot use, because a sign-in form or a `signIn` call has other fields with these
 * names.
 */

export const reservedFields = ['csrfToken', 'callbackUrl', 'request', 'redirectTo', 'redirect'] as const

export type ReservedField = (typeof reservedFields)[number]

/** Parameters of the sign-up forms, and columns that the sign-up sets itself. */
export const reservedSignUpFields = [
  'csrfToken',
  'callbackUrl',
  'page',
  'action',
  'token',
  'email',
  'newPassword',
  'remember',
  'id',
  'emailVerified',
] as const

export type ReservedSignUpField = (typeof reservedSignUpFields)[number]
