import { AdapterError } from '../../errors.js'
import type { SqlStore } from '../sql/dialect.js'
import type { DeclaredColumns } from '../sql/user-columns.js'
import type { OwnedPgPool, PgConnection } from './client.js'
import { lazily } from './lazily.js'
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
    await prepareSchema(opened, columns)
    return opened
  })

  async function use(): Promise<OwnedPgPool> {
    if (closed) throw new AdapterError('The adapter was closed by close(). Call pg() again.')
    return ready()
  }

  const transaction = async <Result>(work: (inside: SqlStore<unknown>) => Promise<Result>): Promise<Result> =>
    inTransaction(await use(), (connection) => work(onConnection(connection)))

  return {
    async rows(statement) {
      return run(await use(), statement)
    },
    batch: (statements) => transaction((inside) => inside.batch(statements)),
    transaction,
    async close() {
      if (closed) return
      closed = true
      const opened = await pool().catch(() => undefined)
      await opened?.end()
    },
  }
}

/** One connection, which is at work on a transaction. */
function onConnection(connection: PgConnection): SqlStore<unknown> {
  const rows: SqlStore<unknown>['rows'] = async ({ sql, args }) => (await connection.query(sql, args)).rows
  return {
    rows,
    async batch(statements) {
      const answers = []
      for (const statement of statements) answers.push(await rows(statement))
      return answers
    },
  }
}
