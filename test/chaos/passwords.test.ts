import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { Browser, locationOf } from '../support/browser.js'
import { ADA, change, RIGHT, signIn, storeUser } from '../support/passwords.js'
import { type Database, postgres, postgresDatabase } from '../support/stores/postgres.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'

/*
 * Two processes of one application change the password of one user at the same moment. They share a database and a Redis server, and nothing
 * else.
 */

const ORIGIN = 'https://app.test'
const ROUNDS = 4

/** A report of a process. */
interface Report {
  readonly port?: number
  readonly mail?: string
  readonly revoked?: string
}

/** A process of the application. */
class Server {
  readonly #child: ChildProcess
  readonly #reports: Report[] = []

  constructor(options: object) {
    const env = { ...process.env, NODE_ENV: 'production' as const, AUTH_URL: ORIGIN }
    this.#child = fork('test/chaos/support/password-server.mjs', [JSON.stringify(options)], { env })
    this.#child.on('message', (report: Report) => void this.#reports.push(report))
  }

  /** Waits for the next report of a kind, and removes it. */
  async next<Value>(select: (report: Report) => Value | undefined): Promise<Value> {
    for (;;) {
      const index = this.#reports.findIndex((report) => select(report) !== undefined)
      const [report] = index === -1 ? [] : this.#reports.splice(index, 1)
      const value = report && select(report)
      if (value !== undefined) return value
      await once(this.#child, 'message', { signal: AbortSignal.timeout(30_000) })
    }
  }

  /** Returns a function that creates browsers, once the process serves requests. */
  async ready(): Promise<() => Browser> {
    const port = await this.next((report) => report.port)
    const handle = async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'POST' ? await request.text() : null
      const { method, headers } = request
      const url = `http://127.0.0.1:${port}${pathname}${search}`
      return fetch(url, { method, headers, body, redirect: 'manual' })
    }
    return () => new Browser(handle, ORIGIN)
  }

  /** Ends all sessions of a user, as the application does. */
  async revokeAll(userId: string): Promise<void> {
    this.#child.send({ revoke: userId })
    await this.next(({ revoked }) => revoked)
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

/** The token of a link in a mail. A mail that only informs has none. */
function tokenOf(mail: string | undefined): string | undefined {
  return mail === undefined ? undefined : (new URL(mail).searchParams.get('token') ?? undefined)
}

const skipped = noPrivateRedis() !== undefined || !postgres.available

describe.skipIf(skipped)(`two processes on PostgreSQL and Redis${postgres.note}`, () => {
  let redis: PrivateRedis
  let database: Database
  let adapter: PgAdapter
  const running: Server[] = []
  beforeAll(async () => {
    redis = await privateRedis()
    database = await postgresDatabase()
    adapter = pg(database.url)
  })
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()))
    await adapter.close()
    await database.drop()
    await redis.stop()
  })

  test.each(['jwt', 'database'])(
    'concurrent resets, changes, sign-ins and revokeAll leave one valid password and no other session (sessions: %s)',
    async (strategy) => {
      const options = { strategy, database: database.url, redis: redis.url }
      const [first, second] = [new Server(options), new Server(options)]
      running.push(first, second)
      const [atFirst, atSecond] = await Promise.all([first.ready(), second.ready()])
      const email = `${strategy}-${ADA}`
      const { id } = await storeUser(adapter, `plain:${RIGHT}`, { email })
      let current = RIGHT
      for (let round = 0; round < ROUNDS; round++) {
        const owner = atFirst()
        await signIn(owner, current, email)
        expect(await owner.session()).not.toBeNull()
        await atFirst().post('/auth/password', { action: 'forgot', email })
        const token = await first.next(({ mail }) => tokenOf(mail))
        const guests = [atFirst(), atSecond(), atSecond()]
        const [reset, changed] = [`a reset password ${round}`, `a changed password ${round}`]
        const [resetResult, changeResult] = await Promise.all([
          change(atSecond(), { action: 'reset', token, newPassword: reset }),
          change(owner, { action: 'change', currentPassword: current, newPassword: changed }),
          second.revokeAll(id),
          ...guests.map((guest) => signIn(guest, current, email)),
        ])
        expect([resetResult, changeResult].filter((result) => result === 'ok').length).toBeLessThanOrEqual(1)
        const stored = await adapter.getPassword({ userId: id, tenant: '' })
        const next = [reset, changed].find((each) => stored?.hash === `plain:${each}`)
        expect(next).toBeDefined()
        for (const guest of guests) expect(await guest.session()).toBeNull()
        if (next === reset) expect(await owner.session()).toBeNull()
        current = next ?? ''
      }
      expect(locationOf(await signIn(atSecond(), current, email)).searchParams.has('error')).toBe(false)
    },
  )
})
