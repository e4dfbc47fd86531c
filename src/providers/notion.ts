import type { TokenSet } from '../model/account.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Notion returns for the signed-in user. @see https://developers.notion.com/docs/authorization */
export interface NotionProfile {
  object: 'user'
  id: string
  type?: 'person'
  name: string | null
  avatar_url: string | null
  person?: { email?: string }
  [field: string]: unknown
}

/** What {@link notion} can be given in place of its defaults. */
export interface NotionOptions<Id extends string = 'notion', User = StandardUser>
  extends OAuthOverrides<NotionProfile, Id, User> {}

/**
 * Sign-in with Notion. Every option replaces a default, whole fields at a time.
 *
 * The integration must be a public one, with the capability to read user information including e-mail addresses.
 *
 * @param options - Default: client id and secret from `AUTH_NOTION_ID` and `AUTH_NOTION_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { notion } from 'authwright/providers/notion'
 *
 * export const auth = createAuth().provider(notion()).build()
 * ```
 *
 * @see https://developers.notion.com/docs/authorization
 */
export function notion<const Id extends string = 'notion', User extends ProviderUser = StandardUser>(
  options: NotionOptions<Id, User> = {},
): OAuthProvider<NotionProfile, Id, User> {
  const provider: OAuthProvider<NotionProfile, 'notion', StandardUser> = {
    id: 'notion',
    name: 'Notion',
    type: 'oauth',
    authorization: { url: 'https://api.notion.com/v1/oauth/authorize', params: { scope: '', owner: 'user' } },
    token: 'https://api.notion.com/v1/oauth/token',
    userinfo: {
      url: 'https://api.notion.com/v1/users/me',
      // The token response names the user who authorized the integration.
      request: ({ tokens }) => ownerOf(tokens),
    },
    // Notion documents no PKCE.
    checks: ['state'],
    profile: ({ id, name, avatar_url, person }) => ({
      id,
      name,
      email: person?.email ?? null,
      image: avatar_url,
    }),
    style: { brandColor: '#000000' },
  }
  return withOptions(provider, options)
}

function ownerOf(tokens: TokenSet): unknown {
  const { owner } = tokens as { owner?: { user?: unknown } }
  if (owner?.user) return owner.user
  throw new Error('The token response of Notion names no user. Make the integration a public one.')
}
