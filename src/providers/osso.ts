import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Osso returns for the signed-in user. @see https://ossoapp.com/docs/oauth/ */
export interface OssoProfile {
  id: string
  email: string
  /** The identity provider of the user. */
  idp?: string
  requested?: { domain?: string | null; email?: string | null }
  [field: string]: unknown
}

/** What {@link osso} can be given in place of its defaults. */
export interface OssoOptions<Id extends string = 'osso', User = StandardUser>
  extends OAuthOverrides<OssoProfile, Id, User> {
  /** The address of the service, with or without a slash at its end. Default: the environment variable `AUTH_OSSO_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Osso. Every option replaces a default, whole fields at a time.
 *
 * SAML single sign-on of an organization. Name it at each sign-in: `signIn('osso', options, { domain: 'acme.example' })`. Osso returns no name.
 *
 * @param options - Default: client id and secret from `AUTH_OSSO_ID` and `AUTH_OSSO_SECRET`, issuer from `AUTH_OSSO_ISSUER`, scope `openid profile email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { osso } from 'authwright/providers/osso'
 *
 * export const auth = createAuth().provider(osso()).build()
 * ```
 *
 * @see https://ossoapp.com/docs/oauth/
 */
export function osso<const Id extends string = 'osso', User extends ProviderUser = StandardUser>(
  options: OssoOptions<Id, User> = {},
): OAuthProvider<OssoProfile, Id, User> {
  const provider: OAuthProvider<OssoProfile, 'osso', StandardUser> = {
    id: 'osso',
    name: 'Osso',
    type: 'oauth',
    authorization: '{issuer}/oauth/authorize',
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/oauth/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, email }) => ({ id, name: null, email: email ?? null, image: null }),
    style: { brandColor: '#4b69e8' },
  }
  return withOptions(provider, options)
}
