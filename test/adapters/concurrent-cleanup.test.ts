import { promisify } from 'node:util'
import { drizzle as onMysql } from 'drizzle-orm/mysql2'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as mysqlSchema from '../../schemas/drizzle-mysql.js'
import * as pgSchema from '../../schemas/drizzle-postgres.js'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { mariadb, mariadbDatabase } from '../support/stores/mariadb.js'
import { postgres, postgresDatabase } from '../support/stores/postgres.js'
import { schemaStatements } from '../support/stores/schema.js'

type Cleaned = Pick<
  CompleteAdapter,
  'createUser' | 'createSession' | 'getSessionAndUser' | 'updateSession' | 'cleanup'
>

const kyselyTables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
} as never

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000)

/** A user with this number of expired sessions, sorted by expiry, and one valid session. */
async function withExpired(adapter: Cleaned, count: number): Promise<string> {
  const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
  await adapter.createSession({ sessionToken: 'live', userId, expires: daysFromNow(1) })
  for (let index = 0; index < count; index++) {
    await adapter.createSession({
      sessionToken: `old-${index}`,
      userId,
      expires: daysFromNow(-5 + index / count),
    })
  }
  return userId
}

/** Each process deletes expired rows repeatedly, while users sign in at all processes. */
async function cleanTogether(processes: readonly Cleaned[], userId: string): Promise<number> {
  const removed = await Promise.all(
    processes.map(async (adapter, process) => {
      let sum = 0
      for (let round = 0; round < 3; round++) {
        const [{ sessions }] = await Promise.all([
          adapter.cleanup({ batch: 10 }),
          adapter.createSession({
            sessionToken: `new-${process}-${round}`,
            userId,
            expires: daysFromNow(1),
          }),
          adapter.updateSession({ sessionToken: 'live', expires: daysFromNow(2) }),
        ])
        sum += sessions
      }
      return sum
    }),
  )
  return removed.reduce((sum, count) => sum + count, 0)
}

describe.skipIf(!postgres.available)(`cleanup() of several processes on PostgreSQL${postgres.note}`, () => {
  it.each(['kysely', 'drizzle'])(
    'a cleanup skips a row that a concurrent cleanup is deleting: %s',
    async (name) => {
      const database = await postgresDatabase(...(await schemaStatements('postgres.sql')))
      const pool = new Pool({ connectionString: database.url })
      onTestFinished(() => pool.end().then(database.drop))
      const adapter =
        name === 'kysely'
          ? (kysely(new Kysely<any>({ dialect: new PostgresDialect({ pool }) }), {
              dialect: 'postgres',
              tables: kyselyTables,
            }) as unknown as Cleaned)
          : (drizzle(onPostgres(pool), pgSchema) as unknown as Cleaned)
      await withExpired(adapter, 3)
      const { rows } = await pool.query('SELECT "sessionToken" AS key FROM sessions ORDER BY expires LIMIT 1')
      const other = await pool.connect()
      try {
        await other.query('BEGIN')
        await other.query('DELETE FROM sessions WHERE "sessionToken" = $1', [rows[0].key])
        const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'waits'))
        expect(await Promise.race([adapter.cleanup(), late])).toMatchObject({ sessions: 2 })
      } finally {
        await other.query('ROLLBACK')
        other.release()
      }
      expect(await adapter.cleanup()).toMatchObject({ sessions: 1 })
      expect(await adapter.getSessionAndUser('live')).not.toBeNull()
    },
    20_000,
  )
})

describe.skipIf(!mariadb.available)(
  `cleanup() of several processes on MySQL or MariaDB${mariadb.note}`,
  () => {
    it.each(['kysely', 'drizzle'])(
      'concurrent cleanups lock no unexpired row, and do not deadlock: %s',
      async (name) => {
        const database = await mariadbDatabase(...(await schemaStatements('mysql.sql')))
        const pool = createPool({ uri: database.url, timezone: 'Z' })
        onTestFinished(() => promisify(pool.end.bind(pool))().then(database.drop))
        const process = (): Cleaned =>
          name === 'kysely'
            ? (kysely(new Kysely<any>({ dialect: new MysqlDialect({ pool }) }), {
                dialect: 'mysql',
                tables: kyselyTables,
              }) as unknown as Cleaned)
            : (drizzle(onMysql(pool.promise()), mysqlSchema) as unknown as Cleaned)
        const processes = Array.from({ length: 4 }, process)
        const userId = await withExpired(processes[0] as Cleaned, 60)
        expect(await cleanTogether(processes, userId)).toBe(60)
        expect(await processes[0]?.getSessionAndUser('live')).not.toBeNull()
        expect(await processes[0]?.getSessionAndUser('new-3-2')).not.toBeNull()
      },
      30_000,
    )
  },
)
