const refused = 'The PostgreSQL server refused the connection: check user, password and database in the URL.'
const away = 'The PostgreSQL server does not answer: see that it runs, and check host and port in the URL.'

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

/**
 * What to do about an error of the driver.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function explain(error: Error): string {
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' ? sentences[code] : undefined) ?? `PostgreSQL: ${error.message}`
}
