import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { credentials } from '../../src/providers/credentials.js'
import type { Store } from '../../src/stores/contract.js'
import { type App, app } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { noPrivateRedis } from '../support/stores/private-redis.js'
import { type RedisSentinel, redisSentinel } from '../support/stores/redis-sentinel.js'
import { type Example, examplesOf, written } from './support/documented.js'

/*
 * docs/stores.md, "Redis Sentinel": a primary fails while users sign in and read their sessions.
 */

/** Seconds within which sign-ins and session reads work again, and that no request exceeds. */
const LIMIT = 12

/** Seconds without an error after which the service counts as recovered. */
const STABLE = 5

/** Number of sign-in attempts that each account has. */
const MAX_ATTEMPTS = 2

const missing = noPrivateRedis()

const examples: Readonly<Record<string, Example | undefined>> = Object.fromEntries(
  ['redis', 'ioredis'].map((name) => [
    name,
    examplesOf('docs/stores.md').find(
      ({ code }) => code.includes('sentinel-1.example.com') && code.includes(`from '${name}'`),
    ),
  ]),
)

const faults: Readonly<
  Record<string, { begin(set: RedisSentinel): void; end(set: RedisSentinel): unknown }>
> = {
  'is killed': {
    begin: ({ primary }) => primary.signal('SIGKILL'),
    end: ({ primary }) => primary.start(),
  },
  freezes: {
    begin: ({ primary }) => primary.signal('SIGSTOP'),
    end: ({ primary }) => primary.signal('SIGCONT'),
  },
  'freezes together with a sentinel': {
    begin({ primary, sentinelBeside }) {
      primary.signal('SIGSTOP')
      sentinelBeside.signal('SIGSTOP')
    },
    end({ primary, sentinelBeside }) {
      primary.signal('SIGCONT')
      sentinelBeside.signal('SIGCONT')
    },
  },
}

interface Connected {
  readonly store: Store
  close(): Promise<void>
}

/** The documented store, with the sentinels of the test in place of those of the example. */
async function connect(name: string, { sentinels }: RedisSentinel): Promise<Connected> {
  const { code = '' } = examples[name] ?? {}
  const ports = sentinels.map(({ port }) => port)
  const replaced = code
    .replace(/'sentinel-(\d)\.example\.com', port: 26379/g, (_, n) => `'127.0.0.1', port: ${ports[n - 1]}`)
    // The errors of connections that fail are expected.
    .replace('console.error(error)', 'void error')
  const file = `${name}-${ports[0]}.ts`
  const { client, store } = (await import(written('sentinel', [{ file, code: replaced }]))) as {
    client: { destroy?(): Promise<void>; disconnect?(): void }
    store: Store
  }
  return {
    store,
    async close() {
      await client.destroy?.()
      client.disconnect?.()
    },
  }
}

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000

/** Users of an application whose store is shared with other applications. */
class Users {
  /** Calls of the store that have not settled. */
  pending = 0
  /** Seconds that the slowest request took. */
  slowest = 0
  #names = 0
  readonly #site: App
  readonly #kept = new Browser((request) => this.#handle(request))
  /** A browser with the cookies of a user who has signed out. */
  #copy = this.#kept

  constructor(store: Store) {
    this.#site = app({
      providers: [
        credentials({
          input: { name: {}, password: {} },
          authorize: ({ name, password }) => (password === 'right' ? { id: String(name) } : null),
        }),
      ],
      session: { strategy: 'jwt' },
      options: {
        store: this.#counted(store),
        logger: { error: () => undefined, warn: () => undefined },
        limits: { account: { max: MAX_ATTEMPTS, window: 3_600 } },
      },
    })
  }

  /** One user stays signed in, one signs out, and one uses up all attempts. */
  async begin(): Promise<void> {
    await this.#signIn('ada', 'right', this.#kept)
    const leaving = this.#browser()
    await this.#signIn('grace', 'right', leaving)
    this.#copy = this.#browser(leaving)
    expect(await this.#session(this.#copy)).not.toBeNull()
    await leaving.post('/auth/signout')
    for (let count = 0; count < MAX_ATTEMPTS; count++) await this.#signIn('eve', 'wrong')
    await this.expectNothingLost()
  }

  async expectNothingLost(): Promise<void> {
    expect(await this.#session(this.#kept)).not.toBeNull()
    expect(await this.#session(this.#copy)).toBeNull()
    expect((await this.#signIn('eve')).status).toBe(429)
    expect((await this.#signIn()).status).toBe(302)
  }

  /** Reads a session and signs in. Returns how many of the two requests got a 503. */
  async visit(): Promise<number> {
    const read = this.#browser(this.#kept).send('/auth/session')
    const refused = (await Promise.all([read, this.#signIn()])).filter(({ status }) => status >= 400)
    for (const { status, headers } of refused) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).not.toBeNull()
    }
    return refused.length
  }

  /** A browser with the cookies of another browser. */
  #browser(other?: Browser): Browser {
    return new Browser((request) => this.#handle(request), undefined, other?.jar.clone())
  }

  #signIn(name = `user-${this.#names++}`, password = 'right', browser = this.#browser()): Promise<Response> {
    return browser.post('/auth/callback/credentials', { name, password })
  }

  #session(browser: Browser): Promise<unknown> {
    return this.#browser(browser).session()
  }

  async #handle(request: Request): Promise<Response> {
    const start = performance.now()
    try {
      return await this.#site.handle(request)
    } finally {
      this.slowest = Math.max(this.slowest, secondsSince(start))
    }
  }

  #counted(store: Store): Store {
    const methods = Object.entries(store).map(([name, method]) => {
      if (typeof method !== 'function') return [name, method]
      const counted = async (...args: unknown[]): Promise<unknown> => {
        this.pending++
        try {
          return await method(...args)
        } finally {
          this.pending--
        }
      }
      return [name, counted]
    })
    return Object.fromEntries(methods) as Store
  }
}

const figures: Record<string, unknown> = {}
let servers: RedisSentinel | undefined

// Stops the servers even after a test that exceeded its time limit.
afterEach(() => servers?.stop())
afterAll(() => console.table(figures))

describe.skipIf(missing)('Redis Sentinel', () => {
  const cases = Object.keys(examples).flatMap((client) =>
    Object.keys(faults).map((fault) => [client, fault] as const),
  )

  test.each(cases)(
    '%s: after the primary %s, sign-ins work again, and no revocation is lost',
    async (client, fault) => {
      const { begin, end } = faults[fault] as (typeof faults)[string]
      servers = await redisSentinel()
      const { store, close } = await connect(client, servers)
      try {
        const users = new Users(store)
        await users.begin()
        await servers.replicated()
        users.slowest = 0
        const start = performance.now()
        begin(servers)
        let [errors, heal] = [0, 0]
        while (secondsSince(start) < heal + STABLE && heal < 2 * LIMIT) {
          const refused = await users.visit()
          errors += refused
          if (refused > 0) heal = secondsSince(start)
          await sleep(100)
        }
        const { slowest } = users
        figures[`${client}, the primary ${fault}`] = { heal, errors, slowest }
        expect(errors).toBeGreaterThan(0)
        expect(heal).toBeLessThanOrEqual(LIMIT)
        expect(slowest).toBeLessThanOrEqual(LIMIT)
        await users.expectNothingLost()
        await expect.poll(() => users.pending, { timeout: 5_000 }).toBe(0)

        // The old primary returns as a replica.
        await end(servers)
        await servers.follows(servers.primary)
        await users.expectNothingLost()
      } finally {
        await close()
      }
    },
  )
})
