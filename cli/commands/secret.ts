import { statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { CommandContext } from '../context.js'
import { applyChanges } from '../project/changes.js'
import {
  changeEnvFile,
  changeGitignore,
  createSecret,
  envFileOf,
  precedingFile,
  readEnvFiles,
} from '../project/env-file.js'
import { readProject } from '../project/project.js'

export async function secret(context: CommandContext, { write }: { write: boolean }): Promise<void> {
  if (!write) {
    context.print(`${createSecret()}\n`)
    return
  }
  const project = await readProject(context.cwd)
  const name = 'AUTH_SECRET'
  if (readEnvFiles(project)[name]) {
    context.print(
      `${name} is already set and was not changed. To rotate it, also set AUTH_SECRET_NEXT in all processes. Then rename AUTH_SECRET_NEXT to AUTH_SECRET_1.\n`,
    )
    return
  }
  const file = envFileOf(project)
  const added = changeEnvFile(project, [{ name, value: createSecret() }])
  const ignored = changeGitignore(project, [{ pattern: file, example: file }])
  if (added) {
    const changes = [added, ignored].filter((change) => change !== undefined)
    await applyChanges(context, project, changes, { dryRun: false })
    context.print(`${name} was added to ${file}.${ignored ? ` ${file} was added to .gitignore.` : ''}\n`)
  }
  const preceding = precedingFile(project, name)
  if (preceding !== undefined) {
    context.print(
      `${preceding} sets ${name} to an empty value and takes precedence over ${file}. Remove that line.\n`,
    )
  }
  if (added && isReadableByOthers(path.join(project.root, file))) {
    context.print(`Other users of this machine can read ${file}. Make it private: chmod 600 ${file}\n`)
  }
}

/** Windows has no such permissions. */
function isReadableByOthers(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o044) !== 0
}
