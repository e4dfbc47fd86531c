import type { Awaitable } from '../../model/awaitable.js'
import type { Adapter, FactsStorage } from '../contract.js'

/** All methods are required in this type, because a case calls only the methods that its group lists. */
export type CheckedAdapter = Required<Adapter> & FactsStorage

/** An adapter for a store that fails once. */
export interface FaultyAdapter {
  /** An adapter for the same storage as the one under test. */
  readonly adapter: Adapter
  /** Whether the store has failed. */
  failed(): boolean
}

export interface CaseSettings {
  readonly ids: 'text' | 'numbers'
  readonly many: number
  readonly faulty: ((call: number) => Awaitable<FaultyAdapter>) | undefined
}

export interface ConformanceGroup {
  readonly methods: readonly (keyof Adapter)[]
  readonly timeout: number
  readonly cases: Readonly<Record<string, (adapter: CheckedAdapter, settings: CaseSettings) => Promise<void>>>
  readonly withSessions?: AddedCases
  readonly withUserDeletion?: AddedCases
}

export type AddedCases = Pick<ConformanceGroup, 'methods' | 'cases'>

export const DEFAULT_TIMEOUT_MS = 30_000

export const BULK_TIMEOUT_MS = 300_000
