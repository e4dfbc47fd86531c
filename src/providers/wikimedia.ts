import { defineOAuthProvider } from './kinds/define-provider.js'
import { wikimediaMark } from './kinds/logos.js'

/** The profile of the signed-in user at Wikimedia. @see https://www.mediawiki.org/wiki/Extension:OAuth#Using_OAuth_for_identification */
export interface WikimediaProfile {
  /** The id of the user on all wikis of Wikimedia. */
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

/**
 * Sign-in with Wikimedia.
 *
 * Unconfirmed e-mail addresses are left out.
 *
 * @see https://www.mediawiki.org/wiki/Extension:OAuth#Using_OAuth_for_identification
 */
export const wikimedia = defineOAuthProvider<WikimediaProfile>()({
  id: 'wikimedia',
  name: 'Wikimedia',
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
  // `confirmed_email` is the result of `User::isEmailConfirmed()` of MediaWiki:
  // https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/src/UserStatementProvider.php
  verifiedEmail: ({ email, confirmed_email }) => (confirmed_email === true ? email : null),
  style: { brandColor: '#006699', mark: wikimediaMark },
})
