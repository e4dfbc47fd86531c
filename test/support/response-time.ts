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
