import type { Exchange } from '../http/exchange.js'

/** What somebody tries to guess. */
export interface Guess {
  /** The provider, whose accounts are its own. */
  readonly provider: string
  /** Whose account, as the form says; `undefined` where it does not say. */
  readonly account: string | undefined
}

/** An attempt that was let through. */
export interface Attempt {
  /** It was no guess: it is not counted any more, and the browser is known to the account from now on. */
  succeeded(): Promise<void>
}

/** Limits how often somebody may guess. */
export interface Attempts {
  /** Counts an attempt before it is made. Throws `RateLimited` when there were too many. */
  begin(guess: Guess, exchange: Exchange): Promise<Attempt>
}
