import type { TokenSet } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile } from '../model/user.js'
import type { OAuthProvider } from '../providers/kinds/oauth.js'
import type { OIDCProvider } from '../providers/kinds/oidc.js'
import type { ProviderUser } from '../providers/kinds/provider-user.js'

/** A test user: the claims of an ID token. */
export interface DevUser extends Profile {
  /** The subject. It identifies the user. */
  sub: string
}

/** Options of {@link dev}. */
export interface DevOptions<Id extends string = 'dev', Raw = DevUser, User = ProviderUser> {
  /** The id of the provider, used in routes. Default: `'dev'`. */
  readonly id?: Id | undefined
  /** The name on the button of the built-in sign-in page. Default: `'a test user'`. */
  readonly name?: string | undefined
  /** The users on the page. Default: Alice and Bob, whose e-mail addresses are verified, and Carol, whose e-mail address is not. */
  readonly users?: readonly Raw[] | undefined
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
  /** The provider to replace. Its client, endpoints and issuer are not used. */
  // The type `Provider` alone would widen the id of an inline call, because its result is inferred from the
  // constraint.
  readonly as: Provider extends OAuthLike ? Provider : never
  /** Profiles as the provider returns them, complete or in part. Default: three users with the members that most providers return. */
  readonly users?: readonly Partial<ProfileOf<Provider>>[] | undefined
}

/** Providers whose profiles have a number as `id`. */
const NUMERIC: ReadonlySet<string> = new Set([
  '42-school',
  'dribbble',
  'github',
  'gitlab',
  'kakao',
  'osu',
  'strava',
])

const people = [
  { given: 'Alice', verified: true },
  { given: 'Bob', verified: true },
  { given: 'Carol', verified: false },
] as const

/**
 * The default users, with the members that most providers return. No two providers have the same users, so
 * their e-mail addresses differ.
 */
export function defaultUsers(id: string, isOidc: boolean): readonly Record<string, unknown>[] {
  const domain = id === 'dev' ? 'example.com' : `${id.replaceAll(/[^A-Za-z0-9-]/g, '-')}.example.com`
  return people.map(({ given, verified }, index) => {
    const [login, number] = [given.toLowerCase(), 1_000 + index]
    const claims = {
      sub: `dev-${login}`,
      name: `${given} Example`,
      given_name: given,
      family_name: 'Example',
      preferred_username: login,
      email: `${login}@${domain}`,
      email_verified: verified,
    }
    if (isOidc) return claims
    return {
      ...claims,
      id: NUMERIC.has(id) ? number : String(number),
      account_id: String(number),
      user_id: String(number),
      login,
      username: login,
      display_name: claims.name,
      verified,
      avatar_url: null,
    }
  })
}

/** Options of the server. */
export interface ServerOptions {
  readonly id: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly issuer: string
  /** The client id. The server has one client. */
  readonly clientId: string
  readonly users: readonly object[] | undefined
}
