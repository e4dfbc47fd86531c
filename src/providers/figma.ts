import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import { withTokenType } from './kinds/with-token-type.js'

/** What Figma returns for the signed-in user. @see https://developers.figma.com/docs/rest-api/authentication/ */
export interface FigmaProfile {
  id: string
  handle: string
  email: string
  img_url: string
  [field: string]: unknown
}

/** What {@link figma} can be given in place of its defaults. */
export interface FigmaOptions<Id extends string = 'figma', User = StandardUser>
  extends OAuthOverrides<FigmaProfile, Id, User> {}

/**
 * Sign-in with Figma. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_FIGMA_ID` and `AUTH_FIGMA_SECRET`, scope `current_user:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { figma } from 'authwright/providers/figma'
 *
 * export const auth = createAuth().provider(figma()).build()
 * ```
 *
 * @see https://developers.figma.com/docs/rest-api/authentication/
 */
export function figma<const Id extends string = 'figma', User extends ProviderUser = StandardUser>(
  options: FigmaOptions<Id, User> = {},
): OAuthProvider<FigmaProfile, Id, User> {
  const provider: OAuthProvider<FigmaProfile, 'figma', StandardUser> = {
    id: 'figma',
    name: 'Figma',
    type: 'oauth',
    authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'current_user:read' } },
    token: { url: 'https://api.figma.com/v1/oauth/token', conform: withTokenType },
    userinfo: 'https://api.figma.com/v1/me',
    profile: ({ id, handle, email, img_url }) => ({ id, name: handle, email, image: img_url }),
    style: { brandColor: '#ff7237' },
  }
  return withOptions(provider, options)
}
