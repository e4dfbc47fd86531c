import { AdapterError } from '../../errors.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedPgPool } from './client.js'
import { lazily } from './lazily.js'
import { objectRows } from './object-rows.js'
import { preparedStatements } from './prepared.js'
import { prepareSchema } from './schema.js'
import { inTransaction } from './transaction.js'

/** A database that is connected to when it is first used, and then has the tables. */
export interface Store extends SqlStore<unknown> {
  close(): Promise<void>
}

/** Makes a store; nothing is opened yet. */
export function createStore(openPool: () => Promise<OwnedPgPool>, columns: DeclaredColumns): Store {
  let closed = false
  const run = preparedStatements()
  const pool = lazily(openPool)
  const ready = lazily(async () => {
    const opened = await pool()
    const query: OwnedPgPool['query'] = async (sql, values) => ({
      rows: objectRows(await opened.query(sql, values)),
    })
    await prepareSchema({ query }, columns)
    return opened
  })

  async function use(): Promise<OwnedPgPool> {
    requireOpen(closed)
    return ready()
  }

  return {
    async rows(statement) {
      return run(await use(), statement)
    },
    transaction: async (work) =>
      inTransaction(await use(), (connection) =>
        work({ rows: async ({ sql, args }) => objectRows(await connection.query(sql, args)) }),
      ),
    async close() {
      if (closed) return
      closed = true
      const opened = await pool().catch(() => undefined)
      await opened?.end()
    },
  }
}

/** @throws {AdapterError} If the adapter was closed. */
export function requireOpen(closed: boolean): void {
  if (closed) throw new AdapterError('The adapter was closed by close(). Call pg() again.')
}
