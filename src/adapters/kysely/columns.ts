// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must still compile what is emitted from here.
/** @ts-ignore */
import type { Kysely } from 'kysely'
import { sharedFetch } from '../../platform/shared-fetch.js'
import type { Fields, TableName } from '../relational/record-store.js'
import { metadataColumns, storableFields, storesMetadata } from '../relational/session-metadata.js'
import type { KyselyDialect } from './dialect.js'

/** The columns of each table, by name, with their types in the database. */
type ColumnsByTable = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The columns of the application's tables. They are read from the database once, on first use. */
export interface TableColumns {
  /** Reads the columns, unless they were read before. */
  read(): Promise<unknown>
  /** The fields that the table has a column for. */
  storable(name: TableName, fields: Fields): Promise<Fields>
  /** The names of the columns with the expiry and the metadata of a session. */
  ofSessions(): Promise<readonly string[]>
}

/** Reads columns from the database, because TypeScript interfaces do not exist at run time. */
export function tableColumns<Schema>(
  database: Kysely<Schema>,
  dialect: KyselyDialect,
  tableOf: (name: TableName) => string,
): TableColumns {
  let columns: ColumnsByTable | undefined
  const read = sharedFetch(async () => {
    columns = await columnsByTable(database)
    return columns
  })
  const columnsOf = async (name: TableName) => (await read(() => columns)).get(tableOf(name))

  async function hasMetadata(): Promise<boolean> {
    const types = await columnsOf('sessions')
    const dates = dialect === 'sqlite' ? /^(?:big)?int/i : /^(?:date|timestamp)/i
    return storesMetadata((column, kind) =>
      (kind === 'date' ? dates : /char|text/i).test(types?.get(column) ?? ''),
    )
  }

  return {
    read: () => read(() => columns),
    async storable(name, fields) {
      const types = await columnsOf(name)
      const hasColumn = (column: string): boolean => types?.has(column) ?? true
      return storableFields(name, fields, await hasMetadata(), hasColumn)
    },
    async ofSessions() {
      return ['expires', ...((await hasMetadata()) ? metadataColumns.map(([name]) => name) : [])]
    },
  }
}

async function columnsByTable<Schema>(database: Kysely<Schema>): Promise<ColumnsByTable> {
  const tables = await database.introspection.getTables()
  return new Map(
    tables.flatMap(({ name, schema, columns }) => {
      const types = new Map(columns.map((column) => [column.name, column.dataType]))
      return [
        [name, types],
        [`${schema}.${name}`, types],
      ]
    }),
  )
}
