import type { Feature } from '../../core/feature.js'

/** Loads `auth.tokens` and `auth.fetch`. */
export async function loadTokens(): Promise<typeof import('./tokens.js')> {
  return import('./tokens.js')
}

/** Reads, refreshes and revokes tokens of providers. */
export const tokens: Feature = {
  name: 'tokens',
  version: 1,
  isUsed: ({ providers }) => providers.some(({ type }) => type === 'oauth' || type === 'oidc'),
  tokensEnded: async (rows, app) => (await loadTokens()).revokeAccountTokens(rows, app),
}
