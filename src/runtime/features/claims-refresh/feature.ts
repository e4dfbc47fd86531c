import type { Feature } from '../../core/feature.js'

export const claimsRefresh: Feature = {
  name: 'claims-refresh',
  version: 1,
  isUsed: ({ session }) => session.refresh !== undefined,
  load: () => import('./claims-refresh.js'),
}
