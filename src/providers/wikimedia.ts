import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Wikimedia returns for the signed-in user. @see https://www.mediawiki.org/wiki/Extension:OAuth#Using_OAuth_for_identification */
export interface WikimediaProfile {
  sub: string
  username: string
  realname?: string
  email?: string
  confirmed_email?: boolean
  editcount: number
  registered?: string
  blocked: boolean
  groups: string[]
  rights: string[]
  grants: string[]
  [field: string]: unknown
}

/** What {@link wikimedia} can be given in place of its defaults. */
export interface WikimediaOptions<Id extends string = 'wikimedia', User = StandardUser>
  extends OAuthOverrides<WikimediaProfile, Id, User> {}

/**
 * Sign-in with Wikimedia. Every option replaces a default, whole fields at a time.
 *
 * An address that is not confirmed counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_WIKIMEDIA_ID` and `AUTH_WIKIMEDIA_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { wikimedia } from 'authwright/providers/wikimedia'
 *
 * export const auth = createAuth().provider(wikimedia()).build()
 * ```
 *
 * @see https://www.mediawiki.org/wiki/Extension:OAuth#Using_OAuth_for_identification
 */
export function wikimedia<const Id extends string = 'wikimedia', User extends ProviderUser = StandardUser>(
  options: WikimediaOptions<Id, User> = {},
): OAuthProvider<WikimediaProfile, Id, User> {
  const provider: OAuthProvider<WikimediaProfile, 'wikimedia', StandardUser> = {
    id: 'wikimedia',
    name: 'Wikimedia',
    type: 'oauth',
    authorization: {
      url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
      params: { scope: '' },
    },
    token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ sub, username, email, confirmed_email }) => ({
      id: sub.toString(),
      name: username,
      email: confirmed_email ? (email ?? null) : null,
      image: null,
    }),
    // `User::isEmailConfirmed()` of MediaWiki: https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/src/UserStatementProvider.php
    emailVerified: ({ confirmed_email }) => confirmed_email === true,
    style: { brandColor: '#006699' },
  }
  return withOptions(provider, options)
}
