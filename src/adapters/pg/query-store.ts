import type { DeclaredColumns } from '../sql/user-columns.js'
import type { PgQuery } from './client.js'
import { objectRows } from './object-rows.js'
import { prepareSchema } from './schema.js'
import { requireOpen, type Store } from './store.js'

/** Makes a store that sends each statement by itself, without transactions; nothing is sent yet. The statements are those of `../sql/statements.ts`. */
export function createQueryStore(database: PgQuery, columns: DeclaredColumns): Store {
  const checked: PgQuery = {
    query: async (text, values) => ({ rows: objectRows(await database.query(text, values)) }),
  }
  let closed = false
  let isPrepared = false
  return {
    async rows({ sql, args }) {
      requireOpen(closed)
      // Each request looks at the tables for itself: on Cloudflare Workers one must not wait for what another began.
      if (!isPrepared) await prepareSchema(checked, columns)
      isPrepared = true
      return (await checked.query(sql, args)).rows
    },
    async close() {
      closed = true
    },
  }
}
