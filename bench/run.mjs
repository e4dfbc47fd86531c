/*
 * Runs Authwright and Auth.js alternately in one process, and prints how many times as fast Authwright is.
 *
 *   npm run bench                        everything except cluster; the tables for bench/README.md are printed
 *   npm run bench -- session sign-in     sections by name
 *   npm run bench -- --rounds 40         more rounds; --ms for longer turns
 *   npm run bench -- cluster             two servers, PostgreSQL and Redis under load, restarted in turn; --seconds for a longer run
 *   npm run bench -- --charts             draws the pictures of docs/performance.md with the measured figures
 */
import { parseArgs } from 'node:util'
import { database } from './cases/database.mjs'
import { passwords } from './cases/passwords.mjs'
import { session } from './cases/session.mjs'
import { signIn } from './cases/sign-in.mjs'
import { tokens } from './cases/tokens.mjs'
import { adapterCost } from './lib/adapter-cost.mjs'
import { allocations } from './lib/allocations.mjs'
import { bundles } from './lib/bundles.mjs'
import { writeCharts } from './lib/charts.mjs'
import { cluster } from './lib/cluster.mjs'
import { http } from './lib/http.mjs'
import { compare } from './lib/measure.mjs'
import { retained } from './lib/retained.mjs'
import { imports, startTimes } from './lib/start.mjs'
import {
  adapterTable,
  allocationTable,
  bundleTable,
  clusterTable,
  comparisonTable,
  httpTable,
  retainedTable,
  startTable,
} from './lib/tables.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '25' },
    ms: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
    charts: { type: 'boolean', default: false },
  },
})
const options = { rounds: Number(values.rounds), ms: Number(values.ms) }

/** @type {{ name: string, ratio: number | undefined }[]} */
const comparisons = []
/** @type {{ name: string, ms: number, over: number }[]} */
const starts = []

/** @param {readonly import('./lib/measure.mjs').Case[]} cases */
async function compared(cases) {
  const rows = await compare(cases, options)
  comparisons.push(...rows.map(({ name, wallRatio }) => ({ name, ratio: wallRatio })))
  return comparisonTable(rows)
}

/** @type {Readonly<Record<string, () => Promise<string>>>} */
const sections = {
  session: async () => compared(await session()),
  database: async () => compared(await database()),
  adapter: async () => adapterTable(await adapterCost(options)),
  'sign-in': async () => compared(await signIn()),
  tokens: async () => compared(await tokens()),
  passwords: async () => compared(await passwords()),
  allocations: async () => allocationTable(await allocations()),
  async http() {
    const rows = await http(options.rounds)
    comparisons.push(...rows)
    return httpTable(rows)
  },
  async start() {
    starts.push(...(await startTimes(options.rounds, imports)))
    return startTable(starts)
  },
  bundle: async () => {
    const { sizes, programs } = await bundles()
    return bundleTable(await startTimes(options.rounds, programs), sizes)
  },
  // Runs only if it is named, because it takes a minute and starts services.
  cluster: async () => clusterTable(await cluster({ connections: 200, seconds: Number(values.seconds) })),
  retained: async () => retainedTable(await retained()),
}

for (const [name, measure] of Object.entries(sections)) {
  if (positionals.length > 0 ? !positionals.includes(name) : name === 'cluster') continue
  console.log(`\n### ${name}\n\n${await measure()}`)
}
if (values.charts) console.log(`\n${writeCharts({ comparisons, starts }).join('\n')}`)
process.exit()
