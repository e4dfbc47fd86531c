import { AdapterError } from '../../errors.js'
import { lazily } from '../../model/lazily.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedPgPool } from './client.js'
import { objectRows, withObjectRows } from './object-rows.js'
import { preparedStatements } from './prepared.js'
import { prepareSchema } from './schema.js'
import { inTransaction } from './transaction.js'

export interface PgStore extends SqlStore<unknown> {
  close(): Promise<void>
}

export function createPgStore(openPool: () => Promise<OwnedPgPool>, columns: DeclaredColumns): PgStore {
  let closed = false
  const run = preparedStatements()
  const pool = lazily(openPool)
  const ready = lazily(async () => {
    const opened = await pool()
    await prepareSchema(withObjectRows(opened), columns)
    return opened
  })

  async function use(): Promise<OwnedPgPool> {
    if (closed) throw closedError()
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

export function closedError(): AdapterError {
  return new AdapterError('The adapter was closed by close(). Call pg() again.')
}
