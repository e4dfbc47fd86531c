/** What users get while the server does not respond at all. */
const nothing = "Until then, reads of sessions of strategy 'database', sign-ins and sign-outs get 503."

/** What users get while it can only be read. */
const reading = 'Until then, sessions are read and expire as stored; sign-ins and sign-outs get 503.'

const refused = `refused the connection: check user, password and database in the URL. ${nothing}`
const unreachable = `is not reachable. Start it, or check host and port in the URL. ${nothing}`

/** Errors of the server by their code, and of the network by theirs, that say what to do about them: what goes on after its name. */
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
  '25006': `is read-only, as a replica is. Connect to the primary. ${reading}`,
}

/** Errors of a statement, by the code of the server. */
const ofStatement: Readonly<Record<string, string>> = {
  '42501':
    'The role of this application may not do this. Grant it SELECT, INSERT, UPDATE and DELETE on the tables, and create them as their owner with the output of "npx authwright schema pg".',
  '40P01': 'Two transactions waited for each other. Try again.',
  '40001': 'Another transaction changed the same rows. Try again.',
}

const hanging = `did not respond to a statement in time. Check whether it hangs or the statement waits for a lock. ${nothing}`

/** How Neon's driver, which has no cause for it, begins what it says when its request got no response. */
const WITHOUT_RESPONSE = 'Error connecting to database:'

/** Errors of the driver itself, or of `fetch`, which have no code. */
const ofDriver: Readonly<Record<string, string>> = {
  'Connection terminated unexpectedly': unreachable,
  'Connection terminated due to connection timeout': unreachable,
  'Query read timeout': hanging,
  'The operation was aborted due to timeout': hanging,
  'timeout exceeded when trying to connect': `gave no connection in time: see whether it hangs, or the pool is too small. ${nothing}`,
}

const WITHOUT_ADDRESS =
  'The URL is empty, so the defaults of the driver were used: set DATABASE_URL, or the variable that it is read from.'

/**
 * Says what to do about errors of the driver.
 *
 * @param location - Host and port, where they are known.
 * @param withoutAddress - Whether the application gave none.
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

/** Host and port of an address, or of the options that a pool of `pg` was made with. */
export function locationOf(database: string | object): string | undefined {
  const { connectionString, host, port = 5432 } = poolOptionsOf(database)
  const address = typeof database === 'string' ? database : connectionString
  if (typeof address === 'string' && URL.canParse(address)) {
    const { hostname, port: given } = new URL(address)
    return hostname === '' ? undefined : `${hostname}:${given || '5432'}`
  }
  return typeof host === 'string' ? `${host}:${port}` : undefined
}

/** Whether there is a place for an address and none in it, as where an environment variable is not set. */
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
