import type { TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { AnyEndpointParams } from './authorization-params.js'
import type { ProviderStyle } from './common-provider.js'
import type { AuthorizationEndpoint, CommonOAuthSettings } from './oauth.js'

/** The options of built-in providers that do not depend on the provider. */
export interface CommonOverrides extends CommonOAuthSettings {
  /** The name on the button of the built-in sign-in page. */
  readonly name?: string | undefined
  /** Members that are left out keep their defaults. */
  readonly style?: ProviderStyle | undefined
}

/** The options of a built-in OAuth 2 provider. Each replaces a default. */
export interface OAuthOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** Names the provider in routes and environment variables. Give one where a provider is used twice. */
  readonly id?: Id | undefined
  /** Turns the profile into a user. Its `id` must stay the same for one person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. Default: as the provider documents it. */
  verifiedEmail?(raw: Raw): string | null | undefined
}

/**
 * The options of a built-in OpenID Connect provider. Each replaces a default.
 *
 * Those of OAuth 2 are repeated: as an interface that extends {@link OAuthOverrides}, it costs a compiler ten instantiations more for each provider.
 */
export interface OIDCOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** Names the provider in routes and environment variables. Give one where a provider is used twice. */
  readonly id?: Id | undefined
  /** Turns the profile into a user. Its `id` must stay the same for one person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. Default: as the provider documents it. */
  verifiedEmail?(raw: Raw): string | null | undefined
  /**
   * `false` takes the profile from the UserInfo endpoint, for a provider whose ID tokens contain only `sub` and lack name and
   * e-mail address. Default: `true`.
   */
  readonly idToken?: boolean | undefined
}
