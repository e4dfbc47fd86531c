import type { Account, TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { CarriedTypes } from '../../model/carried-types.js'
import type { IdentifiedUser, Profile } from '../../model/user.js'
import type { CommonProvider } from './common-provider.js'
import type { customFetch, Fetch } from './custom-fetch.js'
import type { AnyEndpointParams } from './openid-params.js'
import type { AnyProviderId } from './provider-id.js'

/** A protection against forged and replayed callbacks. */
export type Check = 'pkce' | 'state' | 'nonce' | 'none'

/** `client_secret_jwt` is not supported. @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type TokenEndpointAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'private_key_jwt'
  | 'none'

export interface OAuthClient {
  /** Default: `client_secret_basic`. */
  token_endpoint_auth_method?: TokenEndpointAuthMethod
  /**
   * The only accepted algorithm of ID tokens. `HS256`, `HS384` and `HS512` are accepted only if set here. Default: any asymmetric algorithm
   * that Authwright supports and the provider's metadata lists, or `RS256` if the metadata has no list.
   */
  id_token_signed_response_alg?: string
  /**
   * Audiences of ID tokens that are trusted in addition to this client. Default: none.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  id_token_trusted_audiences?: readonly string[]
  /** Maximum age of an ID token in seconds, by its `iat`. Default: 600. */
  id_token_max_age?: number
  /** The only accepted algorithm of UserInfo responses, which must then be signed. */
  userinfo_signed_response_alg?: string
  /** Maximum seconds since the user authenticated at the provider. */
  default_max_age?: number
  require_auth_time?: boolean
}

/** In `url` and in string parameters, `{issuer}` is replaced by the issuer without a trailing slash, and `{clientId}` by the client id. */
export interface Endpoint {
  url?: string
  params?: Record<string, unknown>
}

export interface CommonEndpointParams {
  /** Default: `openid profile email`. An empty string sends no scope. */
  scope?: string | undefined
  response_mode?: 'query' | 'form_post' | undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1 */
export interface AuthorizationEndpoint<Params = AnyEndpointParams> {
  url?: string
  params?: CommonEndpointParams & Params
}

export interface TokenRequestContext {
  /** The parameters of the authorization response, including `code`. */
  params: Record<string, string>
  /** Values that the option `checks` leaves out are `undefined`. */
  checks: { state: string; nonce?: string | undefined; code_verifier?: string | undefined }
  /** `callbackUrl` is the `redirect_uri` of the authorization request. */
  provider: OAuthProvider & { readonly callbackUrl: string }
  fetch: Fetch
}

export interface RefreshRequestContext {
  refreshToken: string
  provider: OAuthProvider
  fetch: Fetch
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export type RefreshedTokens = TokenSet | { readonly error: string; readonly error_description?: string }

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.2 */
export interface TokenEndpoint extends Endpoint {
  /** Returns a corrected copy of a response that does not follow the standard, or `undefined`. */
  conform?(response: Response): Awaitable<Response | undefined>
  /** Exchanges the code, instead of a request to `url`. */
  request?(context: TokenRequestContext): Awaitable<{ tokens: TokenSet }>
  /**
   * Exchanges a refresh token, instead of a request to `url`. `{ tokens: { error: 'invalid_grant' } }` invalidates the refresh token. For the
   * status 429 or 5xx, throw an error, so that the refresh token is kept.
   *
   * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-6
   */
  refresh?(context: RefreshRequestContext): Awaitable<{ tokens: RefreshedTokens }>
  /** The key for `private_key_jwt`. */
  clientPrivateKey?: CryptoKey | { key: CryptoKey; kid?: string }
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
export interface UserinfoEndpoint extends Endpoint {
  /** Fetches the profile, instead of a GET request to `url`. */
  request?(context: { tokens: TokenSet; provider: OAuthProvider; fetch: Fetch }): Awaitable<unknown>
}

/**
 * The provider's endpoint for sign-out. `url` is for providers without `end_session_endpoint` in their metadata. If the metadata has this
 * endpoint and `url` is set, this whole object is ignored.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export interface EndSessionEndpoint extends Endpoint {
  /**
   * The name of the parameter with the URL to return to. If set, `id_token_hint`, `logout_hint` and `state` are not sent. Default:
   * `post_logout_redirect_uri`.
   */
  redirectParam?: string
}

/**
 * The key that signs client secrets, as Apple requires. Each token request has a new client secret, which is a JWT.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export interface ClientSecretKey {
  /** The claim `iss`. Default: `AUTH_<ID>_TEAM_ID`. */
  readonly teamId?: string | undefined
  /** The `kid` of the header. Default: `AUTH_<ID>_KEY_ID`. */
  readonly keyId?: string | undefined
  /** A P-256 key as PKCS #8 in PEM. Line breaks may be written as `\n`. Default: `AUTH_<ID>_PRIVATE_KEY`. */
  readonly privateKey?: string | undefined
}

export interface SignedClientSecret extends ClientSecretKey {
  sign(request: ClientSecretRequest): Promise<string>
}

export interface ClientSecretRequest extends Required<{ readonly [Part in keyof ClientSecretKey]: string }> {
  readonly clientId: string
  /** The issuer. */
  readonly audience: string
  /** Seconds since 1970. */
  readonly now: number
}

export interface CommonOAuthSettings {
  /**
   * The issuer identifier. Endpoints that are not configured are discovered from it. Default: the environment variable `AUTH_<ID>_ISSUER`,
   * then `defaultIssuer`.
   */
  readonly issuer?: string | undefined
  readonly defaultIssuer?: string | undefined
  /** URL of the issuer's metadata. Default: `<issuer>/.well-known/openid-configuration`. */
  readonly wellKnown?: string | undefined
  /**
   * Whether endpoints may be at loopback or private IP addresses, or at host names that resolve to them. Default: `true` for configured
   * endpoints and for endpoints at the host of the configured `issuer`, `false` for other discovered endpoints. If a function of the
   * request returned the provider, the default is `false` for all endpoints.
   */
  readonly allowPrivateNetwork?: boolean | undefined
  /** Default: discovered from the issuer. */
  readonly token?: string | TokenEndpoint | undefined
  /** Default: discovered from the issuer. */
  readonly userinfo?: string | UserinfoEndpoint | undefined
  /** Default: the environment variable `AUTH_<ID>_ID`. */
  readonly clientId?: string | undefined
  /** Default: the environment variable `AUTH_<ID>_SECRET`. */
  readonly clientSecret?: string | undefined
  /** The character between scopes in an authorization request. Default: a comma if the configured `scope` has one, otherwise a space. */
  readonly scopeSeparator?: ' ' | ',' | undefined
  /** The key that signs the client secret if there is no `clientSecret`, as in `apple()`. */
  readonly clientSecretKey?: SignedClientSecret | undefined
  /** Default: `['pkce', 'state']`, with OpenID Connect also `'nonce'`. */
  readonly checks?: readonly Check[] | undefined
  readonly client?: OAuthClient | undefined
  /**
   * Origins to which `auth.fetch` may send the access token in addition to the origin of the UserInfo endpoint, such as
   * `https://www.googleapis.com`.
   */
  readonly apiOrigins?: readonly string[] | undefined
  /** Selects the fields of the token response that are stored with the account. */
  account?(tokens: TokenSet): Partial<Account> | undefined
  /**
   * Whether a new account of this provider is linked to the existing user with the same e-mail address. The provider must have verified the
   * e-mail address, and the user's stored e-mail address must be verified, too. Default: `false`.
   */
  readonly allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * The time in seconds after a sign-in during which users can link or unlink an account of the provider: an integer greater than 0.
   * Default: 600 (ten minutes).
   *
   * @see https://www.rfc-editor.org/rfc/rfc9470.html
   */
  readonly linkWithin?: number | undefined
  /** The URL of the redirect proxy for this provider. Default: the option `redirectProxyUrl`. */
  readonly redirectProxyUrl?: string | undefined
  /** The URL to which `signOut({ provider: true })` redirects, if the metadata has no `end_session_endpoint`. */
  readonly endSession?: string | EndSessionEndpoint | undefined
  /**
   * The endpoint that revokes tokens, for example after a user has unlinked the account or signed out at the provider. Default: the
   * `revocation_endpoint` of the metadata.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2
   */
  readonly revocation?: string | undefined
  /**
   * Whether the provider may end sessions by logout tokens, sent to `<base path>/backchannel-logout/<id>`. Default: `false`.
   *
   * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
   */
  readonly backchannelLogout?: boolean | undefined
  readonly [customFetch]?: Fetch
}

export interface OAuthSettings extends CommonOAuthSettings {
  /** Default: discovered from the issuer. */
  readonly authorization?: string | AuthorizationEndpoint | undefined
}

export interface OAuthTypes<out Raw, out User> {
  profile: Raw
  user: User
}

export interface OAuthProviderFields<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
> extends CommonProvider<Id>,
    OAuthSettings,
    CarriedTypes<OAuthTypes<Raw, User>> {
  /** Converts the profile to a user. Its `id` must never change for the same person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /**
   * Returns the e-mail address that the provider has verified, or `null`. Default: `email` of the profile if `email_verified` is `true`.
   */
  verifiedEmail?(raw: Raw): string | null | undefined
}

/** An OAuth 2.0 provider. Its UserInfo endpoint identifies the user. */
export interface OAuthProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
> extends OAuthProviderFields<Raw, Id, User> {
  /** Marks a provider that uses OAuth 2.0 without ID tokens. */
  readonly type: 'oauth'
}

/** An OAuth 2.0 provider that declares the parameters of its authorization endpoint. */
export interface OAuthParamsProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
  out Params = unknown,
> extends OAuthProvider<Raw, Id, User> {
  /** Types only. */
  readonly '~params'?: Params
}
