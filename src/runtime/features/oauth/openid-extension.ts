import type { TokenSet } from '../../../model/account.js'
import type { Profile } from '../../../model/user.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Check } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import type { Feature } from '../../core/feature.js'
import type { CachedDocument } from '../../core/http/cached-document.js'
import type { Params } from '../../core/http/params.js'
import type { Identity } from '../../core/login/identity.js'
import type { App, Exchange, Owner } from '../../core/object-lifetimes.js'
import type { Flow } from './flow.js'
import type { Jws } from './jws.js'
import type { ReadyOAuthProvider, ServerMetadata } from './provider.js'

export interface OpenIDExtension {
  /** Default of the option `checks`. */
  readonly checks: readonly Check[]
  /**
   * Throws `InvalidProvider` if the option `client` names a MAC algorithm, such as HS256, for which the
   * client secret is missing or too short.
   */
  requireMacKeys(provider: ReadyOAuthProvider): void
  /** Returns the endpoints that a sign-in needs besides the authorization endpoint and the token endpoint. */
  neededEndpoints(provider: ReadyOAuthProvider): readonly ('jwks_uri' | 'userinfo_endpoint')[]
  /** Whether the metadata belongs to the provider. `published` is the issuer in the metadata. */
  describesIssuer(provider: ReadyOAuthProvider, published: string): boolean
  /** Returns the expected issuer of an authorization response that contains the issuer `received`. */
  responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string
  /** Parses an ID token, and runs the checks that come before oauth4webapi validates the claims. */
  parseIdToken(token: string, context: TokenResponseContext): Promise<Jws>
  expectedIdToken(idToken: Jws | undefined, context: TokenResponseContext): ExpectedIdToken
  /** Verifies an ID token after oauth4webapi has validated its claims. */
  verifyIdToken(idToken: Jws, received: ReceivedWith, context: TokenResponseContext): Promise<IdTokenClaims>
  profile(redeemed: Redeemed, call: OAuthCall): Promise<Profile>
  accountId(redeemed: Redeemed, subject: string, provider: ReadyOAuthProvider): string
  /**
   * Returns data about the session at the provider. With the `mark`, a logout token can find the local
   * session.
   */
  providerSession(redeemed: Redeemed, call: OAuthCall): Promise<Pick<Identity, 'issuer' | 'mark' | 'end'>>
  requireKeys(server: AuthorizationServer, provider: ReadyOAuthProvider): Promise<void>
  /**
   * Verifies an ID token of a token refresh. Returns whether to store it. Throws `SubjectMismatch` if the new
   * and the stored ID token belong to different users.
   */
  verifyRefreshedIdToken(
    idToken: Jws,
    stored: string | undefined,
    accessToken: string,
    context: TokenResponseContext,
  ): Promise<boolean>
}

export interface ExpectedIdToken {
  readonly issuer: string
  readonly requireIdToken: true
  readonly expectedNonce?: string
  /** Maximum number of seconds since the user authenticated at the provider. */
  readonly maxAge?: number
}

export interface ReceivedWith {
  readonly accessToken: string
  /** The parameter `iss` of the authorization response. */
  readonly iss: string | null
}

export interface OAuthFeature extends Feature {
  readonly openId?: () => Promise<OpenIDExtension>
}

export async function openIdOf(provider: ReadyOAuthProvider): Promise<OpenIDExtension | undefined> {
  const { '~feature': feature } = provider as { readonly '~feature'?: OAuthFeature }
  return feature?.openId?.()
}

export interface OAuthCall {
  readonly provider: ReadyOAuthProvider
  /** `undefined` for OAuth 2.0 providers. */
  readonly openId: OpenIDExtension | undefined
  readonly app: App
  readonly exchange: Exchange
}

export interface AuthorizationServer extends Owner<ServerDocuments> {
  readonly metadata: ServerMetadata
}

export interface ServerDocuments {
  readonly provider: ReadyOAuthProvider
  readonly fetch: Fetch
  readonly clock: Clock
  readonly metadata: CachedDocument<ServerMetadata>
}

export interface BegunFlow {
  readonly flow: Flow
  readonly server: AuthorizationServer
}

export interface Redeemed extends BegunFlow {
  readonly tokens: ReceivedTokens
  /** `undefined` for OAuth 2.0 providers. */
  readonly claims: IdTokenClaims | undefined
  readonly params: Params
}

export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

export type ReceivedTokens = TokenSet & { readonly access_token: string }

export interface TokenResponseContext extends AuthorizationServer {
  readonly provider: ReadyOAuthProvider
  readonly openId: OpenIDExtension | undefined
  readonly flow: Pick<Flow, 'acrValues' | 'maxAge' | 'nonce'>
  readonly clock: Clock
}
