import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'

/** The profile of the signed-in user at SAML Jackson. @see https://boxyhq.com/docs/jackson/saml-flow */
export interface BoxyHQSAMLProfile {
  id: string
  email: string
  firstName?: string
  lastName?: string
  roles?: string[]
  groups?: string[]
  requested?: { tenant?: string; product?: string; [field: string]: unknown }
  raw?: Record<string, unknown>
  [field: string]: unknown
}

/**
 * Sign-in with BoxyHQ SAML.
 *
 * Single sign-on of organizations with SAML, by SAML Jackson (now Ory Polis). Name the organization at each
 * sign-in: `signIn('boxyhq-saml', options, { tenant: 'acme', product: 'app' })`, or set one organization for all sign-ins in
 * `authorization.params`. The issuer is the URL of the service.
 *
 * The id of a user contains the tenant and the product, so that an identity provider cannot sign in as a user of another tenant. The
 * identity provider can set `email` to any value, so `email` does not count as verified.
 *
 * @see https://boxyhq.com/docs/jackson/saml-flow
 */
export const boxyhqSaml = defineOAuthProvider<BoxyHQSAMLProfile>()({
  id: 'boxyhq-saml',
  name: 'BoxyHQ SAML',
  // With the scope `openid`, a server without signing keys refuses the request.
  authorization: { url: '{issuer}/api/oauth/authorize', params: { scope: '', provider: 'saml' } },
  token: '{issuer}/api/oauth/token',
  userinfo: '{issuer}/api/oauth/userinfo',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile({ id, email, firstName, lastName, requested }) {
    if (!requested?.tenant || !requested.product)
      throw new Error(
        'The profile has no tenant or no product. Without them, the user could belong to another tenant.',
      )
    // Without an `id`, all users of the organization would be one user.
    if (!id) throw new Error('The profile has no `id`.')
    return {
      id: [requested.tenant, requested.product, id].map(encodeURIComponent).join('/'),
      name: fullName(firstName, lastName),
      email: email ?? null,
      image: null,
    }
  },
  style: { brandColor: '#25c2a0' },
})
