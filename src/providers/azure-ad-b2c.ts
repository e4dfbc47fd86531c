import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Azure AD B2C; the user flow selects them. @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/tokens-overview */
export interface AzureADB2CProfile extends OpenIDClaims {
  /** The user flow or policy. */
  tfp?: string
  oid?: string
  /** The addresses, the first of which is the one of the sign-in. */
  emails?: string[]
  idp?: string
  newUser?: boolean
}

/** What {@link azureAdB2c} can be given in place of its defaults. */
export interface AzureADB2COptions<Id extends string = 'azure-ad-b2c', User = StandardUser>
  extends OIDCOverrides<AzureADB2CProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`. Default: the environment variable `AUTH_AZURE_AD_B2C_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Azure AD B2C. Every option replaces a default, whole fields at a time.
 *
 * The issuer is where the metadata of a user flow is; the tokens name the tenant alone, which the metadata says. The id of an account is
 * `<issuer of the token>|<sub>`, the same for every user flow. Select the claims Display Name and Email Addresses in the user flow.
 *
 * Microsoft sells Azure AD B2C to no new customers. Its successor, Microsoft Entra External ID, is `microsoftEntraId()` with the issuer
 * `https://<tenant id>.ciamlogin.com/<tenant id>/v2.0`.
 *
 * @param options - Default: client id, secret and issuer from `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET` and `AUTH_AZURE_AD_B2C_ISSUER`, scope
 * `openid` and the client id, without which there is no access token, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { azureAdB2c } from 'authwright/providers/azure-ad-b2c'
 *
 * export const auth = createAuth().provider(azureAdB2c()).build()
 * ```
 *
 * @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect
 */
export function azureAdB2c<
  const Id extends string = 'azure-ad-b2c',
  User extends ProviderUser = StandardUser,
>(options: AzureADB2COptions<Id, User> = {}): OIDCProvider<AzureADB2CProfile, Id, User> {
  const provider: OIDCProvider<AzureADB2CProfile, 'azure-ad-b2c', StandardUser> = {
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    type: 'oidc',
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
  }
  return withOptions(provider, options)
}
