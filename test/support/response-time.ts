import { vi } from 'vitest'

/** Clocks that `timed` needs: `vi.useFakeTimers(clocks)`. */
export const clocks: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
}

/**
 * Measures the milliseconds that the timers of a response take. The clock moves only to fire a timer, so a busy machine
 * does not change the result.
 */
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

/**
 * Milliseconds that each mail takes: most take about 200, some far longer, and no two consecutive mails take
 * the same time.
 */
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

/** The distance between the distributions of two samples, from 0 to 1 (Kolmogorov-Smirnov). */
export function distance(one: readonly number[], other: readonly number[]): number {
  const share = (all: readonly number[], limit: number): number =>
    all.filter((each) => each <= limit).length / all.length
  return Math.max(...[...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit))))
}
