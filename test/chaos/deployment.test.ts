import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../src/adapters/pg/migrations.js'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { credentials } from '../../src/providers/credentials.js'
import { app, SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { acme } from '../support/providers.js'
import { Oracle } from './support/oracle.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'
import { LONGEST_WAIT, scenarios } from './support/scenarios.js'
import { tcpProxy } from './support/tcp-proxy.js'

/*
 * docs/operations.md, "Deploy and roll back" and "PostgreSQL". Meanwhile, users sign in, read their sessions
 * and sign out.
 */

let server: PostgresServer

beforeAll(async () => {
  server = await postgresServer()
  await server.start()
}, 60_000)

afterAll(() => server?.remove(), 60_000)

const scenario = scenarios('Deployment')

/** The statements of a later version of the same minor version: they only add columns and tables. */
const laterSchema = [
  ...['users', 'accounts', 'sessions', 'verification_tokens'].map(
    (table) => `ALTER TABLE auth_${table} ADD COLUMN "later" text`,
  ),
  'CREATE TABLE auth_later ("id" text PRIMARY KEY)',
  `INSERT INTO auth_schema (version, least) VALUES (${migrations.length + 1}, 1)`,
]

async function closing<Result>(adapters: PgAdapter[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    await Promise.all(adapters.map((adapter) => adapter.close()))
  }
}

scenario('a later version migrates the schema, and the deployment is rolled back', () => {
  const [before, rolledBack] = [pg(server.url), pg(server.url)]
  return closing([before, rolledBack], async () => {
    const oracle = new Oracle({ adapter: before, strategy: 'database' })
    const outcome = await oracle.run({
      // All running processes have this version. The first process of the later version migrates the schema.
      begin: async () => void (await server.query(...laterSchema)),
      end: () => oracle.restart({ adapter: rolledBack }),
    })
    expect(outcome.errors).toBe(0)
    return outcome
  })
})

scenario('a replica that hangs', async () => {
  const primary = await postgresServer()
  try {
    await primary.start()
    const standby = await primary.standby()
    const network = await tcpProxy(standby.port)
    const read = `postgres://postgres@127.0.0.1:${network.port}/postgres`
    const [first, second] = [pg(primary.url, { read }), pg(primary.url, { read })]
    try {
      return await closing([first, second], async () => {
        await second.getSessionAndUser('none')
        const oracle = new Oracle({ adapter: first, strategy: 'database' })
        const outcome = await oracle.run({
          begin() {
            network.mode = 'lost'
            // After a write, a process reads from the primary, so another process is used here.
            oracle.restart({ adapter: second })
          },
          end() {
            network.mode = 'pass'
          },
          lasts: 8_000,
        })
        expect(outcome.errors).toBe(0)
        // The process waited for the replica only once.
        expect(outcome.slowest).toBeGreaterThanOrEqual(0.5)
        return outcome
      })
    } finally {
      await network.close()
      await standby.remove()
    }
  } finally {
    await primary.remove()
  }
})

/** A server that accepts requests and never responds. */
async function silentServer(): Promise<{ url: string; close(): void }> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      silent.closeAllConnections()
      silent.close()
    },
  }
}

test('if the metadata endpoint of a provider hangs, every waiting user gets a response within 12 seconds', async () => {
  const provider = await silentServer()
  const site = app({
    providers: [
      acme(),
      acme({ id: 'refusing', issuer: 'https://refusing.test' }),
      credentials({ input: { id: {} }, authorize: ({ id }) => ({ id: String(id) }) }),
    ],
    fetch: (url, init) =>
      url.startsWith('https://refusing.test')
        ? Promise.reject(new Error('refused'))
        : fetch(provider.url, init),
    options: { secret: SECRET, logger: { error: () => undefined, warn: () => undefined } },
  })
  const seconds: number[] = []
  const begin = async (id: string, input: Record<string, string>): Promise<Response> => {
    const start = performance.now()
    const response = await new Browser(site.handle).post(`/auth/${id}`, input)
    seconds.push((performance.now() - start) / 1000)
    return response
  }
  try {
    // Loads the modules that a sign-in needs, because loading must not count as waiting.
    await begin('signin/refusing', {})
    await begin('callback/credentials', { id: 'ada' })
    seconds.length = 0
    const waiting = Array.from({ length: 30 }, async (_, index) => {
      // Half of the users start at once, the others one after the other.
      await sleep(index < 15 ? 0 : (index - 15) * 700)
      return begin('signin/acme', {})
    })
    const other = await begin('callback/credentials', { id: 'ada' })
    expect(other.status).toBe(302)
    expect(seconds[0]).toBeLessThan(3)
    const responses = await Promise.all(waiting)
    expect(responses.every(({ headers }) => !headers.get('location')?.startsWith('https://acme'))).toBe(true)
    console.table({ users: responses.length, slowest: Math.max(...seconds) })
    expect(Math.max(...seconds)).toBeGreaterThan(5)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(LONGEST_WAIT)
  } finally {
    provider.close()
  }
}, 60_000)
