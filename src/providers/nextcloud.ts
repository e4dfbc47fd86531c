import { defineOAuthProvider } from './kinds/define-provider.js'
import { nextcloudMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at a Nextcloud server. @see https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html */
export interface NextcloudProfile {
  /** The id of the user, which never changes. */
  id: string
  displayname?: string
  /** The earlier key of `displayname`. */
  'display-name'?: string
  email?: string | null
  /** Authwright adds this URL. */
  avatar: string
  groups?: string[]
  language?: string
  [field: string]: unknown
}

/**
 * Sign-in with Nextcloud.
 *
 * The issuer is the URL of the server.
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export const nextcloud = defineOAuthProvider<NextcloudProfile>()({
  id: 'nextcloud',
  name: 'Nextcloud',
  authorization: { url: '{issuer}/apps/oauth2/authorize', params: { scope: '' } },
  token: '{issuer}/apps/oauth2/api/v1/token',
  userinfo: {
    url: '{issuer}/ocs/v2.php/cloud/user',
    request: ({ tokens, provider: { issuer = '' }, fetch }) =>
      fetchUser(issuer.replace(/\/+$/, ''), profileFetcher('Nextcloud', tokens, fetch)),
  },
  // Nextcloud does not document PKCE.
  checks: ['state'],
  profile: ({ id, displayname, 'display-name': display, email, avatar }) => ({
    id,
    name: displayname ?? display ?? id,
    email: email || null,
    image: avatar,
  }),
  style: { brandColor: '#0082c9', mark: nextcloudMark },
})

async function fetchUser(
  issuer: string,
  fetchJson: ReturnType<typeof profileFetcher>,
): Promise<NextcloudProfile> {
  const headers = { 'OCS-APIRequest': 'true' }
  const { ocs } = (await fetchJson(`${issuer}/ocs/v2.php/cloud/user?format=json`, { headers })) as {
    ocs: { data: Omit<NextcloudProfile, 'avatar'> & { id: string } }
  }
  return { ...ocs.data, avatar: `${issuer}/avatar/${encodeURIComponent(ocs.data.id)}/512` }
}
