import type { OIDCProvider } from './kinds/oidc.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import {
  type MicrosoftEntraIDAuthorizationParams,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
  microsoftEntraId,
} from './microsoft-entra-id.js'

/**
 * Sign-in with Microsoft Entra ID under its former id, for callback addresses and accounts that have it. In a new application, use
 * `microsoftEntraId()`.
 *
 * With the issuers `common` and `organizations`, users of every tenant can sign in: list those that may in `tenants`. The id of an account is
 * `<issuer of the token>|<sub>`, so two tenants never share one.
 *
 * `email` is written by the administrators of a tenant and is no identity: see [Microsoft Entra ID](microsoft-entra-id.md).
 *
 * @param options - Those of `microsoftEntraId()`; client id, secret and issuer come from `AUTH_AZURE_AD_ID`, `AUTH_AZURE_AD_SECRET` and
 * `AUTH_AZURE_AD_ISSUER`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { azureAd } from 'authwright/providers/azure-ad'
 *
 * export const auth = createAuth().provider(azureAd()).build()
 * ```
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export function azureAd<const Id extends string = 'azure-ad', User extends ProviderUser = StandardUser>(
  options: MicrosoftEntraIDOptions<Id, User> = {},
): OIDCProvider<MicrosoftEntraIDProfile, Id, User, MicrosoftEntraIDAuthorizationParams> {
  return withOptions({ ...microsoftEntraId(), id: 'azure-ad' }, options)
}
