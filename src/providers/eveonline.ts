import type { TokenSet } from '../model/account.js'
import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at EVE Online. @see https://developers.eveonline.com/docs/services/sso/ */
export interface EveOnlineProfile {
  /** `CHARACTER:EVE:<character id>`. */
  sub: string
  name: string
  /** Changes when the character is transferred to another account. */
  owner: string
  /** A string for one scope, an array for several. */
  scp?: string | readonly string[]
  [field: string]: unknown
}

const sso = 'https://login.eveonline.com/v2/oauth'

/**
 * Sign-in with EVE Online.
 *
 * A user is a character. A character can be transferred to another account, whose owner then signs in as the same
 * user. The claim `owner` of the profile changes with the transfer. EVE Online provides no e-mail address.
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export const eveonline = defineOAuthProvider<EveOnlineProfile>()({
  id: 'eveonline',
  name: 'EVE Online',
  authorization: { url: `${sso}/authorize`, params: { scope: 'publicData' } },
  token: `${sso}/token`,
  // The access token is a JWT that names the character. Its signature is not verified, because the token comes from the
  // token endpoint over TLS.
  userinfo: { url: 'https://login.eveonline.com', request: async ({ tokens }) => claimsOf(tokens) },
  // EVE Online documents PKCE for applications without a secret only.
  checks: ['state'],
  profile: ({ sub, name }) => {
    const id = sub.replace(/^CHARACTER:EVE:/, '')
    return { id, name, email: null, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
  },
  style: { brandColor: '#000000' },
})

/** @see https://www.rfc-editor.org/rfc/rfc7519.html#section-3 */
function claimsOf({ access_token = '' }: TokenSet): unknown {
  const [, payload = ''] = access_token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}
