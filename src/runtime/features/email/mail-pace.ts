import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import type { App } from '../../core/lifetimes.js'

/** Assumed time for sending a mail until one has been sent, in milliseconds. */
const DEFAULT_PACE_MS = 200

/** Number of sending times that are remembered. */
const MAX_TIMES = 16

/** Seconds for which the sending times of mails are remembered. */
const PACE_TTL_SECONDS = 86_400

/** Makes requests that send no mail take as long as those that do, so that the response time reveals nothing. */
export interface MailPace {
  /** Remembers how long it took to send a mail. The response does not wait for the store. */
  sent(): void
  /** Waits as long as a mail might take: a random time among the last ones. */
  withheld(): Promise<void>
  /** Reads the last times from the store, and returns a function that waits as `withheld` does. */
  prepare(): Promise<() => Promise<void>>
}

/** Starts the clock for one request. Times are remembered by provider. */
export function mailPace(provider: string, { store, host, logger }: App): MailPace {
  const key = `mail-pace:${encodeURIComponent(provider)}`
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  const lastTimes = async (): Promise<number[]> =>
    ((await store.get(key)) ?? '').split(' ').filter(Boolean).map(Number)
  const remember = async (time: number): Promise<void> => {
    const times = [...(await lastTimes()), Math.round(time * 10) / 10]
    await store.set(key, times.slice(-MAX_TIMES).join(' '), PACE_TTL_SECONDS)
  }
  const prepare = async (): Promise<() => Promise<void>> => {
    const times = await lastTimes()
    const time = randomTime(times.length > 0 ? times : [DEFAULT_PACE_MS])
    return async () => {
      const wait = time - elapsed()
      if (wait > 0) await delay(wait)
    }
  }
  return {
    prepare,
    sent() {
      // If the response waited for this, it would take longer than one without a mail.
      const remembered = remember(elapsed())
      host.get(backgroundWork).run(remembered.catch((error: unknown) => logger.error(asError(error))))
    },
    async withheld() {
      const wait = await prepare()
      await wait()
    },
  }
}

/**
 * A random time with the distribution of the given ones. It lies between two of them, because a time that
 * occurs twice would reveal that no mail was sent. A single time is varied by a quarter.
 */
function randomTime(times: readonly number[]): number {
  const [first = 0] = times
  const sorted = times.length > 1 ? [...times].sort((a, b) => a - b) : [first * 0.75, first * 1.25]
  const position = Math.random() * (sorted.length - 1)
  const [low = 0, high = low] = sorted.slice(Math.floor(position))
  return low + (high - low) * (position % 1)
}
