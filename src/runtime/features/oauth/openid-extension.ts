import type { TokenSet } from '../../../model/account.js'
import type { Profile } from '../../../model/user.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Check } from '../../../providers/kinds/oauth.js'
import type { Clock } from '../../core/base/clock.js'
import type { CachedDocument } from '../../core/http/cached-document.js'
import type { Params } from '../../core/http/params.js'
import type { App, Exchange, Feature, Owner } from '../../core/lifetimes.js'
import type { Identity } from '../../core/login/identity.js'
import type { Flow } from './flow-cookies.js'
import type { Jws } from './jws.js'
import type { ReadyOAuthProvider, ServerMetadata } from './provider.js'

/*
 * What OpenID Connect adds to the flow of OAuth 2, and what the steps of the flow hand to each other.
 */

/** What OpenID Connect adds to the flow of OAuth 2. The feature `oidc` has it, and its providers bring it along. */
export interface OpenIDExtension {
  /** What protects a flow by default. */
  readonly checks: readonly Check[]
  /** Throws `InvalidProvider` if the client secret cannot verify the MACs that the client requires. */
  requireMacKeys(provider: ReadyOAuthProvider): void
  /** The endpoints that a sign-in needs, besides those for the authorization and the tokens. */
  neededEndpoints(provider: ReadyOAuthProvider): readonly ('jwks_uri' | 'userinfo_endpoint')[]
  /** Whether `published` is an issuer that the configuration describes. */
  describesIssuer(provider: ReadyOAuthProvider, published: string): boolean
  /** The issuer that the authorization response must name. */
  responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string
  /** Parses an ID token, and checks what must hold before oauth4webapi validates its claims. */
  parseIdToken(token: string, context: TokenResponseContext): Promise<Jws>
  /** What oauth4webapi validates the ID token of a token response against. */
  expectedIdToken(idToken: Jws | undefined, context: TokenResponseContext): ExpectedIdToken
  /** Verifies the ID token of a sign-in, whose claims oauth4webapi has validated. */
  verifyIdToken(
    idToken: Jws,
    response: IdTokenResponse,
    context: TokenResponseContext,
  ): Promise<IdTokenClaims>
  /** The profile of the user: the claims of the ID token, or the UserInfo response. */
  profile(redeemed: Redeemed, call: OAuthCall): Promise<Profile>
  /** The id of an account with the subject `subject`. */
  accountId(redeemed: Redeemed, subject: string, provider: ReadyOAuthProvider): string
  /** The session at the provider. */
  providerSession(redeemed: Redeemed, call: OAuthCall): Promise<Pick<Identity, 'issuer' | 'mark' | 'end'>>
  /** Fetches what the ID token of a refreshed token response is verified with. Never throws. */
  prepareRefresh(server: AuthorizationServer): Promise<void>
  /**
   * Verifies the ID token of a refreshed token response, and whether it is to be stored. Throws `SubjectMismatch` if it belongs to
   * another user than the stored ID token.
   *
   * @param stored - The ID token that is stored with the account.
   */
  verifyRefreshedIdToken(
    idToken: Jws,
    stored: string | undefined,
    accessToken: string,
    context: TokenResponseContext,
  ): Promise<boolean>
}

/** The ID token that a token response must have. */
export interface ExpectedIdToken {
  readonly issuer: string
  readonly requireIdToken: true
  readonly expectedNonce?: string
  readonly maxAge?: number
}

/** What came with an ID token. */
export interface IdTokenResponse {
  readonly accessToken: string
  /** The issuer that the authorization response names. */
  readonly iss: string | null
}

/** A feature of providers that are signed in with by the flow of OAuth 2. */
export interface OAuthFeature extends Feature {
  readonly openId?: () => Promise<OpenIDExtension>
}

/** What OpenID Connect adds for a provider. `undefined` for a provider of OAuth 2. */
export async function openIdOf(provider: ReadyOAuthProvider): Promise<OpenIDExtension | undefined> {
  const { '~feature': feature } = provider as { readonly '~feature'?: OAuthFeature }
  return feature?.openId?.()
}

/** One step of an authorization code flow: with which provider, and in which request. */
export interface OAuthCall {
  readonly provider: ReadyOAuthProvider
  /** `undefined` for a provider of OAuth 2. */
  readonly openId: OpenIDExtension | undefined
  readonly app: App
  readonly exchange: Exchange
}

/** The metadata of a provider, and what else is cached of it. */
export interface AuthorizationServer extends Owner<ServerDocuments> {
  readonly metadata: ServerMetadata
}

/** What a document of a provider is fetched with. */
export interface ServerDocuments {
  readonly provider: ReadyOAuthProvider
  readonly fetch: Fetch
  readonly clock: Clock
  readonly metadata: CachedDocument<ServerMetadata>
}

/** A redeemed authorization code. */
export interface Redeemed {
  readonly flow: Flow
  readonly tokens: ReceivedTokens
  /** The claims of the ID token of an OpenID Provider, with its signature verified. */
  readonly claims: IdTokenClaims | undefined
  readonly server: AuthorizationServer
  /** Everything that the authorization response holds. */
  readonly params: Params
}

/** The validated claims of an ID token. */
export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

/** The members of a token response that the application uses. */
export type ReceivedTokens = TokenSet & { readonly access_token: string }

/** What the tokens of a response are compared with. */
export interface TokenResponseContext extends AuthorizationServer {
  readonly provider: ReadyOAuthProvider
  readonly openId: OpenIDExtension | undefined
  /** What the authorization request said. */
  readonly flow: Pick<Flow, 'acrValues' | 'maxAge' | 'nonce'>
  readonly clock: Clock
}
