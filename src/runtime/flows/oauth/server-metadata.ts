/**
 * Metadata of a provider, from its configuration and its issuer. What an issuer publishes may have any type where it is `unknown`.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly userinfo_endpoint?: string
  readonly jwks_uri?: string
  readonly id_token_signing_alg_values_supported?: unknown
  readonly userinfo_signing_alg_values_supported?: unknown
  readonly authorization_response_iss_parameter_supported?: unknown
}
