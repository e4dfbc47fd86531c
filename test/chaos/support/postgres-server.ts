import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.js'

/** A PostgreSQL server on loopback that a test starts, breaks and stops. */
export interface PostgresServer {
  readonly port: number
  readonly url: string
  /** Its data directory. */
  readonly directory: string
  start(...settings: string[]): Promise<void>
  /** Stops the server like `pg_ctl stop -m fast`, which ends connections first. */
  stop(): Promise<void>
  /** Kills the server and all its connections with `kill -9`. */
  kill(): Promise<void>
  /** `SIGSTOP` and `SIGCONT`: the server accepts connections but does not respond. */
  pause(): void
  resume(): void
  /** Creates a copy that follows this server. The copy is running, but not promoted. */
  standby(): Promise<PostgresServer>
  query(...statements: string[]): Promise<Record<string, unknown>[]>
  /** Ends the server and deletes its data. */
  remove(): Promise<void>
}

/** The owner of the data: PostgreSQL and PgBouncer refuse to run as root. */
export const owner: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function program(name: string): string {
  const folders = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return path.join('/usr/lib/postgresql', folders[0] ?? '', 'bin', name)
}

/**
 * Creates a server without starting it.
 *
 * @param parent - The folder for the data. Default: the folder of the system for temporary files.
 */
export async function postgresServer(parent = tmpdir()): Promise<PostgresServer> {
  const directory = ownedFolder(parent)
  const initialize = ['-D', directory, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8']
  execFileSync(program('initdb'), initialize, { ...owner, cwd: '/', stdio: 'ignore' })
  return serverOf(directory)
}

/** A new folder that PostgreSQL may write to. */
export function ownedFolder(parent = tmpdir()): string {
  const directory = mkdtempSync(path.join(parent, 'authwright-postgres-'))
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid ?? owner.uid)
  return directory
}

async function serverOf(directory: string): Promise<PostgresServer> {
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ReturnType<typeof spawn> | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function query(...statements: string[]): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      let rows: Record<string, unknown>[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  /** The process ids of the server and of its connections, each of which has its own session. */
  function processes(): number[] {
    const pid = running?.pid
    if (pid === undefined) return []
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    return [pid, ...children.map(Number)]
  }

  function signal(name: NodeJS.Signals): void {
    for (const pid of processes()) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended in the meantime.
      }
    }
  }

  const server: PostgresServer = {
    port,
    url,
    directory,
    query,
    async start(...settings) {
      const args = ['-D', directory, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
      const all = ['unix_socket_directories=', 'fsync=off', ...settings].flatMap((setting) => ['-c', setting])
      running = spawn(program('postgres'), [...args, ...all], { ...owner, cwd: '/', stdio: 'ignore' })
      const started = running
      ended = new Promise((resolve) => started.once('exit', resolve))
      for (let attempt = 0; ; attempt++) {
        try {
          await query('SELECT 1')
          return
        } catch (error) {
          if (attempt >= 200 || started.exitCode !== null) throw error
          await sleep(50)
        }
      }
    },
    async stop() {
      running?.kill('SIGINT')
      await ended
      running = undefined
    },
    async kill() {
      signal('SIGKILL')
      await ended
      running = undefined
      rmSync(path.join(directory, 'postmaster.pid'), { force: true })
    },
    async standby() {
      const copy = ownedFolder()
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '--checkpoint=fast', '--no-sync']
      execFileSync(program('pg_basebackup'), ['-D', copy, '-R', '-X', 'stream', ...from], {
        ...owner,
        cwd: '/',
        stdio: 'ignore',
      })
      const follower = await serverOf(copy)
      await follower.start()
      return follower
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async remove() {
      signal('SIGCONT')
      signal('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
  return server
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program is in parentheses, and may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
