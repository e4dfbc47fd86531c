import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createClient } from '@libsql/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { declareColumns } from '../../../src/adapters/sql/user-columns.js'
import { createSqliteAdapter } from '../../../src/adapters/sqlite/create-adapter.js'
import { type Driver, drivers, nodeSqlite } from '../../../src/adapters/sqlite/drivers.js'
import { openFile } from '../../../src/adapters/sqlite/open-file.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { github } from '../../../src/providers/github.js'
import { app, SECRET } from '../../support/app.js'
import { engines, hasNodeSqlite, sqliteOn, temporaryFile } from './engines.js'

const nobody = { email: null, emailVerified: null }
const absent: Driver = {
  name: 'absent',
  async load() {
    throw new Error('not installed')
  },
}

describe.each(engines)('sqlite on %s', (_engine, load) => {
  it('sqlite() opens the file at its first use, and only once', async () => {
    const file = await temporaryFile()
    let opened = 0
    const adapter = createSqliteAdapter({
      place: file,
      columns: declareColumns('sqlite', {}),
      open() {
        opened++
        return openFile(file, [load])
      },
    })
    expect(existsSync(file)).toBe(false)
    await Promise.all([adapter.createUser(nobody), adapter.createUser(nobody), adapter.getUser('x')])
    expect(existsSync(file)).toBe(true)
    expect(opened).toBe(1)
    await adapter.close()
  })

  it('sqlite() creates the tables once if several connections open a new file at the same time', async () => {
    const file = await temporaryFile()
    const user = { role: { type: 'text', default: 'member' }, phone: 'text' } as const
    const adapters = Array.from({ length: 5 }, () => sqliteOn(load, file, user))
    await Promise.all(adapters.map((adapter) => adapter.createUser(nobody)))
    const created = await adapters[0]?.createUser(nobody)
    for (const adapter of adapters) expect(await adapter.getUser(created?.id ?? '')).toEqual(created)
    await Promise.all(adapters.map((adapter) => adapter.close()))
  })

  it.each(['with space.db', '100%.db', 'what?.db', 'a#b.db', 'größe.db'])(
    'sqlite() opens a file with the name %s',
    async (name) => {
      const file = await temporaryFile(name)
      const adapter = sqliteOn(load, file)
      await adapter.createUser(nobody)
      expect(existsSync(file)).toBe(true)
      await adapter.close()
    },
  )
})

describe('sqlite', () => {
  it.each([
    ['undefined', () => sqlite(undefined)],
    ['an empty path', () => sqlite('')],
    ['the option `file` without a value', () => sqlite({ file: undefined })],
  ])('sqlite() throws an error at its first use if no file is configured: %s', async (_name, adapter) => {
    await expect(adapter().getUser('x')).rejects.toThrow(
      'sqlite() received no path. Set the environment variable',
    )
  })

  it('sqlite() does not create a file before its first use', async () => {
    const file = await temporaryFile()
    sqlite(file)
    sqlite({ file })
    await sqlite(file).close()
    expect(existsSync(file)).toBe(false)
    expect(existsSync(dirname(file))).toBe(true)
  })

  it('sqlite() finds an installed driver', async () => {
    const adapter = sqlite(await temporaryFile())
    const { id } = await adapter.createUser(nobody)
    expect(await adapter.getUser(id)).toMatchObject({ id })
    await adapter.close()
  })

  it('sqlite() logs the name of its driver at level debug', async () => {
    const adapter = sqlite(await temporaryFile())
    const lines: unknown[][] = []
    const { health } = app({
      providers: [github()],
      adapter,
      options: { secret: SECRET, logger: { debug: (...line) => void lines.push(line) } },
    })
    await health({ deep: true })
    await health({ deep: true })
    expect(lines).toContainEqual([expect.stringContaining('adapter'), { driver: adapter['~driver'] }])
    expect(engines[0]?.[0]).toBe(adapter['~driver'])
    await adapter.close()
  })

  it("sqlite() with a client works even if the first request's statement never returns", async () => {
    const client = createClient({ url: `file:${await temporaryFile()}` })
    onTestFinished(() => client.close())
    let isFirst = true
    // On Cloudflare Workers, I/O that a request started never completes after the request has ended.
    const adapter = sqlite({
      execute: async (statement) => {
        if (!isFirst) return client.execute(statement)
        isFirst = false
        return new Promise<never>(() => undefined)
      },
      batch: (statements, mode) => client.batch(statements, mode),
    })
    void adapter.createUser(nobody)
    const { id } = await adapter.createUser(nobody)
    expect(await adapter.getUser(id)).toMatchObject({ id })
  }, 5_000)

  it('concurrent first requests through one client of @libsql/client create the tables once', async () => {
    for (let round = 0; round < 5; round++) {
      const client = createClient({ url: `file:${await temporaryFile()}` })
      const adapter = sqlite(client, { user: { role: { type: 'text', default: 'member' }, phone: 'text' } })
      const users = await Promise.all(Array.from({ length: 20 }, () => adapter.createUser(nobody)))
      expect(new Set(users.map(({ id }) => id)).size).toBe(20)
      client.close()
    }
  })

  it('sqlite() accepts a client and does not close it', async () => {
    const client = createClient({ url: ':memory:' })
    const adapter = sqlite({ client, user: { role: { type: 'text', values: ['a', 'b'], default: 'a' } } })
    expect(await adapter.createUser(nobody)).toMatchObject({ role: 'a' })
    await adapter.close()
    expect((await client.execute('SELECT role FROM auth_users')).rows).toMatchObject([{ role: 'a' }])
    client.close()
  })

  it('sqlite() deletes all rows of a user even if the client does not enforce foreign keys', async () => {
    const client = createClient({ url: ':memory:' })
    await client.execute('PRAGMA foreign_keys = OFF')
    const adapter = sqlite({ client })
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 't', userId: id, expires: new Date(4_102_444_800_000) })
    await adapter.deleteUser(id)
    expect((await client.execute('SELECT * FROM auth_sessions')).rows).toHaveLength(0)
    client.close()
  })

  it.each(['bigint', 'string'] as const)(
    'sqlite() works with a client that returns integers as %s',
    async (intMode) => {
      const client = createClient({ url: ':memory:', intMode })
      const adapter = sqlite({ client, user: { logins: { type: 'integer', default: 3 } } })
      const emailVerified = new Date(1_700_000_000_123)
      const { id } = await adapter.createUser({ email: null, emailVerified })
      expect(await adapter.getUser(id)).toMatchObject({ emailVerified, logins: 3 })
      client.close()
    },
  )

  it('the error without an installed SQLite driver says what to install', async () => {
    const failed = openFile(':memory:', [absent, absent])
    await expect(failed).rejects.toThrow(
      'Run "npm install better-sqlite3" or "npm install @libsql/client", or use Node.js 22.13 or later',
    )
    await expect(failed).rejects.toMatchObject({
      type: 'AdapterError',
      cause: { err: { errors: { length: 2 } } },
    })
  })

  it('the error about a driver that cannot be loaded contains the reason', async () => {
    const broken = {
      name: 'better-sqlite3',
      load: () => Promise.reject(new Error('The module was compiled\nagainst a different Node.js version.')),
    }
    await expect(openFile(':memory:', [broken])).rejects.toThrow(
      'sqlite() found no SQLite driver. better-sqlite3: The module was compiled against a different Node.js version. Run "npm install better-sqlite3"',
    )
  })

  it('sqlite() uses the next driver if the preferred driver is not installed', async () => {
    const client = await openFile(':memory:', [absent, ...drivers])
    expect((await client.execute({ sql: 'SELECT 1 AS one', args: [] })).rows).toMatchObject([{ one: 1 }])
    client.close()
  })

  it('sqlite() detects whether this Node.js has node:sqlite', async () => {
    const major = Number(process.versions.node.split('.')[0])
    expect(hasNodeSqlite).toBe(major >= 22)
    if (hasNodeSqlite) expect(await nodeSqlite.load()).toBeTypeOf('function')
    else await expect(nodeSqlite.load()).rejects.toThrow('This runtime has no node:sqlite.')
  })
})
