import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { resolveCommand } from 'package-manager-detector'
import { type CommandContext, CommandError } from '../context.js'
import { isWorkspaceRoot, type Project } from './project.js'

export interface Change {
  readonly file: string
  readonly after: string
  /** `create` throws if the file exists. `replace` needs the consent of the user in the terminal. */
  readonly mode: 'create' | 'insert' | 'replace' | 'remove'
  /** The lines that the user has to add if the file is left unchanged. */
  readonly advice?: string
  /** Permissions of a new file. */
  readonly permissions?: number
}

export interface ChangeOptions {
  readonly dryRun: boolean
}

export interface Changed {
  readonly written: readonly string[]
  readonly unchanged: readonly { file: string; advice: string }[]
}

export async function applyChanges(
  context: CommandContext,
  project: Project,
  changes: readonly Change[],
  { dryRun }: ChangeOptions,
): Promise<Changed> {
  const written: string[] = []
  const unchanged: { file: string; advice: string }[] = []
  const effective = changes.filter(({ file, after }) => project.read(file) !== after)
  // All files are checked before the first file is written.
  const conflict = effective.find(({ file, mode }) => mode === 'create' && project.read(file) !== undefined)
  if (conflict) throw new CommandError(`${conflict.file} already exists. Nothing was written.`)
  const targets = new Map(effective.map(({ file }) => [file, resolveInside(project.root, file)]))
  for (const { file, after, mode, advice = '', permissions } of effective) {
    const before = project.read(file)
    if (dryRun) {
      context.print(difference(context, file, before, after))
      if (mode === 'replace' && before !== undefined) unchanged.push({ file, advice })
      continue
    }
    if (before !== undefined) {
      if (mode !== 'replace' || context.prompts) context.print(difference(context, file, before, after))
      if (mode === 'replace' && !(await context.prompts?.confirm(`Change ${file} like this?`, false))) {
        unchanged.push({ file, advice })
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
  return { written, unchanged }
}

/** The unified diff of a change, without the values of variables. */
function difference(
  { colors }: CommandContext,
  file: string,
  before: string | undefined,
  after: string,
): string {
  const name = before === undefined ? '/dev/null' : `a/${file}`
  const hasSecrets = /^[.](?:env|dev[.]vars)/.test(path.basename(file))
  // Values of variables are secrets. Unchanged lines are not shown at all, because a value may have several
  // lines.
  const options = hasSecrets ? { context: 0 } : {}
  const text = createTwoFilesPatch(name, `b/${file}`, before ?? '', after, '', '', options).replace(
    /^=+\n/,
    '',
  )
  const patch = hasSecrets ? withoutValues(text, before ?? '') : text
  if (!colors) return patch
  return patch.replaceAll(/^([+-]).*$/gm, (line, sign) => styleText(sign === '+' ? 'green' : 'red', line))
}

function withoutValues(patch: string, before: string): string {
  const existing = new Set(before.split('\n').map((line) => line.trim()))
  const [oldName = '', newName = '', ...lines] = patch.split('\n')
  const safe = lines.map((line) => {
    const content = line.slice(1).trim()
    // If a line break is added to the last line, the patch contains that line, which may be part of a value.
    const isOld = line.startsWith('-') || (line.startsWith('+') && existing.has(content))
    if (isOld && content !== '') return `${line.slice(0, 1)}…`
    return line.replace(/^(\+\s*(?:export\s+)?\w+\s*=).+/s, '$1…')
  })
  return [oldName, newName, ...safe].join('\n')
}

/** Follows symbolic links, so that no file outside of the project is written. */
function resolveInside(root: string, file: string): string {
  const target = path.resolve(root, file)
  const isInside = (each: string) => each === root || each.startsWith(`${root}${path.sep}`)
  if (!isInside(target)) {
    throw new CommandError(
      `${file} is outside of the project. Run the command in the package of this file. Nothing was written.`,
    )
  }
  let existing = target
  // `existsSync` returns `false` for a broken link, but writing would follow the link.
  while (!existsSync(existing) && !isLink(existing)) existing = path.dirname(existing)
  // A broken link has no real path. The empty string stands for it, and is refused below.
  const real = isLink(existing) && !existsSync(existing) ? '' : realpathSync(existing)
  if (!isInside(real)) {
    throw new CommandError(
      `${file} is outside of the project: a symbolic link leads there. Nothing was written.`,
    )
  }
  if (existsSync(target) && statSync(target).isDirectory()) {
    throw new CommandError(`${file} is a folder. Rename the folder. Nothing was written.`)
  }
  try {
    accessSync(existing, constants.W_OK)
  } catch (cause) {
    const message = `${file} cannot be written: change the permissions of ${existing}. Nothing was written.`
    throw new CommandError(message, { cause })
  }
  return target
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

export function isInstalled(project: Project, name: string): boolean {
  if (project.depends(name)) return true
  // `@libsql/client` need not be in `package.json`, because newer versions of Node.js contain SQLite. It is
  // enough if another package has installed the client.
  return name === '@libsql/client' && existsSync(path.join(project.root, 'node_modules', name))
}

/** Returns an error instead of throwing it, so that the caller can print the next steps first. */
export async function install(
  context: CommandContext,
  project: Project,
  packages: readonly string[],
  { install: isWanted, dryRun }: { readonly install: boolean; readonly dryRun: boolean },
): Promise<CommandError | undefined> {
  if (packages.length === 0) return undefined
  const resolved = resolveCommand(project.packageManager, 'add', [...packages], {
    ignoreWorkspaceRootCheck: project.packageManager === 'pnpm' && isWorkspaceRoot(project),
  })
  if (!resolved) return undefined
  const command = [resolved.command, ...resolved.args].join(' ')
  if (dryRun || !isWanted) {
    context.print(`\nTo install: ${command}\n`)
    return undefined
  }
  context.print(`\n${command}\n`)
  const code = await context.execute(resolved.command, resolved.args, project.root)
  return code === 0
    ? undefined
    : new CommandError(`${command} failed. The files were written. Run the command yourself.`)
}
