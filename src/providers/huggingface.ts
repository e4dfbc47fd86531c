import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Hugging Face. @see https://huggingface.co/docs/hub/oauth */
export interface HuggingFaceProfile extends OpenIDClaims {
  isPro?: boolean
  /** The organizations that the user granted access to. */
  orgs?: unknown[]
}

/** What {@link huggingface} can be given in place of its defaults. */
export interface HuggingFaceOptions<Id extends string = 'huggingface', User = StandardUser>
  extends OIDCOverrides<HuggingFaceProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with Hugging Face. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_HUGGINGFACE_ID` and `AUTH_HUGGINGFACE_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { huggingface } from 'authwright/providers/huggingface'
 *
 * export const auth = createAuth().provider(huggingface()).build()
 * ```
 *
 * @see https://huggingface.co/docs/hub/oauth
 */
export function huggingface<
  const Id extends string = 'huggingface',
  User extends ProviderUser = StandardUser,
>(options: HuggingFaceOptions<Id, User> = {}): OIDCProvider<HuggingFaceProfile, Id, User> {
  const provider: OIDCProvider<HuggingFaceProfile, 'huggingface', StandardUser> = {
    id: 'huggingface',
    name: 'Hugging Face',
    type: 'oidc',
    issuer: 'https://huggingface.co',
    profile: openIDUser,
    style: { brandColor: '#ffd21e' },
  }
  return withOptions(provider, options)
}
