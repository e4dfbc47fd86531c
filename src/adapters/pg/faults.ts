const refused = 'The PostgreSQL server refused the connection: check user, password and database in the URL.'
const away = 'The PostgreSQL server is not reachable. Start it, or check host and port in the URL.'

/** Errors of the server by their code, and of the network by theirs, that say what to do about them. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: away,
  ETIMEDOUT: away,
  '57P01': away,
  '57P03': away,
  '28P01': refused,
  '28000': refused,
  '3D000': refused,
  '42501':
    'The role of this application may not do this. Grant it SELECT, INSERT, UPDATE and DELETE on the tables, and create them as their owner with the output of "npx authwright schema pg".',
  '40P01': 'Two transactions waited for each other. Try again.',
  '40001': 'Another transaction changed the same rows. Try again.',
  '53300':
    'The PostgreSQL server has no connection left. Use one pool for the whole application, or a smaller one.',
}

/** Errors of the driver itself, which have no code. */
const ofDriver: Readonly<Record<string, string>> = {
  'Connection terminated unexpectedly': away,
  'Connection terminated due to connection timeout': away,
  'Query read timeout':
    'A PostgreSQL statement timed out. Check whether the server hangs or the statement waits for a lock.',
  'timeout exceeded when trying to connect':
    'No connection to the PostgreSQL server became free in time: see whether it hangs, or the pool is too small.',
}

/**
 * What to do about an error of the driver.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function explain(error: Error): string {
  const { code } = error as { code?: unknown }
  const sentence = typeof code === 'string' ? sentences[code] : ofDriver[error.message]
  return sentence ?? `PostgreSQL: ${error.message}`
}
