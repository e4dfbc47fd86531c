import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/adapters/sqlite/database-errors.js'
import { openFile } from '../../../src/adapters/sqlite/open-file.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { AdapterError } from '../../../src/errors.js'
import { engines, holdLock, query, sqliteOn, temporaryFile } from './engines.js'

const nobody = { email: null, emailVerified: null }

describe.each(engines)('faults of sqlite on %s', (_engine, load) => {
  it('sqlite() throws an error for a missing folder, and works once the folder exists', async () => {
    const file = join(dirname(await temporaryFile()), 'missing', 'auth.db')
    const adapter = sqliteOn(load, file)
    const failed = adapter.getUser('x')
    await expect(failed).rejects.toThrow(`The database file "${file}" cannot be opened. Create its folder`)
    await expect(failed).rejects.toBeInstanceOf(AdapterError)
    await mkdir(dirname(file))
    expect(await adapter.getUser('x')).toBeNull()
    await adapter.close()
  })

  it('sqlite() throws an error for a file that is not a database', async () => {
    const file = await temporaryFile()
    await writeFile(file, 'not a database '.repeat(100))
    const adapter = sqliteOn(load, file)
    await expect(adapter.getUser('x')).rejects.toThrow(`"${file}" is not an SQLite database, or is damaged.`)
  })

  it('sqlite() throws an error that says that another connection locks the file', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    await adapter.getUser('x')
    const release = await holdLock(load, file)
    await expect(adapter.createUser(nobody)).rejects.toThrow(`"${file}" is locked by another connection.`)
    release()
    expect((await adapter.createUser(nobody)).id).toBeTypeOf('string')
    await adapter.close()
  })

  it('sqlite() throws an error that says that the file cannot be written', async () => {
    const file = await temporaryFile()
    const owner = sqliteOn(load, file)
    await owner.getUser('x')
    const client = await openFile(file, [load])
    await client.execute({ sql: 'PRAGMA query_only = ON', args: [] })
    const adapter = sqlite({ client })
    expect(await adapter.getUser('x')).toBeNull()
    await expect(adapter.createUser(nobody)).rejects.toThrow('The database cannot be written.')
    client.close()
    await owner.close()
  })

  it('sqlite() throws an error if a newer version wrote the file', async () => {
    const file = await temporaryFile()
    const before = sqliteOn(load, file)
    await before.getUser('x')
    await before.close()
    await query(load, file, 'INSERT INTO auth_schema (version) VALUES (99)')
    const adapter = sqliteOn(load, file)
    await expect(adapter.getUser('x')).rejects.toThrow('The database has schema version 99')
  })

  it('sqlite() throws an error after it was closed', async () => {
    const adapter = sqliteOn(load, ':memory:')
    await adapter.getUser('x')
    await adapter.close()
    await adapter.close()
    await expect(adapter.getUser('x')).rejects.toThrow('was closed by close()')
  })

  it('sqlite() does not report a duplicate value in another unique column as a taken e-mail address', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file, { emailHash: 'text' })
    await adapter.getUser('x')
    await query(load, file, 'CREATE UNIQUE INDEX one_hash ON auth_users (emailHash)')
    const hashed = { ...nobody, emailHash: 'h' }
    await adapter.createUser(hashed)
    const again = adapter.createUser(hashed)
    await expect(again).rejects.toThrow('UNIQUE constraint failed: auth_users.emailHash')
    await expect(again).rejects.not.toThrow('Another user has this e-mail address')
    await adapter.close()
  })

  it('sqlite() rolls back a migration that failed in the middle', async () => {
    const client = await openFile(':memory:', [load])
    const sql = (text: string) => ({ sql: text, args: [] })
    await client.execute(sql('CREATE TABLE auth_authenticators (mine TEXT)'))
    const adapter = sqlite({ client })
    await expect(adapter.getUser('x')).rejects.toThrow('auth_authenticators already exists')
    const { rows } = await client.execute(sql("SELECT name FROM sqlite_master WHERE name = 'auth_users'"))
    expect(rows).toHaveLength(0)
    await client.execute(sql('DROP TABLE auth_authenticators'))
    expect(await adapter.getUser('x')).toBeNull()
    client.close()
  })
})

describe('explain', () => {
  it.each([
    [{ errcode: 13 }, 'the disk is full'],
    [{ rawCode: 11 }, 'is damaged'],
    [{ code: 'SQLITE_BUSY_SNAPSHOT' }, 'is locked by another connection'],
    [{ errcode: 261 }, 'is locked by another connection'],
    [{ rawCode: 520 }, 'cannot be written'],
  ])('sqlite() recognizes the result codes of drivers: %j', (fields, expected) => {
    const error = explain(Object.assign(new Error('driver'), fields), 'The database')
    expect(error.message).toMatch(/^The database /)
    expect(error.message).toContain(expected)
    expect(error.cause?.err?.message).toBe('driver')
  })

  it('sqlite() rethrows unknown errors unchanged', () => {
    expect(explain(new Error('network'), 'The database').message).toBe('The database: network')
    expect(explain('text', 'The database').message).toBe('The database: text')
  })
})
