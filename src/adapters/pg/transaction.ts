import type { PgConnection, PgPool } from './client.js'

/** Runs some work in a transaction on its own connection: all of it or nothing. */
export async function inTransaction<Result>(
  pool: PgPool,
  work: (connection: PgConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect()
  connection.on?.('error', leaveToStatements)
  let isUsable = true
  try {
    await connection.query('BEGIN')
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    // What is left open of the transaction ends with its connection, if it does not end here.
    isUsable = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    connection.removeListener?.('error', leaveToStatements)
    connection.release(!isUsable)
  }
}

/**
 * A lost connection fails the next statement, which is enough. The pool listens to idle connections; without a
 * listener to one that is used, its end would be that of the process.
 *
 * @see https://node-postgres.com/apis/client#events
 */
function leaveToStatements(): void {}
