import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './demo.js'

/** A copy of the repository, without installed packages and build output. */
export interface Copy {
  folder: string
  clear(): void
}

/** Copies what a build and the demo need. */
export function copyRepository(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-copy-'))
  const files = [
    'package.json',
    'package-lock.json',
    'tsup.config.mjs',
    'tsconfig.json',
    'tsconfig.base.json',
  ]
  for (const name of [...files, 'tsconfig.build.json', 'src', 'cli', 'scripts', '.npmrc', 'docs/rules']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  mkdirSync(join(folder, 'examples/node'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json', 'demo.mjs', 'demo', 'src']) {
    cpSync(join(root, 'examples/node', name), join(folder, 'examples/node', name), { recursive: true })
  }
  return { folder, clear: () => rmSync(folder, { recursive: true, force: true }) }
}
