import type { TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { AnyEndpointParams } from './authorization-params.js'
import type { ProviderStyle } from './common-provider.js'
import type { AuthorizationEndpoint, CommonOAuthSettings } from './oauth.js'

/** Objects, such as `token`, `userinfo`, `client` and `style`, are merged with the default: omitted members keep their defaults. */
export interface CommonOverrides extends CommonOAuthSettings {
  /** The name on the button of the built-in sign-in page. */
  readonly name?: string | undefined
  readonly style?: ProviderStyle | undefined
  /** @deprecated Not an option: scopes are a parameter of the authorization endpoint. */
  readonly scope?: 'Write authorization: { params: { scope } }'
}

/** Options of a built-in OAuth 2.0 provider. Each replaces a default. */
export interface OAuthOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  /**
   * The authorization endpoint. An object is merged with the default: `{ params: { scope } }` keeps the URL and the other parameters. A URL
   * replaces the default and its parameters.
   */
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** The id of the provider: one segment of the path of its routes, and part of its environment variables. Set it if a provider is used twice. */
  readonly id?: Id | undefined
  /** Converts the profile to a user. Its `id` must never change for the same person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. Default: as the provider documents it. */
  verifiedEmail?(raw: Raw): string | null | undefined
}

/**
 * Options of a built-in OpenID Connect provider. Each replaces a default.
 *
 * The members of {@link OAuthOverrides} are repeated: extending it would cost the compiler ten more instantiations per provider.
 */
export interface OIDCOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOverrides {
  /**
   * The authorization endpoint. An object is merged with the default: `{ params: { scope } }` keeps the URL and the other parameters. A URL
   * replaces the default and its parameters.
   */
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** The id of the provider, used in routes and environment variables. Set it if a provider is used twice. */
  readonly id?: Id | undefined
  /** Converts the profile to a user. Its `id` must never change for the same person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Returns the e-mail address that the provider has verified, or `null`. Default: as the provider documents it. */
  verifiedEmail?(raw: Raw): string | null | undefined
  /** `false` reads the profile from the UserInfo endpoint, for providers whose ID tokens contain only `sub`. Default: `true`. */
  readonly idToken?: boolean | undefined
}
