import type { PgConnection, PgPool } from './client.js'

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
    // If the rollback fails, closing the connection ends the transaction.
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
 * Ignores `error` events of a connection in use, because its statements reject. Without a listener, the event would
 * end the process.
 *
 * @see https://node-postgres.com/apis/client#events
 */
function leaveToStatements(): void {}
