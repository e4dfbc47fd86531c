/** The time that a waiting caller experiences. */
export interface VirtualTime {
  /** The milliseconds that a caller has waited for timers since the measurement began. */
  readonly waited: number
  end(): void
}

const { setTimeout: start } = globalThis
const waiting = new Set<{ waited: number }>()

/*
 * From now on, records for every timer how long a caller waits for it. A test with a fake clock replaces this
 * function, so its timers do not count.
 */
globalThis.setTimeout = Object.assign((ring: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  const dues = [...waiting].map((time) => [time, time.waited + Math.max(0, ms)] as const)
  const ringAndTell = (): void => {
    for (const [time, due] of dues) time.waited = Math.max(time.waited, due)
    ring(...args)
  }
  return start(ringAndTell, ms)
}, start) as typeof start

/** Starts to measure the waiting time, which is the same on any machine, even if its timers fire late. */
export function virtualTime(): VirtualTime {
  const time = { waited: 0, end: () => void waiting.delete(time) }
  waiting.add(time)
  return time
}
