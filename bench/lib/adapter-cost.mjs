import { sameAdapter } from '../cases/same-adapter.mjs'
import { compare } from './measure.mjs'

/** The number of measured checks. */
const CHECKS = 100

/**
 * The cost of a session check, compared with the adapter's query alone: CPU time and number of statements.
 *
 * @typedef {object} AdapterCost
 * @property {string} name
 * @property {number} cpu microseconds of CPU time
 * @property {number} over microseconds of CPU time in addition to the query alone
 * @property {number} reads per check
 * @property {number} writes in a hundred checks of a session that is due for extension
 */

/** @param {{ rounds: number, ms: number }} options @returns {Promise<AdapterCost[]>} */
export async function adapterCost(options) {
  /** @type {AdapterCost[]} */
  const costs = []
  for (const { cases, statements, makeDue } of await sameAdapter()) {
    const rows = await compare(cases, options)
    const alone = rows[0]?.cpu ?? Number.NaN
    await makeDue()
    for (const [index, { run, name }] of cases.entries()) {
      statements()
      for (let check = 0; check < CHECKS; check++) await run()
      const all = statements()
      const writes = all.filter((statement) => !/^\s*select/i.test(statement)).length
      const cpu = rows[index]?.cpu ?? Number.NaN
      costs.push({ name, cpu, over: cpu - alone, reads: (all.length - writes) / CHECKS, writes })
    }
  }
  return costs
}
