import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type FrameworkProgram,
  type FrameworkServer,
  runToEnd,
  startServer,
  type Variables,
} from './framework-process.js'
import { installNext, type NextMajor } from './next-install.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The built example. */
export interface NextBuild {
  /** The output of Next.js during the build. */
  readonly output: string
  /** Serves the build, and waits until it responds. */
  start(port: number, variables: Variables): Promise<FrameworkServer>
  clear(): void
}

/** Variables that `next.config.ts` of the example reads. */
export interface NextSettings {
  readonly BASE_PATH?: string
  readonly TRAILING_SLASH?: '1'
}

/** How an application differs from the example. */
export interface NextVariant {
  /** Default: 16. */
  readonly major?: NextMajor
  /**
   * How the application is served. Default: `start`, after a build. `dev` builds each page at its first
   * request.
   */
  readonly command?: 'start' | 'dev'
  /** Changes the copy before it is built. */
  change?(folder: string): void
  /** Additional environment variables. */
  variables?(): Readonly<Record<string, string>>
}

/**
 * Builds a copy of the example with only these variables. Next.js writes into the folder, so it must be a
 * copy.
 */
export async function buildNext(
  settings: NextSettings,
  { major = 16, command = 'start', change }: NextVariant = {},
): Promise<NextBuild> {
  const folder = mkdtempSync(path.join(await installNext(major), 'app-'))
  cpSync(path.join(root, 'examples/next'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:\.next|node_modules|tests)$/.test(source),
  })
  change?.(folder)
  return {
    output: command === 'start' ? await build(folder, { ...settings }) : '',
    start: (port, variables) => serve(folder, command, port, { ...settings, ...variables }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function build(folder: string, variables: Variables): Promise<string> {
  const { code, output } = await runToEnd(next(folder, ['build'], variables))
  if (code !== 0) throw new Error(`next build failed:\n${output}`)
  return output
}

function serve(
  folder: string,
  command: 'start' | 'dev',
  port: number,
  variables: NextSettings & Variables,
): Promise<FrameworkServer> {
  return startServer({
    ...next(folder, [command, '-p', String(port)], variables),
    framework: 'Next.js',
    url: `http://localhost:${port}${variables.BASE_PATH ?? ''}/api/auth/csrf`,
  })
}

/** Runs the script of Next.js directly, so that ending the process ends the server. */
function next(folder: string, args: readonly string[], variables: Variables): FrameworkProgram {
  const script = createRequire(path.join(folder, 'package.json')).resolve('next/dist/bin/next')
  return {
    folder,
    args: [script, ...args],
    variables: { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', ...variables },
  }
}
