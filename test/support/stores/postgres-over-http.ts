import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Pool, type PoolClient } from 'pg'

/** A PostgreSQL database that can be reached only over HTTP. */
export interface PostgresOverHttp {
  readonly url: string
  /** The received statements, in order. */
  readonly statements: readonly string[]
  close(): Promise<void>
}

/** The statement in a request, and the form of the rows in the response. */
interface Wanted {
  readonly text: string
  readonly values: unknown[]
  /** Rows as arrays of the strings that PostgreSQL writes, like those of Neon's proxy. */
  readonly isRaw: boolean
}

type Read = (request: IncomingMessage) => Promise<Wanted>

/** `{ text, values }` for rows as objects. */
export const plain: Read = async (request) => {
  const { text, values } = (await json(request)) as { text: string; values: unknown[] }
  return { text, values, isRaw: false }
}

/**
 * Reads a request of Neon's driver in its mode over HTTP.
 * @see https://github.com/neondatabase/serverless
 */
export const neonProtocol: Read = async (request) => {
  const { query, params } = (await json(request)) as { query: string; params: unknown[] }
  const { headers } = request
  const isRaw = headers['neon-raw-text-output'] === 'true' && headers['neon-array-mode'] === 'true'
  if (!isRaw || headers['neon-connection-string'] === undefined) throw new Error('Not a request of Neon.')
  return { text: query, values: params, isRaw }
}

/**
 * Serves a database over HTTP. Each request is one statement, which runs on any free connection. The
 * connection then resets all state of its session, and the protocol accepts only one statement in a request.
 */
export async function postgresOverHttp(url: string, read: Read): Promise<PostgresOverHttp> {
  const pool = new Pool({ connectionString: url, max: 5 })
  const statements: string[] = []
  const server = createServer((request, response) => {
    serve(request, response, pool, read, statements).catch((error) => {
      const { message, code, constraint } = error as { message: string; code?: string; constraint?: string }
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message, code, constraint }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`,
    statements,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await pool.end()
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  pool: Pool,
  read: Read,
  statements: string[],
): Promise<void> {
  const wanted = await read(request)
  statements.push(wanted.text)
  const connection = await pool.connect()
  try {
    const answer = await answerOf(connection, wanted)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  } finally {
    await connection.query('ROLLBACK; DISCARD ALL').catch(() => undefined)
    connection.release()
  }
}

async function answerOf(connection: PoolClient, { text, values, isRaw }: Wanted): Promise<unknown> {
  const statement = { text, values, queryMode: 'extended' }
  if (!isRaw) {
    const { rows, rowCount } = await connection.query(statement)
    return { rows, rowCount }
  }
  const asText = { getTypeParser: () => (value: string) => value }
  const { rows, rowCount, command, fields } = await connection.query({
    ...statement,
    rowMode: 'array',
    types: asText,
  })
  return {
    command,
    rowCount,
    rows,
    fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    rowAsArray: true,
  }
}
