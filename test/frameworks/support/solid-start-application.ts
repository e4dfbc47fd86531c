import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../e2e/support/processes.js'
import { type Installed, installSolidStart, type Major } from './solid-start-install.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')

type Variables = Readonly<Record<string, string>>

/** The example, built. */
export interface SolidStartBuild {
  /** What the compiler says of it; nothing, when all is well. */
  typeProblems(): Promise<string>
  /** Serves it, and waits until it answers. */
  start(port: number, variables: Variables): Promise<SolidStartServer>
  clear(): void
}

/** The example at work. */
export interface SolidStartServer {
  /** What the server has written so far. */
  output(): string
  stop(): Promise<void>
}

/** What builds an application, and the files that are not those of the example. */
const majors = {
  1: { build: ['vinxi/bin/cli.mjs', 'build'], without: [], own: [] },
  2: { build: ['vite/bin/vite.js', 'build'], without: ['app.config.ts'], own: ['vite.config.js'] },
} as const

/** Builds a copy of the example with a major version of SolidStart. `SSR=false` has it rendered in the browser alone. */
export async function buildSolidStart(major: Major, variables: Variables = {}): Promise<SolidStartBuild> {
  const installed = await installSolidStart(major)
  const { build, without, own } = majors[major]
  const folder = mkdtempSync(path.join(installed.folder, 'application-'))
  cpSync(path.join(root, 'examples/solid-start'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.output|\.vinxi|node_modules)$/.test(source),
  })
  for (const name of without) rmSync(path.join(folder, name))
  for (const name of own) {
    cpSync(path.join(root, `test/frameworks/solid-start/major-${major}`, name), path.join(folder, name))
  }
  const [program, ...args] = build
  const tool = path.join(installed.folder, 'node_modules', program)
  const built = await runToEnd(installed, folder, [tool, ...args], variables)
  if (built.code !== 0) throw new Error(`SolidStart ${major} could not be built:\n${built.output}`)
  return {
    typeProblems: async () => (await runToEnd(installed, folder, [compiler, '-p', folder])).output,
    start: (port, more) => start(installed, folder, port, more),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runToEnd(
  installed: Installed,
  folder: string,
  args: readonly string[],
  variables: Variables = {},
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(installed, folder, args, variables)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output() }
}

async function start(
  installed: Installed,
  folder: string,
  port: number,
  variables: Variables,
): Promise<SolidStartServer> {
  const where = { HOST: '127.0.0.1', PORT: String(port) }
  const { child, output } = run(installed, folder, ['.output/server/index.mjs'], { ...where, ...variables })
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  await until('SolidStart answers', async () => {
    if (ended) throw new Error(`The server of SolidStart ended:\n${output()}`)
    return fetch(`http://localhost:${port}/login`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    output,
    stop: async () => {
      child.kill('SIGKILL')
      await end
    },
  }
}

function run(
  { node }: Installed,
  cwd: string,
  args: readonly string[],
  variables: Variables,
): { child: ChildProcess; output(): string } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(node, [...args], {
    cwd,
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${PATH}`,
      HOME,
      NODE_ENV: 'production',
      ...variables,
    } as NodeJS.ProcessEnv,
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
