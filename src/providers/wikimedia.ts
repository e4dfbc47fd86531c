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
    style: {
      brandColor: '#006699',
      mark: 'M20.074 3.126C22.486 5.321 24 8.485 24 12c0 6.623-5.377 12-12 12S0 18.623 0 12c0-3.515 1.514-6.679 3.926-8.874l2.265 2.265C4.358 7.005 3.2 9.368 3.2 12c0 4.857 3.943 8.8 8.8 8.8s8.8-3.943 8.8-8.8c0-2.632-1.158-4.995-2.991-6.609zm-3.399 3.399C18.22 7.846 19.2 9.81 19.2 12c0 3.703-2.802 6.757-6.4 7.156V10.4zM11.2 19.156C7.602 18.757 4.8 15.703 4.8 12c0-2.19.98-4.154 2.525-5.475L11.2 10.4zM12 0c2.208 0 4 1.792 4 4s-1.792 4-4 4-4-1.792-4-4 1.792-4 4-4',
    },
  }
  return withOptions(provider, options)
}
