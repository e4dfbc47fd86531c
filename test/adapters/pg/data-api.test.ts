import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../../scripts/lib/root.mjs'
import { migrations, versionTable } from '../../../src/adapters/pg/migrations.js'
import { pg } from '../../../src/adapters/pg.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { authwright, project } from '../../cli/support/command.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { postgres, queryPostgres } from '../../support/stores/postgres.js'
import { emptyDatabase, poolOn } from './support.js'

/** The section of docs/adapters.md about databases with a data API. */
const [, section = ''] = readFileSync(path.join(root, 'docs/adapters.md'), 'utf8').split(
  '#### Close the Data API\n',
)
const [, rowLevelSecurity = ''] = section.match(/```sql\n([^`]*)```/) ?? []
const [, createSchema = ''] = section.match(/`(CREATE SCHEMA \w+)`/) ?? []
const [, options = ''] = section.match(/options: '([^']*)'/) ?? []

const provider: OIDCProvider = acme()

/**
 * A database that exposes its tables to all clients through an API, with the roles of that API. Roles belong to the
 * server, so each test creates its own.
 */
interface Exposed {
  /** URL for the role of the application, which owns its tables and is no superuser. */
  readonly url: string
  /** Runs a statement with the role of clients without a token, and returns its rows. */
  asAnon(statement: string): Promise<Record<string, unknown>[]>
}

/** @see https://supabase.com/docs/guides/database/data-api */
async function exposedDatabase(): Promise<Exposed> {
  const suffix = crypto.randomUUID().replaceAll('-', '')
  const [owner, anon, authenticated] = [`owner_${suffix}`, `anon_${suffix}`, `authenticated_${suffix}`]
  let drop = async (): Promise<void> => undefined
  // Runs after the database has been dropped, because the database depends on the roles.
  onTestFinished(() => drop())
  const url = await emptyDatabase()
  const server = new URL(url)
  server.pathname = '/postgres'
  drop = async () => void (await queryPostgres(server.href, `DROP ROLE ${owner}, ${anon}, ${authenticated}`))
  await queryPostgres(
    url,
    `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`,
    `CREATE ROLE ${anon}`,
    `CREATE ROLE ${authenticated}`,
    `GRANT CREATE ON DATABASE "${new URL(url).pathname.slice(1)}" TO ${owner}`,
    `GRANT ALL ON SCHEMA public TO ${owner}`,
    `GRANT USAGE ON SCHEMA public TO ${anon}, ${authenticated}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA public GRANT ALL ON TABLES TO ${anon}, ${authenticated}`,
  )
  const owned = new URL(url)
  owned.username = owner
  owned.password = 'secret'
  return {
    url: owned.href,
    asAnon: (statement) => queryPostgres(url, `SET ROLE ${anon}`, statement),
  }
}

async function signIn(pool: Pool, idp: IdentityProvider): Promise<string> {
  const handle = app({ providers: [provider], adapter: pg(pool), fetch: idp.fetch }).handle
  const browser = new Browser(handle)
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  await browser.send(pathname + search)
  return (await browser.session()).user.email
}

/** The findings of `authwright doctor` about the database of an application. */
async function doctor(pool: Pool): Promise<{ code: number; database: unknown[] }> {
  const name = `auth${crypto.randomUUID()}`
  onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
  Object.assign(globalThis, { [name]: app({ providers: [provider], adapter: pg(pool) }) })
  const folder = project({
    'package.json': '{ "type": "module" }',
    'node_modules/authwright/package.json': '{ "version": "1.2.3" }',
    '.env': 'AUTH_SECRET=kJ8sQ2vX9mN4bR7tY1wZ6cF3hL5pD0gA',
    'auth.js': `// from 'authwright'\nexport const auth = { health: (options) => globalThis['${name}'].health(options) }\n`,
  })
  const { code, output } = await authwright(['doctor', '--json', '--offline'], folder)
  const { findings } = JSON.parse(output) as { findings: { check: string }[] }
  return { code, database: findings.filter(({ check }) => check === 'database') }
}

const takeover = (schema: string): string =>
  `INSERT INTO ${schema}.auth_accounts ("userId", "provider", "providerAccountId", "type") SELECT 'ada', 'acme', gen_random_uuid()::text, 'oidc'`

describe.skipIf(!postgres.available)(`pg in a database with an API for browsers${postgres.note}`, () => {
  it('the adapter works after the SQL in docs/adapters.md has closed the data API', async () => {
    const { url, asAnon } = await exposedDatabase()
    const pool = poolOn(url)
    const idp = await IdentityProvider.start()
    const email = 'grace@example.com'
    idp.user = { sub: 'grace', email, email_verified: true }
    expect(await signIn(pool, idp)).toBe(email)
    await pool.query(`INSERT INTO auth_users ("id", "email") VALUES ('ada', 'ada@example.com')`)
    // Before this SQL has run, an API client can take over a user.
    await asAnon(takeover('public'))
    expect(await asAnon('SELECT "sessionToken" FROM auth_sessions')).not.toEqual([])

    expect(await doctor(pool)).toMatchObject({
      code: 0,
      database: [
        { status: 'ok' },
        {
          status: 'warning',
          message: expect.stringMatching(
            /^The tables auth_accounts, .*auth_users, auth_verification_tokens can be read or written through an API for browsers, by the roles anon_\w+, authenticated_\w+\.$/,
          ),
          fix: expect.stringContaining('docs/adapters.md#close-the-data-api'),
        },
      ],
    })

    await pool.query('ALTER TABLE auth_users ENABLE ROW LEVEL SECURITY')
    expect((await doctor(pool)).database[1]).toMatchObject({
      message: expect.not.stringContaining('auth_users'),
    })

    await pool.query(rowLevelSecurity)
    expect((await doctor(pool)).database).toMatchObject([{ status: 'ok' }])

    await expect(asAnon(takeover('public'))).rejects.toThrow('violates row-level security policy')
    await expect(asAnon('INSERT INTO auth_schema VALUES (99)')).rejects.toThrow('row-level security')
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    expect(tables.length).toBeGreaterThan(5)
    for (const { name } of tables) {
      expect(await asAnon(`SELECT * FROM ${name}`), name).toEqual([])
      expect(await asAnon(`DELETE FROM ${name} RETURNING *`), name).toEqual([])
    }
    expect(await asAnon(`UPDATE auth_users SET "email" = 'eve@example.com' RETURNING *`)).toEqual([])

    expect(await signIn(pool, idp)).toBe(email)
    idp.user = { sub: 'joan', email: 'joan@example.com', email_verified: true }
    expect(await signIn(pool, idp)).toBe('joan@example.com')
  })

  it.each([
    ['makes its tables', []],
    ['upgrades its tables', [versionTable, ...(migrations[0] ?? []), 'INSERT INTO auth_schema VALUES (1)']],
  ])('pg() %s in the private schema of the connection URL', async (_does, before) => {
    const { url, asAnon } = await exposedDatabase()
    await queryPostgres(url, createSchema)
    const own = new URL(url)
    own.searchParams.set('options', options)
    if (before.length > 0) await queryPostgres(own.href, ...before)
    const pool = poolOn(own.href)
    const idp = await IdentityProvider.start()
    idp.user = { sub: 'grace', email: 'grace@example.com', email_verified: true }
    expect(await signIn(pool, idp)).toBe('grace@example.com')
    expect(await signIn(pool, idp)).toBe('grace@example.com')
    expect((await doctor(pool)).database).toMatchObject([{ status: 'ok' }])
    const found = await queryPostgres(
      url,
      `SELECT DISTINCT schemaname AS schema FROM pg_tables WHERE tablename LIKE 'auth\\_%'`,
    )
    expect(found).toEqual([{ schema: 'authwright' }])
    await expect(asAnon(takeover('authwright'))).rejects.toThrow('permission denied for schema authwright')
  })
})
