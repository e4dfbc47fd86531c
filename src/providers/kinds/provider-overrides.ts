import type { TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { ProviderStyle } from './common-provider.js'
import type { AuthorizationEndpoint, CommonOAuthSettings } from './oauth.js'
import type { AnyEndpointParams } from './openid-params.js'

/**
 * Objects, such as `token` and `client`, are merged with the default: omitted members keep their defaults. If an endpoint has another
 * `url`, the default functions `request` and `refresh` are removed.
 */
export interface CommonOverrides extends CommonOAuthSettings {
  readonly name?: string | undefined
  readonly style?: ProviderStyle | undefined
  /** @deprecated Not an option: scopes are a parameter of the authorization endpoint. */
  readonly scope?: 'Write authorization: { params: { scope } }'
}

/** Options of a built-in OAuth 2.0 provider. Each replaces a default. */
export interface OAuthOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  /** A URL replaces the default and its parameters. An object is merged with the default: `{ params: { scope } }` keeps the URL. */
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** The id of the provider, used in routes and environment variables. */
  readonly id?: Id | undefined
  /** Converts the profile to a user. Its `id` must never change for the same person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. */
  verifiedEmail?(raw: Raw): string | null | undefined
}

/**
 * Options of a built-in OpenID Connect provider. Each replaces a default.
 *
 * The members of {@link OAuthOverrides} are repeated: extending it would cost the compiler ten more instantiations per provider.
 */
export interface OIDCOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  /** A URL replaces the default and its parameters. An object is merged with the default: `{ params: { scope } }` keeps the URL. */
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** The id of the provider, used in routes and environment variables. */
  readonly id?: Id | undefined
  /** Converts the profile to a user. Its `id` must never change for the same person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. */
  verifiedEmail?(raw: Raw): string | null | undefined
  /**
   * `true` reads the profile from the ID token, and `false` from the UserInfo endpoint. Default: the ID token, with the warning
   * `bare-id-token-<id>` if the token has neither a name nor an e-mail address.
   */
  readonly idToken?: boolean | undefined
}
