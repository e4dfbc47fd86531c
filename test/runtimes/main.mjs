/*
 * `npm run test:runtimes`: the tests of the runtime, unchanged, on every JavaScript runtime that is
 * supported. Names of runtimes as arguments run these only. A runtime that cannot be installed is skipped
 * with a message, or fails the run if `CI` is set.
 */
import '../../scripts/lib/require-node.mjs'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../../scripts/lib/root.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { describe, sum, tallyCheck, tallyLine, tallyNotRun } from '../../scripts/lib/tally.mjs'
import { departures } from './departures.mjs'
import { bundleOptions, bundlePortableTests } from './portable-tests.mjs'
import { installRuntimes, runtimes } from './runtimes.mjs'

const wanted = process.argv.slice(2)
const all = runtimes()
const unknown = wanted.filter((name) => !all.some((runtime) => runtime.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no runtime "${unknown.join('", "')}". They are: ${all.map(({ name }) => name).join(' · ')}.`,
  )
  process.exit(1)
}

const folder = path.join(root, 'temp/portable-tests')
mkdirSync(folder, { recursive: true })

const problem = await installRuntimes()
if (problem !== undefined)
  console.log(`The runtimes could not be installed:\n${problem.split('\n').slice(0, 5).join('\n')}`)

/** @type {Map<import('./portable-tests.mjs').Platform, string>} */
const programs = new Map()

/** @param {import('./portable-tests.mjs').Platform} platform @returns {Promise<string>} */
async function programFor(platform) {
  const known = programs.get(platform)
  if (known !== undefined) return known
  const { bundle, files, left } = await bundlePortableTests(folder, platform)
  const reasons = [...left].map(([file, reason]) => `  ${file}: needs ${reason}`)
  if (programs.size === 0) {
    console.log(`${files.length} test files run on each; in Vitest alone run:\n${reasons.join('\n')}`)
  }
  const program = path.join(folder, `${platform}.mjs`)
  writeFileSync(program, platform === 'web' ? worker(bundle) : script(bundle))
  if (platform === 'web') writeFileSync(program.replace(/[.]mjs$/, '.capnp'), configuration(program, bundle))
  programs.set(platform, program)
  return program
}

/** @param {string} bundle */
function script(bundle) {
  return `import { main } from './${path.basename(bundle)}'\nprocess.exitCode = (await main()) ? 0 : 1\n`
}

/** @param {string} bundle */
function worker(bundle) {
  return `import { main } from './${path.basename(bundle)}'
export default {
  async test() {
    if (!(await main())) throw new Error('Tests have failed.')
  },
}
`
}

/** @param {readonly string[]} files @returns {string} */
function configuration(...files) {
  const modules = files
    .map((file) => path.basename(file))
    .map((name) => `(name = "${name}", esModule = embed "${name}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "tests", worker = (
    modules = [${modules.join(', ')}],
    compatibilityDate = "2026-11-01",
    compatibilityFlags = ["nodejs_compat"],
    bindings = [(name = "NODE_ENV", text = "test")],
  ))],
);
`
}

/** @param {string} name @param {string} command @returns {Promise<import('../../scripts/lib/tally.mjs').Tally>} */
async function visitorsLeave(name, command) {
  const problem = await departures(command, folder).catch(String)
  console.log(`${name}, where clients disconnect: ${problem === undefined ? 'ok' : `FAILED, ${problem}`}`)
  return tallyCheck(problem === undefined ? 0 : 1)
}

/** The driver that `sqlite()` uses for a path if only the driver for Node.js 20 is installed. */
const sqliteDrivers = /** @type {const} */ ({
  'Node 20': 'libsql',
  'Node 22': 'node:sqlite',
  'Node 24': 'node:sqlite',
  Bun: 'bun:sqlite',
  Deno: 'node:sqlite',
})

/** @param {keyof typeof sqliteDrivers} name @param {(program: string) => readonly string[]} commandOf */
async function sqliteOn(name, commandOf) {
  const bundle = path.join(folder, 'sqlite.mjs')
  const program = path.join(folder, 'sqlite-main.mjs')
  await build({
    ...bundleOptions('node'),
    entryPoints: [path.join(root, 'test/runtimes/sqlite.ts')],
    outfile: bundle,
  })
  writeFileSync(program, script(bundle))
  const [command = '', ...args] = commandOf(program)
  const { code, output } = await run(command, args, { env: { NO_COLOR: '1' }, timeout: 300_000 })
  const expected = sqliteDrivers[name]
  const tally = tallyLine(output.split('\n').includes(expected) ? code : 1, output)
  console.log(
    `${name}, sqlite() by ${expected}: ${tally.failed === 0 ? 'ok' : `FAILED\n${output}`}, ${describe(tally)}`,
  )
  return tally
}

/** @type {import('../../scripts/lib/tally.mjs').Tally[]} */
const tallies = []
for (const runtime of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const program = await programFor(runtime.platform)
  const [command = '', ...args] = runtime.command(program)
  if (!existsSync(command)) {
    const tally = tallyNotRun(runtime.name, process.env)
    tallies.push(tally)
    console.log(
      `${runtime.name}: ${tally.failed === 0 ? 'SKIPPED' : 'FAILED'}, it could not be installed here.`,
    )
    continue
  }
  const { code, output } = await run(command, args, {
    env: { NO_COLOR: '1', FC_RUNS: '300', NODE_ENV: 'test' },
    timeout: 900_000,
  })
  const tally = tallyLine(code, output)
  tallies.push(tally)
  console.log(`${runtime.name}: ${tally.failed === 0 ? 'ok' : 'FAILED'}, ${describe(tally)}`)
  if (tally.failed > 0) for (const line of output.trimEnd().split('\n')) console.log(`    | ${line}`)
  if (runtime.platform === 'web') tallies.push(await visitorsLeave(runtime.name, command))
  else tallies.push(await sqliteOn(/** @type {keyof typeof sqliteDrivers} */ (runtime.name), runtime.command))
}

const total = sum(tallies)
console.log(describe(total))
process.exitCode = total.failed === 0 ? 0 : 1
