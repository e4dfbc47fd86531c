import { Pool, types } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type PgPool, pg } from '../../../src/adapters/pg.js'
import { postgres } from '../../support/stores/postgres.js'
import { emptyDatabase, nobody } from './support.js'

const columns = { credit: 'real', logins: 'integer', active: 'boolean', born: 'date' } as const
const fields = { credit: 1.5, logins: 3, active: false, born: new Date(-86_400_123) }
const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_123)
const details = [{ type: 'payment', actions: ['pay'] }]

const TIMESTAMPTZ = types.builtins.TIMESTAMPTZ

/** Parses the text of a column value, as a driver does. */
type Parse = (text: string) => unknown

/** Temporal objects have a `valueOf` method that throws. */
const withoutValue = {
  valueOf() {
    throw new TypeError('Temporal objects have no value.')
  },
}

/** A pool with custom parsers for the types with these OIDs. */
async function poolWith(parsers: Readonly<Record<number, Parse>>, options = ''): Promise<Pool> {
  const getTypeParser = (type: number, format: 'text' | 'binary') =>
    parsers[type] ?? types.getTypeParser(type, format)
  const pool = new Pool({
    connectionString: await emptyDatabase(),
    types: { getTypeParser } as never,
    options,
  })
  onTestFinished(() => pool.end())
  return pool
}

/** Stores one row of each kind, and reads the rows again. */
async function roundTrip(pool: PgPool) {
  const adapter = pg(pool, { user: columns })
  const { id: userId } = await adapter.createUser({ ...nobody, ...fields })
  await adapter.createSession({ sessionToken: 'token', userId, expires })
  const account = { userId, type: 'oauth', provider: 'acme', providerAccountId: '1' } as const
  await adapter.linkAccount({ ...account, expires_at: 4_102_444_800, authorization_details: details })
  await adapter.createAuthenticator({
    credentialID: 'key',
    userId,
    providerAccountId: 'key',
    credentialPublicKey: 'public',
    counter: 7,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
  })
  return {
    read: await adapter.getSessionAndUser('token'),
    account: await adapter.getAccount('1', 'acme'),
    authenticator: await adapter.getAuthenticator('key'),
  }
}

const bool = types.builtins.BOOL

describe.skipIf(!postgres.available)(`pg over a pool with custom type parsers${postgres.note}`, () => {
  it.each<[string, Readonly<Record<number, Parse>>]>([
    [
      'strings for all types',
      Object.fromEntries([16, 20, 23, 701, 1184, 1700, 3802].map((type) => [type, String])),
    ],
    ['dates of Day.js or Luxon', { [TIMESTAMPTZ]: (text) => ({ valueOf: () => new Date(text).getTime() }) }],
    [
      'dates of Temporal',
      {
        [TIMESTAMPTZ]: (text) => ({ epochMilliseconds: new Date(text).getTime(), ...withoutValue }),
      },
    ],
    ['dates as ISO strings', { [TIMESTAMPTZ]: (text) => new Date(text).toISOString() }],
    ['bigint for integers', { 20: BigInt, 23: BigInt }],
    ['1 and 0 for booleans', { [bool]: (text) => Number(text === 't') }],
    ["'true' and 'false' for booleans", { [bool]: (text) => String(text === 't') }],
  ])('pg() reads %s', async (_name, parsers) => {
    const { read, account, authenticator } = await roundTrip(await poolWith(parsers))
    expect(read).toMatchObject({ session: { expires }, user: fields })
    expect(account).toMatchObject({ expires_at: 4_102_444_800, authorization_details: details })
    expect(authenticator).toMatchObject({ counter: 7, credentialBackedUp: true })
  })

  it('pg() reads NaN, which a statement of the application may store', async () => {
    const pool = await poolWith({})
    const adapter = pg(pool, { user: columns })
    const { id } = await adapter.createUser({ ...nobody, ...fields })
    await pool.query(`UPDATE auth_users SET "credit" = 'NaN'`)
    expect(await adapter.getUser(id)).toMatchObject({ credit: Number.NaN, logins: 3 })
  })

  it('pg() does not migrate up-to-date tables, even if the driver parses booleans differently', async () => {
    const pool = await poolWith({ [bool]: String })
    await pg(pool).getUser('x')
    const sent: unknown[] = []
    const query: PgPool['query'] = (statement, values) => {
      sent.push(statement)
      return pool.query(statement as string, values)
    }
    await pg({ query, connect: () => pool.connect() }).getUser('x')
    expect(sent.filter((text) => String(text).startsWith('DO '))).toEqual([])
  })

  it.each<[string, Readonly<Record<number, Parse>>, string?]>([
    ['seconds', { [TIMESTAMPTZ]: (text) => new Date(text).getTime() / 1000 }],
    ['dates in the format of a locale', { [TIMESTAMPTZ]: (text) => new Date(text).toLocaleString('de') }],
    ['an object instead of a date', { [TIMESTAMPTZ]: () => ({}) }],
    ['dates of Temporal without a time zone', { [TIMESTAMPTZ]: () => withoutValue }],
    ['dates with the day before the month', { [TIMESTAMPTZ]: String }, '-c DateStyle=SQL,DMY'],
    ['a DateStyle that the parser of pg does not read', {}, '-c DateStyle=SQL,DMY'],
    ['a DateStyle of Germany', {}, '-c DateStyle=German'],
    ['words for booleans', { [bool]: (text) => (text === 't' ? 'yes' : 'no') }],
    ['words for integers', { 20: () => 'three' }],
    ['words for JSON', { 3802: () => 'three' }],
    ['objects for text', { 25: (text) => ({ text }) }],
  ])('pg() refuses %s with a helpful error', async (_name, parsers, options) => {
    const work = roundTrip(await poolWith(parsers, options))
    await expect(work).rejects.toThrow(
      /^The driver of pg\(\) returned a value for ".+" that is not (?:a (?:string|number|boolean|date)|valid JSON)\. /,
    )
    await expect(work).rejects.toThrow(/Remove the parser that is set for this type[.,]/)
  })

  it('pg() refuses a DateStyle other than ISO before it stores a user', async () => {
    const pool = await poolWith({}, '-c DateStyle=SQL,DMY')
    const work = pg(pool).createUser({ email: null, emailVerified: new Date() })
    await expect(work).rejects.toThrow(
      "Otherwise set DateStyle to ISO, such as by `ALTER ROLE … SET DateStyle TO 'ISO'`.",
    )
  })

  it.each<[string, (row: Record<string, unknown>) => unknown, string]>([
    ['arrays', (row) => Object.values(row), 'rowMode'],
    [
      'other names',
      (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name.replace(/_(.)/g, (_, c) => c.toUpperCase()),
            value,
          ]),
        ),
      'returned no column "access_token"',
    ],
  ])('pg() refuses rows that the driver returns with %s', async (_name, change, sentence) => {
    const pool = await poolWith({})
    const changed = async (answer: Promise<unknown>) => {
      const { rows } = (await answer) as { rows: Record<string, unknown>[] }
      return { rows: rows.map(change) as never }
    }
    const work = roundTrip({
      query: (statement, values) => changed(pool.query(statement as string, values)),
      connect: () => pool.connect(),
    })
    await expect(work).rejects.toThrow(sentence)
  })
})

it('pg() refuses a pool with `binary: true`, because pg would decode the values as text', () => {
  const pool = new Pool({ connectionString: 'postgres://localhost/app', binary: true } as never)
  expect(() => pg(pool)).toThrow(
    'The pool of pg() has the option "binary: true", which changes dates and numbers. Remove the option.',
  )
  expect(() => pg('postgres://localhost/app', { read: pool })).toThrow('"binary: true"')
})
