import { randomUUID } from 'node:crypto'
import { Kysely, type KyselyPlugin, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { createStorage } from 'unstorage'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { kysely } from '../../src/adapters/kysely.js'
import { pg } from '../../src/adapters/pg.js'
import { unstorage } from '../../src/adapters/unstorage.js'
import { mariadb, mariadbDatabase } from '../support/stores/mariadb.js'
import { postgres, postgresDatabase } from '../support/stores/postgres.js'
import { schemaStatements } from '../support/stores/schema.js'

/** Runs after the store has returned its next result, before the adapter receives it. */
interface Pause {
  next?: (() => Promise<unknown>) | undefined
}

type UsersOnly = Pick<CompleteAdapter, 'createUser' | 'getUser' | 'updateUser'>

type Open = (pause: Pause) => Promise<UsersOnly>

async function reached<Result>(pause: Pause, result: Result): Promise<Result> {
  const { next } = pause
  pause.next = undefined
  await next?.()
  return result
}

function pausing(pause: Pause): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => reached(pause, result),
  }
}

interface Database {
  users: {
    id: string
    name: string | null
    email: string | null
    emailVerified: Date | null
    image: string | null
  }
  accounts: { userId: string; type: string; provider: string; providerAccountId: string }
}

const tables = { users: 'users', accounts: 'accounts' } as const

const stores: readonly (readonly [name: string, available: boolean, open: Open])[] = [
  [
    'unstorage',
    true,
    async (pause) => {
      const storage = createStorage()
      const getItem = storage.getItem.bind(storage)
      storage.getItem = async (...args: Parameters<typeof getItem>) => reached(pause, await getItem(...args))
      return unstorage(storage)
    },
  ],
  [
    `pg${postgres.note}`,
    postgres.available,
    async (pause) => {
      const { url, drop } = await postgresDatabase()
      const pool = new Pool({ connectionString: url })
      onTestFinished(async () => {
        await pool.end()
        await drop()
      })
      return pg({
        query: async (text: string, values: readonly unknown[]) =>
          reached(pause, await pool.query(text, [...values])),
      })
    },
  ],
  [
    `kysely on PostgreSQL${postgres.note}`,
    postgres.available,
    async (pause) => {
      const { url, drop } = await postgresDatabase(...(await schemaStatements('postgres.sql')))
      const dialect = new PostgresDialect({ pool: new Pool({ connectionString: url }) })
      const db = new Kysely<Database>({ dialect, plugins: [pausing(pause)] })
      onTestFinished(async () => {
        await db.destroy()
        await drop()
      })
      return kysely(db, { dialect: 'postgres', tables })
    },
  ],
  [
    `kysely on MariaDB${mariadb.note}`,
    mariadb.available,
    async (pause) => {
      const { url, drop } = await mariadbDatabase(...(await schemaStatements('mysql.sql')))
      const dialect = new MysqlDialect({ pool: createPool(url) })
      const db = new Kysely<Database>({ dialect, plugins: [pausing(pause)] })
      onTestFinished(async () => {
        await db.destroy()
        await drop()
      })
      return kysely(db, { dialect: 'mysql', tables })
    },
  ],
]

describe.each(stores)('%s', (_, available, open) => {
  it.skipIf(!available)(
    'an e-mail address stays unverified if a concurrent request stores and verifies a different one',
    async () => {
      const pause: Pause = {}
      const adapter = await open(pause)
      const { id } = await adapter.createUser({ email: 'victim@example.com', emailVerified: null })
      // The adapter reads its columns and schema once. This call makes it read them now.
      await adapter.updateUser({ id, name: randomUUID() })
      pause.next = async () => {
        await adapter.updateUser({ id, email: 'attacker@example.com', emailVerified: new Date() })
      }
      await adapter.updateUser({ id, email: 'victim@example.com' })
      expect(pause.next).toBeUndefined()
      const { email, emailVerified } = (await adapter.getUser(id)) ?? {}
      expect({ email, isVerified: emailVerified !== null }).not.toEqual({
        email: 'victim@example.com',
        isVerified: true,
      })
    },
  )

  it.skipIf(!available)('a changed e-mail address loses its verification', async () => {
    const pause: Pause = {}
    const adapter = await open(pause)
    const { id } = await adapter.createUser({ email: 'old@example.com', emailVerified: new Date() })
    await adapter.updateUser({ id, name: randomUUID() })
    pause.next = async () => {
      await adapter.updateUser({ id, email: 'victim@example.com' })
    }
    await adapter.updateUser({ id, email: 'OLD@example.com' })
    expect(await adapter.getUser(id)).toMatchObject({ email: 'OLD@example.com', emailVerified: null })
  })
})
