import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { transformSync } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { examplesOf } from './support/documented.js'
import { freePort } from './support/free-port.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'

const folder = path.resolve('temp/chaos/operations')
let database: PostgresServer
let child: ChildProcess | undefined

beforeAll(async () => {
  database = await postgresServer()
  await database.start()
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of examplesOf('docs/operations.md')) {
    writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), transformSync(code, { loader: 'ts' }).code)
  }
}, 60_000)

afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => database?.remove(), 60_000)

/** Runs server.ts of the page, as it stands there. */
async function serve(): Promise<{ origin: string; server: ChildProcess; ended: Promise<unknown[]> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [path.join(folder, 'server.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DRAIN_MS: '3000',
      DATABASE_URL: database.url,
      AUTH_URL: origin,
      AUTH_SECRET: 'a secret of more than thirty-two characters',
      AUTH_GITHUB_ID: 'id',
      AUTH_GITHUB_SECRET: 'secret',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child = server
  const ended = once(server, 'exit')
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`${origin}/health`).catch(() => undefined)
    if (response) break
    await sleep(50)
  }
  return { origin, server, ended }
}

/** Starts a sign-in at the provider, as a form does, and returns the status. */
async function startSignIn(origin: string): Promise<number> {
  const csrf = await fetch(`${origin}/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const response = await fetch(`${origin}/auth/signin/github`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin },
    body: new URLSearchParams({ csrfToken }),
  })
  return response.status
}

test('docs/operations.md: under SIGTERM, sign-ins under way are finished and the process ends by itself', async () => {
  const { origin, server, ended } = await serve()
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  const statuses: number[] = []
  let stopped = false
  const load = async (): Promise<void> => {
    while (!stopped) statuses.push(await startSignIn(origin))
  }
  const loads = Array.from({ length: 4 }, load)
  await sleep(300)
  server.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${origin}/health`)).status, { timeout: 2_500 }).toBe(503)
  // The load balancer has seen it, and sends no more; requests in progress continue.
  stopped = true
  await Promise.all(loads)
  expect(statuses.length).toBeGreaterThanOrEqual(4)
  expect(new Set(statuses)).toEqual(new Set([302]))
  const [code, signal] = await Promise.race([ended, sleep(30_000).then(() => ['still running'])])
  expect([code, signal]).toEqual([0, null])
})

/** The status of a request that reads a session from the database. */
async function readSession(origin: string): Promise<number> {
  const cookie = 'authwright.session-token=a-token-of-no-session'
  return (await fetch(`${origin}/auth/session`, { headers: { cookie } })).status
}

test('docs/operations.md: the health check holds while the database is down, and requests recover', async () => {
  const { origin } = await serve()
  expect(await readSession(origin)).toBe(200)
  await database.stop()
  expect(await readSession(origin)).toBe(503)
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  await database.start()
  expect(await readSession(origin)).toBe(200)
})

test('docs/operations.md: a process starts without its database, and works once the database is up', async () => {
  await database.stop()
  const { origin } = await serve()
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  expect(await readSession(origin)).toBe(503)
  await database.start()
  expect(await readSession(origin)).toBe(200)
})
