import type { Adapter } from '../contract.js'

/** An adapter with every method. A case calls only those that its group says are there. */
export type CheckedAdapter = Required<Adapter>

/** What the cases of one part of the contract have in common. */
export interface ConformanceGroup {
  readonly methods: readonly (keyof Adapter)[]
  /** The cases by what they show. */
  readonly cases: Readonly<Record<string, (adapter: CheckedAdapter) => Promise<void>>>
}
