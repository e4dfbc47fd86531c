import { AdapterError } from '../../errors.js'
import type { TableName } from './record-store.js'
import { requiredColumns, tableReasons } from './table-columns.js'

/**
 * Checks the columns of a table at run time, for plain JavaScript. TypeScript checks them at compile time.
 *
 * @throws {AdapterError} If the table lacks columns.
 */
export function requireColumns(table: TableName, columns: object): void {
  const missing = requiredColumns[table].map(([name]) => name).filter((name) => !(name in columns))
  if (missing.length === 0) return
  throw new AdapterError(tableReasons.lacks.replace('%s', table).replace('%s', missing.join(', ')))
}
