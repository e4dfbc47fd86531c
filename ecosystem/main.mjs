/*
 * Tests the adapters of the Auth.js ecosystem with real databases. Only these tests need the adapters and their clients,
 * so they have a separate lockfile, and this script installs them.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { root } from '../scripts/lib/root.mjs'
import { npm, runNode } from '../scripts/lib/run.mjs'

const folder = 'ecosystem'

if (!existsSync(path.join(root, folder, 'node_modules'))) {
  // `peerDependencies` of the adapters require older versions of the clients than the tested ones.
  const { code, output } = await npm(['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefix', folder])
  if (code !== 0) {
    console.error(output)
    process.exit(1)
  }
  // better-sqlite3 is the only package whose install script is needed: it installs the binary.
  const built = await npm(['rebuild', 'better-sqlite3', '--prefix', folder])
  if (built.code !== 0) {
    console.error(built.output)
    process.exit(1)
  }
}

// Generates the Prisma client and the tables. Both are used only with PostgreSQL.
const generated = await runNode([`${folder}/prisma/generate.mjs`])
if (generated.code !== 0) console.log(generated.output)
else {
  const types = await runNode(['node_modules/typescript/bin/tsc', '-p', `${folder}/prisma`])
  if (types.code !== 0) {
    console.error(types.output)
    process.exit(1)
  }
}

const config = ['--config', `${folder}/vitest.config.ts`]
const { exitCode = 1 } = await execa(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...config, ...process.argv.slice(2)],
  { cwd: root, reject: false, stdio: 'inherit' },
)
process.exitCode = exitCode
