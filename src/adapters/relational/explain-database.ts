/** What the codes of drivers and libraries say of a table or a column that is not there. */
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

/** SQLite has no code for it. */
const missingInSqlite = /\bno such (?:table|column)\b|\bhas no column named\b/

/** Of the network, and of Prisma for the same. */
const away: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'P1001'])

/** What to do about an error of a database that is reached through a library. */
export function explainDatabase(error: Error): string {
  const { code } = error as { code?: unknown }
  if (away.has(code)) {
    return 'The database is not reachable. Start it, or check host and port in its address.'
  }
  if (missing.has(code) || missingInSqlite.test(error.message)) {
    return `The database lacks a table or a column. Migrate it to the schema of your code; "npx authwright schema" prints what sign-in needs. It says: ${error.message}`
  }
  return `The database: ${error.message}`
}
