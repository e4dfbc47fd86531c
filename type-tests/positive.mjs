// Compiles the files that must compile, with every compiler. Each assertion counts once for each compiler.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compilerOptions, compilers, load, native, run } from './lib/compilers.mjs'
import { root, writeDeclarations } from './lib/declarations.mjs'
import { createReport } from './lib/report.mjs'

const report = createReport()
writeDeclarations()
// A declaration that is merged into a module applies to a whole program, so these folders have separate
// programs.
const folders = ['', '/augmented', '/augmented-entries', '/augmented-compat', '/augmented-pattern'].map(
  (name) => path.join(root, 'type-tests', name),
)
const filesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test-d.ts'))
    .map((name) => path.join(folder, name))

/** Counts the assertions of a folder, and prints each error. */
function count(version, folder, errors) {
  for (const error of errors) report.check(false, `${version} ${error}`)
  for (const file of filesOf(folder)) {
    const assertions = readFileSync(file, 'utf8').match(/expectTypeOf[<(]|@ts-expect-error/g) ?? []
    const failed = errors.some((error) => error.includes(path.basename(file)))
    for (const _ of assertions) if (!failed) report.check(true, '')
  }
}

/** A compiler host that parses each file once for all programs. */
function sharedHost(ts, options) {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  const parsed = new Map()
  host.getSourceFile = (file, ...rest) => {
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest))
    return parsed.get(file)
  }
  return host
}

for (const [version, name] of compilers) {
  const ts = load(name)
  const options = compilerOptions(ts)
  const host = sharedHost(ts, options)
  for (const folder of folders) {
    const program = ts.createProgram(filesOf(folder), options, host)
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map((diagnostic) => ts.formatDiagnostic(diagnostic, host).trim())
    count(version, folder, errors)
  }
}

// The native compiler has no API.
const [version, name] = native
for (const folder of folders) {
  const project = path.join(root, 'temp', `${path.basename(folder)}-positive.json`)
  const files = filesOf(folder)
  writeFileSync(project, JSON.stringify({ extends: '../type-tests/tsconfig.json', include: [], files }))
  count(version, folder, run(name, '-p', project, '--pretty', 'false').match(/^.*error TS.*$/gm) ?? [])
  rmSync(project)
}
report.finish()
