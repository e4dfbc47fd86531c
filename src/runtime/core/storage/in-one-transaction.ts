import type { GuardedAdapter } from './guarded-adapter.js'

/** Runs `work` in a transaction, or without one if the adapter does not support transactions. */
export function inOneTransaction<Result>(
  adapter: GuardedAdapter,
  work: (inside: GuardedAdapter) => Promise<Result>,
): Promise<Result> {
  return adapter.has('inTransaction') ? adapter.inTransaction(work) : work(adapter)
}
