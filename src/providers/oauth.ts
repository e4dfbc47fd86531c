import type { TokenSet } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile } from '../model/user.js'
import { oauth as oauthFeature } from '../runtime/features/oauth/feature.js'
import type { CommonProvider } from './kinds/common-provider.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'

/** Options of {@link oauth}. */
export interface OAuthOptions<Id extends string, Raw = Profile, User = ProviderUser>
  extends OAuthOverrides<Raw, Id, User> {
  /** The id of the provider, used in routes and environment variables. */
  readonly id: Id
  /**
   * The issuer identifier. Endpoints that are not configured are discovered from it. `undefined` stands for the environment variable
   * `AUTH_<ID>_ISSUER`.
   */
  readonly issuer?: string | undefined
}

/** A provider that has no issuer and lacks an endpoint. `.provider()` rejects it with the reason. */
export interface UnreachableOAuthProvider<Raw, Id extends string, User> extends CommonProvider<Id> {
  /** Marks a provider that uses OAuth 2.0. */
  readonly type: 'oauth'
  /** Converts the profile to a user. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
}

/** The result of {@link oauth}. `Given` contains the names of the passed options. With explicit type arguments, it is `never`. */
export type OAuthResult<Raw, Id extends string, User, Given> = [Given] extends [never]
  ? OAuthProvider<Raw, Id, User>
  : 'issuer' extends Given
    ? OAuthProvider<Raw, Id, User>
    : ['authorization' | 'token' | 'userinfo'] extends [Given]
      ? OAuthProvider<Raw, Id, User>
      : UnreachableOAuthProvider<Raw, Id, User>

/**
 * Defines an OAuth 2.0 provider. Its UserInfo endpoint identifies the user. Requires an `issuer`, from which endpoints are discovered, or
 * all of `authorization`, `token` and `userinfo`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { oauth } from 'authwright/providers/oauth'
 *
 * interface AcmeProfile {
 *   key: string
 *   handle: string
 * }
 *
 * export const auth = createAuth()
 *   .provider(
 *     oauth({
 *       id: 'acme',
 *       authorization: 'https://acme.example/authorize',
 *       token: 'https://acme.example/token',
 *       userinfo: 'https://acme.example/me',
 *       profile: (raw: AcmeProfile) => ({ id: raw.key, name: raw.handle }),
 *     }),
 *   )
 *   .build()
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1
 */
export function oauth<
  const Id extends string,
  Raw = Profile,
  User extends ProviderUser = ProviderUser,
  Given extends keyof OAuthOptions<string> = never,
>(
  options: OAuthOptions<Id, Raw, User> & { readonly [Each in Given]?: unknown },
): OAuthResult<Raw, Id, User, Given> {
  return { ...options, type: 'oauth', '~feature': oauthFeature } as OAuthResult<Raw, Id, User, Given>
}
