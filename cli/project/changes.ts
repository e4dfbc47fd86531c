import { existsSync, lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { resolveCommand } from 'package-manager-detector'
import { type CommandContext, CommandError } from '../context.js'
import type { Project } from './project.js'

/** A file as a command would leave it. */
export interface Change {
  /** The path from the root of the project. */
  readonly file: string
  readonly after: string
  /**
   * What to do if the file already exists. `insert` keeps each of the user's lines and needs no
   * confirmation. `replace` changes lines, and only if the user agrees in the terminal. `remove` deletes the
   * file.
   */
  readonly mode: 'create' | 'insert' | 'replace' | 'remove'
  /** What to add by hand if the file is left unchanged. */
  readonly advice?: string
  /** Permissions of a new file. Default: those of the process. */
  readonly permissions?: number
}

export interface ChangeOptions {
  readonly dryRun: boolean
}

export interface Changed {
  readonly written: readonly string[]
  /** Files of the user that were not changed, with the lines to add to each. */
  readonly left: readonly { file: string; advice: string }[]
}

/** Writes changes, or prints them as unified diffs. Never writes outside of the project, and never over a file without showing the difference. */
export async function applyChanges(
  context: CommandContext,
  project: Project,
  changes: readonly Change[],
  { dryRun }: ChangeOptions,
): Promise<Changed> {
  const written: string[] = []
  const left: { file: string; advice: string }[] = []
  const due = changes.filter(({ file, after }) => project.read(file) !== after)
  // Checked for all files before the first is written.
  const targets = new Map(due.map(({ file }) => [file, resolveInside(project.root, file)]))
  for (const { file, after, mode, advice = '', permissions } of due) {
    const before = project.read(file)
    if (dryRun) {
      context.print(difference(context, file, before, after))
      if (mode === 'replace' && before !== undefined) left.push({ file, advice })
      continue
    }
    if (before !== undefined) {
      if (mode === 'create') throw new CommandError(`${file} exists already.`)
      if (mode !== 'replace' || context.prompts) context.print(difference(context, file, before, after))
      if (mode === 'replace' && !(await context.prompts?.confirm(`Change ${file} like this?`, false))) {
        left.push({ file, advice })
        continue
      }
    }
    const target = targets.get(file) as string
    if (mode === 'remove') {
      rmSync(target)
      written.push(file)
      continue
    }
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, after, {
      flag: before === undefined ? 'wx' : 'w',
      ...(permissions !== undefined && { mode: permissions }),
    })
    written.push(file)
  }
  return { written, left }
}

function difference(
  { colors }: CommandContext,
  file: string,
  before: string | undefined,
  after: string,
): string {
  const name = before === undefined ? '/dev/null' : `a/${file}`
  const holdsSecrets = path.basename(file).startsWith('.env')
  // Values of variables are secrets. Surrounding lines are not shown at all, because a value may have several
  // lines.
  const options = holdsSecrets ? { context: 0 } : {}
  const text = createTwoFilesPatch(name, `b/${file}`, before ?? '', after, '', '', options).replace(
    /^=+\n/,
    '',
  )
  const patch = holdsSecrets ? text.replaceAll(/^([ +-]\s*(?:export\s+)?\w+\s*=).+$/gm, '$1…') : text
  if (!colors) return patch
  return patch.replaceAll(/^([+-]).*$/gm, (line, sign) => styleText(sign === '+' ? 'green' : 'red', line))
}

/** The path of a file. It must be below the root after symbolic links are resolved. */
function resolveInside(root: string, file: string): string {
  const target = path.resolve(root, file)
  let existing = target
  // `existsSync` returns `false` for a broken link, but writing would follow it.
  while (!existsSync(existing) && !isLink(existing)) existing = path.dirname(existing)
  const real = isLink(existing) && !existsSync(existing) ? '' : realpathSync(existing)
  if (real !== root && !real.startsWith(`${root}${path.sep}`)) {
    throw new CommandError(
      `${file} is outside of the project: a symbolic link leads there. Nothing was written.`,
    )
  }
  return target
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Whether the project has a package. */
export function isInstalled(project: Project, name: string): boolean {
  if (project.depends(name)) return true
  // SQLite is part of newer versions of Node.js.
  return name === '@libsql/client' && existsSync(path.join(project.root, 'node_modules', name))
}

/** Installs packages with the project's package manager, or prints the command if the user does not want that. */
export async function install(
  context: CommandContext,
  project: Project,
  packages: readonly string[],
  { install: isWanted, dryRun }: { readonly install: boolean; readonly dryRun: boolean },
): Promise<void> {
  if (packages.length === 0) return
  const resolved = resolveCommand(project.packageManager, 'add', [...packages])
  if (!resolved) return
  const command = [resolved.command, ...resolved.args].join(' ')
  if (dryRun || !isWanted) {
    context.print(`\nTo install: ${command}\n`)
    return
  }
  context.print(`\n${command}\n`)
  const code = await context.execute(resolved.command, resolved.args, project.root)
  if (code !== 0)
    throw new CommandError(`${command} failed. The files were written. Run the command yourself.`)
}
