import type { OAuthProvider } from '../../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { StandardUser } from '../../../src/providers/kinds/standard-user.js'

/** The documented requests and responses of a sign-in with a provider, and the resulting user. */
interface Fixture<Provider> {
  readonly provider: Provider
  /** The profile that the provider returns for the signed-in user. */
  readonly profile: Readonly<Record<string, unknown>>
  readonly user: StandardUser
  /** The parameters of the authorization request, without those of every code flow. */
  readonly params: Readonly<Record<string, string>>
  /** How the client authenticates at the token endpoint. */
  readonly authenticatesBy: 'basic' | 'post' | 'none'
}

export interface OIDCFixture extends Fixture<OIDCProvider<unknown>> {
  /** Claims of the ID token that differ from those of most providers. */
  readonly idTokenClaims?: Readonly<Record<string, unknown>>
  readonly authenticatesBy: 'basic' | 'post'
}

export interface OAuthFixture extends Fixture<OAuthProvider<unknown>> {
  /** The authorization endpoint. */
  readonly authorization: string
  readonly token: string
  /** The requests for the profile, as `METHOD url`, and their responses. */
  readonly userinfo: Readonly<Record<string, unknown>>
  /** The `Authorization` header of these requests. An empty string means no header. Default: `Bearer access-token`. */
  readonly authorizationHeader?: string
  /** The form parameters that these requests must have. */
  readonly userinfoForm?: Readonly<Record<string, string>>
  /** Additional parameters of the authorization response. */
  readonly callback?: Readonly<Record<string, string>>
  /**
   * Converts a token request with provider-specific parameter names to the names of RFC 6749. Throws for requests that
   * the provider would refuse.
   */
  readonly readTokenRequest?: (url: URL, form: URLSearchParams) => URLSearchParams
  /** The response to a token request with another client. Default: status 401 with the body from RFC 6749. */
  readonly refusal?: Readonly<Record<string, unknown>>
  /** Additional members of the token response. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** A response for a user without a verified e-mail address. Omitted if the provider returns no e-mail addresses. */
  readonly unverified?: Readonly<Record<string, unknown>>
  /** The profile for `unverified`, if the provider function combines several responses. Default: `unverified`. */
  readonly unverifiedProfile?: Readonly<Record<string, unknown>>
}
