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
    style: {
      brandColor: '#0082c9',
      mark: 'M12.018 6.537c-2.5 0-4.6 1.712-5.241 4.015-.56-1.232-1.793-2.105-3.225-2.105A3.569 3.569 0 0 0 0 12a3.569 3.569 0 0 0 3.552 3.553c1.432 0 2.664-.874 3.224-2.106.641 2.304 2.742 4.016 5.242 4.016 2.487 0 4.576-1.693 5.231-3.977.569 1.21 1.783 2.067 3.198 2.067A3.568 3.568 0 0 0 24 12a3.569 3.569 0 0 0-3.553-3.553c-1.416 0-2.63.858-3.199 2.067-.654-2.284-2.743-3.978-5.23-3.977zm0 2.085c1.878 0 3.378 1.5 3.378 3.378 0 1.878-1.5 3.378-3.378 3.378A3.362 3.362 0 0 1 8.641 12c0-1.878 1.5-3.378 3.377-3.378zm-8.466 1.91c.822 0 1.467.645 1.467 1.468s-.644 1.467-1.467 1.468A1.452 1.452 0 0 1 2.085 12c0-.823.644-1.467 1.467-1.467zm16.895 0c.823 0 1.468.645 1.468 1.468s-.645 1.468-1.468 1.468A1.452 1.452 0 0 1 18.98 12c0-.823.644-1.467 1.467-1.467z',
    },
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
