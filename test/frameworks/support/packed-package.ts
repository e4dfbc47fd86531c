import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm } from '../../../scripts/lib/run.mjs'
import { packTarball } from '../../../scripts/lib/tarball.mjs'

/**
 * Installs the package as it would be published, with other packages, into an empty folder below the repository. Applications in its subfolders
 * find these packages and those of the repository.
 */
export async function installPacked(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { file } = await packTarball(folder)
  await install(folder, { authwright: `file:${file}`, ...dependencies })
}

/** Installs packages with npm, but without looking up the optional peers of the package. */
export async function install(cwd: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(cwd, { recursive: true })
  writeFileSync(
    path.join(cwd, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  )
  const { code, output } = await npm(
    ['install', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund'],
    { cwd },
  )
  if (code !== 0) throw new Error(`npm install failed:\n${output}`)
}

/** Copies installed packages to another folder. */
export function copyPackages(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    const installed = path.join(to, 'node_modules', name)
    rmSync(installed, { recursive: true, force: true })
    cpSync(path.join(from, 'node_modules', name), installed, { recursive: true })
  }
}
