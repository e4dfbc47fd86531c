import type { TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import { oauth } from '../../runtime/features/oauth/feature.js'
import { oidc } from '../../runtime/features/oidc/feature.js'
import type { CommonProvider, ProviderStyle } from './common-provider.js'
import { mergeOptions } from './merge-options.js'
import type {
  CommonOAuthSettings,
  Endpoint,
  OAuthParamsProvider,
  OAuthProvider,
  TokenEndpoint,
} from './oauth.js'
import type { OIDCProvider } from './oidc.js'
import type { OpenIDEndpointParams } from './openid-params.js'
import type { OAuthOverrides, OIDCOverrides } from './provider-overrides.js'
import type { ProviderUser } from './provider-user.js'
import type { StandardUser } from './standard-user.js'

interface OAuthDefaults<Raw, Id extends string, User> extends OAuthOverrides<Raw, Id, User> {
  readonly id: Id
  readonly name: string
  readonly style: ProviderStyle
  profile(raw: Raw, tokens: TokenSet): Awaitable<User>
}

interface OIDCDefaults<Raw, Id extends string, User>
  extends OAuthDefaults<Raw, Id, User>,
    Pick<
      OIDCProvider,
      'allowOtherAudiences' | 'idToken' | 'issuerAliases' | 'tenants' | 'tokenIssuer' | 'userParameter'
    > {}

/*
 * The types of the returned functions are written out. If they had a name, editors would show only the name, and each provider would cost
 * the compiler about 20 more instantiations.
 *
 * The profile is the type argument of a first, empty call, because TypeScript infers either all type arguments of a call or none.
 */

export function defineOAuthProvider<Raw, DefaultUser extends ProviderUser = StandardUser>(): <
  DefaultId extends string,
>(
  defaults: OAuthDefaults<Raw, DefaultId, DefaultUser>,
) => <const Id extends string = DefaultId, User extends ProviderUser = DefaultUser>(
  options?: OAuthOverrides<Raw, Id, User>,
) => OAuthProvider<Raw, Id, User>
export function defineOAuthProvider<Raw, DefaultUser extends ProviderUser, Params>(): <
  DefaultId extends string,
>(
  defaults: OAuthDefaults<Raw, DefaultId, DefaultUser>,
) => <const Id extends string = DefaultId, User extends ProviderUser = DefaultUser>(
  options?: OAuthOverrides<Raw, Id, User, Params>,
) => OAuthParamsProvider<Raw, Id, User, Params>
export function defineOAuthProvider<Raw>() {
  return <User>(defaults: OAuthDefaults<Raw, string, User>) =>
    (options = {}) =>
      withOptions({ type: 'oauth', '~feature': oauth, ...defaults }, options)
}

/** @typeParam Raw - The claims of the ID token or, with `idToken: false`, of the UserInfo response. */
export function defineOIDCProvider<Raw, DefaultUser extends ProviderUser = StandardUser>(): <
  DefaultId extends string,
>(
  defaults: OIDCDefaults<Raw, DefaultId, DefaultUser>,
) => <const Id extends string = DefaultId, User extends ProviderUser = DefaultUser>(
  options?: OIDCOverrides<Raw, Id, User, OpenIDEndpointParams>,
) => OIDCProvider<Raw, Id, User>
export function defineOIDCProvider<Raw, DefaultUser extends ProviderUser, Params>(): <
  DefaultId extends string,
>(
  defaults: OIDCDefaults<Raw, DefaultId, DefaultUser>,
) => <const Id extends string = DefaultId, User extends ProviderUser = DefaultUser>(
  options?: OIDCOverrides<Raw, Id, User, Params>,
) => OIDCProvider<Raw, Id, User, Params>
export function defineOIDCProvider<Raw>() {
  return <User>(defaults: OIDCDefaults<Raw, string, User>) =>
    (options = {}) =>
      withOptions({ type: 'oidc', '~feature': oidc, ...defaults }, options)
}

type RequestedEndpoints = Pick<CommonOAuthSettings, 'token' | 'userinfo'>

function withOptions(
  defaults: RequestedEndpoints & Omit<CommonProvider, 'id'>,
  options: RequestedEndpoints,
): object {
  const endpoints = {
    token: defaultFor(options.token, defaults.token),
    userinfo: defaultFor(options.userinfo, defaults.userinfo),
  }
  return mergeOptions({ ...defaults, ...endpoints }, options)
}

/** Leaves out the default functions `request` and `refresh` if the option has a `url`, because they send to the default URL. */
function defaultFor(
  option: string | Endpoint | undefined,
  endpoint: string | Endpoint | undefined,
): string | Endpoint | undefined {
  if (typeof option !== 'object' || !option?.url || typeof endpoint !== 'object') return endpoint
  const { request: _, refresh: __, ...rest } = endpoint as TokenEndpoint
  return rest
}
