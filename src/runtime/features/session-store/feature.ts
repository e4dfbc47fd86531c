import type { Feature } from '../../core/feature.js'

export const sessionStore: Feature = {
  name: 'session-store',
  version: 1,
  isUsed: ({ session }) => session.sessionStore !== undefined,
  async load() {
    const { openStoredClaims, storedTokenSessions } = await import('./session-store.js')
    return {
      storedClaims: ({ spec, host, tenant }) => openStoredClaims(spec, host.guardStore, tenant),
      strategy: storedTokenSessions,
    }
  },
}
