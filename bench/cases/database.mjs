import { authjs, authjsConfig, authjsCookies, authwright, authwrightCookies } from '../lib/applications.mjs'
import { get, person, showsAda } from '../lib/fixtures.mjs'
import { optional } from '../lib/optional.mjs'
import { benchDatabase, emptyDatabase } from '../lib/postgres.mjs'
import { theirMemory } from '../lib/their-memory.mjs'

const { id, ...ada } = person
const user = { ...ada, id, emailVerified: null }

/** Reading a session from a database, with the adapters of each library. */
export async function database() {
  return [...(await inMemory()), ...(await inSqlite()), ...(await inPostgres())]
}

async function inMemory() {
  const { memory } = await import('authwright/adapters/memory')
  return pair('memory', { theirs: theirMemory(), ours: memory(), target: 4 })
}

/** Compares `sqlite()` with each of its drivers to the adapter for Kysely with better-sqlite3. */
async function inSqlite() {
  const betterSqlite3 = await optional('better-sqlite3')
  const theirs = await optional('@auth/kysely-adapter')
  if (!betterSqlite3 || !theirs) return []
  const { Kysely, SqliteDialect } = await optional('kysely')
  const { createClient } = await import('@libsql/client')
  const libsql = await import('libsql')
  const { sqlite } = await import('authwright/adapters/sqlite')
  const kyselys = new betterSqlite3.default(':memory:')
  for (const statement of kyselyTables) kyselys.exec(statement)
  const dialect = new SqliteDialect({ database: kyselys })
  const node = /** @type {any} */ (process.getBuiltinModule)('node:sqlite')
  const ours = {
    'better-sqlite3': { adapter: sqlite(new betterSqlite3.default(':memory:')), target: 8 },
    ...(node && { 'node:sqlite': { adapter: sqlite(new node.DatabaseSync(':memory:')), target: 8 } }),
    libsql: { adapter: sqlite(new libsql.default(':memory:')), target: 3 },
    '@libsql/client': { adapter: sqlite(createClient({ url: ':memory:' })), target: 1 },
  }
  return beside('SQLite', theirs.KyselyAdapter(new Kysely({ dialect })), ours)
}

async function inPostgres() {
  const theirs = await optional('@auth/pg-adapter')
  const one = theirs && (await benchDatabase('authwright_bench_1'))
  const other = one && (await emptyDatabase('authwright_bench_2'))
  if (!other) return []
  const { pg } = await import('authwright/adapters/pg')
  return pair('PostgreSQL', { theirs: theirs.default(one), ours: pg(other), target: 3 })
}

/** The tables that `@auth/kysely-adapter` reads sessions from. */
const kyselyTables = [
  'create table "User" (id text primary key, name text, email text unique, emailVerified text, image text)',
  'create table "Session" (id text primary key, userId text not null, sessionToken text unique not null, expires text not null)',
]

/**
 * @param {string} name
 * @param {{ theirs: any, ours: any, target: number }} adapters
 */
function pair(name, { theirs, ours, target }) {
  return beside(name, theirs, { '': { adapter: ours, target } })
}

/**
 * Compares Authwright with several adapters to Auth.js with one adapter.
 *
 * @param {string} name of the database
 * @param {any} theirs
 * @param {Readonly<Record<string, { adapter: any, target: number }>>} ours by the name of the driver
 * @returns {Promise<import('../lib/measure.mjs').Case[]>}
 */
async function beside(name, theirs, ours) {
  const stored = await theirs.createUser(user)
  const sessionToken = crypto.randomUUID()
  await theirs.createSession({
    sessionToken,
    userId: stored.id,
    expires: new Date(Date.now() + 30 * 86_400_000),
  })
  const config = authjsConfig({ adapter: theirs })
  const cookies = await authjsCookies(config, sessionToken)
  const answer = authjs(config)
  const against = `Auth.js: GET /session, ${name}`
  const cases = Object.entries(ours).map(async ([driver, { adapter, target }]) => {
    const { id: userId } = await adapter.createUser(user)
    const auth = authwright({ adapter, userId })
    const own = await authwrightCookies(auth)
    const title = `GET /session, ${name}${driver && ` by ${driver}`}`
    return { name: title, run: () => auth.handler(get(own)), check: showsAda, against, target }
  })
  return [{ name: against, run: () => answer(get(cookies)), check: showsAda }, ...(await Promise.all(cases))]
}
