import { parseUrl } from '../../model/parse-url.js'
import { WHILE_DOWN } from '../outage-effects.js'

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

const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '57P01',
  '57P03',
  // postgres.js: https://github.com/porsager/postgres#error-handling
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  // mysql2
  'PROTOCOL_CONNECTION_LOST',
  // Prisma: https://www.prisma.io/docs/orm/reference/error-reference
  'P1001',
])

export function explainDatabase(location?: string): (error: Error) => string {
  const database = location === undefined ? 'The database' : `The database at ${location}`
  return (error) => {
    const { code } = error as { code?: unknown }
    if (unreachable.has(code)) {
      return `${database} is not reachable. Start it, or check host and port in its URL. ${WHILE_DOWN}`
    }
    if (missing.has(code) || missingInSqlite.test(error.message)) {
      return `${database} lacks a table or a column. Migrate it to the schema of your code; "npx authwright schema" prints the tables that sign-in needs. The message of the database: ${error.message}`
    }
    return `${database}: ${error.message}`
  }
}

interface ConnectionSettings {
  readonly connectionString?: unknown
  readonly host?: unknown
  readonly port?: unknown
}

interface DriverClient {
  /** A pool of `pg`, or the client of `postgres`. */
  readonly options?: ConnectionSettings | null
  /** A client of `pg` that is not a pool. */
  readonly connectionParameters?: ConnectionSettings | null
  /** The pool of `mysql2` in a pool of `mysql2/promise`. */
  readonly pool?: { readonly config?: MysqlSettings | null } | null
  /** A pool or a connection of `mysql2`, and a connection of `mysql2/promise`. */
  readonly config?: MysqlSettings | null
}

interface MysqlSettings extends ConnectionSettings {
  /** Only in a pool. */
  readonly connectionConfig?: ConnectionSettings | null
}

export function hostOf(client: unknown): string | undefined {
  const { options, connectionParameters, pool, config } = (client ?? {}) as DriverClient
  const places = [
    options,
    connectionParameters,
    pool?.config?.connectionConfig,
    config?.connectionConfig,
    config,
  ]
  for (const settings of places) {
    const { connectionString, host, port } = settings ?? {}
    const url = typeof connectionString === 'string' ? parseUrl(connectionString) : undefined
    if (url) return url.host || undefined
    // `postgres` has a list of hosts and a list of ports.
    const [firstHost, firstPort] = [[host].flat()[0], [port].flat()[0]]
    if (typeof firstHost === 'string')
      return firstPort === undefined ? firstHost : `${firstHost}:${firstPort}`
  }
  return undefined
}
