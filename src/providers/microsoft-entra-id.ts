import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDClaims } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Microsoft Entra ID. @see https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftEntraIDProfile extends OpenIDClaims {
  /** The id of the tenant. Personal accounts have `9188040d-6c67-4c5b-b112-36a304b66dad`. */
  tid: string
  /** The id of the user in their tenant, the same for all applications. */
  oid?: string
  /** Whether the owner of the domain of `email` has verified it, where the application requests this optional claim. */
  xms_edov?: boolean | string | number
  groups?: string[]
  roles?: string[]
  ver?: string
}

/** What Microsoft Entra ID documents for its authorization endpoint. @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc#send-the-sign-in-request */
export interface MicrosoftEntraIDAuthorizationParams extends Omit<OpenIDParams, 'prompt'> {
  /** The domain of the tenant whose sign-in page comes up, or `consumers` for personal accounts. */
  domain_hint?: string | undefined
  /** One value alone. Default: what the user is shown depends on their session. */
  prompt?: 'login' | 'none' | 'consent' | 'select_account' | undefined
}

/** What {@link microsoftEntraId} can be given in place of its defaults. */
export interface MicrosoftEntraIDOptions<Id extends string = 'microsoft-entra-id', User = StandardUser>
  extends OIDCOverrides<MicrosoftEntraIDProfile, Id, User, MicrosoftEntraIDAuthorizationParams> {
  /**
   * `https://login.microsoftonline.com/<tenant>/v2.0`, where the tenant is an id, or `common` (all accounts), `organizations` (no
   * personal ones) or `consumers` (personal ones alone). External ID: `https://<tenant id>.ciamlogin.com/<tenant id>/v2.0`. Default: the environment
   * variable `AUTH_MICROSOFT_ENTRA_ID_ISSUER`, then the one of `common`.
   */
  readonly issuer?: string | undefined
  /** The ids of the tenants whose users may sign in. Default: all that the issuer admits. */
  readonly tenants?: readonly string[] | undefined
}

/**
 * Sign-in with Microsoft Entra ID. Every option replaces a default, whole fields at a time.
 *
 * With the issuers `common` and `organizations`, users of every tenant can sign in: list those that may in `tenants`. The id of an account is
 * `<issuer of the token>|<sub>`, so two tenants never share one.
 *
 * `email` is written by the administrators of a tenant and is no identity. It counts as none where the optional claim `xms_edov` says that its domain is not verified.
 *
 * @param options - Default: client id, secret and issuer from `AUTH_MICROSOFT_ENTRA_ID_ID`, `AUTH_MICROSOFT_ENTRA_ID_SECRET` and
 * `AUTH_MICROSOFT_ENTRA_ID_ISSUER`, scope `openid profile email`, a user with `name`, `email` and `image`.
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
  const provider: OIDCProvider<MicrosoftEntraIDProfile, 'microsoft-entra-id', StandardUser> = {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    defaultIssuer: 'https://login.microsoftonline.com/common/v2.0',
    // The metadata of `common` and `organizations` publishes `{tenantid}`; the national clouds differ in the origin alone.
    tokenIssuer: '/{tid}/v2.0',
    profile: ({ sub, name, preferred_username, email, xms_edov }) => ({
      id: sub,
      name: name ?? preferred_username ?? null,
      email: xms_edov === undefined || isTrue(xms_edov) ? (email ?? null) : null,
      image: null,
    }),
    emailVerified: ({ xms_edov }) => isTrue(xms_edov),
    style: {
      brandColor: '#0072c6',
      mark: [
        { d: 'M2 2h9.5v9.5H2z', fill: '#f25022' },
        { d: 'M12.5 2H22v9.5h-9.5z', fill: '#7fba00' },
        { d: 'M2 12.5h9.5V22H2z', fill: '#00a4ef' },
        { d: 'M12.5 12.5H22V22h-9.5z', fill: '#ffb900' },
      ],
    },
  }
  return withOptions(provider, options)
}

/** The claim is a boolean, a number or a string, depending on the token. */
function isTrue(claim: unknown): boolean {
  return ['true', '1'].includes(String(claim).toLowerCase())
}
