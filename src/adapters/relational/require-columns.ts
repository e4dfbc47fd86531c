import { AdapterError } from '../../errors.js'
import type { TableName } from './record-store.js'
import { requiredColumns, tableReasons } from './table-columns.js'

/** Checks the columns for plain JavaScript. In TypeScript, the compiler has already checked them. */
export function requireColumns(table: TableName, columns: object): void {
  const missing = requiredColumns[table].map(([name]) => name).filter((name) => !(name in columns))
  if (missing.length === 0) return
  throw new AdapterError(tableReasons.lacks.replace('%s', table).replace('%s', missing.join(', ')))
}
