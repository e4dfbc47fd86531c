import type { SessionFacts } from '../contract.js'
import type { Fields, TableName } from './record-store.js'

/** The columns of session metadata and their types. */
export const metadataColumns: readonly (readonly [name: keyof SessionFacts, kind: 'date' | 'text'])[] = [
  ['createdAt', 'date'],
  ['lastUsedAt', 'date'],
  ['userAgent', 'text'],
  ['networkAddress', 'text'],
]

/** Whether a table has a column with this name for values of this kind. */
export type HasColumn = (name: string, kind: 'date' | 'text') => boolean

/**
 * Whether an application's table stores session metadata, which requires all of these columns. A table with only some of them uses
 * them for something else.
 */
export function storesMetadata(has: HasColumn): boolean {
  return metadataColumns.every(([name, kind]) => has(name, kind))
}

const columnNames: ReadonlySet<string> = new Set(metadataColumns.map(([name]) => name))

/** The fields of a row without session metadata. */
export function withoutMetadata(table: TableName, fields: Fields): Fields {
  if (table !== 'sessions') return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !columnNames.has(name)))
}
