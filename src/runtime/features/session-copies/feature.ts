import type { Feature } from '../../core/feature.js'

export const sessionCopies: Feature = {
  name: 'session-copies',
  version: 1,
  isUsed: ({ session }) => Boolean(session.cookieCache),
  load: () => import('./session-copies.js'),
}
