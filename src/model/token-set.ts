/**
 * A token response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export interface TokenSet {
  access_token?: string | undefined
  refresh_token?: string | undefined
  id_token?: string | undefined
  scope?: string | undefined
  /** Always in lower case, because its case means nothing. */
  token_type?: Lowercase<string> | undefined
  /** Seconds for which `access_token` is valid, from the response on. */
  expires_in?: number | undefined
  /** When `access_token` expires, in seconds since 1970. */
  expires_at?: number | undefined
  session_state?: string | undefined
  authorization_details?: readonly AuthorizationDetails[] | undefined
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
