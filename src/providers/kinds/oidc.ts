import type { Profile } from '../../model/profile.js'
import type { IdentifiedUser } from '../../model/user.js'
import type { OAuthProviderFields } from './oauth.js'
import type { ProviderId } from './provider-id.js'

/** An OpenID Connect provider: who somebody is comes from its ID token. */
export interface OIDCProvider<
  out Raw = Profile,
  out Id extends string = ProviderId,
  out User = IdentifiedUser,
> extends OAuthProviderFields<Raw, Id, User> {
  readonly type: 'oidc'
  /**
   * `false` takes the profile from the userinfo endpoint, for a provider whose ID tokens hold `sub` alone: without it, name and
   * address are missing there. Default: `true`.
   */
  readonly idToken?: boolean | undefined
}
