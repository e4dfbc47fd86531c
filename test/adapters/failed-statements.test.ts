import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as pgSchema from '../../schemas/drizzle-postgres.js'
import type { Adapter, AdapterWith } from '../../src/adapters/contract.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { pg } from '../../src/adapters/pg.js'
import { prisma } from '../../src/adapters/prisma.js'
import { postgres } from '../support/stores/postgres.js'
import { schemaStatements } from '../support/stores/schema.js'
import { emptyDatabase, poolOn } from './pg/support.js'

type Storage = Adapter & AdapterWith<'transactions' | 'passwords'>

const tables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  passwords: 'passwords',
} as const

const poolWithTables = async () => poolOn(await emptyDatabase(...(await schemaStatements('postgres.sql'))))

const adapters: [name: string, create: () => Promise<Storage>][] = [
  ['pg()', async () => pg(poolOn(await emptyDatabase()))],
  [
    'kysely()',
    async () => {
      const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: await poolWithTables() }) })
      return kysely(db, { dialect: 'postgres', tables }) as never
    },
  ],
  ['drizzle()', async () => drizzle(onPostgres(await poolWithTables()), pgSchema) as never],
]

test('inTransaction of prisma() stores nothing after a failed statement, even if its callback catches the error', async () => {
  let isCommitted = false
  const stored: unknown[] = []
  const fields = new Proxy({}, { has: () => true })
  const model = {
    fields,
    // After a deadlock, MySQL has rolled the transaction back and commits each later write at once.
    create: async ({ data }: { data: { id: string } }) => {
      if (data.id === 'ada') throw new Error('deadlock')
      stored.push(data)
      return data
    },
    findMany: async () => [],
  }
  const client = { user: model, account: model, session: model, verificationToken: model }
  const transactional = {
    ...client,
    $transaction: async (work: (inside: unknown) => Promise<unknown>) => {
      const result = await work(client)
      isCommitted = true
      return result
    },
  }
  const adapter = prisma(transactional as never) as unknown as Storage
  const errors: unknown[] = []
  const work = adapter.inTransaction(async (inside) => {
    for (const id of ['ada', 'grace']) {
      try {
        await inside.createUser?.({ id, email: null, emailVerified: null })
      } catch (error) {
        errors.push(error)
      }
    }
  })
  await expect(work).rejects.toThrow('deadlock')
  expect(isCommitted).toBe(false)
  expect(stored).toEqual([])
  expect(errors).toHaveLength(2)
  expect(errors[1]).toBe(errors[0])
})

describe.skipIf(!postgres.available).each(adapters)(`%s on PostgreSQL${postgres.note}`, (_, create) => {
  const newUser = (email: string) => ({ id: email, name: null, image: null, email, emailVerified: null })

  test('inTransaction rejects if a statement failed, even if its callback catches the error', async () => {
    const adapter = await create()
    await adapter.createUser?.(newUser('taken@example.com'))
    const work = adapter.inTransaction(async (inside) => {
      await inside.createUser?.(newUser('ada@example.com'))
      try {
        await inside.createUser?.({ ...newUser('taken@example.com'), id: 'another' })
      } catch {}
      return 'done'
    })
    await expect(work).rejects.toThrow('Another user has this e-mail address.')
    expect(await adapter.getUserByEmail?.('ada@example.com')).toBeNull()
  })

  test('statements after a failed statement of a transaction reject with the same error', async () => {
    const adapter = await create()
    await adapter.createUser?.(newUser('taken@example.com'))
    const errors: unknown[] = []
    const work = adapter.inTransaction(async (inside) => {
      for (const id of ['another', 'third']) {
        try {
          await inside.createUser?.({ ...newUser(`${id === 'another' ? 'taken' : id}@example.com`), id })
        } catch (error) {
          errors.push(error)
        }
      }
    })
    await expect(work).rejects.toThrow('Another user has this e-mail address.')
    expect(errors).toHaveLength(2)
    expect(errors[1]).toBe(errors[0])
  })

  test('inTransaction stores no write made after its callback has thrown', async () => {
    const adapter = await create()
    await adapter.createUser?.(newUser('ada@example.com'))
    const failure = new Error('The callback failed.')
    let update: Promise<unknown> | undefined
    const work = adapter.inTransaction(async (inside) => {
      // A new e-mail address takes two statements. The callback throws before the second one is sent.
      update = inside.updateUser?.({ id: 'ada@example.com', email: 'grace@example.com' }) as Promise<unknown>
      update.catch(() => undefined)
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    await expect(update).rejects.toThrow('The transaction has ended.')
    expect(await adapter.getUser?.('ada@example.com')).toMatchObject({ email: 'ada@example.com' })
  })

  test('a call that the callback of inTransaction did not await is refused after the transaction has ended', async () => {
    const adapter = await create()
    let late: Adapter = {}
    await adapter.inTransaction(async (inside) => {
      late = inside
    })
    await expect(late.createUser?.(newUser('ada@example.com'))).rejects.toThrow('The transaction has ended.')
    expect(await adapter.getUserByEmail?.('ada@example.com')).toBeNull()
  })

  test('setPasswordIf returns false inside a transaction if the user already has a password', async () => {
    const adapter = await create()
    const { id: userId } = (await adapter.createUser?.(newUser('ada@example.com'))) ?? { id: '' }
    const password = (epoch: string) => ({ userId, tenant: '', hash: 'hash', epoch, changedAt: new Date() })
    await adapter.setPasswordIf(password('first'), null)
    const stored = await adapter.inTransaction(async (inside) => {
      const set = await inside.setPasswordIf?.(password('second'), null)
      await inside.updateUser?.({ id: userId, name: 'Ada' })
      return set
    })
    expect(stored).toBe(false)
    expect(await adapter.getPassword({ userId, tenant: '' })).toMatchObject({ epoch: 'first' })
    expect(await adapter.getUser?.(userId)).toMatchObject({ name: 'Ada' })
  })
})
