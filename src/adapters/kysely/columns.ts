// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must be able to compile the declarations of this file.
/** @ts-ignore */
import type { Kysely } from 'kysely'
import { sharedFetch } from '../../platform/shared-fetch.js'
import type { Fields, TableName } from '../relational/record-store.js'
import { storableFields, storesMetadata } from '../relational/session-metadata.js'
import type { KyselyDialect } from './dialect.js'

export type AnyDatabase = Record<string, Record<string, unknown>>

/** Each table has two entries: its name with a schema, and its name without. */
type ColumnsByTable = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface TableColumns {
  read(): Promise<unknown>
  storable(name: TableName, fields: Fields): Promise<Fields>
  hasMetadata(): Promise<boolean>
}

/** Reads columns from the database, because TypeScript interfaces do not exist at run time. */
export function tableColumns(
  database: Kysely<AnyDatabase>,
  dialect: KyselyDialect,
  tableOf: (name: TableName) => string,
): TableColumns {
  let columns: ColumnsByTable | undefined
  const read = sharedFetch(async () => {
    columns = await columnsByTable(database, dialect)
    return columns
  })
  const columnsOf = async (name: TableName) => {
    // Takes the name of the table from a query, because `db.withSchema()` adds a schema to the name.
    const { sql } = database.selectFrom(tableOf(name)).selectAll().compile()
    return (await read(() => columns)).get(sql.replace(/^select [*] from |["`]/g, ''))
  }

  let metadata: boolean | undefined
  async function hasMetadata(): Promise<boolean> {
    if (metadata !== undefined) return metadata
    const types = await columnsOf('sessions')
    const dates = dialect === 'sqlite' ? /^(?:big)?int/i : /^(?:date|timestamp)/i
    metadata = storesMetadata((column, kind) =>
      (kind === 'date' ? dates : /char|text/i).test(types?.get(column) ?? ''),
    )
    return metadata
  }

  return {
    read: () => read(() => columns),
    async storable(name, fields) {
      const types = await columnsOf(name)
      const hasColumn = (column: string): boolean => types?.has(column) ?? true
      return storableFields(name, fields, await hasMetadata(), hasColumn)
    },
    hasMetadata,
  }
}

async function columnsByTable(
  database: Kysely<AnyDatabase>,
  dialect: KyselyDialect,
): Promise<ColumnsByTable> {
  const schemas: readonly unknown[] = dialect === 'postgres' ? await searchPath(database) : []
  const tables = [...(await database.introspection.getTables())]
  // A name without a schema means the table in the schema that PostgreSQL searches first. This schema is
  // sorted last, because a map keeps the last of several entries with the same key.
  tables.sort((one, other) => schemas.indexOf(one.schema) - schemas.indexOf(other.schema))
  return new Map(
    tables.flatMap(({ name, schema = 'main', columns }) => {
      const types = new Map(columns.map((column) => [column.name, column.dataType]))
      return [
        [name, types],
        [`${schema}.${name}`, types],
      ]
    }),
  )
}

/** The schemas that PostgreSQL searches for a name without a schema, in reverse order. */
async function searchPath(database: Kysely<AnyDatabase>): Promise<readonly string[]> {
  const { schemas } = await database
    .selectNoFrom(({ fn, lit, val }) =>
      fn<string>('array_to_string', [fn('current_schemas', [lit(false)]), val(',')]).as('schemas'),
    )
    .executeTakeFirstOrThrow()
  return schemas.split(',').reverse()
}
