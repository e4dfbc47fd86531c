import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Authwright as it runs on platforms that have only web standards. It uses Web Crypto, also on Node.js.
 *
 * @returns {Promise<import('./applications.mjs').Library>}
 */
export async function portable() {
  const folder = path.join(root, 'temp', `portable-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const contents = `
    export { createAuth } from 'authwright'
    export { credentials } from 'authwright/providers/credentials'
    export { oidc } from 'authwright/providers/oidc'`
  await build({
    stdin: { contents, resolveDir: root },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['worker'],
    external: ['node:*'],
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return import(pathToFileURL(path.join(folder, 'stdin.mjs')).href)
}
