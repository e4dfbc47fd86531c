import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../../scripts/lib/run.mjs'
import {
  type FrameworkServer,
  runToEnd,
  startServer,
  type Variables,
} from '../../frameworks/support/framework-process.js'
import { type Framework, frameworks } from './frameworks.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The form of an application: as published, after `authwright migrate --imports`, or after `authwright
 * migrate`.
 */
export type Form = 'published' | 'imports' | 'chain'

/** A copy of an application in one form. */
export interface Application {
  readonly folder: string
  /** The output of `authwright migrate`. */
  readonly report: string
  /** The errors of the compiler. Empty if there are none. */
  typeProblems(): Promise<string>
  build(): Promise<void>
  /** Serves it, and waits until it responds. */
  start(port: number, variables: Variables): Promise<FrameworkServer>
  clear(): void
}

/** @param database - Whether sessions are in a database. The files in `database` then replace those of the application. */
export async function makeApplication(
  framework: Framework,
  form: Form,
  { database = false }: { readonly database?: boolean } = {},
): Promise<Application> {
  const plan = frameworks[framework]
  const parent = await plan.install()
  const folder = mkdtempSync(path.join(parent, `${framework}-${form}-`))
  const source = path.join(root, 'test/migration/applications', framework)
  const overlay = path.join(source, 'database')
  cpSync(source, folder, { recursive: true, filter: (file) => file !== overlay })
  if (database) cpSync(overlay, path.join(folder, plan.auth), { recursive: true })
  const program = (args: readonly string[], variables: Variables = {}) => ({
    folder,
    args,
    variables: { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', ...variables },
  })
  const report = form === 'published' ? '' : await migrate(parent, folder, form)
  return {
    folder,
    report,
    async typeProblems() {
      const problems: string[] = []
      for (const args of plan.types) {
        const { code, output } = await runToEnd(program(args))
        if (code !== 0) problems.push(output)
      }
      return problems.join('\n')
    },
    async build() {
      const { code, output } = await runToEnd(program(plan.build, { NODE_ENV: 'production' }))
      if (code !== 0) throw new Error(`${framework}, ${form}, could not be built:\n${output}`)
    },
    start: (port, variables) =>
      startServer({
        ...program(plan.serve(port), { NODE_ENV: 'production', PORT: String(port), ...variables }),
        framework,
        url: `http://localhost:${port}${plan.probe}`,
        signal: 'SIGKILL',
      }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function migrate(parent: string, folder: string, form: 'imports' | 'chain'): Promise<string> {
  const command = path.join(parent, 'node_modules/authwright/dist/cli/main.js')
  const args = [command, 'migrate', ...(form === 'imports' ? ['--imports'] : [])]
  const { code, output } = await runToEnd({ folder, args, variables: {} })
  // If manual work remains, the exit code is 1.
  if (code !== 0 && !/^\d+ places? remains?/m.test(output)) {
    throw new Error(`authwright migrate ended with ${code}:\n${output}`)
  }
  return output
}

/** The number of files and lines that differ between two forms, without the manifest. */
export async function countEdits(from: Application, to: Application): Promise<Edits> {
  const only = ['--no-index', '--numstat', '--no-renames', '--', from.folder, to.folder]
  const { output } = await run('git', ['diff', ...only])
  const rows = output
    .split('\n')
    .filter(
      (row) =>
        /^\d+\t\d+\t/.test(row) &&
        !/package\.json|\/(?:node_modules|\.next|\.svelte-kit|build|next-env|\.output|\.vinxi)\b/.test(row),
    )
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row.split('\t')[column]), 0)
  return { files: rows.length, added: sum(0), removed: sum(1) }
}

export interface Edits {
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** The manifest of a copy. */
export function manifestOf({ folder }: Application): { dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}
