import type { ProviderType } from '../providers/kinds/provider-type.js'

/** Links a user to a provider, with the fields of the token response. */
export interface Account<out Id extends string = string> extends TokenSet {
  /** The provider's id. */
  provider: Id
  /** OAuth and OIDC: the `id` from `profile()`. E-mail: the address. Credentials: the `id` from `authorize()`. */
  providerAccountId: string
  type: ProviderType
  /** The user who owns it, once stored. */
  userId?: string | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
}

/**
 * A token response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export interface TokenSet {
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly scope?: string | undefined
  /** Always in lower case, because its case means nothing. */
  readonly token_type?: Lowercase<string> | undefined
  /** Seconds for which `access_token` is valid, from the response on. */
  readonly expires_in?: number | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
  readonly session_state?: string | undefined
  readonly authorization_details?: readonly AuthorizationDetails[] | undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc9396.html#section-2 */
export interface AuthorizationDetails {
  readonly type: string
  readonly locations?: readonly string[]
  readonly actions?: readonly string[]
  readonly datatypes?: readonly string[]
  readonly privileges?: readonly string[]
  readonly identifier?: string
  readonly [parameter: string]: unknown
}
