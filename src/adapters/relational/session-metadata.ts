import type { SessionFacts } from '../contract.js'
import type { Fields, TableName } from './record-store.js'

export const metadataColumns: readonly (readonly [name: keyof SessionFacts, kind: 'date' | 'text'])[] = [
  ['createdAt', 'date'],
  ['lastUsedAt', 'date'],
  ['userAgent', 'text'],
  ['networkAddress', 'text'],
]

export type HasColumn = (name: string, kind: 'date' | 'text') => boolean

/** If a table has only some of these columns, the application uses them for something else. */
export function storesMetadata(has: HasColumn): boolean {
  return metadataColumns.every(([name, kind]) => has(name, kind))
}

const columnNames: ReadonlySet<string> = new Set(metadataColumns.map(([name]) => name))

export function storableFields(
  table: TableName,
  fields: Fields,
  hasMetadata: boolean,
  hasColumn: (name: string) => boolean,
): Fields {
  const isStored = (name: string): boolean =>
    hasColumn(name) && (table !== 'sessions' || hasMetadata || !columnNames.has(name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isStored(name)))
}
