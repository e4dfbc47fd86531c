import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pg } from 'authwright/adapters/pg'
import { freePort, postgresService, redisService } from './cluster-services.mjs'
import { CookieJar } from './cookie-jar.mjs'

/** @typedef {'sign-in' | 'read' | 'read of an ended session' | 'sign-out'} Kind */
/** @typedef {{ kind: Kind, failed: boolean, ms: number, phase: string }} Sample */
/** @typedef {{ cookie: CookieJar, fate: 'live' | 'ended' | 'unknown' }} Held */

/** A server process, and whether the load balancer may send requests to it. */
class Server {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  isOpen = false
  running = 0

  /** @param {number} port @param {NodeJS.ProcessEnv} environment */
  constructor(port, environment) {
    this.origin = `http://127.0.0.1:${port}`
    this.environment = { ...process.env, ...environment, NODE_ENV: 'production', PORT: String(port) }
  }

  async start() {
    const child = fork(fileURLToPath(new URL('./cluster-server.mjs', import.meta.url)), {
      env: this.environment,
    })
    this.#child = child
    await once(child, 'message')
    this.isOpen = true
  }

  /** Waits for the current requests before it stops the server, like a rolling restart. */
  async stop() {
    this.isOpen = false
    while (this.running > 0) await sleep(5)
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
}

/**
 * Puts load on two servers that share PostgreSQL and Redis, restarts servers and databases in turn, and checks each session. A session
 * must stay valid until its user signs out, and must be invalid after a successful sign-out.
 *
 * @param {{ connections: number, seconds: number }} load
 */
export async function cluster({ connections, seconds }) {
  const [postgres, redis] = [await postgresService(), await redisService()]
  /** @type {Server[]} */
  const servers = []
  try {
    await Promise.all([postgres.start(), redis.start()])
    const users = pg(postgres.url)
    const ids = []
    for (let each = 0; each < connections; each++) {
      ids.push((await users.createUser({ name: `User ${each}`, email: null, emailVerified: null })).id)
    }
    await users.close()
    for (let each = 0; each < 2; each++) {
      const server = new Server(await freePort(), { DATABASE_URL: postgres.url, REDIS_URL: redis.url })
      servers.push(server)
      await server.start()
    }
    return await run({ ids, servers, postgres, redis, seconds })
  } finally {
    await Promise.all(servers.map((server) => server.stop().catch(() => undefined)))
    await Promise.all([postgres.remove(), redis.remove()])
  }
}

/** @param {{ ids: string[], servers: Server[], postgres: import('./cluster-services.mjs').Service, redis: import('./cluster-services.mjs').Service, seconds: number }} parts */
async function run({ ids, servers, postgres, redis, seconds }) {
  /** @type {Sample[]} */
  const samples = []
  /** @type {Held[]} */
  const sessions = []
  let [lost, resurrected] = [0, 0]
  let phase = 'nothing'
  let isOver = false

  /** @param {CookieJar} jar @param {string} path @param {Record<string, string>} [form] */
  async function send(jar, path, form) {
    const open = servers.filter((server) => server.isOpen)
    const server = open[Math.floor(Math.random() * open.length)]
    if (!server) throw new Error('No server is open.')
    server.running++
    try {
      const response = await fetch(server.origin + path, {
        redirect: 'manual',
        headers: { cookie: jar.header, ...(form && { origin: server.origin }) },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      return { response, text }
    } finally {
      server.running--
    }
  }

  /** @template Result @param {Kind} kind @param {() => Promise<Result | undefined>} work returns `undefined` for a failure */
  async function timed(kind, work) {
    const [begun, during] = [performance.now(), phase]
    const result = await work().catch(() => undefined)
    samples.push({ kind, failed: result === undefined, ms: performance.now() - begun, phase: during })
    return result
  }

  /** @param {CookieJar} jar */
  async function csrf(jar) {
    const { response, text } = await send(jar, '/auth/csrf')
    if (response.status !== 200) return undefined
    jar.take(response.headers)
    return /** @type {string} */ (JSON.parse(text).csrfToken)
  }

  /** @param {string} id */
  const signIn = (id) =>
    timed('sign-in', async () => {
      const cookie = new CookieJar()
      const csrfToken = await csrf(cookie)
      if (csrfToken === undefined) return undefined
      const { response } = await send(cookie, '/auth/callback/credentials', { csrfToken, id })
      if (response.status !== 302 || response.headers.get('location')?.includes('error=')) return undefined
      cookie.take(response.headers)
      /** @type {Held} */
      const held = { cookie, fate: 'live' }
      sessions.push(held)
      return held
    })

  /** Whether the session exists. Keeps the cookies that the read sets. @param {Held} held */
  async function isSession(held) {
    const { response, text } = await send(held.cookie, '/auth/session')
    if (response.status !== 200) return undefined
    if (held.fate === 'live') held.cookie.take(response.headers)
    return text !== 'null'
  }

  /** @param {Held} held */
  async function read(held) {
    const there = await timed('read', () => isSession(held))
    if (there === false && held.fate === 'live') lost++
  }

  /** @param {Held} held */
  const signOut = (held) =>
    timed('sign-out', async () => {
      held.fate = 'unknown'
      const jar = held.cookie.copy()
      const csrfToken = await csrf(jar)
      if (csrfToken === undefined) return undefined
      const { response } = await send(jar, '/auth/signout', { csrfToken })
      if (response.status !== 302 || response.headers.get('location')?.includes('error=')) return undefined
      held.fate = 'ended'
      return true
    })

  /** @param {string} id */
  async function connection(id) {
    /** @type {Held | undefined} */
    let held
    /** @type {Held | undefined} */
    let left
    while (!isOver) {
      const dice = Math.random()
      if (!held) held = await signIn(id)
      else if (dice < 0.06) {
        await signOut(held)
        left = held
        held = undefined
      } else if (dice < 0.12 && left?.fate === 'ended') {
        const ended = left
        if (await timed('read of an ended session', () => isSession(ended))) resurrected++
      } else await read(held)
      await sleep(Math.random() * 400)
    }
  }

  /** @param {string} name @param {() => Promise<unknown>} work */
  async function step(name, work) {
    phase = name
    await work()
    // Servers reconnect to a restarted service within this time. Failures in it count for the restart.
    await sleep(2_000)
    phase = 'nothing'
    await sleep((seconds * 1_000) / 12)
  }

  const working = ids.map((id) => connection(id))
  const begun = performance.now()
  await sleep((seconds * 1_000) / 12)
  for (const [index, server] of servers.entries()) {
    await step(`server ${index + 1}`, () => server.stop().then(() => server.start()))
  }
  await step('Redis', () => redis.stop().then(() => redis.start()))
  await step('PostgreSQL', () => postgres.stop().then(() => postgres.start()))
  for (const [index, server] of servers.entries()) {
    await step(`server ${index + 1}`, () => server.stop().then(() => server.start()))
  }
  await sleep(Math.max(0, seconds * 1_000 - (performance.now() - begun)))
  isOver = true
  await Promise.all(working)

  for (const held of sessions) {
    const there = await isSession(held)
    if (there === undefined) throw new Error('A read fails after everything is up again.')
    if (held.fate === 'live' && !there) lost++
    if (held.fate === 'ended' && there) resurrected++
  }
  const count = (/** @type {Held['fate']} */ fate) => sessions.filter((held) => held.fate === fate).length
  return {
    samples,
    seconds: (performance.now() - begun) / 1_000,
    lost,
    resurrected,
    live: count('live'),
    ended: count('ended'),
  }
}
