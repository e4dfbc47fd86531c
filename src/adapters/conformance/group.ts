import type { Awaitable } from '../../model/awaitable.js'
import type { Adapter, FactsStorage } from '../contract.js'

/** An adapter with every method. A case calls only the methods that its group lists. */
export type CheckedAdapter = Required<Adapter> & FactsStorage

/** An adapter for a store that fails once. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** Whether the store has failed. */
  failed(): boolean
}

/** Settings that a case may need. */
export interface CaseSettings {
  readonly ids: 'text' | 'numbers'
  readonly many: number
  readonly faulty: ((call: number) => Awaitable<FaultyAdapter>) | undefined
}

/** The cases of one part of the contract. */
export interface ConformanceGroup {
  readonly methods: readonly (keyof Adapter)[]
  /** Timeout of a case in milliseconds. */
  readonly timeout: number
  /** The cases by name. */
  readonly cases: Readonly<Record<string, (adapter: CheckedAdapter, settings: CaseSettings) => Promise<void>>>
}

/** The timeout of a case with a few calls to the database. */
export const DEFAULT_TIMEOUT_MS = 30_000

/** The timeout of a case with thousands of calls to the database. */
export const BULK_TIMEOUT_MS = 300_000
