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
    style: {
      brandColor: '#ff7237',
      mark: 'M15.852 8.981h-4.588V0h4.588c2.476 0 4.49 2.014 4.49 4.49s-2.014 4.491-4.49 4.491zM12.735 7.51h3.117c1.665 0 3.019-1.355 3.019-3.019s-1.355-3.019-3.019-3.019h-3.117V7.51zm0 1.471H8.148c-2.476 0-4.49-2.014-4.49-4.49S5.672 0 8.148 0h4.588v8.981zm-4.587-7.51c-1.665 0-3.019 1.355-3.019 3.019s1.354 3.02 3.019 3.02h3.117V1.471H8.148zm4.587 15.019H8.148c-2.476 0-4.49-2.014-4.49-4.49s2.014-4.49 4.49-4.49h4.588v8.98zM8.148 8.981c-1.665 0-3.019 1.355-3.019 3.019s1.355 3.019 3.019 3.019h3.117V8.981H8.148zM8.172 24c-2.489 0-4.515-2.014-4.515-4.49s2.014-4.49 4.49-4.49h4.588v4.441c0 2.503-2.047 4.539-4.563 4.539zm-.024-7.51a3.023 3.023 0 0 0-3.019 3.019c0 1.665 1.365 3.019 3.044 3.019 1.705 0 3.093-1.376 3.093-3.068v-2.97H8.148zm7.704 0h-.098c-2.476 0-4.49-2.014-4.49-4.49s2.014-4.49 4.49-4.49h.098c2.476 0 4.49 2.014 4.49 4.49s-2.014 4.49-4.49 4.49zm-.097-7.509c-1.665 0-3.019 1.355-3.019 3.019s1.355 3.019 3.019 3.019h.098c1.665 0 3.019-1.355 3.019-3.019s-1.355-3.019-3.019-3.019h-.098z',
    },
  }
  return withOptions(provider, options)
}
