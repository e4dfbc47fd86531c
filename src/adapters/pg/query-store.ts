import type { DeclaredColumns } from '../sql/user-columns.js'
import type { PgQuery } from './client.js'
import { objectRows } from './object-rows.js'
import { prepareSchema } from './schema.js'
import { closedError, type PgStore } from './store.js'

/** Sends each statement separately, without transactions. Sends nothing yet. */
export function createPgQueryStore(database: PgQuery, columns: DeclaredColumns): PgStore {
  const withObjectRows: PgQuery = {
    query: async (text, values) => ({ rows: objectRows(await database.query(text, values)) }),
  }
  let closed = false
  let isPrepared = false
  return {
    async rows({ sql, args }) {
      if (closed) throw closedError()
      // Each request prepares the schema itself: on Cloudflare Workers a request must not wait for I/O of another one.
      if (!isPrepared) await prepareSchema(withObjectRows, columns)
      isPrepared = true
      return (await withObjectRows.query(sql, args)).rows
    },
    async close() {
      closed = true
    },
  }
}
