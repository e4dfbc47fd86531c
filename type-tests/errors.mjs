// Every line `//   ^ text` in errors/ asserts that the code line above it has one error at that column
// whose message contains `text`. Any other error fails. Each rule of the builder has a file of its name.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compilerOptions, compilers, load, native, run } from './lib/compilers.mjs'
import { root, writeDeclarations } from './lib/declarations.mjs'
import { createReport } from './lib/report.mjs'

const report = createReport()
// A declaration that is merged into a module applies to a whole program, so those files have separate
// programs.
const folders = [
  'errors',
  'errors-augmented',
  'errors-augmented-user',
  'errors-augmented-role',
  'errors-inexact',
].map((name) => path.join(root, 'type-tests', name))
/** Most applications use `strict` and no further options. */
const differing = new Map([['errors-inexact', { exactOptionalPropertyTypes: false }]])
const optionsOf = (folder) => differing.get(path.basename(folder)) ?? {}
const filesOf = (folder) => readdirSync(folder).map((name) => path.join(folder, name))
const nameOf = (file) => path.relative(path.join(root, 'type-tests'), file)

function expectedIn(file) {
  const expected = []
  let code = -1
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const match = /^\/\/( +)\^ (.*)$/.exec(line)
    if (!match) code = index
    else expected.push({ line: code + 1, column: match[1].length + 3, text: match[2] })
  }
  return expected
}

/** Sorts unions of literals, because their order differs between compilers. */
const inOrder = (text) =>
  text.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').sort().join(' | '))

function checkFile(label, file, found) {
  const expected = expectedIn(file)
  for (const { line, column, text } of found) {
    const index = expected.findIndex(
      (each) => each.line === line && each.column === column && inOrder(text).includes(inOrder(each.text)),
    )
    report.check(index >= 0, `${label} ${nameOf(file)}:${line}:${column} unexpected: ${text}`)
    if (index >= 0) expected.splice(index, 1)
    report.check(
      text.length <= limitOf(file),
      `${label} ${nameOf(file)}:${line} is ${text.length} characters long: ${text}`,
    )
    report.check(
      !/\binfer\b|Problem<|Check[A-Z]/.test(text),
      `${label} ${nameOf(file)}:${line} shows internals: ${text}`,
    )
  }
  for (const { line, column, text } of expected) {
    report.check(false, `${label} ${nameOf(file)}:${line}:${column} missing: ${text}`)
  }
}

// Messages of these files are longer, because the compiler repeats user code in them.
const longer = new Map([
  ['forgottenBuild', 673],
  ['names-of-the-ecosystem', 495],
  ['notAProvider', 320],
  ['tablesLackColumns', 446],
  ['tired-user', 558],
  ['unknownName', 446],
  ['wrongType', 725],
])
const limitOf = (file) => longer.get(path.basename(file, '.ts')) ?? 300

/** The errors that a compiler printed. Further lines of a message follow the first one, as in `flattenDiagnosticMessageText`. */
function printedErrors(output) {
  const errors = []
  for (const line of output.split('\n')) {
    const match = /^(\S+?)\((\d+),(\d+)\): error TS\d+: (.*)$/.exec(line)
    if (match) {
      const [, file, row, column, text] = match
      errors.push({ file: path.resolve(root, file), line: Number(row), column: Number(column), text })
    } else if (line.startsWith(' ')) errors[errors.length - 1].text += `\n${line}`
  }
  return errors
}

writeDeclarations()
const { reasons } = await import('./lib/reasons.mjs')
/**
 * Rules that are checked only at run time: they depend on the environment, the bundler or a configuration function.
 */
const ofProcess = new Set(['devInBundle', 'devInProduction', 'devNeedsLoopback', 'lazyApi'])
for (const code of Object.keys(reasons).filter((code) => !ofProcess.has(code))) {
  report.check(
    folders.some((folder) => existsSync(path.join(folder, `${code}.ts`))),
    `The rule ${code} has no file in errors/.`,
  )
}

// The programs that docs/contributing/type-tests.md lists have tests.
const list = readFileSync(path.join(root, 'docs/contributing/type-tests.md'), 'utf8')
const rows = list.matchAll(/\| `([^`\s]+\.(?:ts|mjs|md))` \| `([^`]+)` \|$/gm)
let listed = 0
for (const [, file, words] of rows) {
  listed++
  const found = ['type-tests', '.'].map((folder) => path.join(root, folder, file)).find(existsSync)
  report.check(found !== undefined, `type-tests.md names ${file}, which does not exist.`)
  if (!found) continue
  const text = readFileSync(found, 'utf8')
  report.check(
    text.includes(words.replaceAll('\\|', '|')),
    `type-tests.md: ${file} does not have the words ${words}`,
  )
}
const lines = list.split('\n').filter((line) => /^\|.*`\w[^`]*\.(?:ts|mjs|md)`/.test(line)).length
report.check(listed === lines, `type-tests.md: ${listed} rows of ${lines} could be read.`)

for (const [version, name] of compilers) {
  const ts = load(name)
  const options = compilerOptions(ts)
  for (const folder of folders) {
    const program = ts.createProgram(filesOf(folder), { ...options, ...optionsOf(folder) })
    for (const file of filesOf(folder)) {
      const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map((diagnostic) => {
        const { line, character } = ts.getLineAndCharacterOfPosition(diagnostic.file, diagnostic.start)
        const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
        return { line: line + 1, column: character + 1, text }
      })
      checkFile(version, file, found)
    }
  }
}

// The native compiler has no API, so its output is parsed.
const [version, name] = native
for (const folder of folders) {
  const project = path.join(root, 'temp', `${path.basename(folder)}.json`)
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../type-tests/tsconfig.json',
      compilerOptions: optionsOf(folder),
      include: [folder],
    }),
  )
  const printed = printedErrors(run(name, '-p', project, '--pretty', 'false'))
  rmSync(project)
  for (const file of filesOf(folder)) {
    checkFile(
      version,
      file,
      printed.filter((each) => each.file === file),
    )
  }
}
report.finish()
