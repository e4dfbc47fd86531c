import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Edit, edit } from './edit.js'
import {
  type FrameworkProgram,
  type FrameworkServer,
  runToEnd,
  startServer,
  type Variables,
} from './framework-process.js'
import { installSolidStart, type Major } from './solid-start-install.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')

/** The built example. */
export interface SolidStartBuild {
  /** The errors of the compiler. Empty if there are none. */
  typeProblems(): Promise<string>
  /** Serves the build, and waits until it responds. */
  start(port: number, variables: Variables): Promise<FrameworkServer>
  clear(): void
}

/** How an application differs from the example. */
export interface SolidStartVariant {
  /**
   * How the application is served. Default: `start`, after a build. `dev` builds each page at its first
   * request.
   */
  readonly command?: 'start' | 'dev'
  /** The path of the application, such as `/docs`. Default: the root path. */
  readonly basePath?: string
  /** Whether the application is rendered only in the browser. */
  readonly browserOnly?: boolean
  /** Changes of files, by file name. */
  readonly edits?: readonly (readonly [name: string, ...Edit])[]
}

/**
 * For each major version: the build tool, files of the example that it does not have, additional files, and
 * renamed variables.
 */
const majors = {
  1: { tool: 'vinxi/bin/cli.mjs', without: [], own: [], edits: [] },
  2: {
    tool: 'vite/bin/vite.js',
    without: ['app.config.ts'],
    own: ['vite.config.js'],
    edits: ['src/app.tsx', 'src/auth.ts'].map(
      (name) => [name, 'env.SERVER_BASE_URL', 'env.BASE_URL'] as const,
    ),
  },
} as const

/** Builds a copy of the example with a major version of SolidStart. */
export async function buildSolidStart(
  major: Major,
  { command = 'start', basePath = '', browserOnly = false, edits = [] }: SolidStartVariant = {},
): Promise<SolidStartBuild> {
  const { folder: parent, node } = await installSolidStart(major)
  const { tool, without, own, edits: renamed } = majors[major]
  const folder = mkdtempSync(path.join(parent, 'application-'))
  cpSync(path.join(root, 'examples/solid-start'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.output|\.vinxi|node_modules)$/.test(source),
  })
  for (const name of without) rmSync(path.join(folder, name))
  for (const name of own) {
    cpSync(path.join(root, `test/frameworks/solid-start/major-${major}`, name), path.join(folder, name))
  }
  for (const [name, ...change] of [...renamed, ...edits]) edit(folder, name, change)
  if (basePath !== '' && major === 1) moveRoutes(folder, basePath)

  const mode = command === 'start' ? 'production' : 'development'
  const settings = { NODE_ENV: mode, BASE_PATH: basePath, ...(browserOnly && { SSR: 'false' }) }
  const program = (args: readonly string[], given: Variables = {}): FrameworkProgram => {
    return { node, folder, args, variables: { ...settings, ...given } }
  }
  const run = path.join(parent, 'node_modules', tool)
  if (command === 'start') {
    const built = await runToEnd(program([run, 'build']))
    if (built.code !== 0) throw new Error(`SolidStart ${major} could not be built:\n${built.output}`)
  }
  const serving = (port: number): readonly string[] =>
    command === 'start'
      ? ['.output/server/index.mjs']
      : [run, 'dev', '--host', '127.0.0.1', '--port', String(port)]
  return {
    typeProblems: async () => (await runToEnd(program([compiler, '-p', folder]))).output,
    start: (port, variables) =>
      startServer({
        ...program(serving(port), { HOST: '127.0.0.1', PORT: String(port), ...variables }),
        framework: 'SolidStart',
        url: `http://localhost:${port}${basePath}/login`,
        // With another signal, the server would wait for connections that browsers keep open.
        signal: 'SIGKILL',
      }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Moves the routes. SolidStart 1 finds pages below the path of the application, and everything else by the
 * complete path.
 */
function moveRoutes(folder: string, basePath: string): void {
  const routes = path.join(folder, 'src/routes')
  mkdirSync(path.join(routes, basePath))
  renameSync(path.join(routes, 'api'), path.join(routes, basePath, 'api'))
  for (const name of ['auth/[...auth].ts', 'me.ts']) {
    edit(path.join(routes, basePath, 'api'), name, ["from '../", "from '../../"])
  }
}
