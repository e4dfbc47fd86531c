import { AdapterError } from '../../errors.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { PgQuery, PgResult, PgRow } from './client.js'
import { prepareSchema } from './schema.js'
import { requireOpen, type Store } from './store.js'

/** Makes a store over statements that run each by itself, so it has no transactions; nothing is sent yet. */
export function createQueryStore(database: PgQuery, columns: DeclaredColumns): Store {
  const checked: PgQuery = { query: (text, values) => rowsOf(database, text, values) }
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

async function rowsOf(database: PgQuery, text: string, values: unknown[]): Promise<PgResult> {
  const result: { readonly rows?: unknown } | undefined = await database.query(text, values)
  const rows = result?.rows
  if (!Array.isArray(rows)) {
    throw new AdapterError(
      'The query of pg() gave no { rows }, an array with an object for each row. A driver that gives the rows alone goes as "async (text, values) => ({ rows: await … })".',
    )
  }
  if (rows.every(isRow)) return { rows }
  throw new AdapterError(
    'The query of pg() gave rows that are no objects. Columns are read by their names: leave out the option of the driver that makes arrays of rows, such as "arrayMode: true".',
  )
}

function isRow(row: unknown): row is PgRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}
