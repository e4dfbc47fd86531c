import type { Store } from '../../../stores/contract.js'
import { delay } from '../../core/base/delay.js'

/** Assumed time for sending a mail until one has been sent, in milliseconds. */
const DEFAULT_PACE_MS = 200

/** Seconds for which the sending time of a mail is remembered. */
const PACE_TTL_SECONDS = 86_400

/** Makes requests that send no mail take as long as those that do, so that the response time reveals nothing. */
export interface MailPace {
  /** Remembers how long it took to send a mail. */
  sent(): Promise<void>
  /** Waits as long as the last mail took. */
  withheld(): Promise<void>
}

/** Starts the clock for one request. Times are remembered by provider. */
export function mailPace(provider: string, store: Store): MailPace {
  const key = `mail-pace:${Array.from(new TextEncoder().encode(provider), (byte) => byte.toString(16)).join('')}`
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  return {
    async sent() {
      await store.set(key, String(Math.round(elapsed() * 10) / 10), PACE_TTL_SECONDS)
    },
    async withheld() {
      const usual = Number((await store.get(key)) ?? DEFAULT_PACE_MS)
      await delay(usual - elapsed())
    },
  }
}
