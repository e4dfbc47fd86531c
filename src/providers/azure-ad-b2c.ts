import { defineOIDCProvider } from './kinds/define-provider.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'

/** The claims of Azure AD B2C's ID tokens; the user flow selects them. @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/tokens-overview */
export interface AzureADB2CProfile extends OpenIDClaims {
  /** The user flow or policy. */
  tfp?: string
  oid?: string
  /** The first element is the e-mail address of the sign-in. */
  emails?: string[]
  /** Absent for local accounts. */
  idp?: string
  /** `true` if the user has just signed up. */
  newUser?: boolean
}

/**
 * Sign-in with Azure AD B2C.
 *
 * The issuer belongs to a user flow: `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`. Select the claims Display
 * Name and Email Addresses in the user flow.
 *
 * ID tokens contain another issuer, which is the same for all user flows of the tenant. The id of an account is `<issuer of the
 * token>|<sub>`, so a user has the same account in every user flow.
 *
 * Microsoft no longer sells Azure AD B2C to new customers. Its successor, Microsoft Entra External ID, is
 * `microsoftEntraId()` with the issuer `https://<tenant id>.ciamlogin.com/<tenant id>/v2.0`.
 *
 * @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect
 */
export const azureAdB2c = defineOIDCProvider<AzureADB2CProfile>()({
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  // Without the client id in the scope, there is no access token.
  authorization: { params: { scope: 'openid {clientId}' } },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  tokenIssuer: '/{tid}/v2.0/',
  profile: ({ sub, name, preferred_username, email, emails }) => ({
    id: sub,
    name: name ?? preferred_username ?? null,
    email: emails?.[0] ?? email ?? null,
    image: null,
  }),
  style: { brandColor: '#0072c6' },
})
