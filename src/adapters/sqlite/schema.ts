import { LEAST_VERSION, versionOf } from '../relational/schema-version.js'
import { quote, textLiteral } from '../sql/statements.js'
import type { DeclaredColumns, UserColumnOptions } from '../sql/user-columns.js'
import type { SqliteClient, SqliteStatement } from './client.js'
import { sqliteDialect, sqlType } from './dialect.js'

/** Never change a released migration: add another one. Each runs in a separate transaction. */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE auth_users (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT,
      email TEXT UNIQUE,
      emailVerified INTEGER,
      image TEXT
    )`,
    `CREATE TABLE auth_accounts (
      userId TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      providerAccountId TEXT NOT NULL,
      type TEXT NOT NULL,
      access_token TEXT,
      refresh_token TEXT,
      id_token TEXT,
      token_type TEXT,
      scope TEXT,
      session_state TEXT,
      expires_in NUMERIC,
      expires_at NUMERIC,
      authorization_details TEXT,
      PRIMARY KEY (provider, providerAccountId)
    )`,
    'CREATE INDEX auth_accounts_userId ON auth_accounts (userId)',
    `CREATE TABLE auth_sessions (
      sessionToken TEXT NOT NULL PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
      expires INTEGER NOT NULL
    )`,
    'CREATE INDEX auth_sessions_userId ON auth_sessions (userId)',
    'CREATE INDEX auth_sessions_expires ON auth_sessions (expires)',
    `CREATE TABLE auth_verification_tokens (
      identifier TEXT NOT NULL,
      token TEXT NOT NULL,
      expires INTEGER NOT NULL,
      PRIMARY KEY (identifier, token)
    )`,
    'CREATE INDEX auth_verification_tokens_expires ON auth_verification_tokens (expires)',
    `CREATE TABLE auth_authenticators (
      credentialID TEXT NOT NULL PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL,
      credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL,
      credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL,
      transports TEXT
    )`,
    'CREATE INDEX auth_authenticators_userId ON auth_authenticators (userId)',
  ],
  ['ALTER TABLE auth_authenticators ADD COLUMN name TEXT'],
  [
    'ALTER TABLE auth_sessions ADD COLUMN createdAt INTEGER',
    'ALTER TABLE auth_sessions ADD COLUMN lastUsedAt INTEGER',
    'ALTER TABLE auth_sessions ADD COLUMN userAgent TEXT',
    'ALTER TABLE auth_sessions ADD COLUMN networkAddress TEXT',
  ],
  [
    `CREATE TABLE auth_passwords (
      userId TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
      tenant TEXT NOT NULL,
      hash TEXT NOT NULL,
      epoch TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      PRIMARY KEY (userId, tenant)
    )`,
  ],
]

export async function prepareSchema(client: SqliteClient, columns: DeclaredColumns): Promise<void> {
  await client.execute(
    statement('CREATE TABLE IF NOT EXISTS auth_schema (version INTEGER NOT NULL PRIMARY KEY)'),
  )
  let version = await schemaVersion(client)
  if (version < migrations.length) await addLeast(client)
  while (version < migrations.length) version = await migrate(client, version)
  await addColumns(client, columns)
}

async function schemaVersion(client: SqliteClient): Promise<number> {
  // A table that an earlier version of Authwright created has no column `least`.
  const { rows } = await client.execute(statement('SELECT * FROM auth_schema ORDER BY version DESC LIMIT 1'))
  return versionOf(rows[0], migrations.length)
}

async function addLeast(client: SqliteClient): Promise<void> {
  if (await hasColumn(client, 'least', 'auth_schema')) return
  try {
    await client.execute(statement('ALTER TABLE auth_schema ADD COLUMN least INTEGER'))
  } catch (error) {
    // Another process may have added the column since.
    if (!(await hasColumn(client, 'least', 'auth_schema'))) throw error
  }
}

async function migrate(client: SqliteClient, from: number): Promise<number> {
  const steps = migrations[from] ?? []
  try {
    // The version is a primary key, so only one of several processes applies the migration.
    const claim: SqliteStatement = {
      sql: 'INSERT INTO auth_schema (version, least) VALUES (?, ?)',
      args: [from + 1, LEAST_VERSION],
    }
    await client.batch([claim, ...steps.map(statement)], 'write')
    return from + 1
  } catch (error) {
    const now = await schemaVersion(client)
    if (now > from) return now
    throw error
  }
}

async function addColumns(client: SqliteClient, { columns }: DeclaredColumns): Promise<void> {
  for (const [name, options] of columns) {
    if (await hasColumn(client, name)) continue
    try {
      await client.execute(
        statement(`ALTER TABLE auth_users ADD COLUMN ${quote(name)} ${definition(options)}`),
      )
    } catch (error) {
      // Another process may have added the column since.
      if (!(await hasColumn(client, name))) throw error
    }
  }
}

async function hasColumn(client: SqliteClient, name: string, table = 'auth_users'): Promise<boolean> {
  const sql = `SELECT 1 FROM pragma_table_info('${table}') WHERE lower(name) = lower(?)`
  const { rows } = await client.execute({ sql, args: [name] })
  return rows.length > 0
}

function definition({ type, default: value }: UserColumnOptions): string {
  if (value === undefined) return sqlType[type]
  const stored = sqliteDialect.encode(type, value)
  const literal = typeof stored === 'string' ? textLiteral(stored) : String(stored)
  return `${sqlType[type]} NOT NULL DEFAULT ${literal}`
}

function statement(sql: string): SqliteStatement {
  return { sql, args: [] }
}
