import { sameAdapter } from '../cases/same-adapter.mjs'
import { compare } from './measure.mjs'

/** Checks that are counted. */
const CHECKS = 100

/**
 * What a check of a session costs above the adapter's query: times, and the statements that it takes.
 *
 * @typedef {object} AdapterCost
 * @property {string} name
 * @property {number} cpu microseconds of the processor
 * @property {number} over microseconds of the processor above the query alone
 * @property {number} reads a check
 * @property {number} writes in a hundred checks of a session that is to be extended
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
