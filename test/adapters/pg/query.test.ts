import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { neon, neonConfig } from '@neondatabase/serverless'
import postgresJs, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrations, versionTable } from '../../../src/adapters/pg/migrations.js'
import { type PgQuery, type PgQueryAdapter, pg } from '../../../src/adapters/pg.js'
import { refusals } from '../../../src/adapters/rejected-row-messages.js'
import { capabilities, columnValues, userColumns } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { neonProtocol, plain, postgresOverHttp } from '../../support/stores/postgres-over-http.js'
import { emptyDatabase, inAnHour, nobody } from './support.js'

/** A query function, the statements that it received, and a function that closes the connections. */
interface Opened {
  readonly database: PgQuery
  readonly statements?: readonly string[]
  close(): Promise<void>
}

/** A query function for an HTTP endpoint, as docs/adapters.md shows it. */
function overFetch(url: string): PgQuery {
  return {
    async query(text, values) {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ text, values }) })
      const answer = await response.json()
      if (!response.ok) throw Object.assign(new Error(answer.message), answer)
      return answer
    },
  }
}

function overPostgresJs(sql: Sql): PgQuery {
  return { query: async (text, values) => ({ rows: await sql.unsafe(text, values as never[]) }) }
}

const drivers: readonly (readonly [name: string, open: (url: string) => Promise<Opened>])[] = [
  [
    'a query function over HTTP',
    async (url) => {
      const endpoint = await postgresOverHttp(url, plain)
      return { database: overFetch(endpoint.url), ...endpoint }
    },
  ],
  [
    '@neondatabase/serverless over HTTP',
    async (url) => {
      const endpoint = await postgresOverHttp(url, neonProtocol)
      neonConfig.fetchEndpoint = endpoint.url
      const { username, pathname } = new URL(url)
      return {
        database: neon(`postgres://${username}:secret@ep-test.neon.test${pathname}`, { fullResults: true }),
        ...endpoint,
      }
    },
  ],
  [
    'postgres.js',
    async (url) => {
      const sql = postgresJs(url, { onnotice: () => undefined })
      return {
        database: overPostgresJs(sql),
        close: () => sql.end(),
      }
    },
  ],
]

describe.skipIf(!postgres.available)(`pg over a query function without transactions${postgres.note}`, () => {
  describe.each(drivers)('through %s', (_name, open) => {
    let opened: Opened
    let drop: () => Promise<void>
    let adapter: PgQueryAdapter
    beforeAll(async () => {
      const created = await postgresDatabase()
      drop = created.drop
      opened = await open(created.url)
      adapter = pg(opened.database, { user: userColumns })
    }, 60_000)
    afterAll(async () => {
      await opened.close()
      await drop()
    }, 60_000)
    conformanceSuite({
      adapter: () => adapter,
      user: columnValues,
      with: capabilities,
      async faulty(call) {
        // The first call also checks the tables. That check must not count as a call of a method, and must not fail.
        let sound = true
        const { client, failed } = faulty(opened.database, call, { uses: ['query'] })
        const flaky = pg(
          { query: (text, values) => (sound ? opened.database : client).query(text, values) },
          { user: userColumns },
        )
        await flaky.getUser('nobody')
        sound = false
        return { adapter: flaky, failed }
      },
    })
    signInSuite(() => adapter)
    expirySuite(() => adapter)

    it('pg() throws an error that names the duplicate e-mail address or id', async () => {
      const [id, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@example.com`]
      await adapter.createUser({ id, email, emailVerified: null })
      await expect(adapter.createUser({ ...nobody, id })).rejects.toThrow(refusals.idTaken)
      await expect(adapter.createUser({ ...nobody, email })).rejects.toThrow(refusals.emailTaken)
    })

    it('pg() over a query function has no transactions', () => {
      expect(adapter).not.toHaveProperty('inTransaction')
      const sent = opened.statements ?? []
      expect(sent.filter((text) => /^\s*(begin|commit|rollback|start|set)\b/i.test(text))).toEqual([])
    })
  })

  it.each(drivers)('pg() reads concurrent sessions through %s', async (_name, open) => {
    const { database, close } = await open(await emptyDatabase())
    onTestFinished(close)
    const adapter = pg(database)
    const { id: userId } = await adapter.createUser(nobody)
    const tokens = ['one', 'two "quoted"', "th'ree", 'four\\', '{five,six}']
    for (const sessionToken of tokens) {
      await adapter.createSession({ sessionToken, userId, expires: inAnHour() })
    }
    const found = await Promise.all(
      [...tokens, 'none'].map((token) => adapter.getSessionAndUser(token).then((read) => read?.user.id)),
    )
    expect(found).toEqual([...tokens.map(() => userId), undefined])
  })

  it('pg() creates the tables once if several processes start at the same time', async () => {
    const url = await emptyDatabase()
    const endpoint = await postgresOverHttp(url, plain)
    onTestFinished(endpoint.close)
    const adapters = Array.from({ length: 4 }, () =>
      pg(overFetch(endpoint.url), { user: { role: { type: 'text', default: "it's $$ \\ $authwright$" } } }),
    )
    const users = await Promise.all(
      adapters.flatMap((adapter) => [adapter.createUser(nobody), adapter.createUser(nobody)]),
    )
    expect(new Set(users.map(({ id }) => id)).size).toBe(8)
    expect(new Set(users.map(({ role }) => role))).toEqual(new Set(["it's $$ \\ $authwright$"]))
    expect(await queryPostgres(url, 'SELECT version FROM auth_schema')).toEqual(
      migrations.map((_, step) => ({ version: step + 1 })),
    )
  })

  it('pg() migrates the tables of the first version and keeps their data', async () => {
    const [first = []] = migrations
    const url = await emptyDatabase(
      versionTable,
      ...first,
      'INSERT INTO auth_schema ("version") VALUES (1)',
      `INSERT INTO auth_users ("id", "email") VALUES ('ada', 'ada@example.com')`,
      `INSERT INTO auth_authenticators VALUES ('key', 'ada', 'key', 'public', 7, 'singleDevice', false, NULL)`,
    )
    const endpoint = await postgresOverHttp(url, plain)
    onTestFinished(endpoint.close)
    const adapter = pg(overFetch(endpoint.url), { user: { role: { type: 'text', default: 'member' } } })
    expect(await adapter.getUser('ada')).toMatchObject({ email: 'ada@example.com', role: 'member' })
    expect(await adapter.updateAuthenticatorName('key', 'Laptop')).toMatchObject({
      counter: 7,
      name: 'Laptop',
    })
    expect(await queryPostgres(url, 'SELECT max(version) AS version FROM auth_schema')).toEqual([
      { version: migrations.length },
    ])
    expect(endpoint.statements.filter((text) => text.startsWith('DO '))).toHaveLength(1)
  })

  it('pg() removes partly created tables after an error, and creates them at the next use', async () => {
    const url = await emptyDatabase('CREATE TABLE auth_sessions (own integer)')
    const endpoint = await postgresOverHttp(url, plain)
    onTestFinished(endpoint.close)
    const adapter = pg(overFetch(endpoint.url))
    await expect(adapter.getUser('x')).rejects.toThrow('relation "auth_sessions" already exists')
    expect(await queryPostgres(url, `SELECT to_regclass('auth_users') AS users`)).toEqual([{ users: null }])
    await queryPostgres(url, 'DROP TABLE auth_sessions')
    expect(await adapter.getUser('x')).toBeNull()
  })

  it('pg() refuses the database of a newer version', async () => {
    const url = await emptyDatabase(versionTable, 'INSERT INTO auth_schema VALUES (99)')
    const endpoint = await postgresOverHttp(url, plain)
    onTestFinished(endpoint.close)
    await expect(pg(overFetch(endpoint.url)).getUser('x')).rejects.toThrow('has schema version 99')
  })

  it('pg() reads sessions from a replica over HTTP', async () => {
    const [primary, replica] = await Promise.all(
      [await emptyDatabase(), await emptyDatabase()].map((url) => postgresOverHttp(url, plain)),
    )
    if (!primary || !replica) throw new Error('No endpoint.')
    onTestFinished(() => Promise.all([primary.close(), replica.close()]).then(() => undefined))
    const there = pg(overFetch(replica.url))
    const { id: userId } = await there.createUser(nobody)
    await there.createSession({ sessionToken: 'there', userId, expires: inAnHour() })
    const adapter = pg(overFetch(primary.url), { read: overFetch(replica.url) })
    expect(await adapter.getSessionAndUser('there')).toMatchObject({ user: { id: userId } })
    expect(await adapter.getUser(userId)).toBeNull()
  })

  it('pg() rejects rows that @neondatabase/serverless returns as arrays, and names the option to change', async () => {
    const endpoint = await postgresOverHttp(await emptyDatabase(), neonProtocol)
    onTestFinished(endpoint.close)
    neonConfig.fetchEndpoint = endpoint.url
    const sql = neon('postgres://user:secret@ep-test.neon.test/app', { fullResults: true, arrayMode: true })
    await expect(pg(sql as never).getUser('x')).rejects.toThrow('arrayMode')
  })
})

describe('pg over a query function that does not work', () => {
  it.each<[string, unknown]>([
    ['an array of rows', []],
    ['undefined', undefined],
  ])('pg() throws an error for a query result without rows: %s', async (_name, answer) => {
    const adapter = pg({ query: async () => answer as never })
    await expect(adapter.getUser('x')).rejects.toThrow(
      'The function query(text, values) of pg() must return { rows }',
    )
  })

  it.each<[string, unknown]>([
    ['arrays', [['ada', 'ada@example.com']]],
    ['an object and an array', [{ there: true }, [1]]],
    ['values', ['ada']],
    ['null', [null]],
  ])('pg() throws an error for a row that is not an object: %s', async (_name, rows) => {
    const adapter = pg({ query: async () => ({ rows: rows as never }) })
    await expect(adapter.getUser('x')).rejects.toThrow(
      'The function query(text, values) of pg() returned rows that are not objects',
    )
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['function', () => undefined],
  ])('pg() throws an error that says that the database is missing: %s', (name, database) => {
    expect(() => pg(database as PgQuery)).toThrow(`pg() received ${name}. Pass a connection URL`)
  })

  it.each<[string, (port: number) => PgQuery]>([
    ['a query function over HTTP', (port) => overFetch(`http://127.0.0.1:${port}/sql`)],
    [
      '@neondatabase/serverless over HTTP',
      (port) => {
        neonConfig.fetchEndpoint = `http://127.0.0.1:${port}/sql`
        return neon('postgres://user:secret@ep-test.neon.test/app', { fullResults: true })
      },
    ],
    ['postgres.js', (port) => overPostgresJs(postgresJs(`postgres://127.0.0.1:${port}/app`))],
  ])('pg() throws an error that says that the database does not respond: %s', async (_name, over) => {
    const { url, close } = await postgresOverHttp('postgres://127.0.0.1/none', plain)
    await close()
    await expect(pg(over(Number(new URL(url).port))).getUser('x')).rejects.toThrow(
      'is not reachable. Start it, or check host and port in the URL.',
    )
  })

  it.each(['EAI_AGAIN', 'EHOSTUNREACH', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED'])(
    'pg() throws an error that says that the host cannot be found or reached: %s',
    async (code) => {
      const query = () => Promise.reject(Object.assign(new Error('driver'), { code }))
      await expect(pg({ query }).getUser('x')).rejects.toThrow(
        'The PostgreSQL server is not reachable. Start it',
      )
    },
  )

  it('pg() throws an error if a response takes too long', async () => {
    const server = createServer(() => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`
    const query = async () => (await fetch(url, { signal: AbortSignal.timeout(50) })).json()
    await expect(pg({ query }).getUser('x')).rejects.toThrow('did not respond to a statement in time')
  })

  it('pg() refuses a column whose name PostgreSQL would truncate', () => {
    const user = (length: number) => ({ ['a'.repeat(length)]: 'text' as const })
    const database = { query: async () => ({ rows: [] }) }
    expect(() => pg(database, { user: user(63) })).not.toThrow()
    expect(() => pg(database, { user: user(64) })).toThrow('PostgreSQL allows at most 63 characters')
  })

  it('a method of pg() rejects after close()', async () => {
    const adapter = pg({ query: async () => ({ rows: [] }) })
    await adapter.close()
    await expect(adapter.getUser('x')).rejects.toThrow('was closed by close()')
  })
})
