import { builtInTables, USERS } from '../sql/tables.js'
import type { PgStore } from './store.js'

const tables: readonly string[] = [
  ...Object.values(builtInTables).map(({ name }) => name),
  USERS,
  'auth_schema',
]

const sql: string = `SELECT relname::text AS "table", rolname::text AS "role" FROM pg_class JOIN pg_roles
ON has_schema_privilege(pg_roles.oid, relnamespace, 'USAGE')
AND (has_any_column_privilege(pg_roles.oid, pg_class.oid, 'SELECT, INSERT, UPDATE')
OR has_table_privilege(pg_roles.oid, pg_class.oid, 'DELETE'))
WHERE pg_class.oid IN (${tables.map((table) => `to_regclass('${table}')`).join(', ')})
AND NOT relrowsecurity AND rolname ~ '(^|_)(anon|anonymous|authenticated)(_|$)' ORDER BY 1, 2`

/**
 * Returns a warning if browsers can reach the tables, because a role of the HTTP API of Supabase, Neon or PostgREST has
 * access to them.
 *
 * @see https://supabase.com/docs/guides/database/hardening-data-api
 */
export async function exposedTables(store: PgStore): Promise<string | undefined> {
  const rows = await store.rows({ sql, args: [] })
  if (rows.length === 0) return undefined
  const list = (column: string): string => [...new Set(rows.map((row) => row[column]))].join(', ')
  return `The tables ${list('table')} can be read or written through an API for browsers, by the roles ${list('role')}.`
}
