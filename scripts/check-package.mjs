/* The tarball that would be published: what is in it, and how module systems and compilers read it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { entries, exportTarget } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { packTarball } from './lib/tarball.mjs'

const temporary = path.join(root, 'temp')
mkdirSync(temporary, { recursive: true })
const folder = mkdtempSync(path.join(temporary, 'package-'))
const { file, contents } = await packTarball(folder)

/** @type {string[]} */
const problems = []

const expected = [
  /^dist\/.+[.](js|d[.]ts|svelte)$/,
  /^docs\/rules\/.+[.]md$/,
  /^schemas\/.+[.](sql|ts|prisma)$/,
  /^(package[.]json|README[.]md|LICENSE|CHANGELOG[.]md)$/,
]
for (const name of contents.filter((name) => !expected.some((pattern) => pattern.test(name)))) {
  problems.push(`The tarball has ${name}, which is nothing for users. See "files" in package.json.`)
}

for (const name of ['README.md', 'LICENSE']) {
  if (!contents.includes(name)) problems.push(`The tarball lacks ${name}.`)
}
for (const entry of entries()) {
  for (const name of Object.values(exportTarget(entry))) {
    if (!contents.includes(name.slice('./'.length)))
      problems.push(`The tarball lacks ${name}, which "${entry.subpath}" points to.`)
  }
}

const tools = await Promise.all([
  runNode(['node_modules/publint/src/cli.js', 'run', file, '--strict']),
  runNode([
    'node_modules/@arethetypeswrong/cli/dist/index.js',
    file,
    '--profile',
    'esm-only',
    '--no-color',
    '--no-emoji',
  ]),
])
for (const { code, output } of tools) {
  if (code !== 0) problems.push(output.trim())
}

rmSync(folder, { recursive: true, force: true })
report(problems, `The tarball has ${contents.length} files, and every entry point resolves.`)
