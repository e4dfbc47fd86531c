/** An outage must cause one log line, not one line per request. */

import { expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { explainAt, locationOf } from '../../../src/adapters/pg/database-errors.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { redisStore } from '../../../src/stores/redis.js'
import { type App, app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const ada = { name: 'Ada', email: 'ada@example.com', emailVerified: null }

interface Broken {
  readonly auth: App
  /** Sends a request of a user whose session cannot be read. */
  read(): Promise<number>
  /** Sets the error of the database from now on. `undefined` ends the outage. */
  says(message: string | undefined): void
  /** A sign-in, which logs a message. */
  signIn(): Promise<unknown>
  wait(seconds: number): void
}

async function withoutDatabase(): Promise<Broken> {
  let now = Date.now()
  let reason: string | undefined
  const stored = memory()
  const { id } = await stored.createUser(ada)
  const adapter: Adapter = {
    ...stored,
    getSessionAndUser: async (token) => {
      if (reason !== undefined) throw new Error(reason)
      return stored.getSessionAndUser(token)
    },
  }
  const authorize = () => ({ id, ...ada })
  const providers = [credentials({ input: {}, authorize })] as const
  const auth = app({ providers, adapter, clock: () => now, session: { strategy: 'database' } })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  return {
    auth,
    read: async () => (await browser.send('/auth/session')).status,
    signIn: () => new Browser(auth.handle).post('/auth/callback/credentials'),
    says(message) {
      reason = message
    },
    wait(seconds) {
      now += seconds * 1000
    },
  }
}

test('an outage is logged every ten seconds, with the number of errors that were left out', async () => {
  const { auth, read, says, wait } = await withoutDatabase()
  says('connect ECONNREFUSED 10.0.0.5:5432')
  for (let request = 0; request < 20; request++) expect(await read()).toBe(503)
  expect(auth.logged).toHaveLength(1)
  expect(auth.logged[0]?.message).not.toContain('not logged')
  wait(9)
  await read()
  expect(auth.logged).toHaveLength(1)
  wait(2)
  await read()
  expect(auth.logged).toHaveLength(2)
  expect(auth.logged[1]?.message).toContain(
    'Errors with the same cause that were not logged since the previous log entry: 20.',
  )
  expect(auth.logged[1]?.stack).toContain('since the previous log entry: 20.')
  wait(11)
  await read()
  expect(auth.logged[2]?.message).not.toContain('not logged')
})

const countsIn = ({ warned }: App): readonly string[] =>
  warned.filter((line) => line.startsWith('outage-errors: '))

test('after ten seconds, the next message about an outage counts the errors that were not logged', async () => {
  const { auth, read, says, signIn, wait } = await withoutDatabase()
  says('connect ECONNREFUSED 10.0.0.5:5432')
  for (let request = 0; request < 4; request++) await read()
  says(undefined)
  wait(9)
  await signIn()
  expect(countsIn(auth)).toEqual([])
  wait(2)
  await signIn()
  await signIn()
  expect(countsIn(auth)).toHaveLength(1)
  const [line] = countsIn(auth)
  expect(line).toMatch(/Errors with the same cause that were not logged until [^ ]+Z: 3[.] /)
  expect(line).toContain(auth.logged[0]?.message)
})

test('a timer logs the last errors of an outage, and does not keep the process running', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { auth, read, says, wait } = await withoutDatabase()
    says('connect ECONNREFUSED 10.0.0.5:5432')
    for (let request = 0; request < 3; request++) await read()
    // A request at the end of the first ten seconds is part of the same outage.
    wait(9)
    await vi.advanceTimersByTimeAsync(9_000)
    await read()
    wait(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(countsIn(auth)).toEqual([])
    wait(10)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(countsIn(auth)).toEqual([expect.stringMatching(/not logged until [^ ]+: 3[.] /)])
    expect(auth.logged).toHaveLength(1)
    wait(60)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(countsIn(auth)).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test('each cause of an outage has a separate log line, whatever the local port is', async () => {
  const { auth, read, says } = await withoutDatabase()
  says('read ECONNRESET 127.0.0.1:51234')
  await read()
  says('read ECONNRESET 127.0.0.1:51235')
  await read()
  expect(auth.logged).toHaveLength(1)
  says('no space left on device')
  await read()
  expect(auth.logged).toHaveLength(2)
})

test('an outage is logged even if the clock was set back', async () => {
  const { auth, read, says, wait } = await withoutDatabase()
  says('gone')
  await read()
  wait(-3600)
  await read()
  expect(auth.logged).toHaveLength(2)
})

test('errors that are not part of an outage are each logged', async () => {
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1' }) })],
    callbacks: {
      session: () => {
        throw new Error('a mistake of the application')
      },
    },
  })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  for (let request = 0; request < 3; request++) await browser.send('/auth/session')
  expect(auth.logged.length).toBeGreaterThanOrEqual(3)
})

test('while the store fails, the expiry of a jwt session is unchanged, and one warning is logged', async () => {
  let now = Date.now()
  let reads = Number.POSITIVE_INFINITY
  const stored = memoryStore()
  const store: Store = {
    ...stored,
    get: (key) => {
      if (reads-- <= 0) throw new Error('The connection is lost.')
      return stored.get(key)
    },
  }
  const warned: string[] = []
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1', ...ada }) })],
    clock: () => now,
    options: {
      secret: SECRET,
      store,
      logger: { error: () => {}, warn: (code, message) => void warned.push(`${code}: ${message}`) },
    },
  })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  const { expires } = await browser.session()
  now += 2 * 86_400_000
  for (let request = 0; request < 3; request++) {
    // Two reads of the store succeed, which is enough to read the session. Extending it reads the same entries again,
    // and fails.
    reads = 2
    const response = await browser.send('/auth/session')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' }, expires })
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect(warned.filter((line) => line.startsWith('session-not-extended'))).toHaveLength(1)
  expect(warned.join()).toContain('The connection is lost.')

  reads = Number.POSITIVE_INFINITY
  const csrfToken = await browser.csrfToken()
  reads = 2
  const update = await browser.send('/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: browser.origin },
    body: JSON.stringify({ csrfToken, data: {} }),
  })
  expect(update.status).toBe(503)

  reads = Number.POSITIVE_INFINITY
  const extended = await browser.session()
  expect(Date.parse(extended.expires)).toBeGreaterThan(Date.parse(expires))
})

test('the error of a failing store contains its host, the effect on users and the fix', async () => {
  const client = {
    options: { socket: { host: '10.0.0.5', port: 6380 } },
    eval: async () => {
      throw new Error('The client is offline')
    },
  }
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1', ...ada }) })],
    options: {
      secret: SECRET,
      store: redisStore({ client }),
      logger: { error: (error) => void logged.push(error) },
    },
  })
  const logged: Error[] = []
  await new Browser(auth.handle).post('/auth/callback/credentials')
  expect(logged.map(({ message }) => message.replace(/'\w+'/, "'…'")).join()).toContain(
    "Redis at 10.0.0.5:6380 failed in '…'. Until it responds, sessions of strategy 'jwt' are not read, and sign-ins and sign-outs fail, with 503. Start it, or check its host and the network.",
  )
})

test.each([
  new RangeError('The store has no room.'),
  new TypeError("Cannot read properties of undefined (reading 'get')"),
  new Error("OOM command not allowed when used memory > 'maxmemory'."),
])('the log does not report an outage if the store fails with %s', async (failure) => {
  const logged: Error[] = []
  const fail = async (): Promise<never> => {
    throw failure
  }
  const store = { ...memoryStore(), increment: fail, incrementAll: fail, compareAndSet: fail, set: fail }
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1', ...ada }) })],
    options: { secret: SECRET, store, logger: { error: (error) => void logged.push(error) } },
  })
  await new Browser(auth.handle).post('/auth/callback/credentials')
  expect(logged.map(({ message }) => message.replace(/'\w+'/, "'…'"))).toEqual([
    "The store failed in '…'. Requests that need the store are refused with 503. Fix the cause, which is in the log.",
  ])
})

test.each([
  ['of node-redis', { socket: { host: '10.0.0.5', port: 6380 } }, 'Redis at 10.0.0.5:6380'],
  ['of ioredis', { host: '10.0.0.5', port: 6380 }, 'Redis at 10.0.0.5:6380'],
  ['of ioredis, without a port', { host: 'cache', password: 'hunter2' }, 'Redis at cache:6379'],
  ['of another client', { url: 'redis://:hunter2@10.0.0.5' }, 'Redis'],
  ['of a client without options', undefined, 'Redis'],
])('the log names the Redis host from the options %s', (_, options, location) => {
  expect(redisStore({ client: { eval: async () => null, options } }).location).toBe(location)
})

test.each([
  ['postgres://app:hunter2@db.internal/app', 'db.internal:5432'],
  ['postgres://app@db.internal:6432/app', 'db.internal:6432'],
  ['postgres:///app?host=/run/postgresql', undefined],
  [{ options: { host: 'db.internal', port: 6432 } }, 'db.internal:6432'],
  [{ options: { connectionString: 'postgres://app:hunter2@db.internal/app' } }, 'db.internal:5432'],
  [{}, undefined],
])('the log shows the location of PostgreSQL at %j without a password', (database, location) => {
  expect(locationOf(database)).toBe(location)
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'db:5432 is not reachable. Start it'],
  [{ code: '53300' }, 'db:5432 has no connection left.'],
  [{ code: '53100' }, 'db:5432 has no space left on its disk. Free some. Until then, sessions can be read'],
  [{ code: '25006' }, 'db:5432 is read-only, like a replica. Connect to the primary.'],
  [{ code: '40P01' }, 'Two transactions waited'],
  [{ message: 'Query read timeout' }, 'db:5432 did not respond to a statement in time.'],
  [{ message: 'anything else' }, 'PostgreSQL: anything else'],
])('PostgreSQL: the error for %j names the problem and the fix', (fields, sentence) => {
  expect(explainAt('db:5432')(Object.assign(new Error(), fields))).toContain(sentence)
})
