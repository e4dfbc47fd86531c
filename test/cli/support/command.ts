import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { CommandContext } from '../../../cli/context.js'
import { run } from '../../../cli/run.js'

interface Outcome {
  readonly code: number
  readonly output: string
  readonly error: string
  /** The programs that the command ran, such as `npm install pg`. */
  readonly executed: readonly string[]
}

/** Runs a command of the command line in a folder, without a terminal unless `context` has `prompts`. */
export async function authwright(
  args: readonly string[],
  cwd = '.',
  context: Partial<CommandContext> = {},
): Promise<Outcome> {
  const [output, error, executed]: [string[], string[], string[]] = [[], [], []]
  const environment = { ...process.env }
  const code = await run(args, {
    cwd: path.resolve(cwd),
    env: {},
    print: (text) => output.push(text),
    warn: (text) => error.push(text),
    prompts: undefined,
    colors: false,
    execute: async (program, programArgs) => {
      executed.push([program, ...programArgs].join(' '))
      return 0
    },
    ...context,
  })
  // A command sets the variables of the application before it loads its configuration.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  return { code, output: output.join(''), error: error.join('\n'), executed }
}

export type Files = Readonly<Record<string, string>>

/** A temporary folder with the files, removed after the test. */
export function project(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

export function writeFiles(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

/** The files of a folder by their paths, installed packages left out. */
export function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.split(path.sep).includes('node_modules'))
      .sort()
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  )
}
