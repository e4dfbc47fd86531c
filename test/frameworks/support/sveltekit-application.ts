import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Edit, edit } from './edit.js'
import { type FrameworkServer, runToEnd, startServer, type Variables } from './framework-process.js'
import { installMajor } from './install-major.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A major version of SvelteKit. */
export type Major = 2 | 3

/** The programs and folders of a major version. */
interface Toolchain {
  /** The folder for copies of the example. In this folder, the copies find their packages. */
  readonly folder: string
  readonly node: string
  readonly vite: string
  readonly svelteKit: string
}

function toolsIn(folder: string): Pick<Toolchain, 'svelteKit' | 'vite'> {
  const modules = path.join(folder, 'node_modules')
  return {
    vite: path.join(modules, 'vite/bin/vite.js'),
    svelteKit: path.join(modules, '@sveltejs/kit/svelte-kit.js'),
  }
}

/** The program that checks the types of an application, including components, on every major version. */
const svelteCheck = path.join(root, 'node_modules/svelte-check/bin/svelte-check')

/**
 * Kit 2 is among the packages of the repository. Kit 3, which needs a newer Node.js, is in a separate folder.
 */
async function toolchain(major: Major): Promise<Toolchain> {
  if (major === 2) return repository
  const { folder, node } = await installMajor('sveltekit', major)
  return { folder, node, ...toolsIn(folder) }
}

const repository: Toolchain = {
  folder: path.join(root, 'temp'),
  node: process.execPath,
  ...toolsIn(root),
}

/** Changes the example for Kit 3, which has other configuration files and renamed two modules. */
function asMajor3(folder: string): void {
  rmSync(path.join(folder, 'svelte.config.js'))
  rmSync(path.join(folder, 'vite.config.ts'))
  for (const name of ['vite.config.js', 'tsconfig.json']) {
    cpSync(path.join(root, 'test/frameworks/sveltekit/major-3', name), path.join(folder, name))
  }
  edit(folder, 'src/hooks.server.ts', [
    "{ Handle } from '@sveltejs/kit'",
    "{ Handle } from '@sveltejs/kit/hooks'",
  ])
  edit(folder, 'src/hooks.server.ts', ['$app/environment', '$app/env'])
}

/** The built example. */
export interface SvelteKitBuild {
  readonly folder: string
  /** Serves the build with adapter-node, and waits until it responds. */
  start(port: number, variables: Variables): Promise<FrameworkServer>
  /** Serves the build with `vite preview`. The adapter sets the `platform` of each event. */
  preview(port: number, variables: Variables): Promise<FrameworkServer>
  clear(): void
}

/** Copies the example into a separate folder, because Kit writes into it, with additions and changes. */
async function copySvelteKit(
  major: Major,
  changes: Changes = {},
  extra?: Extra,
): Promise<Toolchain & { clear(): void }> {
  const { folder: parent, ...tools } = await toolchain(major)
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'sveltekit-'))
  cpSync(path.join(root, 'examples/sveltekit'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:[.]svelte-kit|build|node_modules|tests)$/.test(source),
  })
  if (major === 3) asMajor3(folder)
  if (extra) {
    cpSync(path.join(root, 'test/frameworks/sveltekit/applications', extra), folder, { recursive: true })
  }
  for (const [name, texts] of Object.entries(changes)) {
    edit(folder, name, ...(isEdit(texts) ? [texts] : texts))
  }
  return { ...tools, folder, clear: () => rmSync(folder, { recursive: true, force: true }) }
}

/** One or several edits of each file of the copy, by file name. */
export type Changes = Readonly<Record<string, Edit | readonly Edit[]>>

function isEdit(texts: Edit | readonly Edit[]): texts is Edit {
  return typeof texts[0] === 'string'
}

/** Parts that an application has in addition to the example. */
export type Extra = 'lazy' | 'passkeys' | 'remote'

/** Builds a copy of the example; `extra` adds to it the files of `test/frameworks/sveltekit/applications/<extra>`. */
export async function buildSvelteKit(
  variables: Variables,
  changes: Changes = {},
  major: Major = 2,
  extra?: Extra,
): Promise<SvelteKitBuild> {
  const { node, vite, folder, clear } = await copySvelteKit(major, changes, extra)
  const { code, output } = await runToEnd({ node, folder, args: [vite, 'build'], variables })
  if (code !== 0) throw new Error(`vite build failed:\n${output}`)
  return {
    folder,
    start: (port, given) =>
      serve(node, folder, ['build'], port, { HOST: '127.0.0.1', PORT: String(port), ...variables, ...given }),
    preview: (port, given) =>
      serve(node, folder, [vite, 'preview', '--host', '127.0.0.1', '--port', String(port)], port, {
        ...variables,
        ...given,
      }),
    clear,
  }
}

/** Checks the types in a copy of the example, as strictly as its users do. Returns the errors. */
export async function checkSvelteKit(major: Major, changes: Changes, extra?: Extra): Promise<string> {
  const { node, svelteKit, folder, clear } = await copySvelteKit(major, changes, extra)
  const variables = {}
  const complaints: string[] = []
  for (const args of [
    [svelteKit, 'sync'],
    [svelteCheck, '--tsconfig', 'tsconfig.json', '--fail-on-warnings'],
  ]) {
    const { code, output } = await runToEnd({ node, folder, args, variables })
    if (code !== 0) complaints.push(output)
  }
  clear()
  return complaints.join('\n')
}

/** Serves a copy of the example in development. `prepare` adds files to it. */
export async function developSvelteKit(
  port: number,
  major: Major,
  prepare: (folder: string) => void,
): Promise<FrameworkServer> {
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

function serve(
  node: string,
  folder: string,
  args: readonly string[],
  port: number,
  variables: Variables,
): Promise<FrameworkServer> {
  const url = `http://127.0.0.1:${port}${variables['BASE_PATH'] ?? ''}/about`
  return startServer({ framework: 'SvelteKit', node, folder, args, variables, url })
}
