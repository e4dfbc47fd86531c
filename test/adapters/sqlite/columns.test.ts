import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Adapter, AdapterUser } from '../../../src/adapters/contract.js'
import { type SqliteAdapter, sqlite, type UserColumns } from '../../../src/adapters/sqlite.js'
import { engines, query, sqliteOn, temporaryFile } from './engines.js'

const nobody = { email: null, emailVerified: null }

describe.each(engines)('custom columns with %s', (_engine, load) => {
  it('a custom column without a value is null or has its default', async () => {
    const born = new Date(0)
    const adapter = sqliteOn(load, ':memory:', {
      role: { type: 'text', values: ['member', 'admin'], default: 'member' },
      born: { type: 'date', default: born },
      phone: 'text',
    })
    const user = await adapter.createUser(nobody)
    expect(user).toEqual({
      id: user.id,
      ...nobody,
      name: null,
      image: null,
      role: 'member',
      born,
      phone: null,
    })
    user.born.setTime(1)
    expect((await adapter.createUser(nobody)).born).toEqual(new Date(0))
    await adapter.close()
  })

  it('a custom column that is set to null gets its default value', async () => {
    const adapter = sqliteOn(load, ':memory:', { role: { type: 'text', default: 'member' }, phone: 'text' })
    const { id } = await adapter.createUser({ ...nobody, role: 'admin', phone: '1' })
    const cleared = { id, role: null, phone: null } as unknown as { id: string; role: string }
    expect(await adapter.updateUser(cleared)).toMatchObject({ role: 'member', phone: null })
    await adapter.close()
  })

  it('custom columns can be added to a database with users in it', async () => {
    const file = await temporaryFile()
    const before = sqliteOn(load, file)
    const { id } = await before.createUser({ email: 'anna@example.com', emailVerified: null })
    await before.close()
    const after = sqliteOn(load, file, {
      role: { type: 'text', values: ['member', "it's"], default: "it's" },
      logins: { type: 'integer', default: 0 },
      active: { type: 'boolean', default: true },
      phone: 'text',
    })
    expect(await after.getUser(id)).toMatchObject({ role: "it's", logins: 0, active: true, phone: null })
    await after.close()
    const defined = await query(load, file, "SELECT name FROM pragma_table_info('auth_users')")
    expect(defined.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['role', 'logins', 'active', 'phone']),
    )
  })

  it('columns that are no longer declared are kept', async () => {
    const file = await temporaryFile()
    const before = sqliteOn(load, file, { role: { type: 'text', default: 'member' } })
    const { id } = await before.createUser({ ...nobody, role: 'admin' })
    await before.close()
    const without = sqliteOn(load, file)
    expect(await without.updateUser({ id, name: 'Anna' })).not.toHaveProperty('role')
    await without.createUser(nobody)
    await without.close()
    const again = sqliteOn(load, file, { role: { type: 'text', default: 'member' } })
    expect(await again.getUser(id)).toMatchObject({ name: 'Anna', role: 'admin' })
    await again.close()
  })

  it('a custom column accepts only its declared values', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file, { role: { type: 'text', values: ['member', 'admin'] } })
    const wrong = adapter.createUser({ ...nobody, role: 'owner' as 'admin' })
    await expect(wrong).rejects.toThrow(
      '"role" of a user cannot be stored: it is not one of "member", "admin".',
    )
    const { id } = await adapter.createUser({ ...nobody, role: 'admin' })
    await expect(adapter.updateUser({ id, role: 'owner' as 'admin' })).rejects.toThrow('"role" of a user')
    await adapter.close()
    const fewer = sqliteOn(load, file, { role: { type: 'text', values: ['member'] } })
    await expect(fewer.getUser(id)).rejects.toThrow('The column "role" of auth_users contains a value')
    await fewer.close()
  })

  it.each([
    ['text', "x'0102'", 'a string'],
    ['integer', "'three'", 'a number'],
    ['real', "''", 'a number'],
    ['boolean', "'true'", 'a boolean'],
    ['date', "'yesterday'", 'a date'],
    ['date', '1e300', 'a date'],
  ] as const)(
    'a custom column of type %s that contains %s causes an error instead of a wrong value',
    async (type, value, expected) => {
      const file = await temporaryFile()
      const adapter = sqliteOn(load, file, { own: type })
      const { id } = await adapter.createUser(nobody)
      await query(load, file, `UPDATE auth_users SET own = ${value}`)
      await expect(adapter.getUser(id)).rejects.toThrow(
        `The driver of sqlite() returned a value for "own" that is not ${expected}. Remove the parser that is set for this type, or correct the value in the database.`,
      )
      await adapter.close()
    },
  )

  it('invalid JSON in the authorization details of an account causes an error', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id: userId } = await adapter.createUser(nobody)
    await adapter.linkAccount({ userId, provider: 'acme', providerAccountId: '1', type: 'oidc' })
    await query(load, file, "UPDATE auth_accounts SET authorization_details = '{'")
    await expect(adapter.getAccount('1', 'acme')).rejects.toThrow(
      'The driver of sqlite() returned a value for "authorization_details" that is not valid JSON.',
    )
    await adapter.close()
  })

  it('a value in the column `emailVerified` that is not a date causes an error', async () => {
    const file = await temporaryFile()
    const adapter = sqliteOn(load, file)
    const { id } = await adapter.createUser({ email: 'anna@example.com', emailVerified: null })
    await query(load, file, "UPDATE auth_users SET emailVerified = 'no'")
    await expect(adapter.getUser(id)).rejects.toThrow('"emailVerified" that is not a date')
    await adapter.close()
  })

  it('a field without a column is dropped', async () => {
    const adapter = sqliteOn(load, ':memory:')
    const user = await adapter.createUser({ ...nobody, ...{ plan: 'pro' } })
    expect(user).not.toHaveProperty('plan')
    await adapter.close()
  })
})

describe('custom columns', () => {
  it.each<[string, { user: UserColumns }, string]>([
    [
      'a name with a quotation mark',
      { user: { 'a"b': 'text' } },
      'user.a"b of sqlite() cannot be used: its name must be',
    ],
    [
      'the name of a property of every object',
      { user: { constructor: 'text' as const } },
      'user.constructor of sqlite() cannot be used: every JavaScript object has a property with this name.',
    ],
    [
      'the name of a property of rows of @libsql/client',
      { user: { length: 'integer' as const } },
      'user.length of sqlite() cannot be used: rows of @libsql/client have a different property with this name.',
    ],
    [
      'two names that differ in letter case',
      { user: { role: 'text', Role: 'text' } },
      'user.Role of sqlite() cannot be used: another column has the same name in upper or lower case.',
    ],
    [
      'the name of a built-in column',
      { user: { EMAIL: 'text' } },
      'every user already has a column with this name',
    ],
    ['an unknown type', { user: { a: 'varchar' as 'text' } }, 'its type must be one of text, integer'],
    ['an undefined type', { user: { a: undefined as never } }, 'user.a of sqlite() cannot be used: its type'],
    ['a type that is null', { user: { a: null as never } }, 'user.a of sqlite() cannot be used: its type'],
    [
      'a list of values for a number',
      { user: { a: { type: 'integer', values: ['1'] } } },
      '"values" is for columns of type "text"',
    ],
    [
      'a default of another type',
      { user: { a: { type: 'integer', default: '0' } } },
      'its default must be an integer',
    ],
    [
      'a default that is not in the list of values',
      { user: { a: { type: 'text', values: ['b'], default: 'c' } } },
      'its default is not in "values"',
    ],
    [
      'an invalid date as default',
      { user: { a: { type: 'date', default: new Date('?') } } },
      'its default must be a valid Date',
    ],
    [
      'a string as default of a boolean',
      { user: { a: { type: 'boolean', default: 'true' } } },
      'its default must be true or false',
    ],
  ])('custom columns are refused when the adapter is created: %s', (_name, options, message) => {
    expect(() => sqlite('unused.db', options)).toThrow(message)
  })

  it('the type of a stored user has the custom columns', () => {
    const options = {
      user: {
        role: { type: 'text', values: ['member', 'admin'], default: 'member' },
        plan: { type: 'text', values: ['free', 'pro'] },
        logins: { type: 'integer', default: 0 },
        born: 'date',
      },
    } as const
    const adapter = sqlite('unused.db', options)
    interface Expected {
      role: 'member' | 'admin'
      plan: 'free' | 'pro' | null
      logins: number
      born: Date | null
    }
    type Found = NonNullable<Awaited<ReturnType<typeof adapter.getUser>>>
    expectTypeOf<Pick<Found, keyof Expected>>().toEqualTypeOf<Expected>()
    expectTypeOf(adapter).toExtend<Adapter<AdapterUser & Expected>>()
    expectTypeOf<SqliteAdapter>().toExtend<Omit<Required<Adapter>, 'inTransaction'>>()
    const inline = sqlite({
      file: 'unused.db',
      user: { role: { type: 'text', values: ['a', 'b'], default: 'a' } },
    })
    expectTypeOf<NonNullable<Awaited<ReturnType<typeof inline.getUser>>>['role']>().toEqualTypeOf<'a' | 'b'>()
  })
})
