import { AdapterError } from '../../errors.js'
import { quote } from '../sql/statements.js'
import type { DeclaredColumns, UserColumnOptions } from '../sql/user-columns.js'
import type { PgConnection, PgPool } from './client.js'
import { sqlType } from './dialect.js'
import { migrations, versionTable } from './migrations.js'
import { inTransaction } from './transaction.js'

/** Names the lock that processes take while they change the schema. */
const LOCK = 0x61757468

/**
 * Brings the tables to the schema of this version and adds the columns that the application declared. Several
 * processes may do it at once. A schema that is up to date is read and not changed, so the role of the application
 * need not own the tables.
 *
 * @throws {AdapterError} If a newer version of Authwright wrote the database.
 */
export async function prepareSchema(pool: PgPool, columns: DeclaredColumns): Promise<void> {
  if (
    (await schemaVersion(pool)) === migrations.length &&
    (await missingColumns(pool, columns)).length === 0
  ) {
    return
  }
  await inTransaction(pool, async (connection) => {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await connection.query(versionTable)
    await migrate(connection, await versionIn(connection))
    for (const [name, options] of await missingColumns(connection, columns)) {
      await connection.query(`ALTER TABLE auth_users ADD COLUMN ${quote(name)} ${definition(options)}`)
    }
  })
}

type Queryable = Pick<PgPool, 'query'>

async function schemaVersion(database: Queryable): Promise<number> {
  const { rows: found } = await database.query(`SELECT to_regclass('auth_schema') IS NOT NULL AS "there"`)
  return found[0]?.['there'] === true ? versionIn(database) : 0
}

async function versionIn(database: Queryable): Promise<number> {
  const { rows } = await database.query('SELECT max("version") AS "version" FROM auth_schema')
  const version = Number(rows[0]?.['version'] ?? 0)
  if (version <= migrations.length) return version
  throw new AdapterError(
    `The database has version ${version} of the schema, and this version of authwright knows ` +
      `${migrations.length}. Update authwright to the version that wrote the database.`,
  )
}

async function migrate(connection: PgConnection, from: number): Promise<void> {
  for (const [index, steps] of migrations.slice(from).entries()) {
    for (const step of steps) await connection.query(step)
    await connection.query('INSERT INTO auth_schema ("version") VALUES ($1)', [from + index + 1])
  }
}

async function missingColumns(
  database: Queryable,
  { columns }: DeclaredColumns,
): Promise<readonly (readonly [name: string, options: UserColumnOptions])[]> {
  if (columns.size === 0) return []
  const { rows } = await database.query(
    `SELECT attname AS "name" FROM pg_attribute WHERE attrelid = to_regclass('auth_users') AND attnum > 0 AND NOT attisdropped`,
  )
  const there = new Set(rows.map(({ name }) => name))
  return [...columns].filter(([name]) => !there.has(name))
}

function definition({ type, default: value }: UserColumnOptions): string {
  if (value === undefined) return sqlType[type]
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `${sqlType[type]} NOT NULL DEFAULT '${text.replaceAll("'", "''")}'`
}
