import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { declareColumns } from '../../../src/adapters/sql/user-columns.js'
import { createSqliteAdapter } from '../../../src/adapters/sqlite/create-adapter.js'
import { openFile } from '../../../src/adapters/sqlite/open-file.js'
import { engines, query, sqliteOn, temporaryFile } from './engines.js'

const nobody = { email: null, emailVerified: null }
const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

describe.each(engines)('storage of sqlite on %s', (_engine, load) => {
  afterEach(() => vi.useRealTimers())

  it('no session token that is stored in the database is valid as a cookie', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser(nobody)
    const sessionToken = 'a-session-token-that-only-the-browser-has'
    await adapter.createSession({ sessionToken, userId: id, expires: inAnHour() })
    const [row] = await query(load, file, 'SELECT sessionToken FROM auth_sessions')
    expect(row?.sessionToken).toBe(createHash('sha256').update(sessionToken).digest('hex'))
    expect(await adapter.getSessionAndUser(String(row?.sessionToken))).toBeNull()
    await adapter.close()
    expect((await readFile(file)).includes(sessionToken)).toBe(false)
  })

  it('sqlite() stores dates as milliseconds', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser({ email: null, emailVerified: new Date(1_700_000_000_123) })
    await adapter.createSession({ sessionToken: 't', userId: id, expires: new Date(4_102_444_800_001) })
    expect(await query(load, file, 'SELECT emailVerified FROM auth_users')).toEqual([
      { emailVerified: 1_700_000_000_123 },
    ])
    expect(await query(load, file, 'SELECT expires, typeof(expires) AS type FROM auth_sessions')).toEqual([
      { expires: 4_102_444_800_001, type: 'integer' },
    ])
    await adapter.close()
  })

  it('a user is still in the database file after the file was closed and opened again', async () => {
    const file = await temporaryFile()
    const before = sqliteOn(load, file)
    const user = await before.createUser({ email: 'anna@example.com', emailVerified: null })
    await before.close()
    const after = sqliteOn(load, file)
    expect(await after.getUserByEmail('anna@example.com')).toEqual(user)
    await after.close()
  })

  it('sqlite() reads sessions while columns are added to the tables', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    const session = { sessionToken: 't', userId: id, expires: inAnHour() }
    await adapter.createSession(session)
    const before = await adapter.getSessionAndUser('t')
    expect(before).toMatchObject({ session, user: { id, email: 'anna@example.com' } })
    await query(load, file, `ALTER TABLE auth_users ADD COLUMN since INTEGER DEFAULT 7`)
    await query(load, file, `ALTER TABLE auth_sessions ADD COLUMN note TEXT DEFAULT 'none'`)
    expect(await adapter.getSessionAndUser('t')).toEqual(before)
    expect(await adapter.getSessionAndUser('another')).toBeNull()
    expect(await adapter.getSessionAndUser('t')).toEqual(before)
    await adapter.close()
  })

  it('sqlite() uses a write-ahead log, so that readers do not wait', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    await adapter.getUser('x')
    expect(await query(load, file, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    await adapter.close()
  })

  it("deleting a user's row with SQL deletes all rows of the user", async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
    await query(load, file, 'DELETE FROM auth_users')
    expect(await query(load, file, 'SELECT * FROM auth_sessions')).toEqual([])
    await adapter.close()
  })

  it('sqlite() refuses sessions, accounts and authenticators of unknown users', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const session = { sessionToken: 't', userId: 'x', expires: inAnHour() }
    const account = { userId: 'x', type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    await expect(adapter.createSession(session)).rejects.toThrow('There is no user with this id')
    await expect(adapter.linkAccount(account)).rejects.toThrow('There is no user with this id')
    await expect(adapter.updateUser({ id: 'x', name: 'X' })).rejects.toThrow('There is no user with this id')
    await adapter.close()
  })

  it('the error of sqlite() for a refused row contains the reason and no e-mail address', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const user = await adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    const again = adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    await expect(again).rejects.toThrow(/^Another user has this e-mail address\. /)
    await expect(again).rejects.toMatchObject({ type: 'AdapterError' })
    await expect(adapter.createUser({ ...nobody, id: user.id })).rejects.toThrow('A user with this id')
    const session = { sessionToken: 't', userId: user.id, expires: inAnHour() }
    await adapter.createSession(session)
    await expect(adapter.createSession(session)).rejects.toThrow('A session with this token')
    const token = { identifier: 'anna@example.com', token: 't', expires: inAnHour() }
    await adapter.createVerificationToken(token)
    await expect(adapter.createVerificationToken(token)).rejects.toThrow('This verification token')
    await adapter.close()
  })

  it('sqlite() stores authorization details and a fractional `expires_in`, and drops unknown account fields', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const { id } = await adapter.createUser(nobody)
    const account = {
      userId: id,
      type: 'oauth',
      provider: 'bank',
      providerAccountId: '1',
      expires_in: 3599.5,
      authorization_details: [{ type: 'payment', actions: ['read'], amount: { currency: 'EUR' } }],
    } as const
    expect(await adapter.linkAccount({ ...account, ...{ created_at: 'now' } })).toEqual(account)
    expect(await adapter.getAccount('1', 'bank')).toEqual(account)
    await adapter.close()
  })

  it('sqlite() refuses strings that SQLite would truncate or change', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const { id } = await adapter.createUser(nobody)
    for (const providerAccountId of ['a\0b', '\ud800', 'x\udfffy']) {
      const account = { userId: id, type: 'oauth', provider: 'github', providerAccountId } as const
      await expect(adapter.linkAccount(account)).rejects.toThrow('"providerAccountId" cannot be stored')
      await expect(adapter.getUserByAccount(account)).rejects.toThrow('valid Unicode')
    }
    await adapter.close()
  })

  it('sqlite() refuses a value with a type other than that of its column', async () => {
    const adapter = sqliteOn(load, ':memory:', { logins: 'integer', active: 'boolean' })
    const wrong = (fields: object) => adapter.createUser({ ...nobody, ...fields })
    await expect(wrong({ name: 5 })).rejects.toThrow(
      'The value of "name" cannot be stored: it must be a string',
    )
    await expect(wrong({ emailVerified: new Date(Number.NaN) })).rejects.toThrow('it must be a valid Date')
    await expect(wrong({ emailVerified: '2026-01-01' })).rejects.toThrow('it must be a valid Date')
    await expect(wrong({ logins: 1.5 })).rejects.toThrow('it must be an integer')
    await expect(wrong({ active: 1 })).rejects.toThrow('it must be true or false')
    const account = { userId: 'u1', type: 'oauth', provider: 'acme', providerAccountId: '1' } as const
    const details = [{ type: 'payment', amount: 1n }]
    await expect(
      adapter.linkAccount({ ...account, authorization_details: details } as never),
    ).rejects.toThrow(
      'The value of "authorization_details" cannot be stored: it must be a value that can be written as JSON',
    )
    await adapter.close()
  })

  it('sqlite() keeps accounts with different ids separate, whatever characters the ids contain', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const text = fc.string({ unit: 'binary', maxLength: 8 }).filter((value) => !value.includes('\0'))
    const keys = fc.uniqueArray(fc.record({ provider: text, providerAccountId: text }), {
      selector: (key) => JSON.stringify([key.provider, key.providerAccountId]),
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(keys, async (accounts) => {
        const owners: string[] = []
        for (const key of accounts) {
          const { id } = await adapter.createUser(nobody)
          await adapter.linkAccount({ ...key, userId: id, type: 'oauth' })
          owners.push(id)
        }
        for (const [index, key] of accounts.entries()) {
          expect((await adapter.getUserByAccount(key))?.id).toBe(owners[index])
          await adapter.unlinkAccount(key)
        }
      }),
      { numRuns: 40 },
    )
    await adapter.close()
  })

  it('sqlite() keeps expired rows for a day before it deletes them', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser(nobody)
    const session = (sessionToken: string, lifetime: number) =>
      adapter.createSession({ sessionToken, userId: id, expires: new Date(Date.now() + lifetime) })
    await session('short', 1000)
    await session('long', 86_400_000)
    await adapter.createVerificationToken({
      identifier: 'a',
      token: 't',
      expires: new Date(Date.now() + 1000),
    })
    vi.advanceTimersByTime(86_401_000)
    for (let index = 0; index < 100; index++) await session(`later-${index}`, 1000)
    expect(await adapter.getSessionAndUser('short')).toBeNull()
    expect(await adapter.getSessionAndUser('long')).not.toBeNull()
    await expect
      .poll(() => query(load, file, 'SELECT count(*) AS n FROM auth_sessions'))
      .toEqual([{ n: 101 }])
    // Expired tokens are deleted when new tokens are stored.
    const expires = new Date(Date.now() + 1000)
    for (let index = 0; index < 100; index++) {
      await adapter.createVerificationToken({ identifier: 'b', token: `later-${index}`, expires })
    }
    await expect
      .poll(() => query(load, file, 'SELECT count(*) AS n FROM auth_verification_tokens'))
      .toEqual([{ n: 100 }])
    await adapter.close()
  })

  it('sqlite() stores new rows even if expired rows cannot be deleted', async () => {
    const file = await temporaryFile()
    const first = sqliteOn(load, file)
    const { id } = await first.createUser(nobody)
    // A process deletes expired rows after its first insert, but not after its second.
    await first.createSession({ sessionToken: 'first', userId: id, expires: inAnHour() })
    await first.createSession({ sessionToken: 'old', userId: id, expires: new Date(0) })
    await first.close()
    await query(
      load,
      file,
      "CREATE TRIGGER kept BEFORE DELETE ON auth_sessions BEGIN SELECT RAISE(ABORT, 'kept'); END",
    )
    const adapter = sqliteOn(load, file)
    await adapter.createSession({ sessionToken: 'new', userId: id, expires: inAnHour() })
    expect(await adapter.getSessionAndUser('new')).not.toBeNull()
    await expect(adapter.cleanup()).rejects.toThrow('kept')
    await adapter.close()
  })

  it('sqlite() closes its file once if close() is called twice while the file is being opened', async () => {
    let closed = 0
    const adapter = createSqliteAdapter({
      place: 'The database',
      columns: declareColumns('sqlite', {}),
      async open() {
        const client = await openFile(':memory:', [load])
        const close = () => {
          closed++
          client.close()
        }
        return { ...client, close }
      },
    })
    const reading = adapter.getUser('x').catch(() => null)
    await Promise.all([adapter.close(), adapter.close(), reading])
    expect(closed).toBe(1)
  })

  it('a deletion of expired rows that never ends does not prevent another deletion a minute later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let deletions = 0
    const adapter = createSqliteAdapter({
      place: 'The database',
      columns: declareColumns('sqlite', {}),
      async open() {
        const client = await openFile(':memory:', [load])
        return {
          execute(statement) {
            if (!/^DELETE .*expires/s.test(statement.sql)) return client.execute(statement)
            deletions++
            return new Promise(() => {})
          },
          batch: (all, mode) => client.batch(all, mode),
          close: () => client.close(),
        }
      },
    })
    const { id } = await adapter.createUser(nobody)
    const storeHundred = async (name: string): Promise<void> => {
      for (let row = 0; row < 100; row++)
        await adapter.createSession({ sessionToken: `${name}-${row}`, userId: id, expires: inAnHour() })
    }
    await storeHundred('first')
    await storeHundred('second')
    expect(deletions).toBe(1)
    vi.setSystemTime(Date.now() + 60_000)
    await storeHundred('third')
    expect(deletions).toBe(2)
    await adapter.close()
  })

  it('sqlite() reads a session and its user with one statement', async () => {
    const statements: string[] = []
    const adapter = createSqliteAdapter({
      place: 'The database',
      columns: declareColumns('sqlite', {}),
      async open() {
        const client = await openFile(':memory:', [load])
        return {
          execute(statement) {
            statements.push(statement.sql)
            return client.execute(statement)
          },
          batch: (all, mode) => client.batch(all, mode),
          close: () => client.close(),
        }
      },
    })
    const { id } = await adapter.createUser(nobody)
    await adapter.createSession({ sessionToken: 't', userId: id, expires: inAnHour() })
    statements.length = 0
    expect(await adapter.getSessionAndUser('t')).toMatchObject({
      user: { id },
      session: { sessionToken: 't' },
    })
    expect(statements).toHaveLength(1)
    await adapter.close()
  })
})
