import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at Eventbrite. @see https://www.eventbrite.com/platform/api#/reference/user/retrieve/retrieve-your-user */
export interface EventbriteProfile {
  id: string
  name: string
  first_name: string
  last_name: string
  emails?: readonly { email: string; verified: boolean; primary: boolean }[]
  image_id: string | null
  [field: string]: unknown
}

/**
 * Sign-in with Eventbrite.
 *
 * Unverified e-mail addresses are left out.
 *
 * @see https://www.eventbrite.com/platform/api#/reference/user/retrieve/retrieve-your-user
 */
export const eventbrite = defineOAuthProvider<EventbriteProfile>()({
  id: 'eventbrite',
  name: 'Eventbrite',
  authorization: { url: 'https://www.eventbrite.com/oauth/authorize', params: { scope: '' } },
  token: 'https://www.eventbrite.com/oauth/token',
  userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
  // Eventbrite does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, emails, image_id }) => ({
    id,
    name,
    email: verifiedOf(emails)?.email ?? null,
    image: image_id
      ? `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${image_id}%2F1%2Foriginal.jpg`
      : null,
  }),
  verifiedEmail: ({ emails }) => verifiedOf(emails)?.email,
  style: { brandColor: '#f05537' },
})

function verifiedOf(emails: EventbriteProfile['emails']): { email: string } | undefined {
  return emails?.find(({ primary, verified }) => primary && verified)
}
