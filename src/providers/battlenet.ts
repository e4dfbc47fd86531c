import { defineOIDCProvider } from './kinds/define-provider.js'
import { battlenetMark } from './kinds/logos.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'

/** The claims of Battle.net's ID tokens. @see https://develop.battle.net/documentation/guides/using-oauth */
export interface BattleNetProfile extends OpenIDClaims {
  /** The BattleTag with its number, such as `Ana#1234`. */
  battle_tag?: string
}

/**
 * Sign-in with Battle.net.
 *
 * Accounts of mainland China have the issuer `https://oauth.battlenet.com.cn`. Battle.net provides no e-mail
 * address.
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export const battlenet = defineOIDCProvider<BattleNetProfile>()({
  id: 'battlenet',
  name: 'Battle.net',
  issuer: 'https://oauth.battle.net',
  authorization: { params: { scope: 'openid' } },
  profile: ({ sub, battle_tag }) => ({ id: sub, name: battle_tag ?? null, email: null, image: null }),
  style: { brandColor: '#148eff', mark: battlenetMark },
})
