import type { Auth as WebAuth } from './builder/auth.js'
import type { AuthSpec, LazySpec } from './builder/auth-spec.js'
import type { AuthTypes } from './builder/auth-types.js'
import { type AuthConfig, buildFrom } from './compat/auth-config.js'
import { type RawResponse, raw } from './model/raw-response.js'
import { processStore } from './runtime/port.js'
import { webAuth } from './web-auth.js'

/** Stores the instance that was built from a configuration object. */
const built: unique symbol = Symbol('authwright.built')

/** Returns the response as data, and throws the error of a failed request. */
export async function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<RawResponse>
/**
 * Handles a request with a configuration of Auth.js. It shares sessions with Auth.js (`compat: 'authjs'`). Pass the same object each time,
 * because every new object is checked again.
 *
 * @throws AuthConfigurationError if the configuration breaks a rule.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'authwright/compat'
 * import GitHub from 'authwright/compat/providers/github'
 *
 * const config: AuthConfig = { providers: [GitHub] }
 *
 * export const handle = (request: Request): Promise<Response> => Auth(request, config)
 * ```
 *
 * @see https://authjs.dev/reference/core
 */
export async function Auth(request: Request, config: Omit<AuthConfig, 'raw'>): Promise<Response>
export async function Auth(
  request: Request,
  config: AuthConfig & { [built]?: WebAuth<AuthTypes> },
): Promise<Response | RawResponse> {
  const { handler } = config[built] ?? build(config)
  return config.raw === raw ? handler(request, raw) : handler(request)
}

function build(config: AuthConfig): WebAuth<AuthTypes> {
  // Many applications create the configuration inside the call, so each request has a new object. All objects therefore share the store of
  // the process.
  const finish = (spec: AuthSpec | LazySpec): WebAuth<AuthTypes> => webAuth(spec, { memory: processStore })
  const auth = buildFrom('web', finish, config) as WebAuth<AuthTypes>
  // The property is not enumerable, so a copy of the configuration does not have it.
  if (Object.isExtensible(config)) Object.defineProperty(config, built, { value: auth })
  return auth
}

export type {
  AccountKey,
  AccountUpdate,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  VerificationToken,
} from './adapters/contract.js'
export type { PublicProvider } from './client/client.js'
export type { AuthConfig, CompatCookies, Configured, Lenient, PagesOptions } from './compat/auth-config.js'
export type * from './compat/callback-types.js'
export { type AuthAction, createActionURL, isAuthAction, setEnvDefaults } from './compat/integration.js'
export type {
  Account,
  AdapterAccountType,
  AdapterUser,
  CompatTypes,
  DefaultUser,
  ISODateString,
  JWT,
  SessionData,
  SessionStrategy,
} from './compat/models.js'
export type * from './compat/provider-types.js'
export type {} from './index.js'
export type { AuthorizationDetails, TokenSet } from './model/account.js'
export type { Awaitable } from './model/awaitable.js'
export type { ProviderType } from './model/provider-type.js'
export { raw } from './model/raw-response.js'
export type { DefaultSession, JWTDecodeParams, JWTEncodeParams, Session } from './model/session.js'
export type { IdentifiedUser, Profile, User } from './model/user.js'
export { type LoggerInstance, skipCSRFCheck } from './options/auth-options.js'
export type { CookieOption, CookiesOptions } from './options/cookies-options.js'
export type { Theme } from './options/pages-options.js'
export type { JwtOptions as JWTOptions } from './options/session-options.js'
export { customFetch } from './providers/kinds/custom-fetch.js'
