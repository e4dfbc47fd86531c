import { CamelCasePlugin, Kysely, MysqlDialect, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { createPool } from 'mysql2'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kysely } from '../../../src/adapters/kysely.js'
import { AdapterError } from '../../../src/errors.js'
import { mariadb, mariadbDatabase } from '../../support/stores/mariadb.js'
import { schemaStatements } from '../../support/stores/schema.js'

const tables = { users: 'users', accounts: 'accounts', sessions: 'sessions' } as never
const nobody = { email: null, emailVerified: null }

/** An adapter over MariaDB, with these options of its pool. */
async function mysql(options: object) {
  const database = await mariadbDatabase(...(await schemaStatements('mysql.sql')))
  const pool = createPool({ uri: database.url, ...options })
  onTestFinished(async () => {
    await new Promise<void>((done) => pool.end(() => done()))
    await database.drop()
  })
  const db = new Kysely<any>({ dialect: new MysqlDialect({ pool }) })
  return kysely(db, { dialect: 'mysql', tables }) as any
}

describe('kysely() with a plugin that renames columns', () => {
  const dialect = new SqliteDialect({ database: new SqliteDatabase(':memory:') as never })

  it('kysely() throws a helpful error if a plugin renames columns', () => {
    const db = new Kysely<any>({ dialect, plugins: [new CamelCasePlugin()] })
    expect(() => kysely(db, { dialect: 'sqlite', tables })).toThrow(
      /^The database of kysely\(\) has a plugin that renames columns, such as CamelCasePlugin\. Pass `db\.withoutPlugins\(\)`/,
    )
    expect(() => kysely(db.withoutPlugins(), { dialect: 'sqlite', tables })).not.toThrow()
    expect(() => kysely(db.withoutPlugins().withSchema('main'), { dialect: 'sqlite', tables })).not.toThrow()
  })
})

describe('kysely() with a unique column of the application', () => {
  const message =
    'Another user has the same value in a unique column of the table of users. The cause of this error names the constraint.'

  it('kysely() does not report a duplicate value in another unique column as a taken e-mail address', async () => {
    const database = new SqliteDatabase(':memory:')
    for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
    database.exec('ALTER TABLE users ADD COLUMN handle TEXT')
    database.exec('CREATE UNIQUE INDEX one_handle ON users (handle)')
    const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
    const adapter = kysely(db, { dialect: 'sqlite', tables }) as any
    await adapter.createUser({ ...nobody, email: 'ada@example.com', handle: 'ada' })
    await expect(adapter.createUser({ ...nobody, handle: 'ada' })).rejects.toThrow(message)
    await expect(adapter.createUser({ ...nobody, email: 'ada@example.com' })).rejects.toThrow(
      'Another user has this e-mail address.',
    )
  })

  it.each(['primaryPhone', 'primary_phone', 'backupKey'])(
    'kysely() does not report a duplicate value in the unique column %s as a taken id',
    async (column) => {
      const database = new SqliteDatabase(':memory:')
      for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
      database.exec(`ALTER TABLE users ADD COLUMN ${column} TEXT`)
      database.exec(`CREATE UNIQUE INDEX one_value ON users (${column})`)
      const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
      const adapter = kysely(db, { dialect: 'sqlite', tables }) as any
      const { id } = await adapter.createUser({ ...nobody, [column]: '1' })
      await expect(adapter.createUser({ ...nobody, [column]: '1' })).rejects.toThrow(message)
      await expect(adapter.createUser({ ...nobody, id })).rejects.toThrow(
        'A user with this id is already stored',
      )
    },
  )
})

describe('kysely() in plain JavaScript', () => {
  const dialect = new SqliteDialect({ database: new SqliteDatabase(':memory:') as never })
  const db = new Kysely<any>({ dialect })

  it.each([
    ['no options', [], 'The option dialect of kysely()'],
    ['no dialect', [{ tables }], 'The option dialect of kysely()'],
    ['no tables', [{ dialect: 'sqlite' }], 'The option tables of kysely()'],
    ['tables that are null', [{ dialect: 'sqlite', tables: null }], 'The option tables of kysely()'],
    [
      'an unknown table',
      [{ dialect: 'sqlite', tables: { users: 'users', accounts: 'accounts', session: 'sessions' } }],
      'kysely() has no table "session". Its tables are users, accounts, sessions, verificationTokens',
    ],
    [
      'a table of users that is null',
      [{ dialect: 'sqlite', tables: { users: null, accounts: 'accounts' } }],
      'The table "users" of kysely() is missing: pass the tables users and accounts.',
    ],
  ])('kysely() with %s throws an AdapterError that names the option', (_, options, message) => {
    const call = (): unknown => (kysely as (...values: unknown[]) => unknown)(db, ...options)
    expect(call).toThrow(AdapterError)
    expect(call).toThrow(message)
  })

  it.each([undefined, null])('kysely() has no methods for a table that is %s', (sessions) => {
    const adapter = kysely(db, {
      dialect: 'sqlite',
      tables: { ...(tables as object), sessions } as never,
    })
    expect(adapter).toHaveProperty('createUser')
    expect(adapter).not.toHaveProperty('createSession')
  })
})

describe.skipIf(!mariadb.available)(`kysely() over mysql2${mariadb.note}`, () => {
  it('kysely() refuses dates that are strings without an offset', async () => {
    const adapter = await mysql({ timezone: 'Z', dateStrings: true })
    const { id: userId } = await adapter.createUser(nobody)
    const expires = new Date(Date.now() + 3_600_000)
    await expect(adapter.createSession({ sessionToken: 'a', userId, expires })).rejects.toThrow(
      'The driver returned text that is not in ISO 8601 with an offset from UTC for "expires". Remove the option or parser that changes dates, such as `dateStrings` of mysql2.',
    )
    await expect(adapter.getSessionAndUser('a')).rejects.toThrow(
      'Remove the option or parser that changes dates',
    )
    await expect(adapter.createUser({ email: 'a@example.com', emailVerified: new Date() })).rejects.toThrow(
      'for "emailVerified"',
    )
  })

  it('kysely() warns about a driver that reads dates in another time zone', async () => {
    const warning = async (timezone: string): Promise<unknown> => (await mysql({ timezone }))['~warning']()
    expect(await warning('Z')).toBeUndefined()
    expect(await warning('+00:00')).toBeUndefined()
    expect(await warning('+09:00')).toContain("Set `timezone: 'Z'`")
    expect(await warning('-05:30')).toContain("Set `timezone: 'Z'`")
  })

  it.each([
    ['London', [4, 5, 6, 7, 8, 9, 10]],
    ['a place in the south that has UTC in winter', [10, 11, 12, 1, 2, 3]],
  ])(
    'kysely() warns about a driver that reads dates in the time zone of %s, in summer and in winter',
    async (_, summer) => {
      const typeCast = (field: { type: string; string(): string | null }, next: () => unknown): unknown => {
        const text = field.type === 'DATETIME' ? field.string() : null
        if (text === null) return next()
        const hours = summer.includes(Number(text.slice(5, 7))) ? 1 : 0
        return new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - hours * 3_600_000)
      }
      const adapter = await mysql({ timezone: 'Z', typeCast })
      expect(await adapter['~warning']()).toContain("Set `timezone: 'Z'`")
    },
  )
})
