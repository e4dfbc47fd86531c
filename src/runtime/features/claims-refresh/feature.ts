import type { Feature } from '../../core/feature.js'

/** Claims that the application refreshes at an interval: the option `session.refresh`. */
export const claimsRefresh: Feature = {
  name: 'claims-refresh',
  version: 1,
  isUsed: ({ session }) => session.refresh !== undefined,
  load: () => import('./claims-refresh.js'),
}
