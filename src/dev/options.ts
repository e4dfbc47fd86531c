import type { TokenSet } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile } from '../model/user.js'
import type { OAuthProvider } from '../providers/kinds/oauth.js'
import type { OIDCProvider } from '../providers/kinds/oidc.js'
import type { ProviderUser } from '../providers/kinds/provider-user.js'

/** A test user: the claims of an ID token. */
export interface DevUser extends Profile {
  /** Identifies the user. */
  sub: string
}

/** Options of {@link dev}. */
export interface DevOptions<Id extends string = 'dev', Raw = DevUser, User = ProviderUser> {
  /** The id of the provider, used in routes. Default: `'dev'`. */
  readonly id?: Id | undefined
  /** The name on the button of the built-in sign-in page. Default: `'a test user'`. */
  readonly name?: string | undefined
  /** The users on the page. Default: Alice and Bob, and Carol, whose e-mail address is not verified. */
  readonly users?: readonly Raw[] | undefined
  /** Never set: only `StandInOptions` has the option `as`. */
  readonly as?: undefined
  /** Converts the claims to a user. Default: uses the standard claims. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
}

/** A provider that {@link dev} can replace. */
export type OAuthLike =
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  | OAuthProvider<any, string, any>
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  | OIDCProvider<any, string, any>

/** The type of the profile that a provider's `profile()` receives. */
export type ProfileOf<Provider> = Provider extends { profile?(raw: infer Raw, tokens: TokenSet): unknown }
  ? Raw
  : Profile

/** Options of {@link dev} when it replaces a provider. */
export interface StandInOptions<Provider> {
  /** The provider to replace. */
  // With the type `Provider` alone, TypeScript would widen the id of a provider that is created inside the call.
  readonly as: Provider extends OAuthLike ? Provider : never
  /** Profiles as the provider returns them, complete or in part. Default: three users. */
  readonly users?: readonly Partial<ProfileOf<Provider>>[] | undefined
}

export interface ServerOptions {
  readonly id: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly issuer: string
  readonly clientId: string
  readonly users: readonly object[] | undefined
}
