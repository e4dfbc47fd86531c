import { execFileSync } from 'node:child_process'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pg } from '../../src/adapters/pg.js'
import { redisStore } from '../../src/stores/redis.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'
import { type ClockOutcome, Oracle, type Subject } from './support/oracle.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'
import { scenarios } from './support/scenarios.js'

/*
 * Two processes serve one application, and the clock of the second is set while users sign in, read and sign out at both.
 */

const missing = noPrivateRedis()

let redis: PrivateRedis
let client: ReturnType<typeof connection>
let server: PostgresServer

const connection = () => createClient({ url: redis.url, disableOfflineQueue: true })

beforeAll(async () => {
  if (missing) return
  redis = await privateRedis()
  client = connection()
  client.on('error', () => {})
  await client.connect()
  server = await postgresServer()
  await server.start()
}, 60_000)

afterAll(async () => {
  client?.destroy()
  await redis?.stop()
  await server?.remove()
}, 60_000)

const MINUTE = 60
const HOUR = 3_600

/** Runs two processes, with the clock of the second one changed by `seconds` during the fault. */
async function apart(
  seconds: number,
  subject: Omit<Subject, 'clocks' | 'signsInAtFirst'>,
): Promise<ClockOutcome> {
  let offset = 0
  const clocks = [Date.now, () => Date.now() + offset * 1000]
  const isTolerated = Math.abs(seconds) < MINUTE
  const fault = {
    begin() {
      offset = seconds
    },
    end() {
      offset = 0
    },
  }
  // Other processes accept a token of a process that is an hour ahead only after an hour, so this process
  // receives no sign-ins.
  const outcome = await new Oracle({ ...subject, clocks, signsInAtFirst: !isTolerated }).run(fault)
  expect(outcome.errors).toBe(0)
  if (isTolerated) expect(outcome.unseen).toBe(0)
  return outcome
}

const scenario = scenarios('Clocks')

/** The differences of the second clock in seconds, each with a name. */
const offsets = {
  '50 seconds behind': -50,
  '50 seconds ahead': 50,
  'an hour behind': -HOUR,
  'an hour ahead': HOUR,
}

for (const [name, seconds] of Object.entries(missing ? {} : offsets)) {
  scenario(`jwt, ${name}`, () => apart(seconds, { strategy: 'jwt', store: redisStore({ client }) }))

  // A process whose clock is an hour ahead considers every session of half an hour expired.
  scenario(`database, sessions of 30 minutes, ${name}`, async () => {
    const adapter = pg(server.url)
    try {
      return await apart(seconds, { strategy: 'database', adapter, maxAge: HOUR / 2 })
    } finally {
      await adapter.close()
    }
  })
}

if (!missing) {
  scenario('database, a process whose clock is two days ahead deletes expired rows', async () => {
    const adapter = pg(server.url)
    try {
      const user = await adapter.createUser({ email: null, emailVerified: null })
      const sweep = (): void => {
        const script = 'test/chaos/support/sweeping-process.mjs'
        execFileSync(process.execPath, [script, server.url, String(48 * HOUR), user.id], { stdio: 'inherit' })
      }
      const expires = new Date(Date.now() - 72 * HOUR * 1000)
      const outcome = await new Oracle({ strategy: 'database', adapter, maxAge: HOUR / 2 }).run({
        async begin() {
          await adapter.createSession({ sessionToken: 'over', userId: user.id, expires })
          sweep()
        },
        end: sweep,
      })
      const over = "SELECT 1 FROM auth_sessions WHERE expires < now() - interval '2 days'"
      expect(await server.query(over)).toEqual([])
      return outcome
    } finally {
      await adapter.close()
    }
  })
} else test.skip(`clocks (skipped: ${missing})`)
