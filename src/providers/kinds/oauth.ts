import type { Account, TokenSet } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { CarriedTypes } from '../../model/carried-types.js'
import type { IdentifiedUser, Profile } from '../../model/user.js'
import type { AnyEndpointParams } from './authorization-params.js'
import type { CommonProvider } from './common-provider.js'
import type { customFetch, Fetch } from './custom-fetch.js'
import type { AnyProviderId } from './provider-id.js'

/** What protects a flow against forged and replayed callbacks. */
export type Check = 'pkce' | 'state' | 'nonce' | 'none'

/**
 * How the client authenticates at the token endpoint. Default: `client_secret_basic`. In place of `client_secret_jwt`, use
 * `private_key_jwt`, whose key the provider does not know, or another of these.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export type TokenEndpointAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'private_key_jwt'
  | 'none'

/** The client, as registered at the provider. */
export interface OAuthClient {
  token_endpoint_auth_method?: TokenEndpointAuthMethod
  /**
   * The only algorithm accepted in ID tokens. `HS256`, `HS384` and `HS512`, by which tokens are marked with the client
   * secret, are accepted where they are named here and nowhere else; the secret must have 32, 48 or 64 bytes for them.
   * Default: what the provider's metadata says, else `RS256`.
   */
  id_token_signed_response_alg?: string
  /**
   * Audiences of ID tokens that are trusted beside this client. An ID token with another one in `aud` is rejected, whatever its `azp`
   * says. Default: none.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
   */
  id_token_trusted_audiences?: readonly string[]
  /** Seconds that may pass between the issue of an ID token and its arrival; an older one is refused. Default: 600. */
  id_token_max_age?: number
  /** The only algorithm accepted in UserInfo responses, which must then be signed. The rules are those for ID tokens. */
  userinfo_signed_response_alg?: string
  /** Seconds since the person last authenticated at the provider. */
  default_max_age?: number
  require_auth_time?: boolean
}

/**
 * An endpoint with parameters that are added to its URL. In the URL and in parameters that are strings, `{issuer}` stands for the
 * issuer without a slash at its end, and `{clientId}` for the client id: both may come from the environment.
 */
export interface Endpoint {
  url?: string
  params?: Record<string, unknown>
}

/** Parameters that every authorization endpoint can be given by the configuration. */
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

/** What `token.request` is given. */
export interface TokenRequestContext {
  /** What the provider sent the browser back with, checked: the `code` among it. */
  params: Record<string, string>
  /** What the sign-in was begun with; what `checks` leaves out is `undefined`. */
  checks: { state: string; nonce?: string | undefined; code_verifier?: string | undefined }
  /** `callbackUrl` is the `redirect_uri` of the authorization request. */
  provider: OAuthProvider & { readonly callbackUrl: string }
  /** The provider's own, with limits on time and size. */
  fetch: Fetch
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.2 */
export interface TokenEndpoint extends Endpoint {
  /** Returns a corrected copy of a response that does not follow the standard, or nothing. */
  conform?(response: Response): Awaitable<Response | undefined>
  /** Exchanges the code in place of a request to `url`. The tokens are checked as those of any token response. */
  request?(context: TokenRequestContext): Awaitable<{ tokens: TokenSet }>
  /** The key for `private_key_jwt`. */
  clientPrivateKey?: CryptoKey | { key: CryptoKey; kid?: string }
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
export interface UserinfoEndpoint extends Endpoint {
  /** Fetches the profile in place of a GET request to `url`. `fetch` is the provider's own, with its limits. */
  request?(context: { tokens: TokenSet; provider: OAuthProvider; fetch: Fetch }): Awaitable<unknown>
}

/**
 * Where a provider signs users out. Without `url`, it is the `end_session_endpoint` of the metadata; with one, that is the address
 * where the metadata names none.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export interface EndSessionEndpoint extends Endpoint {
  /**
   * The parameter that names where the browser comes back to, for a provider that gives it another name: it then gets no
   * `id_token_hint`, `logout_hint` or `state` either. Default: `post_logout_redirect_uri`.
   */
  redirectParam?: string
}

/**
 * The key of a client secret that is a JWT, as Apple requires: each token request carries a new one, signed by ES256 and valid for
 * five minutes.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export interface ClientSecretKey {
  /** The claim `iss`. Default: the environment variable `AUTH_<ID>_TEAM_ID`. */
  readonly teamId?: string | undefined
  /** The `kid` of the header. Default: `AUTH_<ID>_KEY_ID`. */
  readonly keyId?: string | undefined
  /** A P-256 key as PKCS #8 in PEM. Line breaks may be written as `\\n`. Default: `AUTH_<ID>_PRIVATE_KEY`. */
  readonly privateKey?: string | undefined
}

/** A client secret that the provider's function signs for each request. */
export interface SignedClientSecret extends ClientSecretKey {
  /** Signs the secret. Throws where the private key cannot be read. */
  sign(request: ClientSecretRequest): Promise<string>
}

/** What a client secret is signed for, and with. */
export interface ClientSecretRequest extends Required<{ readonly [Part in keyof ClientSecretKey]: string }> {
  readonly clientId: string
  /** The issuer that the secret is sent to. */
  readonly audience: string
  /** Seconds since 1970. */
  readonly now: number
}

/** The settings of OAuth and OpenID Connect providers that depend on nothing of the provider. */
export interface CommonOAuthSettings {
  /**
   * The issuer identifier; endpoints that are not given are discovered from it. A slash at its end makes no difference. Default: the
   * environment variable `AUTH_<ID>_ISSUER`, then `defaultIssuer`.
   */
  readonly issuer?: string | undefined
  /** The issuer where neither `issuer` nor `AUTH_<ID>_ISSUER` names one. Default: none. */
  readonly defaultIssuer?: string | undefined
  /** Where the issuer publishes its metadata. Default: `<issuer>/.well-known/openid-configuration`. */
  readonly wellKnown?: string | undefined
  /**
   * Accepts endpoints on loopback and private addresses, or under names that resolve to such, in the metadata of an issuer at another
   * address. Endpoints that the configuration names itself, and those at the host of the issuer, need no permission. Default: `false`.
   */
  readonly allowPrivateNetwork?: boolean | undefined
  readonly token?: string | TokenEndpoint | undefined
  readonly userinfo?: string | UserinfoEndpoint | undefined
  /** Default: the environment variable `AUTH_<ID>_ID`. */
  readonly clientId?: string | undefined
  /** Default: the environment variable `AUTH_<ID>_SECRET`. */
  readonly clientSecret?: string | undefined
  /** The key by which the client secret is signed where there is no `clientSecret`, as `apple()` has one. Default: `clientSecret` is a string. */
  readonly clientSecretKey?: SignedClientSecret | undefined
  /** Default: `['pkce', 'state']`, and `'nonce'` for OpenID Connect. */
  readonly checks?: readonly Check[] | undefined
  readonly client?: OAuthClient | undefined
  /**
   * Origins such as `https://www.googleapis.com` to which `auth.fetch` may send the access token, beside that of the UserInfo endpoint.
   * Default: none.
   */
  readonly apiOrigins?: readonly string[] | undefined
  /** Chooses which fields of the token response are stored with the account. */
  account?(tokens: TokenSet): Partial<Account> | undefined
  /**
   * Lets an e-mail address link this account to a user who signed in another way before. Only an address with
   * `email_verified: true` in the profile does, and only to a user whose own address is verified (`emailVerified` is
   * set): another person may have signed up with it. For a provider that documents that all its addresses are verified,
   * add the claim in `userinfo.request`. Default: `false`.
   */
  readonly allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * Seconds since the sign-in within which a signed-in user can link an account of the provider (`link: true`); later, they have to sign in
   * again. An integer greater than 0. Default: 600 (ten minutes).
   *
   * @see https://www.rfc-editor.org/rfc/rfc9470.html
   */
  readonly linkWithin?: number | undefined
  readonly redirectProxyUrl?: string | undefined
  /**
   * Where `signOut({ provider: true })` sends the browser. Default: the `end_session_endpoint` of the metadata, and without one the
   * sign-out ends the session here alone.
   */
  readonly endSession?: string | EndSessionEndpoint | undefined
  /**
   * Where tokens are revoked when a user signs out at the provider, too. Default: the `revocation_endpoint` of the metadata, and without one
   * tokens are not revoked.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2
   */
  readonly revocation?: string | undefined
  /**
   * Whether a provider of OpenID Connect ends sessions: `POST /auth/backchannel-logout/<id>`, which is to be registered at the provider, accepts
   * its logout tokens. Sessions that start with it then remember theirs at the provider, and each read looks it up in the `store`. Default: `false`.
   *
   * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
   */
  readonly backchannelLogout?: boolean | undefined
  readonly [customFetch]?: Fetch
}

/** The settings of OAuth and OpenID Connect providers that do not depend on what the provider says of a person. */
export interface OAuthSettings extends CommonOAuthSettings {
  readonly authorization?: string | AuthorizationEndpoint | undefined
}

/** The types that the builder reads off a provider. */
export interface OAuthTypes<out Raw, out User> {
  profile: Raw
  user: User
}

/** The fields that OAuth and OpenID Connect providers share. */
export interface OAuthProviderFields<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
> extends CommonProvider<Id>,
    OAuthSettings,
    CarriedTypes<OAuthTypes<Raw, User>> {
  /** Turns what the provider says of a person into a user. Its `id` must stay the same for one person. */
  profile?(raw: Raw, tokens: TokenSet): Awaitable<User>
  /**
   * Returns the e-mail address that the provider has verified, or `null`. The user's address counts as verified if it is the same. Default:
   * `email` of the profile if `email_verified` is `true`.
   */
  verifiedEmail?(raw: Raw): string | null | undefined
}

/** An OAuth 2 provider: its userinfo endpoint identifies the user. */
export interface OAuthProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
> extends OAuthProviderFields<Raw, Id, User> {
  readonly type: 'oauth'
}

/** An OAuth 2 provider whose documentation names parameters of its authorization endpoint. */
export interface OAuthParamsProvider<
  out Raw = Profile,
  out Id extends string = AnyProviderId,
  out User = IdentifiedUser,
  out Params = unknown,
> extends OAuthProvider<Raw, Id, User> {
  /** Types only: `undefined` at run time. */
  readonly '~params'?: Params
}
