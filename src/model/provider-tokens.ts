import type { NoTokensReason } from '../errors.js'

/** The tokens of a user at a provider. */
export interface ProviderTokens {
  /** `true`. */
  ok: true
  /** The access token. If possible, it is valid for at least `validFor` seconds. */
  accessToken: string
  /** When the access token expires. `null` if the provider does not say. */
  expiresAt: Date | null
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** `'bearer'`. */
  tokenType: string
  /** The last ID token of the provider. It may have expired. */
  idToken?: string | undefined
}

export interface NoProviderTokens {
  ok: false
  reason: NoTokensReason
  /** Seconds until the provider accepts requests again. */
  retryAfter?: number | undefined
  /** The missing scopes, with reason `'consent'`. Empty if the provider issues no token for `resource`. */
  missing?: readonly string[] | undefined
}

/** Result of reading a provider's tokens. */
export type TokensResult = ProviderTokens | NoProviderTokens

/** Options of `auth.fetch`. */
export type FetchOptions = Pick<TokensOptions, 'resource'>

/** Options of `auth.tokens`. */
export interface TokensOptions {
  /** Seconds for which the access token should still be valid; otherwise it is refreshed if possible. Default: 60. */
  validFor?: number | undefined
  /** Scopes that must have been granted. Default: none. */
  scopes?: readonly string[] | undefined
  /**
   * The account to use if the user has several with the provider. Default: the first in the order of
   * `providerAccountId`.
   */
  providerAccountId?: string | undefined
  /**
   * The API that the access token is for: an absolute URI without a fragment. Without this option, the access token of
   * the sign-in is returned.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2
   */
  resource?: string | undefined
}
