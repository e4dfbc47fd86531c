import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'

/* A process whose work is done ends by itself: no connection and no timer of Authwright keeps it running. */

const missing = noPrivateRedis()

/** Milliseconds after which a process that still runs is killed. */
const PATIENCE = 20_000

let folder: string
let redis: PrivateRedis
let server: PostgresServer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'authwright-end-'))
  if (!missing) redis = await privateRedis()
  server = await postgresServer()
  await server.start()
}, 60_000)

afterAll(async () => {
  await redis?.stop()
  await server?.remove()
  await rm(folder, { recursive: true })
}, 60_000)

/** The output of a process that ended without a signal. */
async function ends(options: { database: string; redis?: string; closes: boolean }): Promise<unknown> {
  const script = 'test/chaos/support/unclosed-process.mjs'
  // If the process has to be killed, this promise rejects.
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)], {
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  })
  return JSON.parse(stdout)
}

const served = { signIn: 302, session: 200, healthy: true }

for (const closes of [false, true]) {
  const how = closes ? 'after auth.close()' : 'with nothing closed'
  test(`a process with PostgreSQL ends by itself, ${how}`, async () => {
    expect(await ends({ database: server.url, closes })).toEqual(served)
  })

  test(`a process with SQLite ends by itself, ${how}`, async () => {
    expect(await ends({ database: path.join(folder, `${closes}.db`), closes })).toEqual(served)
  })

  test.skipIf(missing)(`a process with PostgreSQL and Redis ends by itself, ${how}`, async () => {
    expect(await ends({ database: server.url, redis: redis.url, closes })).toEqual(served)
  })

  test(`a process with an unreachable database ends by itself, ${how}`, async () => {
    const database = 'postgres://postgres@127.0.0.1:1/postgres'
    expect(await ends({ database, closes })).toEqual({ signIn: 503, session: 503, healthy: false })
  })
}
