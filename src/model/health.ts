import type { Awaitable } from './awaitable.js'

/** Whether a part of an application responds. */
export interface PartHealth {
  ok: boolean
  /** Milliseconds until it responded, or failed. */
  milliseconds: number
  /** Milliseconds by which its clock is ahead of this process's; negative where it is behind. Absent where it reports no time. */
  clockAhead?: number
  /**
   * What is unsafe although it responds: a sentence for operators, not for users. `pg()` names its tables that an API offers to browsers, as
   * Supabase's does, without row level security.
   */
  warning?: string
  /** Why it is not `ok`: a sentence for operators, not for users. */
  reason?: string
}

/** What {@link Auth.health} resolves to. */
export interface Health {
  /** Whether sessions can be read and users can sign in: each part responds. Clocks do not count. */
  ok: boolean
  /** Whether the clock of this process and those of the parts differ by a minute at most, as far as they report a time. */
  clock: 'ok' | 'differs'
  /** Absent without an adapter. */
  database?: PartHealth
  store: PartHealth
  /** Why no part could be checked: the configuration cannot be resolved. A sentence for operators, not for users. */
  reason?: string
}

/** A database or store on a server, whose clock can be read. */
export interface Clocked {
  /** The time of the server. */
  serverTime(): Awaitable<Date>
}
