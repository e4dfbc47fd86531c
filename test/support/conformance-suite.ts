import { it } from 'vitest'
import { adapterConformance, type ConformanceOptions } from '../../src/adapters/conformance.js'

/**
 * The number of sessions in the case with very many sessions. `npm run test:long` uses ten thousand for every
 * adapter.
 */
const many = Number(process.env.AUTHWRIGHT_SESSIONS ?? 1000)

/** Every case of the conformance suite, as a test. */
export function conformanceSuite(options: ConformanceOptions): void {
  for (const { name, run, timeout } of adapterConformance({ many, ...options })) it(name, run, timeout)
}
