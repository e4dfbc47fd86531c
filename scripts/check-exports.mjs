/*
 * `package.json#exports` and the source tree agree: each entry point has its file and points to what is built from
 * it, and no module where entry points live is left out by mistake.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { entries, exportTarget } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

const source = path.join(root, 'src')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const listed = entries()
/** @type {string[]} */
const problems = []

for (const entry of listed) {
  const file = path.join(source, `${entry.name}.ts`)
  if (!existsSync(file)) problems.push(`package.json: exports["${entry.subpath}"] has no ${display(file)}.`)
  const key = Object.hasOwn(manifest.exports, entry.subpath)
    ? entry.subpath
    : entry.subpath.replace(/[^/]+$/, '*')
  const target = exportTarget(key === entry.subpath ? entry : { ...entry, name: key.slice('./'.length) })
  if (!isDeepStrictEqual(manifest.exports[key], target)) {
    problems.push(`package.json: exports["${key}"] must be ${JSON.stringify(target)}.`)
  }
}

const imported = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(source, file))
    .flatMap((file) => {
      const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([.][^']+)[.]js'/g)
      return [...specifiers].map(([, specifier = '']) => path.join(path.dirname(file), `${specifier}.ts`))
    }),
)
const names = new Set(listed.map(({ name }) => name))
for (const folder of ['', 'providers', 'adapters', 'stores']) {
  for (const file of readdirSync(path.join(source, folder)).filter((name) => name.endsWith('.ts'))) {
    const name = path.posix.join(folder, path.basename(file, '.ts'))
    if (names.has(name) || imported.has(path.join(source, folder, file))) continue
    problems.push(
      `package.json: exports lacks "./${name}": src/${name}.ts is neither an entry point nor used by one.`,
    )
  }
}

report(problems, `package.json and src agree on ${listed.length} entry points.`)
