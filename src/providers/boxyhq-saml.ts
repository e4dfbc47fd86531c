import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What SAML Jackson returns for the signed-in user. @see https://boxyhq.com/docs/jackson/saml-flow */
export interface BoxyHQSAMLProfile {
  /** Identifies the user at the identity provider of one tenant. */
  id: string
  email: string
  firstName?: string
  lastName?: string
  roles?: string[]
  groups?: string[]
  /** The tenant and the product that the sign-in was for. */
  requested?: { tenant?: string; product?: string; [field: string]: unknown }
  raw?: Record<string, unknown>
  [field: string]: unknown
}

/** What {@link boxyhqSaml} can be given in place of its defaults. */
export interface BoxyHQSAMLOptions<Id extends string = 'boxyhq-saml', User = StandardUser>
  extends OAuthOverrides<BoxyHQSAMLProfile, Id, User> {
  /** The address of the service, with or without a slash at its end. Default: the environment variable `AUTH_BOXYHQ_SAML_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with BoxyHQ SAML. Every option replaces a default, whole fields at a time.
 *
 * SAML single sign-on of an organization, by SAML Jackson (now Ory Polis). Name the organization at each sign-in: `signIn('boxyhq-saml', options, { tenant: 'acme', product: 'app' })`, or one for all by `authorization.params`.
 *
 * The id of a user holds tenant and product, so that no identity provider can name a user of another tenant. `email` is what the identity provider of the tenant says.
 *
 * @param options - Default: client id and secret from `AUTH_BOXYHQ_SAML_ID` and `AUTH_BOXYHQ_SAML_SECRET`, issuer from `AUTH_BOXYHQ_SAML_ISSUER`, scope `openid profile email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { boxyhqSaml } from 'authwright/providers/boxyhq-saml'
 *
 * export const auth = createAuth().provider(boxyhqSaml()).build()
 * ```
 *
 * @see https://boxyhq.com/docs/jackson/saml-flow
 */
export function boxyhqSaml<const Id extends string = 'boxyhq-saml', User extends ProviderUser = StandardUser>(
  options: BoxyHQSAMLOptions<Id, User> = {},
): OAuthProvider<BoxyHQSAMLProfile, Id, User> {
  const provider: OAuthProvider<BoxyHQSAMLProfile, 'boxyhq-saml', StandardUser> = {
    id: 'boxyhq-saml',
    name: 'BoxyHQ SAML',
    type: 'oauth',
    // With the scope `openid`, a server without signing keys refuses the request.
    authorization: { url: '{issuer}/api/oauth/authorize', params: { scope: '', provider: 'saml' } },
    token: '{issuer}/api/oauth/token',
    userinfo: '{issuer}/api/oauth/userinfo',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, email, firstName, lastName, requested }) => ({
      id: [requested?.tenant, requested?.product, id].map((part = '') => encodeURIComponent(part)).join('/'),
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      email: email ?? null,
      image: null,
    }),
    style: { brandColor: '#25c2a0' },
  }
  return withOptions(provider, options)
}
