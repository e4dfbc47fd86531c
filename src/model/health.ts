import type { Awaitable } from './awaitable.js'

/** Whether the database or the store responds. */
export interface PartHealth {
  ok: boolean
  /** Milliseconds until it responded or failed. */
  milliseconds: number
  /** Milliseconds by which its clock is ahead of this process; negative if it is behind. Absent if it reports no time. */
  clockAhead?: number
  /**
   * A security problem, for operators. For example, `pg()` lists tables without row level security that an API such as Supabase's exposes
   * to browsers.
   */
  warning?: string
  /** Why it is not `ok`, for operators. Do not show it to users. */
  reason?: string
}

/** Result of {@link Auth.health}. */
export interface Health {
  /** Whether the database and the store respond, so that users can sign in and sessions can be read. Clocks do not count. */
  ok: boolean
  /** `'differs'` if the clocks of this process, the database and the store are more than a minute apart. */
  clock: 'ok' | 'differs'
  /**
   * Whether the secrets of this process go with those of the others that share its store: `'differ'` where one of them cannot open what another
   * seals. Absent without such a store, and where neither `AUTH_URL` nor a request names the application.
   */
  secrets?: 'same' | 'differ'
  /** Absent without an adapter. */
  database?: PartHealth
  store: PartHealth
  /** Why nothing could be checked: the configuration cannot be resolved. For operators. */
  reason?: string
}

/** A database or store on a server, whose clock can be read. */
export interface Clocked {
  /** The time of the server. */
  serverTime(): Awaitable<Date>
}
