import type { TokenSet } from '../model/account.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What EVE Online returns for the signed-in user. @see https://developers.eveonline.com/docs/services/sso/ */
export interface EveOnlineProfile {
  /** `CHARACTER:EVE:<character id>`. */
  sub: string
  /** The name of the character. */
  name: string
  /** Changes when the character changes hands. */
  owner: string
  scp?: string | readonly string[]
  [field: string]: unknown
}

/** What {@link eveonline} can be given in place of its defaults. */
export interface EveOnlineOptions<Id extends string = 'eveonline', User = StandardUser>
  extends OAuthOverrides<EveOnlineProfile, Id, User> {}

/**
 * Sign-in with EVE Online. Every option replaces a default, whole fields at a time.
 *
 * A user is a character. EVE Online gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_EVEONLINE_ID` and `AUTH_EVEONLINE_SECRET`, scope `publicData`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { eveonline } from 'authwright/providers/eveonline'
 *
 * export const auth = createAuth().provider(eveonline()).build()
 * ```
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export function eveonline<const Id extends string = 'eveonline', User extends ProviderUser = StandardUser>(
  options: EveOnlineOptions<Id, User> = {},
): OAuthProvider<EveOnlineProfile, Id, User> {
  const provider: OAuthProvider<EveOnlineProfile, 'eveonline', StandardUser> = {
    id: 'eveonline',
    name: 'EVE Online',
    type: 'oauth',
    authorization: { url: `${sso}/authorize`, params: { scope: 'publicData' } },
    token: `${sso}/token`,
    // The access token is a JWT with the character, received from the token endpoint over TLS.
    userinfo: { url: 'https://login.eveonline.com', request: async ({ tokens }) => claimsOf(tokens) },
    // EVE Online documents PKCE for applications without a secret only.
    checks: ['state'],
    profile: ({ sub, name }) => {
      const id = sub.replace(/^CHARACTER:EVE:/, '')
      return { id, name, email: null, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
    },
    style: { brandColor: '#000000' },
  }
  return withOptions(provider, options)
}

const sso = 'https://login.eveonline.com/v2/oauth'

/** @see https://www.rfc-editor.org/rfc/rfc7519.html#section-3 */
function claimsOf({ access_token = '' }: TokenSet): unknown {
  const [, payload = ''] = access_token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}
