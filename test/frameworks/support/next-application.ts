import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../e2e/support/processes.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const next = path.join(root, 'node_modules/next/dist/bin/next')

/** The example, built. */
export interface NextBuild {
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

/** Builds a copy of the example, with no other variables than it is given: Next.js writes into its folder. */
export async function buildNext(settings: NextSettings): Promise<NextBuild> {
  mkdirSync(path.join(root, 'temp'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'temp', 'next-'))
  cpSync(path.join(root, 'examples/next'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.next|node_modules)$/.test(source),
  })
  const { child, output } = run(folder, ['build'], { ...settings })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`next build failed:\n${output()}`)
  return {
    start: (port, variables) => start(folder, settings, port, variables),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function start(
  folder: string,
  settings: NextSettings,
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<NextServer> {
  const { child, output } = run(folder, ['start', '-p', String(port)], {
    ...settings,
    ...variables,
  })
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  await until('Next.js answers', async () => {
    if (ended) throw new Error(`next start ended:\n${output()}`)
    return fetch(`http://localhost:${port}${settings.BASE_PATH ?? ''}/api/auth/csrf`).then(
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
  const child = spawn(process.execPath, [next, ...args], {
    cwd,
    env: { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', ...variables } as unknown as NodeJS.ProcessEnv,
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
