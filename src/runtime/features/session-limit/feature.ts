import type { Feature } from '../../core/feature.js'

/** The most sessions that a user has at a time: the option `session.maxSessions`, and a default of 100. */
export const sessionLimit: Feature = {
  name: 'session-limit',
  version: 1,
  isUsed: ({ session }) => session.strategy === 'database' || session.sessionStore !== undefined,
  load: () => import('./session-limit.js'),
}
