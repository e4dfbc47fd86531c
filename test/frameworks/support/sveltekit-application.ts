import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../e2e/support/processes.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const vite = path.join(root, 'node_modules/vite/bin/vite.js')

/** The variables of a process, and no others than it is given. */
export type Variables = Readonly<Record<string, string>>

/** The example, built. */
export interface SvelteKitBuild {
  readonly folder: string
  /** Serves it with adapter-node, and waits until it answers. */
  start(port: number, variables: Variables): Promise<SvelteKitServer>
  clear(): void
}

/** The example at work. */
export interface SvelteKitServer {
  /** What the server has written so far. */
  output(): string
  stop(): Promise<void>
}

/** Copies the example into a folder of its own: Kit writes into it. */
export function copySvelteKit(): { readonly folder: string; clear(): void } {
  mkdirSync(path.join(root, 'temp'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'temp', 'sveltekit-'))
  cpSync(path.join(root, 'examples/sveltekit'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:[.]svelte-kit|build|node_modules)$/.test(source),
  })
  return { folder, clear: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Changes to files of the copy, by name: a text, and what is written in its place. */
export type Changes = Readonly<Record<string, readonly [text: string, other: string]>>

/** Builds a copy of the example. */
export async function buildSvelteKit(variables: Variables, changes: Changes = {}): Promise<SvelteKitBuild> {
  const { folder, clear } = copySvelteKit()
  for (const [name, [text, other]] of Object.entries(changes)) {
    const file = path.join(folder, name)
    const before = readFileSync(file, 'utf8')
    if (!before.includes(text)) throw new Error(`${name} has no "${text}".`)
    writeFileSync(file, before.replace(text, other))
  }
  const { child, output } = run(folder, [vite, 'build'], variables)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`vite build failed:\n${output()}`)
  return {
    folder,
    start: (port, given) =>
      serve(folder, ['build'], port, { HOST: '127.0.0.1', PORT: String(port), ...variables, ...given }),
    clear,
  }
}

/** Serves a copy of the example as in development. */
export function developSvelteKit(
  folder: string,
  port: number,
  variables: Variables,
): Promise<SvelteKitServer> {
  return serve(folder, [vite, 'dev', '--host', '127.0.0.1', '--port', String(port)], port, variables)
}

async function serve(
  folder: string,
  args: readonly string[],
  port: number,
  variables: Variables,
): Promise<SvelteKitServer> {
  const { child, output } = run(folder, args, variables)
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  await until('SvelteKit answers', async () => {
    if (ended) throw new Error(`The server ended:\n${output()}`)
    return fetch(`http://127.0.0.1:${port}${variables['BASE_PATH'] ?? ''}/about`).then(
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
  variables: Variables,
): { child: ChildProcess; output(): string } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...variables } as unknown as NodeJS.ProcessEnv,
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
