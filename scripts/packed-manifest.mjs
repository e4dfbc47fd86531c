/*
 * Removes `workspaces` from the `package.json` that is packed. Its folders are not in the package, and
 * lockfiles of applications would repeat the list. `prepack` runs this script, and `postpack` runs it with
 * `--restore`. `npm publish` in this folder would send the restored `package.json` to the registry, so the
 * release publishes the file that `npm pack` has written.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'

const manifest = path.join(root, 'package.json')
const backup = path.join(root, 'temp/package.json.kept')

if (process.argv.includes('--restore')) {
  if (existsSync(backup)) renameSync(backup, manifest)
} else {
  const text = readFileSync(manifest, 'utf8')
  const { workspaces, ...packed } = JSON.parse(text)
  if (workspaces) {
    mkdirSync(path.dirname(backup), { recursive: true })
    writeFileSync(backup, text)
    writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
  } else if (existsSync(backup)) {
    throw new Error(
      'A pack was interrupted, so `workspaces` is missing. Copy it from temp/package.json.kept into package.json, then delete temp/package.json.kept.',
    )
  }
}
