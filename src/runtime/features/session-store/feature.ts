import type { Feature } from '../../core/feature.js'

/** Stores the claims of sessions in the store of the option `session.sessionStore` instead of cookies. */
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
