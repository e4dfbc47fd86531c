import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RealProvider } from '../providers.mjs'

/** Whether a program of the system is installed. */
export interface Installed {
  readonly installed: boolean
  /** For the name of the suite: the reason why it is skipped. */
  readonly note: string
}

/**
 * Checks whether the Debian packages of a provider are installed. If they are not, the suite is skipped, and its name
 * contains the reason. If `CI` is set, they must be installed.
 */
export function installed({ packages, check }: RealProvider): Installed {
  const [command, ...args] = check
  const { status } = spawnSync(command, args, { stdio: 'ignore' })
  if (status === 0) return { installed: true, note: '' }
  const advice = `apt-get install --no-install-recommends ${packages.join(' ')}`
  if (process.env.CI) throw new Error(`The suite must run in CI. Install its provider: ${advice}`)
  return { installed: false, note: ` (not installed: ${advice})` }
}

/** The environment of a service. */
export interface ServicePlace {
  /** A separate folder, which is removed when the service stops. */
  readonly folder: string
  readonly port: number
}

/** A service on a free port. */
export interface Service extends ServicePlace {
  stop(): Promise<void>
}

/** Milliseconds that a service may take to respond to its first request. */
const START_LIMIT = 30_000

/**
 * Starts a service and waits until it responds.
 *
 * @param prepare - Writes what it needs into its folder, and returns the command.
 * @param ready - A path that it serves once it is ready.
 */
export async function startService(
  prepare: (place: ServicePlace) => Promise<readonly [string, ...string[]]>,
  ready: string,
): Promise<Service> {
  const place = { folder: await mkdtemp(path.join(tmpdir(), 'authwright-provider-')), port: await freePort() }
  const [command, ...args] = await prepare(place)
  const child = spawn(command, args, { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const stop = async (): Promise<void> => {
    await ended(child)
    await rm(place.folder, { recursive: true, force: true })
  }
  const limit = Date.now() + START_LIMIT
  while (!(await answers(`http://localhost:${place.port}${ready}`))) {
    if (child.exitCode !== null || Date.now() > limit) {
      await stop()
      throw new Error(`${command} does not answer.\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { ...place, stop }
}

async function answers(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok === true
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('close', resolve))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
