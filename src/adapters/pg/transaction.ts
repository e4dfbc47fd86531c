import type { PgConnection, PgPool } from './client.js'

/** Does some work in a transaction on a connection of its own: all of it or nothing. */
export async function inTransaction<Result>(
  pool: PgPool,
  work: (connection: PgConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect()
  try {
    await connection.query('BEGIN')
    const result = await work(connection)
    await connection.query('COMMIT')
    connection.release()
    return result
  } catch (error) {
    // What is left open of the transaction ends with its connection, if it does not end here.
    const rolledBack = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    connection.release(!rolledBack)
    throw error
  }
}
