import type { Awaitable } from '../../model/awaitable.js'
import type { Adapter, FactsStorage } from '../contract.js'

/** An adapter with every method. A case calls only the methods that its group lists. */
export type CheckedAdapter = Required<Adapter> & FactsStorage

/** An adapter for a store that fails once. */
export interface FaultyAdapter {
  /** An adapter for the same storage as the one under test. */
  readonly adapter: Adapter
  /** Whether the store has failed. */
  failed(): boolean
}

/** Settings that a case may need. They come from the options with the same names. */
export interface CaseSettings {
  /** The type of user ids. */
  readonly ids: 'text' | 'numbers'
  /** Number of sessions of one user in cases with many sessions. */
  readonly many: number
  /** Returns an adapter whose store fails at the access with the number `call`. */
  readonly faulty: ((call: number) => Awaitable<FaultyAdapter>) | undefined
}

/** The cases of one part of the contract. */
export interface ConformanceGroup {
  /** The methods that the cases call. */
  readonly methods: readonly (keyof Adapter)[]
  /** Timeout of a case in milliseconds. */
  readonly timeout: number
  /** The cases by name. */
  readonly cases: Readonly<Record<string, (adapter: CheckedAdapter, settings: CaseSettings) => Promise<void>>>
  /** The methods and cases that are added if the adapter deletes users. */
  readonly withUserDeletion?: Pick<ConformanceGroup, 'methods' | 'cases'>
}

/** The timeout of a case with a few calls to the database. */
export const DEFAULT_TIMEOUT_MS = 30_000

/** The timeout of a case with thousands of calls to the database. */
export const BULK_TIMEOUT_MS = 300_000
