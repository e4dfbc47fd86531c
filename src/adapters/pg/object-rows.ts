import { AdapterError } from '../../errors.js'
import type { PgResult, PgRow } from './client.js'

/**
 * Returns the rows of a result after checking their form.
 *
 * @throws {AdapterError} If the result has no rows array, or a row is not an object with a field for each column.
 */
export function objectRows(result: PgResult): readonly PgRow[] {
  const rows = (result as { readonly rows?: unknown } | undefined)?.rows
  if (!Array.isArray(rows)) {
    throw new AdapterError(
      'The query of pg() returned no { rows }, an array with an object for each row. Wrap a driver that returns the rows alone: "async (text, values) => ({ rows: await … })".',
    )
  }
  if (rows.every(isRow)) return rows
  throw new AdapterError(
    `The query of pg() returned rows that are not objects. Columns are read by their names: leave out the option of the driver that makes arrays of rows, such as "arrayMode: true" or "rowMode: 'array'".`,
  )
}

function isRow(row: unknown): row is PgRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}
