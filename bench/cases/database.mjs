import { authjs, authjsConfig, authjsCookies, authwright, authwrightCookies } from '../lib/applications.mjs'
import { get, person, showsAda } from '../lib/fixtures.mjs'
import { optional } from '../lib/optional.mjs'
import { benchDatabase, emptyDatabase } from '../lib/postgres.mjs'
import { preparedSqlite } from '../lib/prepared-sqlite.mjs'
import { theirMemory } from '../lib/their-memory.mjs'

const { id, ...ada } = person
const user = { ...ada, id, emailVerified: null }

/** Reading a session that is in a database, with the adapters that each library has for it. */
export async function database() {
  return [...(await inMemory()), ...(await inSqlite()), ...(await inPostgres())]
}

async function inMemory() {
  const { memory } = await import('authwright/adapters/memory')
  return pair('memory', { theirs: theirMemory(), ours: memory(), target: 4 })
}

/** The same engine and the same tables for both: theirs by way of Drizzle, ours with one prepared statement. */
async function inSqlite() {
  const sqlite = await optional('better-sqlite3')
  const theirs = await optional('@auth/drizzle-adapter')
  if (!sqlite || !theirs) return []
  const { drizzle } = await optional('drizzle-orm/better-sqlite3')
  const { defineTables } = await import('../lib/drizzle-tables.mjs')
  const { tables, statements } = defineTables()
  const [one, other] = [new sqlite.default(':memory:'), new sqlite.default(':memory:')]
  for (const statement of statements) {
    one.exec(statement)
    other.exec(statement)
  }
  return pair('SQLite', {
    theirs: theirs.DrizzleAdapter(drizzle(one), tables),
    ours: preparedSqlite(other),
    target: 6,
  })
}

async function inPostgres() {
  const theirs = await optional('@auth/pg-adapter')
  const one = theirs && (await benchDatabase('authwright_bench_1'))
  const other = one && (await emptyDatabase('authwright_bench_2'))
  if (!other) return []
  const { pg } = await import('authwright/adapters/pg')
  return pair('PostgreSQL', { theirs: theirs.default(one), ours: pg(other), target: 3 })
}

/**
 * @param {string} name
 * @param {{ theirs: any, ours: any, target: number }} adapters
 * @returns {Promise<import('../lib/measure.mjs').Case[]>}
 */
async function pair(name, { theirs, ours, target }) {
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
  const { id: userId } = await ours.createUser(user)
  const auth = authwright({ adapter: ours, userId })
  const own = await authwrightCookies(auth)
  return [
    { name: `Auth.js: GET /session, ${name}`, run: () => answer(get(cookies)), check: showsAda },
    {
      name: `GET /session, ${name}`,
      run: () => auth.handler(get(own)),
      check: showsAda,
      against: `Auth.js: GET /session, ${name}`,
      target,
    },
  ]
}
