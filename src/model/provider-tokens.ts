import type { NoTokensReason } from '../errors.js'

/** The tokens of a user at a provider. */
export interface ProviderTokens {
  /** Whether there are tokens. */
  ok: true
  /** The access token. If possible, it is valid for at least `validFor` seconds. */
  accessToken: string
  /** When the access token expires. `null` if the provider does not say. */
  expiresAt: Date | null
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** Always `'bearer'`: other types are not accepted. */
  tokenType: string
  /** The last ID token that the provider issued. It may have expired. */
  idToken?: string | undefined
}

/** The reason why there are no tokens. */
export interface NoProviderTokens {
  /** Whether there are tokens. */
  ok: false
  /** Why there are no tokens. */
  reason: NoTokensReason
  /** Seconds until the provider accepts requests again, if its response has `Retry-After`. */
  retryAfter?: number | undefined
  /** With reason `'consent'`: the missing scopes. */
  missing?: readonly string[] | undefined
}

/** Result of reading a provider's tokens. */
export type TokensResult = ProviderTokens | NoProviderTokens

/** Options of `auth.fetch`. */
export type FetchOptions = Pick<TokensOptions, 'resource'>

/** Options of `auth.tokens`. */
export interface TokensOptions {
  /** Seconds for which the access token should still be valid. A token that expires sooner is refreshed if possible. Default: 60. */
  validFor?: number | undefined
  /** Scopes that must have been granted. Default: none. */
  scopes?: readonly string[] | undefined
  /** The account to use if the user has several with the provider. Default: the first by id. */
  providerAccountId?: string | undefined
  /**
   * The API that the access token is for: an absolute URI without a fragment, as the provider documents it. Each API has its own access
   * token, which is requested with the refresh token of the account. Throws `InvalidProvider` if the URI is malformed. Default: the access
   * token of the sign-in.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2
   */
  resource?: string | undefined
}
