import { defineOIDCProvider } from './kinds/define-provider.js'
import { microsoftEntraIdMark } from './kinds/logos.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { OIDCOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Microsoft Entra ID's ID tokens. @see https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftEntraIDProfile extends OpenIDClaims {
  /** Personal accounts have `9188040d-6c67-4c5b-b112-36a304b66dad`. */
  tid: string
  /** The id of the user, which is the same for all applications. */
  oid?: string
  /** Whether Microsoft has verified who owns the domain of `email`. Present if the application requests this optional claim. */
  xms_edov?: boolean | string | number
  /** Absent for a user in more than 200 groups. */
  groups?: string[]
  roles?: string[]
  ver?: string
}

/** The parameters of Microsoft Entra ID's authorization endpoint. @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc#send-the-sign-in-request */
export interface MicrosoftEntraIDAuthorizationParams extends Omit<OpenIDParams, 'prompt'> {
  /** The domain of the tenant whose sign-in page is shown, or `consumers` for personal accounts. */
  domain_hint?: string | undefined
  /** Only one value is allowed. By default, the user's session decides which page Microsoft shows. */
  prompt?: 'login' | 'none' | 'consent' | 'select_account' | undefined
}

/** Options of {@link microsoftEntraId}. Each replaces a default. */
export interface MicrosoftEntraIDOptions<Id extends string = 'microsoft-entra-id', User = StandardUser>
  extends OIDCOverrides<MicrosoftEntraIDProfile, Id, User, MicrosoftEntraIDAuthorizationParams> {
  /**
   * `https://login.microsoftonline.com/<tenant>/v2.0`, where the tenant is an id, or `common` (all accounts), `organizations` (no personal
   * accounts) or `consumers` (personal accounts only). External ID: `https://<tenant id>.ciamlogin.com/<tenant id>/v2.0`. Default: the
   * environment variable `AUTH_<ID>_ISSUER`, then the issuer with `common`.
   */
  readonly issuer?: string | undefined
  /** The ids of the tenants whose users may sign in. Default: all that the issuer allows. */
  readonly tenants?: readonly string[] | undefined
}

/**
 * Sign-in with Microsoft Entra ID.
 *
 * With the issuers `common` and `organizations`, users of every tenant can sign in, unless you list the allowed
 * tenants in `tenants`. The id of an account is `<issuer of the token>|<sub>`, so that accounts of two tenants never have the same id.
 *
 * The administrators of a tenant can set `email` to any value, so it does not identify a user. The e-mail address is left out if the
 * optional claim `xms_edov` says that its domain is not verified.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { microsoftEntraId } from 'authwright/providers/microsoft-entra-id'
 *
 * export const auth = createAuth()
 *   .provider(
 *     microsoftEntraId({
 *       issuer: 'https://login.microsoftonline.com/organizations/v2.0',
 *       tenants: ['aaaabbbb-0000-cccc-1111-dddd2222eeee'],
 *     }),
 *   )
 *   .build()
 * ```
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export function microsoftEntraId<
  const Id extends string = 'microsoft-entra-id',
  User extends ProviderUser = StandardUser,
>(
  options: MicrosoftEntraIDOptions<Id, User> = {},
): OIDCProvider<MicrosoftEntraIDProfile, Id, User, MicrosoftEntraIDAuthorizationParams> {
  const provider = defineOIDCProvider<
    MicrosoftEntraIDProfile,
    StandardUser,
    MicrosoftEntraIDAuthorizationParams
  >()({
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    defaultIssuer: 'https://login.microsoftonline.com/common/v2.0',
    // A path is enough, because the issuers of national clouds differ only in the origin.
    tokenIssuer: '/{tid}/v2.0',
    profile: ({ sub, name, preferred_username, email, xms_edov }) => ({
      id: sub,
      name: name ?? preferred_username ?? null,
      email: xms_edov === undefined || isTrue(xms_edov) ? (email ?? null) : null,
      image: null,
    }),
    verifiedEmail: ({ email, xms_edov }) => (isTrue(xms_edov) ? email : null),
    style: { brandColor: '#0072c6', mark: microsoftEntraIdMark },
  })
  return provider(options)
}

/** Whether the claim `xms_edov` is true. It is a boolean, a string or a number, depending on the token. */
function isTrue(claim: unknown): boolean {
  return ['true', '1'].includes(String(claim).toLowerCase())
}
