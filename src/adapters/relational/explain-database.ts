/** Error codes of drivers and libraries for a missing table or column. */
const missing: ReadonlySet<unknown> = new Set([
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '42P01',
  '42703',
  // MySQL and MariaDB: https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
  // Prisma: https://www.prisma.io/docs/orm/reference/error-reference
  'P2021',
  'P2022',
])

/** SQLite has no code for a missing table or column, only a message. */
const missingInSqlite = /\bno such (?:table|column)\b|\bhas no column named\b/

/** Network errors, and Prisma's codes for them. */
const away: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'P1001'])

/**
 * Returns advice for an error of a database that is used through a library.
 *
 * @param location - Host and port, if the library shows them.
 */
export function explainDatabase(location?: string): (error: Error) => string {
  const database = location === undefined ? 'The database' : `The database at ${location}`
  return (error) => {
    const { code } = error as { code?: unknown }
    if (away.has(code)) {
      return `${database} is not reachable. Start it, or check host and port in its URL. Until then, reads of sessions of strategy 'database', sign-ins and sign-outs get 503.`
    }
    if (missing.has(code) || missingInSqlite.test(error.message)) {
      return `${database} lacks a table or a column. Migrate it to the schema of your code; "npx authwright schema" prints what sign-in needs. It says: ${error.message}`
    }
    return `${database}: ${error.message}`
  }
}

/** Host and port of a pool or client, as the options of `pg`, `postgres` and `mysql2` say. */
export function hostOf(client: unknown): string | undefined {
  const { options, pool, config } = Object(client) as Readonly<Record<string, unknown>>
  const { connectionConfig } = Object(Object(pool).config)
  for (const given of [options, connectionConfig, config]) {
    const { connectionString, host, port } = Object(given) as Readonly<Record<string, unknown>>
    if (typeof connectionString === 'string' && URL.canParse(connectionString)) {
      return new URL(connectionString).host || undefined
    }
    const [name, number] = [[host].flat()[0], [port].flat()[0]]
    if (typeof name === 'string') return number === undefined ? name : `${name}:${number}`
  }
  return undefined
}
