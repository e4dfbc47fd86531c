import { vi } from 'vitest'

/** Clocks that `timed` needs: `vi.useFakeTimers(clocks)`. */
export const clocks: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
}

/** Milliseconds that timers ring before there is a response, on a clock that else stands still: a busy machine changes nothing. */
export async function timed(answer: Promise<Response>): Promise<{ took: number; response: Response }> {
  const begun = performance.now()
  let isThere = false
  const there = answer.finally(() => {
    isThere = true
  })
  while (!isThere) {
    // At the end of a turn of the event loop, everything that does not wait for a timer has finished, and its time limits are cleared.
    await new Promise((resolve) => setImmediate(resolve))
    if (!isThere && vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  }
  return { response: await there, took: performance.now() - begun }
}

/** Milliseconds that mails take one after the other: most about 200, some far longer, no two in a row the same. */
export function varyingTime(): () => number {
  let mails = 0
  return () => {
    const part = (mails++ * 0.618) % 1
    return Math.round(150 + 100 * part + (part > 0.9 ? 600 : 0))
  }
}

/** Makes `Math.random()` return the same numbers in each run. */
export function repeatableRandom(): void {
  let state = 1
  vi.spyOn(Math, 'random').mockImplementation(() => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  })
}

/**
 * How far two samples are from the same distribution: from 0 to 1, by Kolmogorov and Smirnov.
 */
export function distance(one: readonly number[], other: readonly number[]): number {
  const share = (all: readonly number[], limit: number): number =>
    all.filter((each) => each <= limit).length / all.length
  return Math.max(...[...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit))))
}
