import type { Awaitable } from '../../model/awaitable.js'
import type { SessionFacts } from '../contract.js'
import type { Fields, RecordStore, TableName } from './record-store.js'

export const metadataColumns: readonly (readonly [name: keyof SessionFacts, kind: 'date' | 'text'])[] = [
  ['createdAt', 'date'],
  ['lastUsedAt', 'date'],
  ['userAgent', 'text'],
  ['networkAddress', 'text'],
]

export type HasColumn = (name: string, kind: 'date' | 'text') => boolean

/**
 * Whether a table has all columns for session metadata. If it has only some of them, the application uses these for
 * something else.
 */
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

type Read = <Row extends Fields | undefined>(row: Row) => Fields | Row

/** Leaves out the metadata of sessions if the application uses columns with these names for something else. */
export function withMetadataOnly(store: RecordStore, hasMetadata: () => Awaitable<boolean>): RecordStore {
  const withoutMetadata: Read = (row) =>
    row && Object.fromEntries(Object.entries(row).filter(([name]) => !columnNames.has(name)))
  // `hasMetadata` is awaited before each statement: a failure after a write would hide that the write succeeded.
  const readerOf = async (table: TableName): Promise<Read> =>
    table !== 'sessions' || (await hasMetadata()) ? (row) => row : withoutMetadata
  return {
    ...store,
    async insert(table, fields) {
      const read = await readerOf(table)
      return read(await store.insert(table, fields))
    },
    async find(table, key) {
      const read = await readerOf(table)
      return (await store.find(table, key)).map(read)
    },
    async update(table, changes, key) {
      const read = await readerOf(table)
      return read(await store.update(table, changes, key))
    },
    async remove(table, key) {
      const read = await readerOf(table)
      return read(await store.remove(table, key))
    },
    async sessionWithUser(key) {
      const read = await readerOf('sessions')
      const found = await store.sessionWithUser(key)
      return found && { ...found, row: read(found.row) }
    },
  }
}
