import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createClient as createLibsqlClient } from '@libsql/client'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { redisSessions } from '../../src/adapters/redis-sessions.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { type RedisClient, redisStore } from '../../src/stores/redis.js'
import { emptyDatabase } from '../adapters/pg/support.js'
import { temporaryFile } from '../adapters/sqlite/engines.js'
import { app, SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { credentialsWith } from '../support/providers.js'
import { postgres, queryPostgres } from '../support/stores/postgres.js'
import { noPrivateRedis, privateRedis } from '../support/stores/private-redis.js'

const page = readFileSync('docs/operations.md', 'utf8')

/** The content of a section on the page. */
function section(title: string): string {
  const [, text = ''] = page.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] as string
}

/** The first block of code in this language. */
function block(text: string, language: string): string {
  const [, code] = text.match(new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``)) ?? []
  if (code === undefined) throw new Error(`The section has no block of ${language}.`)
  return code
}

async function runInSqlite(file: string, statement: string): Promise<void> {
  const client = createLibsqlClient({ url: `file:${file}` })
  await client.execute(statement)
  client.close()
}

const noPgDump =
  postgres.available && spawnSync('pg_dump', ['--version']).status === 0
    ? undefined
    : 'PostgreSQL or pg_dump is missing'
const noRedis = noPrivateRedis()

/** The methods of an adapter that these tests use. */
type StoredSessions = Pick<PgAdapter, 'createSession' | 'createUser' | 'getUser'>

/** Two browsers that have signed in as the same user, with sessions in the database. */
async function signedIn(adapter: StoredSessions): Promise<Browser[]> {
  const { id } = await adapter.createUser({ email: null, emailVerified: null })
  const { handle } = app({
    providers: [credentialsWith({ input: { name: {} }, authorize: () => adapter.getUser(id) })],
    adapter,
    session: { strategy: 'database' },
  })
  const browsers = [new Browser(handle), new Browser(handle)]
  for (const browser of browsers) await browser.post('/auth/callback/credentials', { name: 'ada' })
  return browsers
}

/** All source code except tests. */
const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('\n')

describe('docs/operations.md, alerts', () => {
  const rows = section('Alerts').match(/^\| `[a-z-]+`/gm) ?? []
  const warnings = rows.map((row) => row.slice(3, -1)).filter((name) => name.includes('-'))

  test('the table of alerts contains warnings', () => expect(warnings.length).toBeGreaterThanOrEqual(6))

  test.each(warnings)('the code logs the warning %s', (name) => {
    expect(sources).toContain(`'${name}'`)
  })

  const logged = [...sources.matchAll(/\bwarn(?:Once)?\(\s*'([a-z-]+)'/g)].map(([, code = '']) => code)

  test.each([...new Set(logged)])('the table of alerts contains the warning %s', (code) => {
    expect(section('Alerts')).toContain(`\`${code}\``)
  })
})

describe('docs/operations.md, incidents', () => {
  /** Signs in with two browsers, ends their sessions, and expects that users can sign in again. */
  async function endsAllSessions(adapter: StoredSessions, end: () => unknown): Promise<void> {
    const browsers = await signedIn(adapter)
    for (const browser of browsers) expect(await browser.session()).not.toBeNull()
    await end()
    for (const browser of browsers) expect(await browser.session()).toBeNull()
    await browsers[0]?.post('/auth/callback/credentials', { name: 'ada' })
    expect(await browsers[0]?.session()).not.toBeNull()
  }

  test.skipIf(!postgres.available)('the documented statement ends all sessions of pg()', async () => {
    const url = await emptyDatabase()
    const adapter = pg(url)
    onTestFinished(() => adapter.close())
    await endsAllSessions(adapter, () => queryPostgres(url, block(section('Incidents'), 'sql')))
  })

  test('the documented statement ends all sessions of sqlite()', async () => {
    const file = await temporaryFile()
    const adapter = sqlite(file)
    onTestFinished(() => adapter.close())
    await endsAllSessions(adapter, () => runInSqlite(file, block(section('Incidents'), 'sql')))
  })

  test.skipIf(noRedis)(
    'the documented command deletes the sessions of redisSessions() and no other keys',
    async () => {
      const server = await privateRedis()
      onTestFinished(() => server.stop())
      const client = createClient({ url: server.url })
      await client.connect()
      onTestFinished(() => client.close())
      const store = redisStore({ client })
      await store.set('session:ended', '1', 60)
      const { handle } = app({
        providers: [credentialsWith({ input: { name: {} }, authorize: () => ({ id: 'ada' }) })],
        session: { strategy: 'jwt', sessionStore: redisSessions({ client }) },
      })
      const withoutDatabase = new Browser(handle)
      await withoutDatabase.post('/auth/callback/credentials', { name: 'ada' })
      expect(await withoutDatabase.session()).not.toBeNull()
      const adapter = redisSessions(memory(), { client })
      await endsAllSessions(adapter, () =>
        execFileSync('sh', ['-c', block(section('Incidents'), 'sh')], {
          env: { ...process.env, REDIS_URL: server.url },
        }),
      )
      expect(await withoutDatabase.session()).toBeNull()
      expect(await store.get('session:ended')).toBe('1')
    },
  )

  test('a new secret without the old secret ends all encrypted sessions', async () => {
    const start = (environment: Record<string, string>) =>
      app({
        providers: [credentialsWith({ input: { name: {} }, authorize: () => ({ id: 'ada' }) })],
        environment: { NODE_ENV: 'test', AUTH_URL: 'https://app.test', ...environment },
        options: {
          secret: undefined as never,
          logger: { error: () => undefined, warn: () => undefined },
        },
      })
    const before = new Browser(start({ AUTH_SECRET: SECRET }).handle)
    await before.post('/auth/callback/credentials', { name: 'ada' })
    expect(await before.session()).not.toBeNull()
    const after = start({ AUTH_SECRET: `another ${SECRET}` }).handle
    expect(await new Browser(after, before.origin, before.jar.clone()).session()).toBeNull()
  })
})

describe('docs/operations.md, backups', () => {
  test.skipIf(noPgDump)(
    'a dump of PostgreSQL restores a revoked session until the documented statement has run',
    async () => {
      const [url, restored] = [await emptyDatabase(), await emptyDatabase()]
      const adapter = pg(url)
      onTestFinished(() => adapter.close())
      const [browser] = await signedIn(adapter)
      const dump = execFileSync('pg_dump', ['--dbname', url])
      await browser?.post('/auth/signout')
      execFileSync('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', restored], { input: dump })
      const sessions = () => queryPostgres(restored, 'SELECT * FROM auth_sessions')
      expect(await sessions()).toHaveLength(2)
      expect(await queryPostgres(restored, 'SELECT * FROM auth_users')).toHaveLength(1)
      await queryPostgres(restored, block(section('Incidents'), 'sql'))
      expect(await sessions()).toHaveLength(0)
    },
  )

  test('VACUUM INTO copies what a running application has written to SQLite', async () => {
    const [file, copy] = [await temporaryFile(), await temporaryFile('copy.db')]
    const adapter = sqlite(file)
    onTestFinished(() => adapter.close())
    const user = await adapter.createUser({ email: 'ada@example.com', emailVerified: null })
    await runInSqlite(file, `VACUUM INTO '${copy}'`)
    const restored = sqlite(copy)
    onTestFinished(() => restored.close())
    expect(await restored.getUser(user.id)).toEqual(user)
  })
})

describe('docs/operations.md, capacity', () => {
  const SESSIONS = 2_000

  /** Runs work for each element, twenty at a time. */
  async function forEachAtOnce<Each>(
    elements: readonly Each[],
    work: (each: Each) => Promise<unknown>,
  ): Promise<void> {
    for (let first = 0; first < elements.length; first += 20)
      await Promise.all(elements.slice(first, first + 20).map(work))
  }

  /** The numbers in a row of the table. Measured numbers may differ from them by a fifth. */
  const documented = (row: string): number[] => {
    const line = section('Backups and capacity')
      .split('\n')
      .find((each) => each.startsWith(`| ${row}`))
    return (line?.split('|')[2]?.match(/\d+/g) ?? []).map(Number)
  }

  function expectDocumented(row: string, ...measured: number[]): void {
    const numbers = documented(row)
    expect(numbers).toHaveLength(measured.length)
    for (const [index, number] of numbers.entries()) {
      expect.soft(measured[index]).toBeGreaterThan(number * 0.8)
      expect.soft(measured[index]).toBeLessThan(number * 1.2)
    }
  }

  /** Stores sessions as sign-ins do, twenty for each user. */
  async function storeSessions(adapter: StoredSessions, users = SESSIONS / 20): Promise<void> {
    const [createdAt, expires] = [new Date(), new Date(Date.now() + 30 * 86_400_000)]
    const facts = {
      createdAt,
      lastUsedAt: createdAt,
      userAgent: 'x'.repeat(100),
      networkAddress: '203.0.113.7',
    }
    for (let user = 0; user < users; user++) {
      const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
      for (let count = 0; count < 20; count++)
        await adapter.createSession({ sessionToken: randomUUID(), userId, expires, ...facts })
    }
  }

  test.skipIf(!postgres.available)(
    'a session in PostgreSQL takes the documented number of bytes',
    async () => {
      const url = await emptyDatabase()
      const adapter = pg(url)
      onTestFinished(() => adapter.close())
      await storeSessions(adapter)
      const [size] = await queryPostgres(
        url,
        `SELECT pg_relation_size('auth_sessions') AS rows, pg_indexes_size('auth_sessions') AS indexes`,
      )
      const [rows, indexes] = [Number(size?.['rows']), Number(size?.['indexes'])]
      expectDocumented('a session in PostgreSQL', rows / SESSIONS, indexes / SESSIONS)
    },
  )

  describe.skipIf(noRedis)('in Redis', () => {
    /** The additional memory in bytes that Redis uses after the function has run. */
    async function bytesOf(
      prepare: (client: RedisClient) => Promise<() => Promise<void>> | (() => Promise<void>),
    ): Promise<number> {
      const server = await privateRedis()
      onTestFinished(() => server.stop())
      const client = createClient({ url: server.url })
      await client.connect()
      onTestFinished(() => client.close())
      const run = await prepare(client)
      const used = async (): Promise<number> =>
        Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
      const before = await used()
      await run()
      // Counts of attempts expire within minutes, so the documented numbers do not include them.
      await client.eval(
        "for _, key in ipairs(redis.call('KEYS', '*:attempts-*')) do redis.call('DEL', key) end",
      )
      return (await used()) - before
    }

    test('a session of redisSessions() takes the documented number of bytes', async () => {
      const bytes = await bytesOf(async (client) => {
        const adapter = redisSessions(memory(), { client })
        await storeSessions(adapter, 1)
        return () => storeSessions(adapter)
      })
      expectDocumented('a session with `redisSessions`', bytes / SESSIONS)
    })

    const sealed = (client: RedisClient) =>
      app({
        providers: [
          credentialsWith({ input: { name: {} }, authorize: ({ name }) => ({ id: String(name) }) }),
        ],
        options: { store: redisStore({ client }) },
      }).handle

    test('a user with strategy `jwt` takes the documented number of bytes', async () => {
      const bytes = await bytesOf(async (client) => {
        const handle = sealed(client)
        const signIn = (): Promise<unknown> =>
          new Browser(handle).post('/auth/callback/credentials', { name: randomUUID() })
        await signIn()
        return () => forEachAtOnce(Array.from({ length: SESSIONS }), signIn)
      })
      expectDocumented("strategy `'jwt'` with Redis: a user", bytes / SESSIONS)
    })

    test('a sign-out with strategy `jwt` takes the documented number of bytes', async () => {
      const bytes = await bytesOf(async (client) => {
        const handle = sealed(client)
        const browsers = Array.from({ length: SESSIONS }, () => new Browser(handle))
        await forEachAtOnce(browsers, (browser) =>
          browser.post('/auth/callback/credentials', { name: randomUUID() }),
        )
        return () => forEachAtOnce(browsers, (browser) => browser.post('/auth/signout'))
      })
      expectDocumented("strategy `'jwt'` with Redis: a sign-out", bytes / SESSIONS)
    })
  })
})
