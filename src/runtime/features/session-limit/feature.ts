import type { Feature } from '../../core/feature.js'

/** The option `session.maxSessions`, and a default limit. */
export const sessionLimit: Feature = {
  name: 'session-limit',
  version: 1,
  isUsed: ({ session }) => session.strategy === 'database' || session.sessionStore !== undefined,
  load: () => import('./session-limit.js'),
}
