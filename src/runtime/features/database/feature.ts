import type { Feature } from '../../core/feature.js'

export const database: Feature = {
  name: 'database',
  version: 1,
  isUsed: ({ adapter }) => adapter !== undefined,
  load: () => import('./database-storage.js'),
}
