import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from 'redis'

/** A Redis server that a test may stop, fill and kill. */
export interface PrivateRedis {
  readonly port: number
  readonly url: string
  /** Sends a command on a separate connection. */
  command(...words: string[]): Promise<unknown>
  /** Sends a signal to the process, such as `SIGSTOP`. */
  signal(name: NodeJS.Signals): void
  /** Ends the process without a chance to save. */
  kill(): Promise<void>
  /** Starts the process again, at the same port, with the data that it has saved. */
  start(...options: string[]): Promise<void>
  /** Deletes the data that it has saved. */
  forget(): Promise<void>
  stop(): Promise<void>
}

/** Processes that still run when a test run ends too early. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * The reason why tests with a private server cannot run, or `undefined` if they can. If `CI` is set, they
 * must run.
 */
export function noPrivateRedis(): string | undefined {
  if (spawnSync('redis-server', ['--version']).status === 0) return undefined
  const reason = 'redis-server is not installed'
  if (process.env['CI']) throw new Error(`${reason}: install it where CI is set.`)
  console.warn(`${reason}: the tests that start one are skipped.`)
  return reason
}

export async function privateRedis(...options: string[]): Promise<PrivateRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'authwright-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const command = async (...words: string[]): Promise<unknown> => {
    const client = createClient({ url, socket: { connectTimeout: 500, reconnectStrategy: false } })
    client.on('error', () => {})
    await client.connect()
    try {
      return await client.sendCommand(words)
    } finally {
      client.destroy()
    }
  }
  const kill = async (): Promise<void> => {
    const ending = child
    child = undefined
    if (!ending || !running.has(ending)) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  const start = async (...more: string[]): Promise<void> => {
    const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    const started = spawn('redis-server', [...options, ...fixed, ...more], { stdio: 'ignore' })
    running.add(started)
    started.once('exit', () => running.delete(started))
    child = started
    for (let attempt = 0; ; attempt++) {
      try {
        if ((await command('PING')) === 'PONG') return
      } catch (error) {
        if (attempt >= 200) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const forget = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    const { mkdir } = await import('node:fs/promises')
    await mkdir(folder)
  }
  await start()
  return {
    port,
    url,
    command,
    signal: (name) => void child?.kill(name),
    kill,
    start,
    forget,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address === 'object' && address) return address.port
  throw new Error('There is no free port.')
}
