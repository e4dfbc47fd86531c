import type { TokenSet } from '../../../model/account.js'
import type { Profile } from '../../../model/user.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Check } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import type { Feature } from '../../core/feature.js'
import type { CachedDocument } from '../../core/http/cached-document.js'
import type { Params } from '../../core/http/params.js'
import type { App, Exchange, Owner } from '../../core/lifetimes.js'
import type { Identity } from '../../core/login/identity.js'
import type { Flow } from './flow.js'
import type { Jws } from './jws.js'
import type { ReadyOAuthProvider, ServerMetadata } from './provider.js'

/*
 * The parts of the OAuth flow that are specific to OpenID Connect, and the data that the steps of the flow
 * share.
 */

/** The OpenID Connect part of the flow. It belongs to the feature `oidc` of OpenID Connect providers. */
export interface OpenIDExtension {
  /** The default of the option `checks`. */
  readonly checks: readonly Check[]
  /**
   * Throws `InvalidProvider` if the option `client` names a MAC algorithm, such as HS256, and the client secret
   * is missing or too short for it.
   */
  requireMacKeys(provider: ReadyOAuthProvider): void
  /** The endpoints that a sign-in needs, besides the authorization endpoint and the token endpoint. */
  neededEndpoints(provider: ReadyOAuthProvider): readonly ('jwks_uri' | 'userinfo_endpoint')[]
  /** Whether the configuration allows `published`, the issuer in the metadata. */
  describesIssuer(provider: ReadyOAuthProvider, published: string): boolean
  /** The expected issuer of an authorization response that contains an issuer. */
  responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string
  /** Parses an ID token and runs the checks that come before oauth4webapi validates its claims. */
  parseIdToken(token: string, context: TokenResponseContext): Promise<Jws>
  /** The expected values with which oauth4webapi validates the ID token of a token response. */
  expectedIdToken(idToken: Jws | undefined, context: TokenResponseContext): ExpectedIdToken
  /** Verifies the ID token of a sign-in after oauth4webapi has validated its claims. */
  verifyIdToken(idToken: Jws, received: ReceivedWith, context: TokenResponseContext): Promise<IdTokenClaims>
  /** Returns the profile of the user: the claims of the ID token, or the UserInfo response. */
  profile(redeemed: Redeemed, call: OAuthCall): Promise<Profile>
  /** Returns the account id for a `sub`. */
  accountId(redeemed: Redeemed, subject: string, provider: ReadyOAuthProvider): string
  /**
   * Returns the issuer and the end of the session at the provider, and the mark with which a logout token can
   * find the local session.
   */
  providerSession(redeemed: Redeemed, call: OAuthCall): Promise<Pick<Identity, 'issuer' | 'mark' | 'end'>>
  /**
   * Fetches the keys with which ID tokens are verified, unless they are cached. Throws if that fails.
   */
  requireKeys(server: AuthorizationServer, provider: ReadyOAuthProvider): Promise<void>
  /**
   * Verifies the ID token of a refresh. Returns whether to store it. Throws `SubjectMismatch` if the new and
   * the stored ID token belong to different users.
   *
   * @param stored - The stored ID token of the account.
   */
  verifyRefreshedIdToken(
    idToken: Jws,
    stored: string | undefined,
    accessToken: string,
    context: TokenResponseContext,
  ): Promise<boolean>
}

/** The expected values of the ID token in a token response. */
export interface ExpectedIdToken {
  readonly issuer: string
  readonly requireIdToken: true
  readonly expectedNonce?: string
  /** Maximum number of seconds since the user authenticated at the provider. */
  readonly maxAge?: number
}

/** The other values of a sign-in that its ID token is compared with. */
export interface ReceivedWith {
  readonly accessToken: string
  /** The parameter `iss` of the authorization response. */
  readonly iss: string | null
}

/** The feature of a provider that uses the OAuth flow. */
export interface OAuthFeature extends Feature {
  readonly openId?: () => Promise<OpenIDExtension>
}

/** The OpenID Connect extension of a provider. `undefined` for OAuth 2.0 providers. */
export async function openIdOf(provider: ReadyOAuthProvider): Promise<OpenIDExtension | undefined> {
  const { '~feature': feature } = provider as { readonly '~feature'?: OAuthFeature }
  return feature?.openId?.()
}

/** The provider and the request of one step of the flow. */
export interface OAuthCall {
  readonly provider: ReadyOAuthProvider
  /** `undefined` for OAuth 2.0 providers. */
  readonly openId: OpenIDExtension | undefined
  readonly app: App
  readonly exchange: Exchange
}

/** The cached metadata and other documents of a provider. */
export interface AuthorizationServer extends Owner<ServerDocuments> {
  readonly metadata: ServerMetadata
}

/** The parameters for fetching a document of a provider. */
export interface ServerDocuments {
  readonly provider: ReadyOAuthProvider
  readonly fetch: Fetch
  readonly clock: Clock
  readonly metadata: CachedDocument<ServerMetadata>
}

/** The flow of a callback, and the cached documents of the provider, such as its metadata. */
export interface BegunFlow {
  readonly flow: Flow
  readonly server: AuthorizationServer
}

/** A redeemed authorization code. */
export interface Redeemed extends BegunFlow {
  readonly tokens: ReceivedTokens
  /** The claims of the ID token, whose signature was verified. `undefined` for OAuth 2.0 providers. */
  readonly claims: IdTokenClaims | undefined
  /** All parameters of the authorization response. */
  readonly params: Params
}

/** The validated claims of an ID token. */
export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

/** The members of a token response that the application uses. */
export type ReceivedTokens = TokenSet & { readonly access_token: string }

/** The values that the tokens of a response are checked against. */
export interface TokenResponseContext extends AuthorizationServer {
  readonly provider: ReadyOAuthProvider
  readonly openId: OpenIDExtension | undefined
  /** The values of the authorization request. */
  readonly flow: Pick<Flow, 'acrValues' | 'maxAge' | 'nonce'>
  readonly clock: Clock
}
