/*
 * Checks the declarations of the packed package with tsd, which brings its own TypeScript 5.9. Each assertion
 * of the test files counts as one test.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tsd from 'tsd'
import { display, root } from '../../scripts/lib/root.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { packTarball } from '../../scripts/lib/tarball.mjs'

mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/tsd-'))
const source = import.meta.dirname
const testFiles = readdirSync(source).filter((file) => file.endsWith('.test-d.ts'))
let assertions = 0
let failed = 0

try {
  const { file } = await packTarball(folder)
  const { code, output } = await run('tar', ['-xzf', path.basename(file)], { cwd: folder })
  if (code !== 0) throw new Error(`The tarball cannot be read:\n${output}`)

  // The tests are inside the package, so that they import it by its name.
  const cwd = path.join(folder, 'package')
  for (const name of testFiles) {
    cpSync(path.join(source, name), path.join(cwd, name))
    assertions += readFileSync(path.join(source, name), 'utf8').match(/^expect\w+[<(]/gm)?.length ?? 0
  }
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(path.join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

  for (const { fileName, line, column, message } of await tsd.default({
    cwd,
    typingsFile: 'dist/index.d.ts',
    testFiles,
  })) {
    failed += 1
    console.error(`${display(fileName).replace(`${display(cwd)}/`, '')}:${line}:${column}: ${message}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(`${Math.max(0, assertions - failed)} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
