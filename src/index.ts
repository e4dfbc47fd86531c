import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { webAuth } from './web-auth.js'

/**
 * Starts a configuration for any server with web-standard requests and responses.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = createAuth().provider(github()).build()
 * ```
 *
 * @see {@link CreateAuth} for a configuration object, or a function that returns one.
 */
export const createAuth: CreateAuth<'web'> = createBuilder('web', webAuth)

export type {
  AccountKey,
  AccountUpdate,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  AdapterSessionInfo,
  AdapterUser,
  AdapterWith,
  CleanupOptions,
  CleanupResult,
  NewUser,
  PasswordKey,
  VerificationToken,
} from './adapters/contract.js'
export type { Auth, SignInOptions } from './builder/auth.js'
export type { AuthBuilder } from './builder/auth-builder.js'
export type { AuthState } from './builder/auth-state.js'
export { AuthConfigurationError, type ConfigurationProblem } from './builder/configuration-error.js'
export type { CreateAuth } from './builder/create-auth-signature.js'
export type * from './builder/inferred-types.js'
export { definePlugin, type Plugin } from './builder/plugin.js'
export { type ReasonCode, reasons } from './builder/problem-sentences.js'
// Exported with `*`, because `declare module` cannot extend interfaces that are exported by name.
export type * from './builder/register.js'
export type { ProviderFetch } from './builder/tokens-api.js'
// Loads the types that only declaration files of applications refer to.
export type {} from './internal.js'
export {
  type Account,
  type AccountReference,
  type LinkedAccount,
  type LinkResult,
  type LinkStart,
  linkResult,
  type Passkey,
  type RemovalResult,
  type RenameResult,
  type TokenSet,
} from './model/account.js'
export type { Awaitable } from './model/awaitable.js'
export type { Health, HealthOptions } from './model/health.js'
export type { PasswordProblem, PasswordRefusal, PasswordResult } from './model/password.js'
export type { FetchOptions, ProviderTokens, TokensOptions, TokensResult } from './model/provider-tokens.js'
export type { ProviderType } from './model/provider-type.js'
export { type RawResponse, raw } from './model/raw-response.js'
export type {
  DefaultJWT,
  DefaultSession,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  Session,
} from './model/session.js'
export type { SessionInfo } from './model/session-info.js'
export type {
  IdentifiedUser,
  OwnUser,
  OwnUsers,
  Profile,
  ProviderIdentity,
  ProviderSignIn,
  SignInIntent,
  SignUpParams,
  SignUpPolicy,
  User,
} from './model/user.js'
export {
  type AuthOptions,
  type Limit,
  type LimitsOptions,
  type LoggerInstance,
  type ProviderTokensOptions,
  skipCSRFCheck,
} from './options/auth-options.js'
export type { CookieAttributes, CookieOption, CookiesOptions } from './options/cookies-options.js'
export type { Language, LanguageOf, Texts } from './options/language.js'
export type { PagesOptions, Theme } from './options/pages-options.js'
export type { JwtOptions, MaxSessions, SessionOptions, Strategy } from './options/session-options.js'
export type { ProviderStyle } from './providers/kinds/common-provider.js'
export type { CredentialField, CredentialFields, CredentialsProvider } from './providers/kinds/credentials.js'
export { customFetch, type Fetch } from './providers/kinds/custom-fetch.js'
export type { EmailProvider, SignInMail, VerificationRequest } from './providers/kinds/email.js'
export type { OAuthProvider } from './providers/kinds/oauth.js'
export type { OIDCProvider } from './providers/kinds/oidc.js'
export type { OpenIDClaims } from './providers/kinds/openid-claims.js'
export type { OpenIDAuthorizationParams } from './providers/kinds/openid-params.js'
export type { Provider } from './providers/kinds/provider.js'
export type { OAuthOverrides, OIDCOverrides } from './providers/kinds/provider-overrides.js'
export type { WebAuthnProvider } from './providers/kinds/webauthn.js'
export { accountProvider } from './runtime/port.js'
export type {
  ClaimsChange,
  LimitedCount,
  LimitedCounts,
  SessionStore,
  Store,
  StoreCount,
  StoredClaims,
} from './stores/contract.js'
