import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What a Nextcloud server returns for the signed-in user. @see https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html */
export interface NextcloudProfile {
  id: string
  displayname?: string
  'display-name'?: string
  email?: string | null
  /** The address of the avatar, which Authwright adds. */
  avatar: string
  groups?: string[]
  language?: string
  [field: string]: unknown
}

/** What {@link nextcloud} can be given in place of its defaults. */
export interface NextcloudOptions<Id extends string = 'nextcloud', User = StandardUser>
  extends OAuthOverrides<NextcloudProfile, Id, User> {
  /** The address of the server, with or without a slash at its end. Default: the environment variable `AUTH_NEXTCLOUD_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Nextcloud. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_NEXTCLOUD_ID` and `AUTH_NEXTCLOUD_SECRET`, issuer from `AUTH_NEXTCLOUD_ISSUER`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { nextcloud } from 'authwright/providers/nextcloud'
 *
 * export const auth = createAuth().provider(nextcloud()).build()
 * ```
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export function nextcloud<const Id extends string = 'nextcloud', User extends ProviderUser = StandardUser>(
  options: NextcloudOptions<Id, User> = {},
): OAuthProvider<NextcloudProfile, Id, User> {
  const provider: OAuthProvider<NextcloudProfile, 'nextcloud', StandardUser> = {
    id: 'nextcloud',
    name: 'Nextcloud',
    type: 'oauth',
    authorization: { url: '{issuer}/apps/oauth2/authorize', params: { scope: '' } },
    token: '{issuer}/apps/oauth2/api/v1/token',
    userinfo: {
      url: '{issuer}/ocs/v2.php/cloud/user',
      request: ({ tokens, provider: { issuer = '' }, fetch }) =>
        fetchUser(issuer.replace(/\/+$/, ''), fetchProfileJson('Nextcloud', tokens, fetch)),
    },
    // Nextcloud documents no PKCE.
    checks: ['state'],
    profile: ({ id, displayname, 'display-name': display, email, avatar }) => ({
      id,
      name: displayname ?? display ?? id,
      email: email || null,
      image: avatar,
    }),
    style: { brandColor: '#0082c9' },
  }
  return withOptions(provider, options)
}

/** The user, with the address of their avatar. */
async function fetchUser(
  issuer: string,
  fetchJson: ReturnType<typeof fetchProfileJson>,
): Promise<NextcloudProfile> {
  const headers = { 'OCS-APIRequest': 'true' }
  const { ocs } = (await fetchJson(`${issuer}/ocs/v2.php/cloud/user?format=json`, { headers })) as {
    ocs: { data: Omit<NextcloudProfile, 'avatar'> & { id: string } }
  }
  return { ...ocs.data, avatar: `${issuer}/avatar/${encodeURIComponent(ocs.data.id)}/512` }
}
