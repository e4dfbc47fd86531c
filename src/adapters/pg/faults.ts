/** The effect on users while the server does not respond, at the end of an error message. */
const nothing = "Until then, reads of sessions of strategy 'database', sign-ins and sign-outs get 503."

/** The effect on users while the server is read-only, at the end of an error message. */
const reading = 'Until then, sessions are read and expire as stored; sign-ins and sign-outs get 503.'

const refused = `refused the connection: check user, password and database in the URL. ${nothing}`
const unreachable = `is not reachable. Start it, or check host and port in the URL. ${nothing}`

/** Advice by error code of the server or the network. Each text continues a sentence that begins with the server's name. */
const ofServer: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  ETIMEDOUT: unreachable,
  '57P01': unreachable,
  '57P03': unreachable,
  '28P01': refused,
  '28000': refused,
  '3D000': refused,
  '53300': `has no connection left. Use one pool for the whole application, or a smaller one. ${nothing}`,
  '53100': `has no space left on its disk. Free some. ${reading}`,
  '25006': `is read-only, like a replica. Connect to the primary. ${reading}`,
}

/** Statement errors by PostgreSQL error code. */
const ofStatement: Readonly<Record<string, string>> = {
  '42501':
    'The role of this application may not do this. Grant it SELECT, INSERT, UPDATE and DELETE on the tables, and create them as their owner with the output of "npx authwright schema pg".',
  '40P01': 'Two transactions waited for each other. Try again.',
  '40001': 'Another transaction changed the same rows. Try again.',
}

const hanging = `did not respond to a statement in time. Check whether it hangs or the statement waits for a lock. ${nothing}`

/** The start of the message of Neon's driver when its request gets no response. The error has no `cause`. */
const WITHOUT_RESPONSE = 'Error connecting to database:'

/** Errors without a code, from the driver or from `fetch`. */
const ofDriver: Readonly<Record<string, string>> = {
  'Connection terminated unexpectedly': unreachable,
  'Connection terminated due to connection timeout': unreachable,
  'Query read timeout': hanging,
  'The operation was aborted due to timeout': hanging,
  'timeout exceeded when trying to connect': `gave no connection in time. Check whether it hangs, or use a larger pool. ${nothing}`,
}

const WITHOUT_ADDRESS =
  'The URL is empty, so the defaults of the driver were used: set DATABASE_URL, or the variable that it is read from.'

/**
 * Turns driver errors into errors that say what to do.
 *
 * @param location - Host and port, if known.
 * @param withoutAddress - Whether the connection URL is missing.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function explainAt(location: string | undefined, withoutAddress = false): (error: Error) => string {
  const hint = withoutAddress ? ` ${WITHOUT_ADDRESS}` : ''
  const server = location === undefined ? 'The PostgreSQL server' : `The PostgreSQL server ${location}`
  return (error) => {
    const { code } = error as { code?: unknown }
    const known = typeof code === 'string'
    const sentence = known ? ofServer[code] : sentenceOf(error.message)
    if (sentence !== undefined) return `${server} ${sentence}${hint}`
    return (known ? ofStatement[code] : undefined) ?? `PostgreSQL: ${error.message}`
  }
}

/** Host and port of a connection URL, or of the options of a `pg` pool. */
export function locationOf(database: string | object): string | undefined {
  const { connectionString, host, port = 5432 } = poolOptionsOf(database)
  const address = typeof database === 'string' ? database : connectionString
  if (typeof address === 'string' && URL.canParse(address)) {
    const { hostname, port: given } = new URL(address)
    return hostname === '' ? undefined : `${hostname}:${given || '5432'}`
  }
  return typeof host === 'string' ? `${host}:${port}` : undefined
}

/** Whether the connection URL is empty, for example because an environment variable is not set. */
export function isWithoutAddress(database: string | object): boolean {
  if (typeof database === 'string') return database.trim() === ''
  const options = poolOptionsOf(database)
  return 'connectionString' in options && !options['connectionString'] && !options['host']
}

function poolOptionsOf(database: string | object): Readonly<Record<string, unknown>> {
  return Object((database as { options?: unknown }).options)
}

function sentenceOf(message: string): string | undefined {
  return message.startsWith(WITHOUT_RESPONSE) ? unreachable : ofDriver[message]
}
