import { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { postgresDatabase } from '../../support/stores/postgres.js'

/** A user without an e-mail address. */
export const nobody = { email: null, emailVerified: null }

/** The expiry of a new session. */
export const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

/** The URL of a new database for the test, after these statements have run. */
export async function emptyDatabase(...statements: string[]): Promise<string> {
  const database = await postgresDatabase(...statements)
  onTestFinished(() => database.drop())
  return database.url
}

/** A pool that is closed after the test. */
export function poolOn(url: string, max?: number): Pool {
  const pool = new Pool({ connectionString: url, ...(max !== undefined && { max }) })
  onTestFinished(() => pool.end())
  return pool
}

/** An adapter over a pool, and the statements that it sends. */
export function watched(pool: Pool, open = pg): { adapter: PgAdapter; sent: unknown[] } {
  const sent: unknown[] = []
  const adapter = open({
    query: (statement, values) => {
      sent.push(statement)
      return pool.query(statement, values)
    },
    connect: () => pool.connect(),
  })
  return { adapter, sent }
}
