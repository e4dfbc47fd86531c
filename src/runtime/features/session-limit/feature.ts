import type { Feature } from '../../core/lifetimes.js'

/** The most sessions that a user has at a time: the option `session.maxSessions`. */
export const sessionLimit: Feature = {
  name: 'session-limit',
  version: 1,
  isUsed: ({ session }) => session.maxSessions !== undefined,
  load: () => import('./session-limit.js'),
}
