import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.js'
import { ownedFolder, owner } from './postgres-server.js'

/** PgBouncer in transaction mode in front of a server. A test starts and kills it. */
export interface PgBouncer {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  remove(): Promise<void>
}

/**
 * The reason why tests with PgBouncer cannot run, or `undefined` if they can. If `CI` is set, they must run.
 */
export function noPgBouncer(): string | undefined {
  if (spawnSync('pgbouncer', ['--version']).status === 0) return undefined
  const reason = 'pgbouncer is not installed'
  if (process.env['CI']) throw new Error(`${reason}: install it where CI is set.`)
  return reason
}

/** @param settings - Lines of the section `[pgbouncer]`. */
export async function pgBouncer(target: number, settings: readonly string[]): Promise<PgBouncer> {
  const folder = ownedFolder()
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const file = path.join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${target} dbname=postgres user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  let running: ChildProcess | undefined

  const kill = async (): Promise<void> => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    url,
    kill,
    async start() {
      running = spawn('pgbouncer', ['-q', file], { ...owner, cwd: '/', stdio: 'ignore' })
      for (let attempt = 0; ; attempt++) {
        const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
        client.on('error', () => undefined)
        try {
          await client.connect()
          return
        } catch (error) {
          if (attempt >= 200 || running.exitCode !== null) throw error
          await sleep(50)
        } finally {
          await client.end().catch(() => undefined)
        }
      }
    },
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings that docs/operations.md names. */
export function documentedSettings(): readonly string[] {
  const [, block = ''] = /```ini\n([^`]*)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const lines = block.split('\n').filter((line) => line.includes('='))
  if (lines.length === 0) throw new Error('docs/operations.md names no settings of PgBouncer.')
  return lines
}
