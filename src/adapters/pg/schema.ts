import { AdapterError } from '../../errors.js'
import { LEAST_VERSION, versionOf } from '../relational/schema-version.js'
import { quote, textLiteral } from '../sql/statements.js'
import type { DeclaredColumns, UserColumnOptions } from '../sql/user-columns.js'
import type { PgPool } from './client.js'
import { pgDialect, sqlType } from './dialect.js'
import { leastColumn, migrations, versionTable } from './migrations.js'

type Queryable = Pick<PgPool, 'query'>

const SCHEMA_LOCK = 0x61757468

/**
 * Creates or updates the tables. Several processes can call this function at once. If the schema is up to date, it is
 * only read, so the role of the application need not own the tables.
 */
export async function prepareSchema(database: Queryable, columns: DeclaredColumns): Promise<void> {
  const missing = await missingColumns(database, columns)
  if (await isUpToDate(database, missing)) return
  try {
    await database.query(migrationSql(missing), [])
  } catch (error) {
    // With a stricter isolation level than READ COMMITTED, the statement does not see the migrations that another
    // process has run while it waited for the lock.
    if (!(await isUpToDate(database, await missingColumns(database, columns)))) throw error
  }
  await schemaVersion(database)
}

async function isUpToDate(database: Queryable, missing: readonly NamedColumn[]): Promise<boolean> {
  return (await schemaVersion(database)) >= migrations.length && missing.length === 0
}

/**
 * The SQL of the missing migrations as one statement, which is one transaction even with a stateless driver. Several
 * processes may send the statement: with READ COMMITTED, each process waits for a lock and then runs only the migrations
 * that no other process has run.
 *
 * @see https://www.postgresql.org/docs/current/sql-do.html
 */
function migrationSql(missing: readonly NamedColumn[]): string {
  const steps = migrations.map(
    (step, index) => `IF coalesce((SELECT max("version") FROM auth_schema), 0) = ${index} THEN
${step.join(';\n')};
INSERT INTO auth_schema ("version", "least") VALUES (${index + 1}, ${LEAST_VERSION});
END IF`,
  )
  const columns = missing.map(
    ([name, options]) =>
      `ALTER TABLE auth_users ADD COLUMN IF NOT EXISTS ${quote(name)} ${definition(options)}`,
  )
  const body = [
    `PERFORM pg_advisory_xact_lock(${SCHEMA_LOCK})`,
    versionTable,
    leastColumn,
    ...steps,
    ...columns,
  ].join(';\n')
  return `DO ${textLiteral(`BEGIN\n${body};\nEND`)}`
}

async function schemaVersion(database: Queryable): Promise<number> {
  const result = await database.query(
    `SELECT to_regclass('auth_schema')::text AS "table", now() AS "now"`,
    [],
  )
  const { table = null, now } = result.rows[0] ?? {}
  requireDates(now)
  if (table === null) return 0
  // A table that an earlier version of Authwright created has no column "least".
  const { rows } = await database.query('SELECT * FROM auth_schema ORDER BY "version" DESC LIMIT 1', [])
  return versionOf(rows[0], migrations.length)
}

/** Throws if the driver does not convert dates: it may then return `null` for every date. */
function requireDates(now: unknown): void {
  if (pgDialect.decode('date', now) !== undefined) return
  throw new AdapterError(
    'The driver of pg() returned a value for "now()" that is not a date. Remove the parser that is set for this type. ' +
      "Otherwise set DateStyle to ISO, such as by `ALTER ROLE … SET DateStyle TO 'ISO'`.",
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
  const existing = new Set(rows.map(({ name }) => name))
  return [...columns].filter(([name]) => !existing.has(name))
}

function definition({ type, default: value }: UserColumnOptions): string {
  if (value === undefined) return sqlType[type]
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `${sqlType[type]} NOT NULL DEFAULT ${textLiteral(text)}`
}
