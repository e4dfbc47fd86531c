import type { Feature } from '../../core/feature.js'

/** Users, accounts and sessions in the database of an adapter. */
export const database: Feature = {
  name: 'database',
  version: 1,
  isUsed: ({ adapter }) => adapter !== undefined,
  load: () => import('./database-storage.js'),
}
