import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { sourcesOfImports } from '../../test/runtimes/sources-of-imports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The hasher of `password()`, from its sources: it is no entry point of the package.
 *
 * @returns {Promise<typeof import('../../src/runtime/features/passwords/hash/password-hasher.js')>}
 */
export async function passwordHasher() {
  const folder = path.join(root, 'temp', `password-hasher-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/runtime/features/passwords/hash/password-hasher.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [
      // The error classes of the built package, by which it chooses responses.
      {
        name: 'errors',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/errors[.]js$/ }, () => ({ path: 'authwright/errors', external: true })),
      },
      sourcesOfImports(['node']),
    ],
    tsconfigRaw: {},
    write: false,
  })
  const file = path.join(folder, 'password-hasher.mjs')
  writeFileSync(file, outputFiles[0]?.contents ?? '')
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
