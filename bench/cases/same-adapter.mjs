import { authjs, authjsConfig, authjsCookies, authwright, authwrightCookies } from '../lib/applications.mjs'
import { get, person, showsAda } from '../lib/fixtures.mjs'
import { optional } from '../lib/optional.mjs'
import { benchDatabase } from '../lib/postgres.mjs'

/**
 * The cost of each library with the same, unchanged adapter of the Auth.js ecosystem.
 *
 * @typedef {object} SameAdapter
 * @property {string} name of the database
 * @property {readonly import('../lib/measure.mjs').Case[]} cases the query alone, and a check by each library
 * @property {() => readonly string[]} statements the statements since the last call
 * @property {() => Promise<void>} makeDue makes every session due for extension
 */

/** @returns {Promise<SameAdapter[]>} */
export async function sameAdapter() {
  const measured = [await inSqlite(), await inPostgres()]
  return measured.filter((each) => each !== undefined)
}

async function inSqlite() {
  const sqlite = await optional('better-sqlite3')
  const theirs = await optional('@auth/drizzle-adapter')
  if (!sqlite || !theirs) return undefined
  const { drizzle } = await optional('drizzle-orm/better-sqlite3')
  const { defineTables } = await import('../lib/drizzle-tables.mjs')
  const { tables, statements } = defineTables()
  const database = new sqlite.default(':memory:')
  for (const statement of statements) database.exec(statement)
  /** @type {string[]} */
  const log = []
  const logger = { logQuery: (/** @type {string} */ statement) => log.push(statement) }
  return of(
    '@auth/drizzle-adapter, SQLite',
    theirs.DrizzleAdapter(drizzle(database, { logger }), tables),
    log,
  )
}

async function inPostgres() {
  const theirs = await optional('@auth/pg-adapter')
  const pool = theirs && (await benchDatabase('authwright_bench_3'))
  if (!pool) return undefined
  /** @type {string[]} */
  const log = []
  const counted = {
    query(/** @type {string} */ statement, /** @type {unknown[]} */ values) {
      log.push(statement)
      return pool.query(statement, values)
    },
  }
  return of('@auth/pg-adapter, PostgreSQL', theirs.default(counted), log)
}

/** @param {string} name @param {any} adapter @param {string[]} log @returns {Promise<SameAdapter>} */
async function of(name, adapter, log) {
  const { id, ...ada } = person
  const stored = await adapter.createUser({ ...ada, id, emailVerified: null })
  const config = authjsConfig({ adapter })
  const auth = authwright({ adapter, userId: String(stored.id) })
  const own = await authwrightCookies(auth)
  const ownToken = decodeURIComponent(/session-token=([^;]+)/.exec(own)?.[1] ?? '')
  const sessionToken = crypto.randomUUID()
  await adapter.createSession({ sessionToken, userId: stored.id, expires: inDays(30) })
  const cookies = await authjsCookies(config, sessionToken)
  const answer = authjs(config)
  const query = `The query alone, ${name}`
  const theirs = `Auth.js, ${name}`
  return {
    name,
    cases: [
      {
        name: query,
        run: () => adapter.getSessionAndUser(sessionToken),
        check: ({ user }) => showsAda(Response.json({ user })),
      },
      { name: theirs, run: () => answer(get(cookies)), check: showsAda },
      { name: `Authwright, ${name}`, run: () => auth.handler(get(own)), check: showsAda },
    ],
    statements: () => log.splice(0),
    async makeDue() {
      // The library extends a session of thirty days once a day.
      const expires = new Date(inDays(29).getTime() - 60_000)
      for (const token of [sessionToken, ownToken])
        await adapter.updateSession({ sessionToken: token, expires })
    },
  }
}

/** @param {number} days */
function inDays(days) {
  return new Date(Date.now() + days * 86_400_000)
}
