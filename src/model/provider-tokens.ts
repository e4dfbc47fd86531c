import type { NoTokensReason } from '../errors.js'

/** The tokens of a user at a provider. */
export interface ProviderTokens {
  ok: true
  accessToken: string
  /** When the access token ends; `null` where the provider does not say. */
  expiresAt: Date | null
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** `'bearer'`, as each token that is accepted is. */
  tokenType: string
  /** The ID token of OpenID Connect that was received last. Its own lifetime may be over. */
  idToken?: string | undefined
}

/** There are no tokens, and why. */
export interface NoProviderTokens {
  ok: false
  reason: NoTokensReason
  /** Seconds after which the provider accepts requests again, where it says so. */
  retryAfter?: number | undefined
  /** With `'consent'`: the scopes that are not granted. */
  missing?: readonly string[] | undefined
}

/** What reading the tokens of a provider resolves to. */
export type TokensResult = ProviderTokens | NoProviderTokens

/** The access token with which requests are sent as a user. */
export type FetchOptions = Pick<TokensOptions, 'resource'>

/** How the tokens of a provider are read. */
export interface TokensOptions {
  /** Seconds for which the access token must at least be valid; it is refreshed where it is not. Default: 60. */
  validFor?: number | undefined
  /** Scopes that must have been granted. Default: none. */
  scopes?: readonly string[] | undefined
  /** Which account, where a user has several of one provider. Default: the first by its id. */
  providerAccountId?: string | undefined
  /**
   * The API that the access token is for: an absolute URI without a fragment, as the provider names it. Each has a separate access token, which the
   * refresh token of the account requests. Throws `InvalidProvider` where it is malformed. Default: the access token of the sign-in.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2
   */
  resource?: string | undefined
}
