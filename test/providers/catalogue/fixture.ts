import type { OAuthProvider } from '../../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { StandardUser } from '../../../src/providers/kinds/standard-user.js'

/** The documented requests and responses of a sign-in with a provider, and the resulting user. */
interface Fixture<Provider> {
  readonly provider: Provider
  /** The profile that the provider returns for the signed-in user. */
  readonly profile: Readonly<Record<string, unknown>>
  readonly user: StandardUser
  /** All parameters of the authorization request besides those of the code flow. */
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
  /** The requests for the profile, as `METHOD url`, and their responses. */
  readonly userinfo: Readonly<Record<string, unknown>>
  /** The `Authorization` header of those requests, empty for none. Default: `Bearer access-token`. */
  readonly authorizationHeader?: string
  /** The form that those requests must have. */
  readonly userinfoForm?: Readonly<Record<string, string>>
  /** Further parameters of the authorization response. */
  readonly callback?: Readonly<Record<string, string>>
  /** Returns the parameters of a token request under the names of RFC 6749, for a provider with other names. Throws for a request that the provider would refuse. */
  readonly readTokenRequest?: (url: URL, form: URLSearchParams) => URLSearchParams
  /** The response to a token request of another client. Default: the response of RFC 6749 with status 401. */
  readonly refusal?: Readonly<Record<string, unknown>>
  /** Further members of the token response. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** A response for a user without a verified e-mail address. Omitted if the provider returns no e-mail addresses. */
  readonly unverified?: Readonly<Record<string, unknown>>
  /** The profile in the case of `unverified`, if the provider combines several responses. Default: `unverified`. */
  readonly unverifiedProfile?: Readonly<Record<string, unknown>>
}
