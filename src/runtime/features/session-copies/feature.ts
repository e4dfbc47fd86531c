import type { Feature } from '../../core/lifetimes.js'

/** Copies of database sessions in a cookie: the option `session.cache`. */
export const sessionCopies: Feature = {
  name: 'session-copies',
  version: 1,
  isUsed: ({ session }) => Boolean(session.cache),
  load: () => import('./session-copies.js'),
}
