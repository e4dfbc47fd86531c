import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from 'redis'

/** @typedef {{ url: string, start(): Promise<void>, stop(): Promise<void>, remove(): Promise<void> }} Service */

/** A free port of the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until a service responds, for about ten seconds. @param {() => Promise<unknown>} call */
async function responding(call) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= 400) throw error
      await sleep(25)
    }
  }
}

/** @param {import('node:child_process').ChildProcess | undefined} child @param {NodeJS.Signals} signal */
async function ended(child, signal) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** A PostgreSQL server of Debian's package. It refuses to run as root, so root starts it as the user `postgres`. @returns {Promise<Service>} */
export async function postgresService() {
  const folders = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  const bin = path.join('/usr/lib/postgresql', folders[0] ?? '', 'bin')
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  /** @type {{ uid?: number, gid?: number }} */
  const owner = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  const directory = mkdtempSync(path.join(tmpdir(), 'authwright-cluster-pg-'))
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid ?? owner.uid)
  const initialize = ['-D', directory, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8']
  execFileSync(path.join(bin, 'initdb'), initialize, { ...owner, cwd: '/', stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const stop = () => ended(child, 'SIGINT')
  return {
    url,
    stop,
    async start() {
      const settings = ['-D', directory, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-N', '60']
      child = spawn(path.join(bin, 'postgres'), settings, { ...owner, cwd: '/', stdio: 'ignore' })
      await responding(async () => {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
        client.on('error', () => undefined)
        await client.connect()
        await client.end()
      })
    },
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A Redis server that does not lose confirmed writes. @returns {Promise<Service>} */
export async function redisService() {
  const directory = mkdtempSync(path.join(tmpdir(), 'authwright-cluster-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const stop = () => ended(child, 'SIGTERM')
  return {
    url,
    stop,
    async start() {
      const settings = {
        port,
        bind: '127.0.0.1',
        dir: directory,
        save: '',
        appendonly: 'yes',
        appendfsync: 'always',
      }
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
      child = spawn('redis-server', args, { stdio: 'ignore' })
      await responding(async () => {
        const client = createClient({ url, socket: { connectTimeout: 500, reconnectStrategy: false } })
        client.on('error', () => undefined)
        await client.connect()
        try {
          await client.ping()
        } finally {
          client.destroy()
        }
      })
    },
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
