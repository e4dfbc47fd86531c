import type { Store } from '../../../stores/contract.js'

/** Milliseconds that sending a mail is taken to last where none has been sent yet. */
const DEFAULT_PACE = 200

/** Seconds for which the time that a mail took is remembered. */
const MEMORY = 86_400

/** Makes requests that send no mail take as long as those that do, so that time does not tell which is which. */
export interface MailPace {
  /** Remembers how long it took to send a mail. */
  sent(): Promise<void>
  /** Waits as long as the last mail took. */
  withheld(): Promise<void>
}

/** Starts the clock for one request. */
export function mailPace(provider: string, store: Store): MailPace {
  const key = `mail-pace:${Array.from(new TextEncoder().encode(provider), (byte) => byte.toString(16)).join('')}`
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  return {
    async sent() {
      await store.set(key, String(Math.round(elapsed() * 10) / 10), MEMORY)
    },
    async withheld() {
      const usual = Number((await store.get(key)) ?? DEFAULT_PACE)
      await new Promise((resolve) => setTimeout(resolve, usual - elapsed()))
    },
  }
}
