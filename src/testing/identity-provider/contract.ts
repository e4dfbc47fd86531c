import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { Behaviour, ReceivedRequest, SignedHeader } from './behaviour.js'
import type { ProviderFailure } from './failures.js'
import type { RefreshTokens } from './refresh-tokens.js'
import type { RegisteredClient } from './registered-client.js'
import type { SigningKey } from './signing-key.js'

/** Pushed Authorization Requests (RFC 9126), or proofs of possession (RFC 9449). */
export type ProviderRequirement = 'par' | 'dpop'

/** Options of `identityProvider`. */
export interface IdentityProviderOptions {
  /** The issuer identifier. Default: `https://idp.test`; with `port`, the URL of the listening provider. */
  readonly issuer?: string | undefined
  /** The port of `localhost` to listen at; 0 is any free port. Default: the provider does not listen. */
  readonly port?: number | undefined
  /** The claims of the users. The first user signs in until the test sets `user`. Default: one user. */
  readonly users?: readonly UserClaims[] | undefined
  /** The client. Default: id `client`, with the secret `s-e_c.r*et` by `client_secret_basic`. */
  readonly client?: RegisteredClient | undefined
  /** Returns the time, in milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** The signing keys. The first key signs. Default: one key for `ES256`. */
  readonly keys?: readonly [SigningKey, ...SigningKey[]] | undefined
  /** Whether a sign-in returns a refresh token. Each refresh token can be used once. Default: `false`. */
  readonly refreshTokens?: boolean | undefined
  /** Requirements for clients. Default: none. */
  readonly requires?: readonly ProviderRequirement[] | undefined
}

/** The claims of a user. */
export type UserClaims = Record<string, unknown>

/** An OpenID Provider in this process. It signs its tokens, and checks PKCE, the redirect URI and the client. */
export interface IdentityProvider {
  /** The issuer identifier. */
  readonly issuer: string
  /** The claims of the user who signs in next. */
  user: UserClaims
  /** All users. The parameter `login_hint` of a request selects one of them by `sub` or `email`. */
  readonly users: readonly UserClaims[]
  /** The only client that the provider accepts. */
  client: RegisteredClient
  /** Returns the time for the claims of tokens, in milliseconds since 1970. */
  clock: () => number
  /** The signing keys. The first key signs. All are published. */
  keys: readonly [SigningKey, ...SigningKey[]]
  /** Whether users consent at the authorization endpoint of `handler`. Default: `true`. */
  consents: boolean
  /** The access token of a sign-in without refresh tokens. If `login_hint` selects the user, the access token is random instead. */
  accessToken: string
  /** Requirements for clients. Default: none. */
  requires: readonly ProviderRequirement[]
  /** The current behaviour. */
  readonly behaviour: Behaviour
  /** The requests of the application, oldest first. */
  readonly received: readonly ReceivedRequest[]
  /** Every access token and ID token that was issued, oldest first. */
  readonly issued: readonly string[]
  /** The form and headers of the last token request. */
  readonly tokenRequest: { readonly form: URLSearchParams; readonly headers: Headers }
  /**
   * Sends a request to this identity provider. Pass this function as `[customFetch]` of a provider in the
   * configuration.
   */
  readonly fetch: Fetch
  /** Handles requests of the application and, at the authorization and logout endpoints, of browsers. */
  handler(request: Request): Promise<Response>
  /** The number of requests of the application to an endpoint, such as `/token`. */
  requestCount(path: string): number
  /** The callback URL after the user agreed to an authorization request. */
  authorize(authorization: string | URL): URL
  /** The callback URL after the user refused an authorization request. */
  deny(authorization: string | URL): URL
  /** Makes the provider fail in this way from now on. Replaces an earlier failure. */
  fail(failure: ProviderFailure): void
  /** Replaces parts of the correct behaviour, and ends earlier failures. */
  misbehave(behaviour?: Partial<Behaviour>): void
  /** Clears `received` and `issued`. The tokens stay valid. */
  clear(): void
  /** Replaces the keys by a new key. */
  rotateKeys(): Promise<void>
  /** Makes the provider issue a refresh token, which can be used once, for each sign-in from now on. */
  issueRefreshTokens(): RefreshTokens
  /** Signs claims like an ID token. A string is signed unchanged. */
  sign(claims: UserClaims | string, header?: Partial<SignedHeader>): Promise<string>
  /**
   * Creates the request with which the provider reports that sessions have ended.
   *
   * @param url - The back-channel logout URI, such as `https://app.test/auth/backchannel-logout/acme`.
   * @param claims - Claims of the logout token, which replace the correct ones. Default: the `sub` of `user`, and its `sid` if there is one.
   * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
   */
  logoutRequest(url: string | URL, claims?: UserClaims): Promise<Request>
  /** Stops listening. */
  close(): Promise<void>
}
