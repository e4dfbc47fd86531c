import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** The example, built. */
export interface SolidStartBuild {
  /** What the compiler says of it; nothing, when all is well. */
  typeProblems(): Promise<string>
  /** Serves it, and waits until it answers. */
  start(port: number, variables: Variables): Promise<FrameworkServer>
  clear(): void
}

/** What builds an application, and the files that are not those of the example. */
const majors = {
  1: { build: ['vinxi/bin/cli.mjs', 'build'], without: [], own: [] },
  2: { build: ['vite/bin/vite.js', 'build'], without: ['app.config.ts'], own: ['vite.config.js'] },
} as const

/** Builds a copy of the example with a major version of SolidStart. `SSR=false` has it rendered in the browser alone. */
export async function buildSolidStart(major: Major, variables: Variables = {}): Promise<SolidStartBuild> {
  const { folder: parent, node } = await installSolidStart(major)
  const { build, without, own } = majors[major]
  const folder = mkdtempSync(path.join(parent, 'application-'))
  cpSync(path.join(root, 'examples/solid-start'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.output|\.vinxi|node_modules)$/.test(source),
  })
  for (const name of without) rmSync(path.join(folder, name))
  for (const name of own) {
    cpSync(path.join(root, `test/frameworks/solid-start/major-${major}`, name), path.join(folder, name))
  }
  const program = (args: readonly string[], given: Variables = {}): FrameworkProgram => {
    return { node, folder, args, variables: { NODE_ENV: 'production', ...given } }
  }
  const [tool, ...args] = build
  const built = await runToEnd(program([path.join(parent, 'node_modules', tool), ...args], variables))
  if (built.code !== 0) throw new Error(`SolidStart ${major} could not be built:\n${built.output}`)
  return {
    typeProblems: async () => (await runToEnd(program([compiler, '-p', folder]))).output,
    start: (port, more) =>
      startServer({
        ...program(['.output/server/index.mjs'], { HOST: '127.0.0.1', PORT: String(port), ...more }),
        framework: 'SolidStart',
        url: `http://localhost:${port}/login`,
        // It would wait for connections that browsers keep.
        signal: 'SIGKILL',
      }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}
