import { readFile } from 'node:fs/promises'
import { schemas } from './schemas.js'

/** What a command prints: to the standard output, or why it failed. */
export interface Outcome {
  readonly output?: string
  readonly error?: string
}

/** The folder of the schemas, beside `dist` in the package and beside `src` in the repository. */
const folder = new URL('../../schemas/', import.meta.url)

/** Runs a command: `schema <adapter>`. */
export async function run(args: readonly string[]): Promise<Outcome> {
  const [command, name, ...rest] = args
  if (command === undefined || command === '--help' || command === '-h') return { output: usage() }
  if (command !== 'schema') return { error: `There is no command "${command}".\n\n${usage()}` }
  const file =
    rest.length === 0 && name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (file === undefined) return { error: `Name one adapter.\n\n${usage()}` }
  return { output: await readFile(new URL(file.file, folder), 'utf8') }
}

function usage(): string {
  const width = Math.max(...Object.keys(schemas).map(({ length }) => length))
  const lines = Object.entries(schemas).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  return `Usage: authwright schema <adapter>\n\nPrints the tables that an adapter needs:\n\n${lines.join('\n')}\n`
}
