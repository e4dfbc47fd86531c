import { AdapterError } from '../../errors.js'
import type { PgQuery, PgResult, PgRow } from './client.js'

export function objectRows(result: PgResult): readonly PgRow[] {
  const rows = (result as { readonly rows?: unknown } | undefined)?.rows
  if (!Array.isArray(rows)) {
    throw new AdapterError(
      'The function query(text, values) of pg() must return { rows }, an array of objects. If your driver returns only the rows, wrap it: "async (text, values) => ({ rows: await … })".',
    )
  }
  if (rows.every(isRow)) return rows
  throw new AdapterError(
    `The function query(text, values) of pg() returned rows that are not objects. Remove the option of the driver that returns arrays, such as "arrayMode: true" or "rowMode: 'array'".`,
  )
}

export function withObjectRows(database: Pick<PgQuery, 'query'>): PgQuery {
  return { query: async (text, values) => ({ rows: objectRows(await database.query(text, values)) }) }
}

function isRow(row: unknown): row is PgRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}
