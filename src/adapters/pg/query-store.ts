import type { DeclaredColumns } from '../sql/user-columns.js'
import type { PgQuery } from './client.js'
import { withObjectRows } from './object-rows.js'
import { prepareSchema } from './schema.js'
import { closedError, type PgStore } from './store.js'

export function createPgQueryStore(database: PgQuery, columns: DeclaredColumns): PgStore {
  const checked = withObjectRows(database)
  let closed = false
  let isPrepared = false
  return {
    async rows({ sql, args }) {
      if (closed) throw closedError()
      // On Cloudflare Workers, a request cannot wait for the I/O of another request. So if the first requests
      // run concurrently, each request prepares the schema.
      if (!isPrepared) await prepareSchema(checked, columns)
      isPrepared = true
      return (await checked.query(sql, args)).rows
    },
    async close() {
      closed = true
    },
  }
}
