import type { Awaitable } from './awaitable.js'

/** The health of a database or store. */
export interface PartHealth {
  /** Whether the database or the store responded. */
  ok: boolean
  /** Milliseconds until the response or the failure. */
  milliseconds: number
  /** Milliseconds by which the clock of the database or store is ahead of the clock of this process. Negative if it is behind. */
  clockAhead?: number
  /** An unsafe or wrong setting, for operators. */
  warning?: string
  /** Why `ok` is `false`, for operators. */
  reason?: string
}

/** Options of {@link Auth.health}. */
export interface HealthOptions {
  /** The current request. Required only if the configuration is a function of the request, or has tenants. */
  request?: Request
  /** Whether to check the database, its replica and the store. Default: `false`. */
  deep?: boolean
  /** Maximum milliseconds until each part responds, from 1 to 60,000. A slower part is not `ok`. Default: 2,000. */
  timeLimit?: number
}

/** Result of {@link Auth.health}. */
export interface Health {
  /** Whether this process can serve requests. With `deep`, also whether the database and the store respond. */
  ok: boolean
  /** With `deep`: `'differs'` if the clock of the database or of the store differs by more than a minute from that of this process. */
  clock?: 'ok' | 'differs'
  /** With `deep`: whether all processes that share the store use the same secret. Absent if this is unknown. */
  secrets?: 'same' | 'differ'
  /** The database. Present with `deep` and an adapter. */
  database?: PartHealth
  /** The read replica. Present with `deep` and the option `read` of `pg()`. */
  replica?: PartHealth
  /** The store. Present with `deep`. */
  store?: PartHealth
  /** Why `ok` is `false`, for operators. Absent if the database or the store failed: see their `reason`. */
  reason?: string
}

/** A database or store with a clock that can be read. */
export interface Clocked {
  /** The current time of the server. */
  serverTime(): Awaitable<Date>
}
