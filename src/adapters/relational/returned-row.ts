import { AdapterError } from '../../errors.js'
import type { Fields, TableName } from './record-store.js'

/** Throws if an insert returned no row, because a trigger can skip a row without an error. */
export function returnedRow(table: TableName, row: Fields | undefined): Fields {
  if (row) return row
  throw new AdapterError(
    `The database returned no row after an insert into "${table}". Check its triggers and its row-level security.`,
  )
}
