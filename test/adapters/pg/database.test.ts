import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Pool, type PoolClient } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrations } from '../../../src/adapters/pg/migrations.js'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import type { UserColumns, UserFields } from '../../../src/adapters/sql/user-columns.js'
import { AdapterError } from '../../../src/errors.js'
import { postgres, queryPostgres } from '../../support/stores/postgres.js'
import { emptyDatabase, inAnHour, nobody, poolOn, watched } from './support.js'

/** Closes all other connections, as a server restart does. */
const END_OTHER_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

function adapterOn<const Declared extends UserColumns = {}>(
  url: string,
  user?: Declared,
): PgAdapter<UserFields<Declared>> {
  const adapter = pg(url, user && { user })
  onTestFinished(() => adapter.close())
  return adapter
}

async function startTogether(url: string): Promise<void> {
  const adapters = Array.from({ length: 4 }, () => adapterOn(url, { role: 'text' }))
  const users = await Promise.all(adapters.map((adapter) => adapter.createUser(nobody)))
  expect(new Set(users.map(({ id }) => id)).size).toBe(4)
  expect(await queryPostgres(url, 'SELECT version FROM auth_schema')).toEqual(
    migrations.map((_, step) => ({ version: step + 1 })),
  )
}

describe.skipIf(!postgres.available)(`pg in a database${postgres.note}`, () => {
  it('no session token that is stored in the database works as a cookie', async () => {
    const url = await emptyDatabase()
    const adapter = adapterOn(url)
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 'only-the-browser-has-it', userId: id, expires: inAnHour() })
    const [row] = await queryPostgres(url, 'SELECT * FROM auth_sessions')
    expect(row?.sessionToken).toBe(createHash('sha256').update('only-the-browser-has-it').digest('hex'))
    expect(await adapter.getSessionAndUser(String(row?.sessionToken))).toBeNull()
  })

  it.each(['read committed', 'repeatable read', 'serializable'])(
    'pg() creates the tables once if several processes start at the same time, with isolation level %s',
    async (level) => {
      const url = new URL(await emptyDatabase())
      url.searchParams.set('options', `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`)
      await startTogether(String(url))
    },
  )

  it('pg() adds a column that is declared later, and gives existing users its default', async () => {
    const url = await emptyDatabase()
    const { id } = await adapterOn(url).createUser(nobody)
    const after = adapterOn(url, {
      role: { type: 'text', values: ['member', "it's"], default: "it's" },
      logins: { type: 'integer', default: 0 },
      active: { type: 'boolean', default: true },
      since: { type: 'date', default: new Date(0) },
      phone: 'text',
    })
    expect(await after.getUser(id)).toMatchObject({
      role: "it's",
      logins: 0,
      active: true,
      since: new Date(0),
      phone: null,
    })
  })

  it('pg() needs no privileges on the schema if the tables exist', async () => {
    const url = await emptyDatabase()
    const role = `authwright_${Date.now()}`
    const owner = adapterOn(url, { role: 'text' })
    await owner.getUser('x')
    await queryPostgres(
      url,
      `CREATE ROLE ${role} LOGIN`,
      'REVOKE ALL ON SCHEMA public FROM public',
      `GRANT USAGE ON SCHEMA public TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    )
    onTestFinished(async () => void (await queryPostgres(url, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)))
    const mine = new URL(url)
    mine.username = role
    const adapter = adapterOn(mine.href, { role: 'text' })
    expect((await adapter.createUser(nobody)).role).toBeNull()
    await expect(adapterOn(mine.href, { other: 'text' }).getUser('x')).rejects.toThrow(
      'lacks a permission. Grant it SELECT',
    )
  })

  it('pg() accepts a pool and does not close it', async () => {
    const pool = new Pool({ connectionString: await emptyDatabase() })
    const adapter = pg(pool)
    const { id } = await adapter.createUser(nobody)
    await adapter.close()
    const { rows } = await pool.query('SELECT id FROM auth_users')
    expect(rows).toEqual([{ id }])
    await expect(adapter.getUser(id)).rejects.toThrow('was closed by close()')
    await pool.end()
  })

  it('pg() works after the server has closed a connection during a transaction', async () => {
    const pool = poolOn(await emptyDatabase(), 1)
    const adapter = pg(pool)
    await adapter.createUser(nobody)
    const acquired = once(pool, 'acquire')
    const work = adapter.inTransaction(async (inside) => {
      await inside.createUser(nobody)
      const [connection] = (await acquired) as [PoolClient]
      // An unhandled `error` event would end the process, and with it this test run.
      const ended = new Promise<void>((resolve) => connection.once('end', resolve))
      await queryPostgres(String(pool.options.connectionString), END_OTHER_CONNECTIONS)
      await ended
      await inside.createUser(nobody)
    })
    await expect(work).rejects.toThrow(AdapterError)
    const { id } = await adapter.createUser(nobody)
    expect(await adapter.getUser(id)).toMatchObject({ id })
  })

  it('pg() deletes rows that expired a day ago by the database clock, not the process clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const url = await emptyDatabase()
    const writer = adapterOn(url)
    const { id } = await writer.createUser(nobody)
    const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
    await writer.createSession({ sessionToken: 'live', userId: id, expires: inAnHour() })
    await writer.createSession({ sessionToken: 'an hour ago', userId: id, expires: ago(1) })
    await writer.createSession({ sessionToken: 'two days ago', userId: id, expires: ago(48) })
    const left = async (): Promise<number> => (await queryPostgres(url, 'SELECT 1 FROM auth_sessions')).length

    // A process deletes expired rows after it has stored its first row.
    await adapterOn(url).createSession({ sessionToken: 'first', userId: id, expires: inAnHour() })
    await expect.poll(left).toBe(3)
    // A process whose clock is two weeks ahead.
    vi.setSystemTime(Date.now() + 14 * 86_400_000)
    const ahead = adapterOn(url)
    await ahead.createSession({ sessionToken: 'second', userId: id, expires: inAnHour() })
    expect(await ahead.getSessionAndUser('live')).not.toBeNull()
    await ahead.cleanup()
    await expect.poll(left).toBe(3)
    expect(await ahead.getSessionAndUser('live')).not.toBeNull()
  })

  it('pg() reads a session and its user with one statement', async () => {
    const pool = poolOn(await emptyDatabase())
    const { adapter, sent } = watched(pool)
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
    await expect.poll(() => String(sent.at(-1))).toMatch(/^DELETE/)
    sent.length = 0
    expect(await adapter.getSessionAndUser('t')).toMatchObject({ user: { id } })
    expect(sent).toHaveLength(1)
  })

  it('pg() skips expired rows that another process has locked', async () => {
    const url = await emptyDatabase()
    // With one connection, the deletion after the first insert ends before the next statement runs.
    const pool = poolOn(url, 1)
    const adapter = pg(pool)
    const { id: userId } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 'first', userId, expires: inAnHour() })
    await pool.query('DELETE FROM auth_sessions')
    for (const days of [3, 5, 4]) {
      const expires = new Date(Date.now() - days * 86_400_000)
      await adapter.createSession({ sessionToken: `${days} days`, userId, expires: inAnHour() })
      await pool.query(`UPDATE auth_sessions SET expires = $1, "userAgent" = $2 WHERE "userAgent" IS NULL`, [
        expires,
        `${days} days`,
      ])
    }
    const other = await poolOn(url).connect()
    try {
      await other.query('BEGIN')
      await other.query(`SELECT 1 FROM auth_sessions WHERE "userAgent" = '5 days' FOR UPDATE`)
      expect(await adapter.cleanup()).toMatchObject({ sessions: 2 })
    } finally {
      await other.query('ROLLBACK')
      other.release()
    }
    expect(await adapter.cleanup()).toMatchObject({ sessions: 1 })
  })

  describe('prepared statement that reads a session', () => {
    const prepare = async () => {
      const pool = poolOn(await emptyDatabase(), 1)
      const { adapter, sent } = watched(pool)
      const { id } = await adapter.createUser(nobody)
      await adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
      const read = async (): Promise<void> =>
        expect(await adapter.getSessionAndUser('t')).toMatchObject({ user: { id } })
      await read()
      sent.length = 0
      return { pool, adapter, sent, read }
    }

    it('the statement that reads a session is prepared once and planned once', async () => {
      const { pool, read } = await prepare()
      await read()
      const { rows } = await pool.query(
        'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements',
      )
      expect(rows).toEqual([{ runs: '2' }])
    })

    it('the statement that reads a session is prepared again after a column type has changed', async () => {
      const { pool, sent, read } = await prepare()
      for (const length of [500, 600]) {
        sent.length = 0
        await pool.query(`ALTER TABLE auth_users ALTER COLUMN name TYPE varchar(${length})`)
        await read()
        await read()
        await read()
        const named = { name: expect.any(String) }
        expect(sent).toEqual([
          expect.objectContaining(named),
          expect.any(String),
          expect.objectContaining(named),
          expect.objectContaining(named),
        ])
        const [before, , after, last] = sent as { name: string }[]
        expect(after?.name).not.toBe(before?.name)
        expect(last?.name).toBe(after?.name)
      }
    })

    it('pg() reads a session on a connection without the prepared statement, as behind a pooler', async () => {
      const { pool, sent, read } = await prepare()
      await pool.query('DEALLOCATE ALL')
      await read()
      expect(sent).toEqual([expect.objectContaining({ text: expect.any(String) }), expect.any(String)])
      await read()
      expect(sent.slice(2)).toEqual([expect.any(String)])
    })

    it('the prepared statement that reads a session survives an added column', async () => {
      const { pool, sent, read } = await prepare()
      await pool.query('ALTER TABLE auth_users ADD COLUMN since timestamptz')
      await read()
      await read()
      expect(sent).toEqual([
        expect.objectContaining({ name: expect.any(String) }),
        expect.objectContaining({ name: expect.any(String) }),
      ])
    })

    it('pg() reads a session even if another client has prepared a statement with the same name', async () => {
      const pool = poolOn(await emptyDatabase(), 1)
      const first = watched(pool)
      const { id } = await first.adapter.createUser(nobody)
      await first.adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
      await first.adapter.getSessionAndUser('t')
      const { name } = first.sent.at(-1) as { name: string }
      await pool.query('DEALLOCATE ALL')
      // The connection already has a statement with this name that the driver does not know. This is common behind a
      // pooler, which shares connections.
      const other = poolOn(String(pool.options.connectionString), 1)
      await other.query(`PREPARE ${name} AS SELECT 1`)
      const { adapter } = watched(other)
      expect(await adapter.getSessionAndUser('t')).toMatchObject({ user: { id } })
    })

    it('pg() does not repeat a statement after an error that is unrelated to its preparation', async () => {
      const { pool, sent, adapter } = await prepare()
      await pool.query('ALTER TABLE auth_sessions RENAME TO elsewhere')
      await expect(adapter.getSessionAndUser('t')).rejects.toThrow('auth_sessions')
      expect(sent).toHaveLength(1)
    })
  })

  it('the error of pg() for a refused row contains the reason and no user data', async () => {
    const adapter = adapterOn(await emptyDatabase())
    const { id } = await adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    const again = adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    await expect(again).rejects.toThrow('Another user has this e-mail address.')
    await expect(again).rejects.toSatisfy((error) => !JSON.stringify(everythingOf(error)).includes('anna@'))
    await expect(adapter.createUser({ ...nobody, id })).rejects.toThrow('A user with this id')
    await expect(
      adapter.createSession({ sessionToken: 't', userId: 'x', expires: inAnHour() }),
    ).rejects.toThrow('There is no user with this id')
  })

  it('pg() deletes no rows if an application table prevents the deletion of the user', async () => {
    const url = await emptyDatabase()
    const adapter = adapterOn(url)
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
    await queryPostgres(
      url,
      'CREATE TABLE orders (buyer text REFERENCES auth_users (id))',
      `INSERT INTO orders VALUES ('${id}')`,
    )
    await expect(adapter.deleteUser(id)).rejects.toThrow()
    expect(await adapter.getSessionAndUser('t')).toMatchObject({ user: { id } })
  })

  it('pg() throws an error if a newer version wrote the database', async () => {
    const url = await emptyDatabase()
    await adapterOn(url).getUser('x')
    await queryPostgres(url, 'INSERT INTO auth_schema VALUES (99)')
    await expect(adapterOn(url).getUser('x')).rejects.toThrow('The database has schema version 99')
  })

  it('pg() throws an error that says that the database does not exist', async () => {
    const url = new URL(await emptyDatabase())
    url.pathname = '/there_is_no_such_database'
    await expect(adapterOn(url.href).getUser('x')).rejects.toThrow('refused the connection')
  })

  it('pg() opens new connections after the server has closed all of them', async () => {
    const url = await emptyDatabase()
    const adapter = adapterOn(url)
    const { id } = await adapter.createUser(nobody)
    await queryPostgres(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    const found = await adapter.getUser(id).catch(() => adapter.getUser(id))
    expect(found).toMatchObject({ id })
  })
})

describe('pg without a server', () => {
  it('pg() throws an error that says that the server is not reachable, also in serverTime()', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const adapter = adapterOn(`postgres://nobody@127.0.0.1:${port}/none`)
    const reason = /The PostgreSQL server [\w.]+:\d+ is not reachable[.] Start it/
    for (const call of [() => adapter.getUser('x'), () => adapter.serverTime()]) {
      await expect(call()).rejects.toBeInstanceOf(AdapterError)
      await expect(call()).rejects.toThrow(reason)
    }
  })

  it.each<[string, () => Parameters<typeof pg>[0]]>([
    ['an empty URL', () => ''],
    ['no URL', () => undefined],
    ['a pool without a URL', () => new Pool({ connectionString: undefined })],
  ])('pg() throws an error that says that the URL is missing: %s', async (_name, database) => {
    vi.stubEnv('PGHOST', '127.0.0.1')
    vi.stubEnv('PGPORT', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(pg(database()).getUser('x')).rejects.toThrow(
      /^The PostgreSQL server is not reachable[.] .*[.] The URL is empty.*DATABASE_URL/,
    )
  })
})

/** The error and its causes with all of their properties, as a string. */
function everythingOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const names = Object.getOwnPropertyNames(error) as (keyof Error)[]
  const fields = names.map((name) => [
    name,
    name === 'cause' ? everythingOf(Object(error.cause).err) : error[name],
  ])
  return Object.fromEntries(fields)
}
