import { existsSync } from 'node:fs'
import path from 'node:path'
import { resolveCommand } from 'package-manager-detector'
import { type CommandContext, CommandError } from '../context.js'
import type { Project } from './project.js'

/** Whether the project has a package. */
export function isInstalled(project: Project, name: string): boolean {
  if (project.depends(name)) return true
  // SQLite is part of newer versions of Node.js.
  return name === '@libsql/client' && existsSync(path.join(project.root, 'node_modules', name))
}

/** Installs packages with the project's package manager, or prints the command where that is not wanted. */
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
  if (code !== 0) throw new CommandError(`${command} failed. The files are written: run it again yourself.`)
}
