import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../e2e/support/processes.js'
import { installNext, type NextMajor } from './next-install.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The example, built. */
export interface NextBuild {
  /** What Next.js wrote while it was at work. */
  readonly output: string
  /** Serves it, and waits until it answers. */
  start(port: number, variables: Readonly<Record<string, string>>): Promise<NextServer>
  clear(): void
}

/** The example at work. */
export interface NextServer {
  /** What the server has written so far. */
  output(): string
  stop(): Promise<void>
}

/** What `next.config.ts` of the example reads. */
export interface NextSettings {
  readonly BASE_PATH?: string
  readonly TRAILING_SLASH?: '1'
}

/** How an application differs from the example. */
export interface NextVariant {
  /** Default: 16. */
  readonly major?: NextMajor
  /** How it is served. Default: `start`, after it was built; `dev` builds each page when it is asked for. */
  readonly command?: 'start' | 'dev'
  /** Changes the copy before it is built. */
  change?(folder: string): void
}

/** Builds a copy of the example, with no other variables than it is given: Next.js writes into its folder. */
export async function buildNext(
  settings: NextSettings,
  { major = 16, command = 'start', change }: NextVariant = {},
): Promise<NextBuild> {
  const folder = mkdtempSync(path.join(await installNext(major), 'app-'))
  cpSync(path.join(root, 'examples/next'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.next|node_modules)$/.test(source),
  })
  change?.(folder)
  return {
    output: command === 'start' ? await build(folder, settings) : '',
    start: (port, variables) => serve(folder, command, port, { ...settings, ...variables }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function build(folder: string, settings: NextSettings): Promise<string> {
  const { child, output } = run(folder, ['build'], { ...settings })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`next build failed:\n${output()}`)
  return output()
}

async function serve(
  folder: string,
  command: 'start' | 'dev',
  port: number,
  variables: NextSettings & Readonly<Record<string, string>>,
): Promise<NextServer> {
  const { child, output } = run(folder, [command, '-p', String(port)], variables)
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  await until('Next.js answers', async () => {
    if (ended) throw new Error(`next ${command} ended:\n${output()}`)
    return fetch(`http://localhost:${port}${variables.BASE_PATH ?? ''}/api/auth/csrf`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    output,
    stop: async () => {
      child.kill('SIGTERM')
      await end
    },
  }
}

function run(
  cwd: string,
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): { child: ChildProcess; output(): string } {
  const { PATH = '', HOME = '' } = process.env
  const next = createRequire(path.join(cwd, 'package.json')).resolve('next/dist/bin/next')
  const child = spawn(process.execPath, [next, ...args], {
    cwd,
    env: {
      PATH,
      HOME,
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
      ...variables,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}
