/**
 * A new database with the tables of the Auth.js ecosystem, or `undefined` if no PostgreSQL server responds.
 *
 * @param {string} name
 * @returns {Promise<import('pg').Pool | undefined>}
 */
export async function benchDatabase(name) {
  const pool = await emptyDatabase(name)
  await pool?.query(`
    create table accounts (id serial primary key, "userId" integer not null, type text not null, provider text not null,
      "providerAccountId" text not null);
    create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
      "sessionToken" text not null unique);
    create table users (id serial primary key, name text, email text, "emailVerified" timestamptz, image text)`)
  return pool
}

/** @param {string} name @returns {Promise<import('pg').Pool | undefined>} */
export async function emptyDatabase(name) {
  const url = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: url })
  try {
    await admin.connect()
  } catch {
    console.log(`No PostgreSQL server responds at ${url}: not measured.`)
    return undefined
  }
  await admin.query(`drop database if exists ${name}`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return new pg.Pool({ connectionString: address.href, max: 10, allowExitOnIdle: true })
}
