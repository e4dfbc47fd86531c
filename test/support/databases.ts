import type { Adapter } from '../../src/adapters/contract.js'
import { memory } from '../../src/adapters/memory.js'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { emptyDatabase, poolOn } from '../adapters/pg/support.js'
import { temporaryFile } from '../adapters/sqlite/engines.js'
import { postgres } from './stores/postgres.js'

/** Empty databases of each kind, for `test.each`. PostgreSQL is included if a server is installed. */
export const databases: readonly (readonly [name: string, create: () => Promise<Adapter>])[] = [
  ['memory', async () => memory()],
  ['SQLite', async () => sqlite(await temporaryFile())],
  ...(postgres.available ? [['PostgreSQL', async () => pg(poolOn(await emptyDatabase()))] as const] : []),
]
