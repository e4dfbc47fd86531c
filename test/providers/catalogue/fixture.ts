import type { OAuthProvider } from '../../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { StandardUser } from '../../../src/providers/kinds/standard-user.js'

/** What a provider documents of a sign-in, and what becomes of it. */
interface Fixture<Provider> {
  readonly provider: Provider
  /** What the provider returns for the signed-in user. */
  readonly profile: Readonly<Record<string, unknown>>
  readonly user: StandardUser
  /** The parameters of the authorization request that are the provider's own; no others but those of a code flow are sent. */
  readonly params: Readonly<Record<string, string>>
  /** How the client authenticates at the token endpoint. */
  readonly authenticatesBy: 'basic' | 'post' | 'none'
}

export interface OIDCFixture extends Fixture<OIDCProvider<unknown>> {
  /** Claims of the ID token that this provider sends differently from most. */
  readonly idTokenClaims?: Readonly<Record<string, unknown>>
  readonly authenticatesBy: 'basic' | 'post'
}

export interface OAuthFixture extends Fixture<OAuthProvider<unknown>> {
  /** The authorization endpoint. */
  readonly authorization: string
  readonly token: string
  /** The requests for the profile, as `METHOD url`, and their responses. Default: one, with the response `profile`. */
  readonly userinfo: Readonly<Record<string, unknown>>
  /** The `Authorization` header of those requests, empty for none. Default: `Bearer access-token`. */
  readonly authorizationHeader?: string
  /** The form of those requests. A request with another is refused. */
  readonly userinfoForm?: Readonly<Record<string, string>>
  /** Further parameters of the authorization response. */
  readonly callback?: Readonly<Record<string, string>>
  /** The parameters of a token request in the standard's names, for a provider that has names of its own. Throws for a request that it refuses. */
  readonly readTokenRequest?: (url: URL, form: URLSearchParams) => URLSearchParams
  /** The response to a token request of another client. Default: the standard's, with status 401. */
  readonly refusal?: Readonly<Record<string, unknown>>
  /** Further members of the token response. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** The profile of a user without a verified address; absent where the provider gives no address. */
  readonly unverified?: Readonly<Record<string, unknown>>
  /** The profile of a user with an unverified e-mail address. */
  readonly unconfirmed?: Readonly<Record<string, unknown>>
}
