/*
 * Types that the compiler refers to in declarations of applications, such as the type of `const auth = createAuth().build()`. Applications
 * import nothing from here.
 */

export type * from './adapters/contract.js'
export type * from './builder/accounts-api.js'
export type { AnyAdapter, OwnUsersFacts, StoredUser, UntypedColumns } from './builder/adapter-types.js'
export type * from './builder/auth.js'
export type { AuthBuilder } from './builder/auth-builder.js'
export type { TenantSpec } from './builder/auth-spec.js'
export type * from './builder/auth-state.js'
export type { AuthTypes, BuiltTypes } from './builder/auth-types.js'
export type * from './builder/build-results.js'
export type * from './builder/callback-params.js'
export type { AuthorizedParams } from './builder/callback-types.js'
export type { ConfigurationProblem } from './builder/configuration-error.js'
export type * from './builder/create-auth-signature.js'
export type * from './builder/event-types.js'
export type * from './builder/inferred-types.js'
export type * from './builder/passwords-api.js'
export type * from './builder/plugin.js'
export type { Reason, ReasonCode } from './builder/problem-sentences.js'
export type * from './builder/provider-facts.js'
export type * from './builder/register.js'
export type * from './builder/registered-types.js'
export type {
  BaseSession,
  BaseSessionUser,
  BaseToken,
  Hint,
  Hinted,
  Merged,
  SessionLike,
  ThroughJson,
} from './builder/session-types.js'
export type * from './builder/sessions-api.js'
export type * from './builder/tokens-api.js'
export type * from './builder/type-rules/build-problem.js'
export type { CallbackProblem } from './builder/type-rules/check-callbacks.js'
export type { Absent } from './builder/type-rules/check-provider.js'
export type { AuthConfigError } from './builder/type-rules/error-message-types.js'
export type * from './frameworks/instance-names.js'
export type {
  Account,
  AccountReference,
  AuthorizationDetails,
  LinkedAccount,
  LinkResult,
  LinkStart,
  Passkey,
  QueryInput,
  RemovalFailure,
  RemovalResult,
  RenameResult,
  TokenSet,
} from './model/account.js'
export type { Awaitable } from './model/awaitable.js'
export type { Health, HealthOptions, PartHealth } from './model/health.js'
export type * from './model/password.js'
export type * from './model/provider-tokens.js'
export type { ProviderType } from './model/provider-type.js'
export type { RawCookie, RawResponse } from './model/raw-response.js'
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
export type {
  AuthOptions,
  Limit,
  LimitsOptions,
  LoggerInstance,
  ProviderTokensOptions,
} from './options/auth-options.js'
export type { CookieAttributes, CookieOption, CookiesOptions } from './options/cookies-options.js'
export type {
  CompleteLanguage,
  FormTexts,
  Language,
  LanguageOf,
  LanguageRequest,
  SiteTexts,
  TextKey,
  Texts,
} from './options/language.js'
export type { PagesOptions, Theme } from './options/pages-options.js'
export type { JwtOptions, MaxSessions, SessionOptions, Strategy } from './options/session-options.js'
export type * from './providers/kinds/common-provider.js'
export type * from './providers/kinds/credentials.js'
export type { Fetch } from './providers/kinds/custom-fetch.js'
export type * from './providers/kinds/email.js'
export type * from './providers/kinds/oauth.js'
export type * from './providers/kinds/oidc.js'
export type { OpenIDClaims } from './providers/kinds/openid-claims.js'
export type * from './providers/kinds/openid-params.js'
export type { Provider } from './providers/kinds/provider.js'
export type { AnyProviderId } from './providers/kinds/provider-id.js'
export type { CommonOverrides, OAuthOverrides, OIDCOverrides } from './providers/kinds/provider-overrides.js'
export type { ProviderUser } from './providers/kinds/provider-user.js'
export type * from './providers/kinds/simple-webauthn.js'
export type { StandardUser } from './providers/kinds/standard-user.js'
export type { UserVerification } from './providers/kinds/user-verification.js'
export type * from './providers/kinds/webauthn.js'

export type * from './stores/contract.js'
