import type { TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { AnyEndpointParams } from './authorization-params.js'
import type { ProviderStyle } from './common-provider.js'
import type { AuthorizationEndpoint, CommonOAuthSettings } from './oauth.js'

/** What a built-in OAuth or OpenID Connect provider can be given in place of its defaults. */
export interface OAuthOverrides<Raw, Id extends string, User, Params = AnyEndpointParams>
  extends CommonOAuthSettings {
  readonly authorization?: string | AuthorizationEndpoint<Params> | undefined
  /** Names the provider in routes and environment variables. Give one where a provider is used twice. */
  readonly id?: Id | undefined
  /** The name on the button of the built-in sign-in page. */
  readonly name?: string | undefined
  /** Members that are left out keep their defaults. */
  readonly style?: ProviderStyle | undefined
  /** Turns what the provider says of a person into a user. Its `id` must stay the same for one person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /** Whether the provider says that it verified the user's address. Default: as the provider documents it. */
  emailVerified?(raw: Raw): boolean
}

/** What a built-in OpenID Connect provider can be given in place of its defaults. */
export type OIDCOverrides<Raw, Id extends string, User, Params = AnyEndpointParams> = OAuthOverrides<
  Raw,
  Id,
  User,
  Params
> &
  IdTokenOption

interface IdTokenOption {
  /**
   * `false` takes the profile from the userinfo endpoint, for a provider whose ID tokens hold `sub` alone: without it, name and
   * address are missing there. Default: `true`.
   */
  readonly idToken?: boolean | undefined
}
