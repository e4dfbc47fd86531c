import type { Awaitable } from './awaitable.js'

/** A database or store on a server, whose clock can be read. */
export interface Clocked {
  /** The time of the server. */
  serverTime(): Awaitable<Date>
}
