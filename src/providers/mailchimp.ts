import { defineOAuthProvider } from './kinds/define-provider.js'
import { mailchimpMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'
import { withTokenType } from './kinds/with-token-type.js'

/** The profile of the signed-in user at Mailchimp. @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
export interface MailchimpProfile {
  dc: string
  role: string
  accountname: string
  user_id: number
  login: {
    login_id: number
    login_name: string
    email: string
    avatar?: string | null
    [field: string]: unknown
  }
  login_url: string
  api_endpoint: string
  [field: string]: unknown
}

const metadata = 'https://login.mailchimp.com/oauth2/metadata'

/**
 * Sign-in with Mailchimp.
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 */
export const mailchimp = defineOAuthProvider<MailchimpProfile>()({
  id: 'mailchimp',
  name: 'Mailchimp',
  authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', params: { scope: '' } },
  token: { url: 'https://login.mailchimp.com/oauth2/token', conform: withTokenType },
  userinfo: {
    url: metadata,
    request: ({ tokens, fetch }) => {
      const fetchJson = profileFetcher('Mailchimp', tokens, fetch)
      return fetchJson(metadata, { headers: { authorization: `OAuth ${tokens.access_token}` } })
    },
  },
  // Mailchimp does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ accountname, login: { login_id, email, avatar } }) => ({
    id: login_id.toString(),
    name: accountname,
    email,
    image: avatar ?? null,
  }),
  style: { brandColor: '#ffe01b', mark: mailchimpMark },
})
