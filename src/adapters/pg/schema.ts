import { AdapterError } from '../../errors.js'
import { quote } from '../sql/statements.js'
import type { DeclaredColumns, UserColumnOptions } from '../sql/user-columns.js'
import type { PgPool } from './client.js'
import { sqlType } from './dialect.js'
import { migrations, versionTable } from './migrations.js'

type Queryable = Pick<PgPool, 'query'>

/** Names the lock that processes take while they change the schema. */
const LOCK = 0x61757468

/**
 * Brings the tables to the schema of this version and adds the columns that the application declared. Several
 * processes may do it at once. A schema that is up to date is read and not changed, so the role of the application
 * need not own the tables.
 *
 * @throws {AdapterError} If a newer version of Authwright wrote the database.
 */
export async function prepareSchema(database: Queryable, columns: DeclaredColumns): Promise<void> {
  const missing = await missingColumns(database, columns)
  if ((await schemaVersion(database)) === migrations.length && missing.length === 0) return
  await database.query(changes(missing), [])
  await schemaVersion(database)
}

/**
 * One statement, which is one transaction: what runs statements each by itself has no other. Each step looks at what the one before
 * left, so of several processes that wait for the lock, one takes it.
 *
 * @see https://www.postgresql.org/docs/current/sql-do.html
 */
function changes(missing: readonly NamedColumn[]): string {
  const steps = migrations.map(
    (step, index) => `IF coalesce((SELECT max("version") FROM auth_schema), 0) = ${index} THEN
${step.join(';\n')};
INSERT INTO auth_schema ("version") VALUES (${index + 1});
END IF`,
  )
  const columns = missing.map(
    ([name, options]) =>
      `ALTER TABLE auth_users ADD COLUMN IF NOT EXISTS ${quote(name)} ${definition(options)}`,
  )
  const body = [`PERFORM pg_advisory_xact_lock(${LOCK})`, versionTable, ...steps, ...columns].join(';\n')
  return `DO ${literal(`BEGIN\n${body};\nEND`)}`
}

async function schemaVersion(database: Queryable): Promise<number> {
  const { rows: found } = await database.query(`SELECT to_regclass('auth_schema')::text AS "there"`, [])
  if ((found[0]?.['there'] ?? null) === null) return 0
  const { rows } = await database.query('SELECT max("version") AS "version" FROM auth_schema', [])
  const version = Number(rows[0]?.['version'] ?? 0)
  if (version <= migrations.length) return version
  throw new AdapterError(
    `The database has version ${version} of the schema, and this version of authwright knows ` +
      `${migrations.length}. Update authwright to the version that wrote the database.`,
  )
}

type NamedColumn = readonly [name: string, options: UserColumnOptions]

async function missingColumns(
  database: Queryable,
  { columns }: DeclaredColumns,
): Promise<readonly NamedColumn[]> {
  if (columns.size === 0) return []
  const { rows } = await database.query(
    `SELECT attname AS "name" FROM pg_attribute WHERE attrelid = to_regclass('auth_users') AND attnum > 0 AND NOT attisdropped`,
    [],
  )
  const there = new Set(rows.map(({ name }) => name))
  return [...columns].filter(([name]) => !there.has(name))
}

function definition({ type, default: value }: UserColumnOptions): string {
  if (value === undefined) return sqlType[type]
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `${sqlType[type]} NOT NULL DEFAULT ${literal(text)}`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
