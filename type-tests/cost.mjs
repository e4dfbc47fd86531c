// The cost of checking a configuration is the number of type instantiations, which is the same in each run
// and on each machine. It may exceed the recorded number by 5 %, but not its limit. `--write` records it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { runNode } from '../scripts/lib/run.mjs'
import { compilers, native } from './lib/compilers.mjs'
import { costCases, emitting, shared } from './lib/cost-cases.mjs'
import { createReport } from './lib/report.mjs'

/** The factor by which a number of instantiations may exceed the recorded number. */
const tolerance = 1.05
/** The maximum of a figure, by compiler and case. */
const limits = {
  5.9: { '10 providers': 6_500, '100 providers': 130_000, realistic: 7_621 },
  '6.0': { '10 providers': 6_500 },
  '7.0': { '10 providers': 6_500 },
}
/** The maximum bytes of the declaration of `auth` with ten providers. */
const declarationLimit = 4_000
const declarationCase = 'declaration of auth, bytes'

const baselineFile = path.join(root, 'type-tests/baseline/cost.json')
const versions = [...compilers, native]

mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/cost-'))
const report = createReport()

function compilerOptions(emits, version) {
  return {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    skipLibCheck: true,
    rootDir: '.',
    ...(emits ? { declaration: true, emitDeclarationOnly: true, outDir: version } : { noEmit: true }),
  }
}

async function measure([version, compiler], { name }, index) {
  const emits = name === emitting
  const file = `case-${index}`
  const project = path.join(folder, `${file}-${version}.json`)
  const config = { compilerOptions: compilerOptions(emits, version), files: [`${file}.ts`] }
  writeFileSync(project, JSON.stringify(config))
  const command = path.join(root, 'node_modules', compiler, 'bin/tsc')
  const { output } = await runNode([command, '-p', project, '--extendedDiagnostics', '--pretty', 'false'])
  const error = /error TS.*/.exec(output)?.[0]
  report.check(error === undefined, `TypeScript ${version}, ${name}: ${error}`)
  const figures = [{ version, name, figure: Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]) }]
  if (emits) {
    const emitted = path.join(folder, version, `${file}.d.ts`)
    figures.push({ version, name: declarationCase, figure: declarationBytes(emitted) })
  }
  return figures
}

function declarationBytes(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, type] = /export declare const auth: ([\s\S]*?)(?=\nexport |$)/.exec(text) ?? []
  return type === undefined ? Number.NaN : Buffer.byteLength(type)
}

/** Runs tasks two at a time, the last ones first because they take longest. */
async function inTwos(tasks) {
  const waiting = [...tasks]
  const results = []
  const work = async () => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) results.push(...(await task()))
  }
  await Promise.all([work(), work()])
  return results
}

function checkFigure({ version, name, figure }, baseline) {
  const label = `TypeScript ${version}, ${name}`
  report.check(Number.isFinite(figure), `${label}: nothing was measured.`)
  const limit = name === declarationCase ? declarationLimit : limits[version]?.[name]
  if (limit !== undefined) report.check(figure <= limit, `${label}: ${figure}, and the limit is ${limit}.`)
  const recorded = baseline[name]?.[version]
  report.check(
    figure <= recorded * tolerance,
    `${label}: ${figure}, and ${recorded ?? 'nothing'} is recorded. If it must be, node type-tests/cost.mjs --write.`,
  )
}

/** The figures by case and compiler, in the order of both. */
function byCase(figures) {
  const figureOf = (name, version) =>
    figures.find((each) => each.name === name && each.version === version)?.figure
  const names = [...costCases.map(({ name }) => name), declarationCase]
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(versions.map(([version]) => [version, figureOf(name, version)])),
    ]),
  )
}

function print(table) {
  const line = (cells) => cells.map((cell, index) => String(cell).padStart(index === 0 ? 28 : 9)).join('')
  console.log(line(['instantiations', ...versions.map(([version]) => version)]))
  for (const [name, row] of Object.entries(table)) console.log(line([name, ...Object.values(row)]))
}

try {
  for (const [name, text] of Object.entries(shared)) writeFileSync(path.join(folder, name), text)
  for (const [index, { source }] of costCases.entries()) {
    writeFileSync(path.join(folder, `case-${index}.ts`), source)
  }
  const tasks = costCases.flatMap((each, index) =>
    versions.map((version) => () => measure(version, each, index)),
  )
  const figures = await inTwos(tasks)
  const table = byCase(figures)
  print(table)
  if (process.argv.includes('--write')) writeFileSync(baselineFile, `${JSON.stringify(table, null, 2)}\n`)
  const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, 'utf8')) : {}
  for (const figure of figures) checkFigure(figure, baseline)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report.finish()
