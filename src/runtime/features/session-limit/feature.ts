import type { Feature } from '../../core/feature.js'

/** Limits the number of sessions per user: the option `session.maxSessions`, and a default limit of 100. */
export const sessionLimit: Feature = {
  name: 'session-limit',
  version: 1,
  isUsed: ({ session }) => session.strategy === 'database' || session.sessionStore !== undefined,
  load: () => import('./session-limit.js'),
}
