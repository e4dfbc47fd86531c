/*
 * Checks a tarball of the package: its files, whether module systems and compilers can read it,
 * and the cost of an import in Node.js.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { entries } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { packTarball } from './lib/tarball.mjs'

const temporary = path.join(root, 'temp')
mkdirSync(temporary, { recursive: true })
const folder = mkdtempSync(path.join(temporary, 'package-'))
const { file, contents } = await packTarball(folder)

const expected = [
  /^dist\/.+[.](js|d[.]ts|svelte)$/,
  /^dist\/cli\/LICENSES[.]txt$/,
  /^docs\/((guides|migrating|providers|rules)\/)?[\w-]+[.]md$/,
  /^docs\/providers\/catalogue[.]json$/,
  /^schemas\/.+[.](sql|ts|prisma)$/,
  /^(package[.]json|README[.]md|LICENSE|CHANGELOG[.]md)$/,
]
const modules = entries().flatMap(({ name }) => [`dist/${name}.d.ts`, `dist/${name}.js`])
// Messages of the command line name these pages, so the package must contain them.
const commands = path.join(root, 'cli')
const namedPages = readdirSync(commands, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [
    ...readFileSync(path.join(commands, name), 'utf8').matchAll(/\bpagePath\(['"`]([\w/-]+[.]md)/g),
  ])
  .map(([, page]) => `docs/${page}`)
const required = ['README.md', 'LICENSE', ...modules, ...new Set(namedPages)]
const problems = [
  ...contents
    .filter((name) => !expected.some((pattern) => pattern.test(name)))
    .map((name) => `The tarball contains ${name}, which users do not need. See "files" in package.json.`),
  ...required
    .filter((name) => !contents.includes(name))
    .map((name) => `The tarball lacks ${name}. See "files" and "exports" in package.json.`),
]

// The license of the list of common passwords requires its notice in every copy.
const notice = 'Copyright (c) 2018 Daniel Miessler'
const hasNotice = contents
  .filter((name) => /^dist\/.+[.]js$/.test(name))
  .some((name) => readFileSync(path.join(root, name), 'utf8').includes(notice))
if (!hasNotice) {
  problems.push(
    `No packed file contains "${notice}". Keep the notice of common-password-list.ts in the build.`,
  )
}

// Each provider must contain only one logo: tsup.config.mjs gives each a reduced copy of logos.ts.
const logos = /^(?:var|const) \w+Mark = /gm
const withLogos = contents
  .filter((name) => /^dist\/.+[.]js$/.test(name))
  .map((name) => ({ name, count: readFileSync(path.join(root, name), 'utf8').match(logos)?.length ?? 0 }))
  .filter(({ count }) => count > 0)
if (withLogos.length === 0) problems.push('No packed file has a logo of a provider.')
problems.push(
  ...withLogos
    .filter(({ count }) => count > 1)
    .map(
      ({ name, count }) => `${name} has ${count} logos, and a provider loads only one. See tsup.config.mjs.`,
    ),
)

const attw = ['node_modules/@arethetypeswrong/cli/dist/index.js', file, '--profile', 'esm-only']
const tools = await Promise.all([
  runNode(['node_modules/publint/src/cli.js', 'run', file, '--strict']),
  runNode([...attw, '--no-color', '--no-emoji']),
])
problems.push(...tools.filter(({ code }) => code !== 0).map(({ output }) => output.trim()))
rmSync(folder, { recursive: true, force: true })

// Limits for an import in Node.js, which loads complete files. .size-limit.mjs has the limits for bundles.
const limits = { files: 6, builtins: 1, bytes: 275_000 }
const cost = await importCost('dist/index.js')
for (const name of /** @type {const} */ (['files', 'builtins', 'bytes'])) {
  if (cost[name] <= limits[name]) continue
  problems.push(`import 'authwright' reads ${cost[name]} ${name}; ${limits[name]} are the limit. Load less.`)
}

report(
  problems,
  `The tarball has ${contents.length} files, and every entry point resolves. import 'authwright' reads ${JSON.stringify(cost)}.`,
)

/**
 * @param {string} entry
 * @returns {Promise<{ files: number, bytes: number, builtins: number }>} `builtins`: modules of Node.js
 */
async function importCost(entry) {
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    entryPoints: [entry],
    format: 'esm',
    logLevel: 'error',
    metafile: true,
    outdir: 'bundle',
    platform: 'node',
    // Ignores the tsconfig.json of the repository, with which imports would resolve to the sources instead of
    // the built package.
    tsconfigRaw: {},
    write: false,
  })
  const files = new Set([entry])
  const builtins = new Set()
  for (const file of files) {
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') (external ? builtins : files).add(path)
    }
  }
  const bytes = [...files].reduce((sum, file) => sum + (metafile.inputs[file]?.bytes ?? 0), 0)
  return { files: files.size, bytes, builtins: builtins.size }
}
