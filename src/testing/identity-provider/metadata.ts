import type { IdentityProvider } from './contract.js'

export function metadataOf(
  provider: Pick<IdentityProvider, 'issuer' | 'keys' | 'requires'>,
  hasRefreshTokens: boolean,
): Record<string, unknown> {
  const { issuer, keys, requires } = provider
  const base = baseOf(provider)
  return {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/jwks`,
    id_token_signing_alg_values_supported: [...new Set(['RS256', ...keys.map(({ alg }) => alg)])],
    authorization_response_iss_parameter_supported: true,
    ...(hasRefreshTokens && {
      end_session_endpoint: `${base}/logout`,
      revocation_endpoint: `${base}/revoke`,
    }),
    ...(requires.includes('par') && {
      pushed_authorization_request_endpoint: `${base}/par`,
      require_pushed_authorization_requests: true,
    }),
    ...(requires.includes('dpop') && { dpop_signing_alg_values_supported: ['ES256'] }),
  }
}

export function baseOf({ issuer }: Pick<IdentityProvider, 'issuer'>): string {
  return issuer.replace(/\/$/, '')
}
