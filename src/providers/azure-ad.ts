import type { OIDCProvider } from './kinds/oidc.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import {
  type MicrosoftEntraIDAuthorizationParams,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
  microsoftEntraId,
} from './microsoft-entra-id.js'

/**
 * Sign-in with Microsoft Entra ID under its former id, for existing callback URLs and accounts. In a new application, use
 * `microsoftEntraId()`.
 *
 * With the issuers `common` and `organizations`, users of every tenant can sign in, unless you list the allowed tenants in `tenants`.
 *
 * The administrators of a tenant can set `email` to any value, so it does not identify a user: see
 * [Microsoft Entra ID](microsoft-entra-id.md).
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export function azureAd<const Id extends string = 'azure-ad', User extends ProviderUser = StandardUser>(
  options: MicrosoftEntraIDOptions<Id, User> = {},
): OIDCProvider<MicrosoftEntraIDProfile, Id, User, MicrosoftEntraIDAuthorizationParams> {
  return microsoftEntraId({ ...options, id: options.id ?? ('azure-ad' as Id) })
}
