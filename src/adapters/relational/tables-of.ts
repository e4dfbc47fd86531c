import { AdapterError } from '../../errors.js'
import type { TableName } from './record-store.js'
import { requiredColumns } from './table-columns.js'

export function tablesOf(adapter: string, tables: object): readonly TableName[] {
  const names = Object.entries(tables).flatMap(([name, table]) => (table == null ? [] : [name]))
  const unknown = names.find((name) => !Object.hasOwn(requiredColumns, name))
  if (unknown !== undefined) {
    const all = Object.keys(requiredColumns).join(', ')
    throw new AdapterError(`${adapter}() has no table "${unknown}". Its tables are ${all}.`)
  }
  const missing = ['users', 'accounts'].find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new AdapterError(
      `The table "${missing}" of ${adapter}() is missing: pass the tables users and accounts.`,
    )
  }
  return names as TableName[]
}
