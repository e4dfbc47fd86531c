import type { Awaitable } from '../../model/awaitable.js'
import type { Adapter, FactsStorage } from '../contract.js'

/** An adapter with every method. A case calls only those that its group says are there. */
export type CheckedAdapter = Required<Adapter> & FactsStorage

/** An adapter over a store that fails once. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** Whether the store has failed. */
  failed(): boolean
}

/** What a case may need to know of the store. */
export interface CaseSettings {
  readonly ids: 'text' | 'numbers'
  readonly many: number
  readonly faulty: ((call: number) => Awaitable<FaultyAdapter>) | undefined
}

/** What the cases of one part of the contract have in common. */
export interface ConformanceGroup {
  readonly methods: readonly (keyof Adapter)[]
  /** How long one of the cases may take, in milliseconds. */
  readonly timeout: number
  /** The cases by what they show. */
  readonly cases: Readonly<Record<string, (adapter: CheckedAdapter, settings: CaseSettings) => Promise<void>>>
}

/** The timeout of a case with a few calls to the database. */
export const DEFAULT_TIMEOUT_MS = 30_000

/** The timeout of a case with thousands of calls to the database. */
export const BULK_TIMEOUT_MS = 300_000
