import type { Awaitable } from './awaitable.js'

/** Whether the database or the store responds. */
export interface PartHealth {
  /** Whether the database or the store responded. */
  ok: boolean
  /** Milliseconds until the response or the failure. */
  milliseconds: number
  /**
   * Milliseconds by which the clock of the database or the store is ahead of the clock of this process.
   * Negative if it is behind. Absent if it cannot be read.
   */
  clockAhead?: number
  /**
   * An unsafe or wrong setting, for operators. For example, `pg()` lists tables without row level security that an API such as Supabase's
   * exposes to browsers, and `kysely()` reports a driver of MySQL that does not use UTC.
   */
  warning?: string
  /** Why `ok` is `false`, for operators. Do not show this to users. */
  reason?: string
}

/** Options of {@link Auth.health}. */
export interface HealthOptions {
  /** The current request. Required only if the configuration is a function of the request, or has tenants. */
  request?: Request
  /** Whether to check the database, its replica and the store, too. Default: `false`. */
  deep?: boolean
  /** Milliseconds after which a part that has not responded is not `ok`. From 1 to 60,000. Default: 2,000. */
  timeLimit?: number
}

/** Result of {@link Auth.health}. With `deep`, it describes the database and the store, too. */
export interface Health {
  /**
   * Whether this process can serve requests: its configuration can be resolved, and has a secret. With `deep`, the database and the store respond,
   * so that users can sign in and sessions can be read. Clocks and replicas do not count.
   */
  ok: boolean
  /** `'differs'` if the clock of the database or of the store differs by more than a minute from the clock of this process. Only with `deep`. */
  clock?: 'ok' | 'differs'
  /**
   * Whether all processes that share the store use the same secret. `'differ'` if a process cannot open the
   * tokens of another process. Only with `deep`. Absent without a shared store, if the store does not
   * respond, or if neither `AUTH_URL` nor a request gives the URL of the application.
   */
  secrets?: 'same' | 'differ'
  /** Only with `deep`. Absent without an adapter. */
  database?: PartHealth
  /** The read replica of `pg()`. Sessions are read from the primary while it does not respond. Only with `deep`. */
  replica?: PartHealth
  /** Only with `deep`. */
  store?: PartHealth
  /** Why nothing could be checked: the configuration could not be resolved. For operators. */
  reason?: string
}

/** A database or store with a clock that can be read. */
export interface Clocked {
  /** The current time of the server. */
  serverTime(): Awaitable<Date>
}
