import { authjs, authjsConfig, authjsCookies, authwright, authwrightCookies } from '../lib/applications.mjs'
import { get, person, showsAda } from '../lib/fixtures.mjs'
import { optional } from '../lib/optional.mjs'
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
  const url = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: url })
  const reached = await admin.connect().then(
    () => true,
    () => false,
  )
  if (!theirs || !reached) {
    console.log(`No PostgreSQL answers at ${url}: not measured.`)
    return []
  }
  const { pg: ourAdapter } = await import('authwright/adapters/pg')
  const names = ['authwright_bench_1', 'authwright_bench_2']
  for (const name of names) {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name}`)
  }
  await admin.end()
  const [one, other] = names.map((name) => {
    const address = new URL(url)
    address.pathname = `/${name}`
    return new pg.Pool({ connectionString: address.href, max: 10, allowExitOnIdle: true })
  })
  if (!one || !other) return []
  await one.query(`
    create table accounts (id serial primary key, "userId" integer not null, type text not null, provider text not null,
      "providerAccountId" text not null);
    create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
      "sessionToken" text not null unique);
    create table users (id serial primary key, name text, email text, "emailVerified" timestamptz, image text)`)
  return pair('PostgreSQL', { theirs: theirs.default(one), ours: ourAdapter(other), target: 3 })
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
