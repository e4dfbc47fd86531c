import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { transformSync } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { examplesOf } from './support/documented.js'
import { freePort } from './support/free-port.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'
import { LONGEST_WAIT, waits } from './support/scenarios.js'

const folder = path.resolve('temp/chaos/operations')
let database: PostgresServer
let child: ChildProcess | undefined

/** The members of the Kubernetes example that the tests use. */
interface Pod {
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly [
    {
      readonly command: readonly string[]
      readonly env: readonly { readonly name: string; readonly value: string }[]
      readonly ports: readonly { readonly containerPort: number }[]
      readonly readinessProbe: {
        readonly httpGet: { readonly path: string; readonly port: number }
        readonly periodSeconds: number
        readonly timeoutSeconds: number
        readonly failureThreshold: number
      }
    },
  ]
}

const [, yaml = ''] =
  /```yaml title=deployment.yaml\n([^`]+)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
const pod = parse(yaml).spec.template.spec as Pod
const [container] = pod.containers
const { httpGet, ...probe } = container.readinessProbe
const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))

/** A provider that does not respond, in the process of the server. */
const hangingFetch = `globalThis.fetch = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))`

beforeAll(async () => {
  database = await postgresServer()
  await database.start()
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of examplesOf('docs/operations.md')) {
    writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), transformSync(code, { loader: 'ts' }).code)
  }
  writeFileSync(path.join(folder, 'hanging-fetch.js'), hangingFetch)
}, 60_000)

afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => database?.remove(), 60_000)

/** Runs server.ts of the page unchanged, with the command and the variables of the Kubernetes example. */
async function serve(): Promise<{ origin: string; server: ChildProcess; ended: Promise<unknown[]> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const [program, ...args] = container.command
  expect(program).toBe('node')
  const server = spawn(process.execPath, ['--import', './hanging-fetch.js', ...args], {
    cwd: folder,
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
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
    const response = await fetch(origin + httpGet.path).catch(() => undefined)
    if (response) break
    await sleep(50)
  }
  return { origin, server, ended }
}

interface StartedSignIn {
  readonly status: number
  readonly cookie: string
  readonly location: URL
}

/** Starts a sign-in at the provider, like a form of the sign-in page. */
async function startSignIn(origin: string): Promise<StartedSignIn> {
  const csrf = await fetch(`${origin}/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const response = await fetch(`${origin}/auth/signin/github`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(csrf), origin },
    body: new URLSearchParams({ csrfToken }),
  })
  const { status } = response
  const location = new URL(response.headers.get('location') ?? '', origin)
  return { status, cookie: `${cookiesOf(csrf)}; ${cookiesOf(response)}`, location }
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** Opens the callback of a provider whose token endpoint does not respond. Returns the status. */
async function finishSignIn(origin: string, { cookie, location }: StartedSignIn): Promise<number> {
  const params = {
    code: 'code',
    state: location.searchParams.get('state') ?? '',
    iss: 'https://github.com/login/oauth',
  }
  const url = `${origin}/auth/callback/github?${new URLSearchParams(params)}`
  return (await fetch(url, { redirect: 'manual', headers: { cookie } })).status
}

/**
 * Sends probes like Kubernetes. Resolves once so many probes have failed that the process gets no more
 * requests.
 */
async function notReady(origin: string): Promise<void> {
  for (let failures = 0; failures < probe.failureThreshold; ) {
    await sleep(probe.periodSeconds * 1000)
    const signal = AbortSignal.timeout(probe.timeoutSeconds * 1000)
    const isReady = await fetch(origin + httpGet.path, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    failures = isReady ? 0 : failures + 1
  }
}

test('docs/operations.md: the Kubernetes example has one port', () => {
  expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([httpGet.port])
  expect(environment['PORT']).toBe(String(httpGet.port))
})

test('docs/operations.md: after SIGTERM, the process finishes running sign-ins and ends within the grace period', async () => {
  const { origin, server, ended } = await serve()
  expect((await fetch(origin + httpGet.path)).status).toBe(200)
  const statuses: number[] = []
  let stopped = false
  const measured = waits()
  const load = async (): Promise<void> => {
    while (!stopped) statuses.push((await measured.timed(startSignIn(origin))).status)
  }
  const loads = Array.from({ length: 4 }, load)
  await sleep(300)
  const signalled = performance.now()
  server.kill('SIGTERM')
  await expect.poll(async () => (await fetch(origin + httpGet.path)).status, { timeout: 2_500 }).toBe(503)
  await notReady(origin)
  // The last request waits for its provider until the time limit.
  const last = measured.timed(finishSignIn(origin, await measured.timed(startSignIn(origin))))
  stopped = true
  await Promise.all(loads)
  expect(statuses.length).toBeGreaterThanOrEqual(4)
  expect(new Set(statuses)).toEqual(new Set([302]))
  expect(await last).toBe(302)
  expect(measured.slowest).toBeLessThanOrEqual(LONGEST_WAIT)
  const waited = (performance.now() - signalled) / 1000
  const grace = pod.terminationGracePeriodSeconds
  const [code, signal] = await Promise.race([
    ended,
    sleep((grace - waited) * 1000).then(() => ['still running']),
  ])
  const seconds = (performance.now() - signalled) / 1000
  console.table({
    'SIGTERM to the end of the process': { seconds, 'grace period': grace, slowest: measured.slowest },
  })
  expect([code, signal]).toEqual([0, null])
  // auth.close() may take up to 15 seconds more than in this test.
  expect(seconds + 15).toBeLessThanOrEqual(grace)
  // The process has waited for the request to the provider.
  expect(seconds).toBeGreaterThan(10)
})

/** The status of a request that reads a session from the database. */
async function readSession(origin: string): Promise<number> {
  const cookie = 'authwright.session-token=a-token-of-no-session'
  return (await fetch(`${origin}/auth/session`, { headers: { cookie } })).status
}

test('docs/operations.md: the liveness check passes while the database is down, and requests succeed afterwards', async () => {
  const { origin } = await serve()
  expect(await readSession(origin)).toBe(200)
  await database.stop()
  expect(await readSession(origin)).toBe(503)
  expect((await fetch(origin + httpGet.path)).status).toBe(200)
  await database.start()
  expect(await readSession(origin)).toBe(200)
})

test('docs/operations.md: a process starts without its database, and works once the database is up', async () => {
  await database.stop()
  const { origin } = await serve()
  expect((await fetch(origin + httpGet.path)).status).toBe(200)
  expect(await readSession(origin)).toBe(503)
  await database.start()
  expect(await readSession(origin)).toBe(200)
})
