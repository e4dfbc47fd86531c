import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../e2e/support/processes.js'
import { installMajor } from './install-major.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A major version of SvelteKit. */
export type Major = 2 | 3

/** What an application is run with. */
interface Toolchain {
  /** Where copies of the example are put: they find their packages from there. */
  readonly folder: string
  readonly node: string
  readonly vite: string
}

const viteIn = (folder: string): string => path.join(folder, 'node_modules/vite/bin/vite.js')

/** Kit 2 is among the packages of the repository; Kit 3, which is for newer versions of Node.js, has a folder of its own. */
async function toolchain(major: Major): Promise<Toolchain> {
  if (major === 2) return repository
  const { folder, node } = await installMajor('sveltekit', major)
  return { folder, node, vite: viteIn(folder) }
}

const repository: Toolchain = { folder: path.join(root, 'temp'), node: process.execPath, vite: viteIn(root) }

/** What is written in other ways for Kit 3: its configuration, and where two things are imported from. */
function asMajor3(folder: string): void {
  rmSync(path.join(folder, 'svelte.config.js'))
  rmSync(path.join(folder, 'vite.config.ts'))
  for (const name of ['vite.config.js', 'tsconfig.json']) {
    cpSync(path.join(root, 'test/frameworks/sveltekit/major-3', name), path.join(folder, name))
  }
  change(folder, 'src/hooks.server.ts', [
    "{ Handle } from '@sveltejs/kit'",
    "{ Handle } from '@sveltejs/kit/hooks'",
  ])
  change(folder, 'src/hooks.server.ts', ['$app/environment', '$app/env'])
}

function change(folder: string, name: string, [text, other]: readonly [text: string, other: string]): void {
  const file = path.join(folder, name)
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${name} has no "${text}".`)
  writeFileSync(file, before.replace(text, other))
}

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
async function copySvelteKit(major: Major): Promise<Toolchain & { clear(): void }> {
  const { folder: parent, ...tools } = await toolchain(major)
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'sveltekit-'))
  cpSync(path.join(root, 'examples/sveltekit'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:[.]svelte-kit|build|node_modules)$/.test(source),
  })
  if (major === 3) asMajor3(folder)
  return { ...tools, folder, clear: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Changes to files of the copy, by name: a text, and what is written in its place. */
export type Changes = Readonly<Record<string, readonly [text: string, other: string]>>

/** Builds a copy of the example. */
export async function buildSvelteKit(
  variables: Variables,
  changes: Changes = {},
  major: Major = 2,
): Promise<SvelteKitBuild> {
  const { node, vite, folder, clear } = await copySvelteKit(major)
  for (const [name, texts] of Object.entries(changes)) change(folder, name, texts)
  const { child, output } = run(node, folder, [vite, 'build'], variables)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`vite build failed:\n${output()}`)
  return {
    folder,
    start: (port, given) =>
      serve(node, folder, ['build'], port, { HOST: '127.0.0.1', PORT: String(port), ...variables, ...given }),
    clear,
  }
}

/** Serves a copy of the example as in development; `prepare` adds files to it. */
export async function developSvelteKit(
  port: number,
  major: Major,
  prepare: (folder: string) => void,
): Promise<SvelteKitServer> {
  const { node, vite, folder, clear } = await copySvelteKit(major)
  prepare(folder)
  const server = await serve(
    node,
    folder,
    [vite, 'dev', '--host', '127.0.0.1', '--port', String(port)],
    port,
    {},
  )
  return {
    ...server,
    stop: async () => {
      await server.stop()
      clear()
    },
  }
}

async function serve(
  node: string,
  folder: string,
  args: readonly string[],
  port: number,
  variables: Variables,
): Promise<SvelteKitServer> {
  const { child, output } = run(node, folder, args, variables)
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
  node: string,
  cwd: string,
  args: readonly string[],
  variables: Variables,
): { child: ChildProcess; output(): string } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(node, args, {
    cwd,
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${PATH}`,
      HOME,
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
