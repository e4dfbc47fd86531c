// Compiles the files that must compile, with every compiler. Each assertion counts once a compiler.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compilers, native, run } from './lib/compilers.mjs'
import { root, writeDeclarations } from './lib/declarations.mjs'
import { createReport } from './lib/report.mjs'

const report = createReport()
writeDeclarations()
// A declaration that is merged into a module holds for all of a program, so `augmented` has its own.
for (const folder of ['', '/augmented', '/augmented-entries', '/augmented-compat', '/augmented-pattern'].map(
  (name) => path.join(root, 'type-tests', name),
)) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.test-d.ts'))
    .map((name) => path.join(folder, name))
  const project = path.join(root, 'temp', `${path.basename(folder)}-positive.json`)
  writeFileSync(project, JSON.stringify({ extends: '../type-tests/tsconfig.json', include: [], files }))
  for (const [version, name] of [...compilers, native]) {
    const errors = run(name, '-p', project, '--pretty', 'false').match(/^.*error TS.*$/gm) ?? []
    for (const error of errors) report.check(false, `${version} ${error}`)
    for (const file of files) {
      const assertions = readFileSync(file, 'utf8').match(/expectTypeOf[<(]|@ts-expect-error/g) ?? []
      const failed = errors.some((error) => error.includes(path.basename(file)))
      for (const _ of assertions) if (!failed) report.check(true, '')
    }
  }
  rmSync(project)
}
report.finish()
