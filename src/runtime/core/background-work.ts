import { waitUntil } from '../../platform/wait-until.js'
import { inTime } from './base/in-time.js'

/** Requests and other work in progress in the process, for which `close()` waits. */
export interface BackgroundWork {
  /**
   * Returns the state of the process. From `'closing'` on, do not start work whose result must be stored.
   * From `'closed'` on, the adapter and the store may be closed.
   */
  state(): 'open' | 'closing' | 'closed'
  track<Result>(work: Promise<Result>): Promise<Result>
  /**
   * Tracks work that may continue after the response, if the platform supports this.
   *
   * @param work - Must not reject.
   */
  run(work: Promise<unknown>): void
  /**
   * Waits for all work, including work that starts during the wait, for at most `limit` milliseconds. Returns the
   * number of unsettled promises.
   */
  drain(limit: number): Promise<number>
}

/** Creates the list of running work. Use `host.get(backgroundWork)`, which all apps of a process share. */
export function backgroundWork(): BackgroundWork {
  const running = new Set<Promise<unknown>>()
  let state: 'open' | 'closing' | 'closed' = 'open'
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const forget = (): void => void running.delete(work)
    running.add(work)
    work.then(forget, forget)
    return work
  }
  return {
    state: () => state,
    track,
    run(work) {
      track(work)
      waitUntil(work)
    },
    async drain(limit) {
      if (state === 'open') state = 'closing'
      const end = performance.now() + limit
      for (let left = limit; running.size > 0 && left > 0; left = end - performance.now()) {
        await inTime(Promise.allSettled(running), left).catch(() => undefined)
      }
      state = 'closed'
      return running.size
    },
  }
}
