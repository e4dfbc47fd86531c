import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type Availability, availability } from './available.js'

/** The server that the tests use; each suite creates a separate database. */
const server = process.env.AUTHWRIGHT_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Runs statements on a separate connection, and returns the rows of the last one. */
export async function queryPostgres(
  url: string,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export const postgres: Availability = await availability('PostgreSQL', 'AUTHWRIGHT_POSTGRES_URL', () =>
  queryPostgres(server, 'SELECT 1'),
)

/** A new database. */
export interface Database {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database, and runs these statements in it. */
export async function postgresDatabase(...statements: string[]): Promise<Database> {
  const name = `authwright_${randomUUID().replaceAll('-', '')}`
  await queryPostgres(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  if (statements.length > 0) await queryPostgres(url.href, ...statements)
  return {
    url: url.href,
    // Waits for connections that are being closed. Ending them here would cause an error on the other side.
    drop: async () => void (await queryPostgres(server, `DROP DATABASE ${name}`)),
  }
}
