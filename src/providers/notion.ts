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
    style: {
      brandColor: '#000000',
      mark: 'M4.459 4.208c.746.606 1.026.56 2.428.466l13.215-.793c.28 0 .047-.28-.046-.326L17.86 1.968c-.42-.326-.981-.7-2.055-.607L3.01 2.295c-.466.046-.56.28-.374.466zm.793 3.08v13.904c0 .747.373 1.027 1.214.98l14.523-.84c.841-.046.935-.56.935-1.167V6.354c0-.606-.233-.933-.748-.887l-15.177.887c-.56.047-.747.327-.747.933zm14.337.745c.093.42 0 .84-.42.888l-.7.14v10.264c-.608.327-1.168.514-1.635.514-.748 0-.935-.234-1.495-.933l-4.577-7.186v6.952L12.21 19s0 .84-1.168.84l-3.222.186c-.093-.186 0-.653.327-.746l.84-.233V9.854L7.822 9.76c-.094-.42.14-1.026.793-1.073l3.456-.233 4.764 7.279v-6.44l-1.215-.139c-.093-.514.28-.887.747-.933zM1.936 1.035l13.31-.98c1.634-.14 2.055-.047 3.082.7l4.249 2.986c.7.513.934.653.934 1.213v16.378c0 1.026-.373 1.634-1.68 1.726l-15.458.934c-.98.047-1.448-.093-1.962-.747l-3.129-4.06c-.56-.747-.793-1.306-.793-1.96V2.667c0-.839.374-1.54 1.447-1.632z',
    },
  }
  return withOptions(provider, options)
}

function ownerOf(tokens: TokenSet): unknown {
  const { owner } = tokens as { owner?: { user?: unknown } }
  if (owner?.user) return owner.user
  throw new Error('The token response of Notion names no user. Make the integration a public one.')
}
