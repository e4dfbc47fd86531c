/*
 * Leaves `workspaces` out of the packed `package.json`: its folders are not in the package, and lockfiles of applications would repeat it.
 * `prepack` runs this, and `postpack` runs it with `--restore`.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'

const manifest = path.join(root, 'package.json')
const kept = path.join(root, 'temp/package.json.kept')

if (process.argv.includes('--restore')) {
  if (existsSync(kept)) renameSync(kept, manifest)
} else {
  const text = readFileSync(manifest, 'utf8')
  const { workspaces, ...packed } = JSON.parse(text)
  if (workspaces) {
    mkdirSync(path.dirname(kept), { recursive: true })
    writeFileSync(kept, text)
    writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
  }
}
