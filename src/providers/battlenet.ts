import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Battle.net. @see https://develop.battle.net/documentation/guides/using-oauth */
export interface BattleNetProfile extends OpenIDClaims {
  /** The BattleTag with its number, such as `Ana#1234`. */
  battle_tag?: string
}

/** What {@link battlenet} can be given in place of its defaults. */
export interface BattleNetOptions<Id extends string = 'battlenet', User = StandardUser>
  extends OIDCOverrides<BattleNetProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with Battle.net. Every option replaces a default, whole fields at a time.
 *
 * Accounts of mainland China have the issuer `https://oauth.battlenet.com.cn`. Battle.net gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_BATTLENET_ID` and `AUTH_BATTLENET_SECRET`, scope
 * `openid`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { battlenet } from 'authwright/providers/battlenet'
 *
 * export const auth = createAuth().provider(battlenet()).build()
 * ```
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export function battlenet<const Id extends string = 'battlenet', User extends ProviderUser = StandardUser>(
  options: BattleNetOptions<Id, User> = {},
): OIDCProvider<BattleNetProfile, Id, User> {
  const provider: OIDCProvider<BattleNetProfile, 'battlenet', StandardUser> = {
    id: 'battlenet',
    name: 'Battle.net',
    type: 'oidc',
    issuer: 'https://oauth.battle.net',
    authorization: { params: { scope: 'openid' } },
    profile: ({ sub, battle_tag }) => ({ id: sub, name: battle_tag ?? null, email: null, image: null }),
    style: { brandColor: '#148eff' },
  }
  return withOptions(provider, options)
}
