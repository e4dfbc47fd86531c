import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { descendants, freePorts, until } from './processes.js'

export const root: string = fileURLToPath(new URL('../../..', import.meta.url))

/** `npm run demo`, started like by a user. */
export interface Command {
  /** The output so far. */
  output(): string
  /** The exit code, once the demo has ended. */
  ended: Promise<number | null>
  /** Sends the signal of Ctrl-C to every process of the terminal's foreground group. */
  interrupt(): void
  /** Finds the process that runs a script. */
  find(script: string): Promise<number>
}

/** Runs `npm run demo`, in a separate process group as in a terminal. */
export function runDemo(env: Record<string, string>, cwd: string = root): Command {
  const child = spawn('npm', ['run', 'demo'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = pidOf(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return {
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    interrupt: () => void process.kill(-pid, 'SIGINT'),
    find: async (script) => {
      const found = (await descendants(pid)).filter(({ command }) => command.endsWith(script)).at(-1)
      if (!found) throw new Error(`No process runs ${script}.`)
      return found.pid
    },
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('npm could not be started.')
  return child.pid
}

/** Ports and the data folder, which stay the same between two runs of the demo. */
export interface Place {
  port: number
  providerPort: number
  data: string
}

/** Returns free ports and an empty data folder, which `clear` removes. */
export async function newPlace(): Promise<Place & { clear(): void }> {
  const [port = 0, providerPort = 0] = await freePorts(2)
  const data = mkdtempSync(join(tmpdir(), 'authwright-demo-'))
  return { port, providerPort, data, clear: () => rmSync(data, { recursive: true, force: true }) }
}

/** A running demo. */
export interface Demo {
  /** The application, without a slash at the end. */
  url: string
  /** The identity provider, without a slash at the end. */
  issuer: string
  output(): string
  /** Ends the demo as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>
  /** Kills only the identity provider. */
  killIdentityProvider(): Promise<void>
  command: Command
}

/** Starts the demo and waits until it says that it is running. */
export async function startDemo({ port, providerPort, data }: Place): Promise<Demo> {
  const command = runDemo({ PORT: String(port), IDP_PORT: String(providerPort), DEMO_DATA: data })
  let ended = false
  void command.ended.then(() => {
    ended = true
  })
  await until(
    'the demo is running',
    () => ended || command.output().includes('Press Ctrl-C to stop.'),
    command.output,
  )
  if (ended) throw new Error(`The demo ended:\n${command.output()}`)
  return {
    url: `http://localhost:${port}`,
    issuer: `http://127.0.0.1:${providerPort}`,
    output: command.output,
    stop: async () => {
      if (ended) return
      command.interrupt()
      await command.ended
    },
    killIdentityProvider: async () => {
      process.kill(await command.find('identity-provider.js'), 'SIGKILL')
      await until('the demo reports the end of the identity provider', () =>
        command.output().includes('The identity provider has stopped.'),
      )
    },
    command,
  }
}
