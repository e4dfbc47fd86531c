import type { TokenSet } from '../model/account.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { notionMark } from './kinds/logos.js'

/** The profile of the signed-in user at Notion. @see https://developers.notion.com/docs/authorization */
export interface NotionProfile {
  object: 'user'
  id: string
  type?: 'person'
  name: string | null
  avatar_url: string | null
  person?: { email?: string }
  [field: string]: unknown
}

/**
 * Sign-in with Notion.
 *
 * The integration must be public, with the capability to read user information including e-mail addresses.
 *
 * @see https://developers.notion.com/docs/authorization
 */
export const notion = defineOAuthProvider<NotionProfile>()({
  id: 'notion',
  name: 'Notion',
  authorization: { url: 'https://api.notion.com/v1/oauth/authorize', params: { scope: '', owner: 'user' } },
  token: 'https://api.notion.com/v1/oauth/token',
  userinfo: {
    url: 'https://api.notion.com/v1/users/me',
    // The token response names the user who authorized the integration.
    request: ({ tokens }) => ownerOf(tokens),
  },
  // Notion does not document PKCE.
  checks: ['state'],
  profile: ({ id, name, avatar_url, person }) => ({
    id,
    name,
    email: person?.email ?? null,
    image: avatar_url,
  }),
  style: { brandColor: '#000000', mark: notionMark },
})

function ownerOf(tokens: TokenSet): unknown {
  const { owner } = tokens as { owner?: { user?: unknown } }
  if (owner?.user) return owner.user
  throw new Error('The token response of Notion contains no user. Change the integration to a public one.')
}
