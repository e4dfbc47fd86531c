import type { Feature } from '../../core/feature.js'

/** Copies of database sessions in a cookie: the option `session.cookieCache`. */
export const sessionCopies: Feature = {
  name: 'session-copies',
  version: 1,
  isUsed: ({ session }) => Boolean(session.cookieCache),
  load: () => import('./session-copies.js'),
}
