import { parseUrl } from '../../model/parse-url.js'
import { WHILE_DOWN, WHILE_READ_ONLY } from '../outage-effects.js'

const refused = `refused the connection: check user, password and database in the URL. ${WHILE_DOWN}`
const unreachable = `is not reachable. Start it, or check host and port in the URL. ${WHILE_DOWN}`

/** Each text continues a sentence that begins with the server's name. */
const ofServer: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENOTFOUND: unreachable,
  ETIMEDOUT: unreachable,
  CONNECT_TIMEOUT: unreachable,
  CONNECTION_CLOSED: unreachable,
  '57P01': unreachable,
  '57P03': unreachable,
  '28P01': refused,
  '28000': refused,
  '3D000': refused,
  '53300': `has no connection left. Use one pool for the whole application, or a smaller one. ${WHILE_DOWN}`,
  '53100': `has no space left on its disk. Free some. ${WHILE_READ_ONLY}`,
  '25006': `is read-only, like a replica. Connect to the primary. ${WHILE_READ_ONLY}`,
}

const ofStatement: Readonly<Record<string, string>> = {
  '42501':
    'The database role of this application lacks a permission. Grant it SELECT, INSERT, UPDATE and DELETE on the tables. If tables are missing, create them as their owner with the output of "npx authwright schema pg".',
  '40P01': 'Two transactions waited for each other. Try again.',
  '40001': 'Another transaction changed the same rows. Try again.',
}

const hanging = `did not respond to a statement in time. Check whether it hangs or the statement waits for a lock. ${WHILE_DOWN}`

/** The start of the message of Neon's driver when its request gets no response. The error has no `cause`. */
const WITHOUT_RESPONSE = 'Error connecting to database:'

const ofDriver: Readonly<Record<string, string>> = {
  'Connection terminated unexpectedly': unreachable,
  'Connection terminated due to connection timeout': unreachable,
  'Query read timeout': hanging,
  'The operation was aborted due to timeout': hanging,
  'timeout exceeded when trying to connect': `provided no connection in time. Check whether it hangs, or use a larger pool. ${WHILE_DOWN}`,
}

const WITHOUT_URL =
  'The URL is empty, so the driver used its defaults. Set DATABASE_URL, or the variable that your code reads the URL from.'

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function explainAt(location: string | undefined, isWithoutUrl = false): (error: Error) => string {
  const hint = isWithoutUrl ? ` ${WITHOUT_URL}` : ''
  const server = location === undefined ? 'The PostgreSQL server' : `The PostgreSQL server ${location}`
  return (error) => {
    const { code } = error as { code?: unknown }
    const hasCode = typeof code === 'string'
    const advice = hasCode ? ofServer[code] : adviceWithoutCode(error.message)
    if (advice !== undefined) return `${server} ${advice}${hint}`
    return (hasCode ? ofStatement[code] : undefined) ?? `PostgreSQL: ${error.message}`
  }
}

export function locationOf(database: string | object): string | undefined {
  const { connectionString, host, port = 5432 } = poolOptionsOf(database) ?? {}
  const url = typeof database === 'string' ? database : connectionString
  const parsed = typeof url === 'string' ? parseUrl(url) : undefined
  if (parsed) return parsed.hostname === '' ? undefined : `${parsed.hostname}:${parsed.port || '5432'}`
  return typeof host === 'string' ? `${host}:${port}` : undefined
}

export function hasEmptyUrl(database: string | object): boolean {
  if (typeof database === 'string') return database.trim() === ''
  const options = poolOptionsOf(database)
  if (!options) return false
  return 'connectionString' in options && !options.connectionString && !options.host
}

interface PoolOptions {
  readonly connectionString?: unknown
  readonly host?: unknown
  readonly port?: unknown
}

function poolOptionsOf(database: string | object): PoolOptions | undefined {
  const { options } = database as { readonly options?: unknown }
  return typeof options === 'object' && options !== null ? options : undefined
}

function adviceWithoutCode(message: string): string | undefined {
  return message.startsWith(WITHOUT_RESPONSE) ? unreachable : ofDriver[message]
}
