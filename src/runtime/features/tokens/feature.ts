import type { Feature } from '../../core/feature.js'

export async function loadTokens(): Promise<typeof import('./tokens.js')> {
  return import('./tokens.js')
}

export const tokens: Feature = {
  name: 'tokens',
  version: 1,
  isUsed: ({ providers }) => providers.some(({ type }) => type === 'oauth' || type === 'oidc'),
  tokensEnded: async (rows, app) => (await loadTokens()).revokeAccountTokens(rows, app),
}
