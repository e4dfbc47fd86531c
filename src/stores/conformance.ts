import type { Awaitable } from '../model/awaitable.js'
import { counts, retention, values } from './conformance/cases.js'

import type { Store } from './contract.js'

/** Options of {@link storeConformance}. */
export interface StoreConformanceOptions {
  /** Creates the store, at the start of every case. It may be the same one each time: every case has its own keys. */
  store(): Awaitable<Store>
}

/** One thing that a store must do. */
export interface StoreConformanceCase {
  /** The part of the contract, and what the case shows. */
  readonly name: string
  /** Resolves if the store does it, and rejects with what is wrong if it does not. */
  run(): Promise<void>
}

/**
 * What Authwright expects of a store, as cases for any test runner. Some wait until an entry has expired, which takes a
 * tenth of a second; two write 20,000 entries that expire within 30 seconds.
 *
 * @example
 * ```ts
 * import { storeConformance } from 'authwright/stores/conformance'
 * import { memoryStore } from 'authwright/stores/memory'
 * import { test } from 'node:test'
 *
 * for (const { name, run } of storeConformance({ store: () => memoryStore() })) test(name, run)
 * ```
 */
export function storeConformance(options: StoreConformanceOptions): readonly StoreConformanceCase[] {
  return Object.entries({ values, counts, retention }).flatMap(([part, cases]) =>
    Object.entries(cases).map(([shows, run]) => ({
      name: `${part}: ${shows}`,
      run: async () => run(await options.store(), `conformance:${crypto.randomUUID()}`),
    })),
  )
}
