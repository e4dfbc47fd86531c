import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Eventbrite returns for the signed-in user. @see https://www.eventbrite.com/platform/api#/reference/user/retrieve/retrieve-your-user */
export interface EventbriteProfile {
  id: string
  name: string
  first_name: string
  last_name: string
  emails: readonly { email: string; verified: boolean; primary: boolean }[]
  image_id: string | null
  [field: string]: unknown
}

/** What {@link eventbrite} can be given in place of its defaults. */
export interface EventbriteOptions<Id extends string = 'eventbrite', User = StandardUser>
  extends OAuthOverrides<EventbriteProfile, Id, User> {}

/**
 * Sign-in with Eventbrite. Every option replaces a default, whole fields at a time.
 *
 * An address that is not verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_EVENTBRITE_ID` and `AUTH_EVENTBRITE_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { eventbrite } from 'authwright/providers/eventbrite'
 *
 * export const auth = createAuth().provider(eventbrite()).build()
 * ```
 *
 * @see https://www.eventbrite.com/platform/api#/reference/user/retrieve/retrieve-your-user
 */
export function eventbrite<const Id extends string = 'eventbrite', User extends ProviderUser = StandardUser>(
  options: EventbriteOptions<Id, User> = {},
): OAuthProvider<EventbriteProfile, Id, User> {
  const provider: OAuthProvider<EventbriteProfile, 'eventbrite', StandardUser> = {
    id: 'eventbrite',
    name: 'Eventbrite',
    type: 'oauth',
    authorization: { url: 'https://www.eventbrite.com/oauth/authorize', params: { scope: '' } },
    token: 'https://www.eventbrite.com/oauth/token',
    userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
    // Eventbrite documents no PKCE.
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
    emailVerified: ({ emails }) => verifiedOf(emails) !== undefined,
    style: { brandColor: '#f05537' },
  }
  return withOptions(provider, options)
}

/** The primary address, if it is verified. */
function verifiedOf(emails: EventbriteProfile['emails']): { email: string } | undefined {
  return emails.find(({ primary, verified }) => primary && verified)
}
